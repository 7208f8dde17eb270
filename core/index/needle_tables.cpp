// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/needle_tables.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "base/parallel.h"
#include "index/block_rows.h"

namespace espy::index {
namespace {

constexpr std::int64_t kPicturesPerTask = 256;
/// Pictures whose blocks are counted, to learn which ones are frequent.
constexpr std::int64_t kSample = 65536;

std::int64_t tasksFor(std::int64_t pictures) {
  return (pictures + kPicturesPerTask - 1) / kPicturesPerTask;
}

class TableBuilder {
 public:
  TableBuilder(std::span<const PictureEntry> pictures,
               const std::function<Needle(std::uint32_t)>& pictureOf, const Control& control)
      : pictures_(pictures),
        pictureOf_(pictureOf),
        control_(control),
        threads_(threadsFor(control)),
        chosen_(pictures.size()) {}

  NeedleTables build() {
    countBlocks();
    chooseAll();
    for (std::size_t step = 0; step < kColumnSteps.size(); ++step) fill(step);
    for (std::uint32_t n = 0; n < pictures_.size(); ++n) {
      if (pictures_[n].owners > 0 && chosen_[n].step < 0) tables_.rest.push_back(n);
    }
    return std::move(tables_);
  }

 private:
  void countBlocks() {
    const std::int64_t all = std::ssize(pictures_);
    const std::int64_t stride = std::max<std::int64_t>(1, all / kSample);
    const std::int64_t sampled = (all + stride - 1) / stride;
    std::vector<KeyFrequencies> byThread(static_cast<std::size_t>(threads_));
    std::vector<NeedleBlocks> blocks(byThread.size());
    parallelFor(tasksFor(sampled), threads_, {0, control_.stop, {}},
                [&](std::int64_t task, int thread) {
                  const auto t = static_cast<std::size_t>(thread);
                  const std::int64_t end = std::min(sampled, (task + 1) * kPicturesPerTask);
                  for (std::int64_t i = task * kPicturesPerTask; i < end; ++i) {
                    const auto picture = static_cast<std::uint32_t>(i * stride);
                    for (const NeedleBlock& block : blocks[t].of(pictureOf_(picture), false)) {
                      byThread[t].add(block.key);
                    }
                  }
                });
    for (const KeyFrequencies& counts : byThread) frequencies_.add(counts);
  }

  void chooseAll() {
    std::vector<NeedleBlocks> blocks(static_cast<std::size_t>(threads_));
    parallelFor(
        tasksFor(std::ssize(pictures_)), threads_, control_, [&](std::int64_t task, int thread) {
          const std::int64_t end = std::min(std::ssize(pictures_), (task + 1) * kPicturesPerTask);
          for (std::int64_t i = task * kPicturesPerTask; i < end; ++i) {
            choose(static_cast<std::uint32_t>(i), blocks[static_cast<std::size_t>(thread)]);
          }
        });
  }

  void choose(std::uint32_t picture, NeedleBlocks& blocks) {
    if (pictures_[picture].owners == 0) return;
    const Needle needle = pictureOf_(picture);
    ChosenBlocks& chosen = chosen_[picture];
    chosen = chooseBlocks(blocks.of(needle, false), frequencies_);
    constexpr std::uint64_t kRare = 4;
    if (chosen.step == 0 && chosen.frequency <= kRare) return;
    chosen = chooseBlocks(blocks.of(needle, true), frequencies_);
  }

  void fill(std::size_t step) {
    std::vector<KeyEntry> entries;
    entries.reserve(chosen_.size() * static_cast<std::size_t>(kColumnSteps[step]));
    for (std::uint32_t n = 0; n < chosen_.size(); ++n) {
      if (chosen_[n].step != static_cast<int>(step)) continue;
      for (const NeedleBlock& block : chosen_[n].used()) {
        entries.push_back({block.key, n, block.dx, block.dy});
      }
    }
    if (entries.empty()) return;
    sortByBucket(entries);
    NeedleTables::Keys& keys = tables_.keys[step];
    setFilter(entries, keys.filter);
    separateCrowds(entries, keys.entries);
    const int bits = bucketBitsFor(keys.entries.size());
    keys.starts.assign((std::size_t{1} << bits) + 1, 0);
    for (const KeyEntry& entry : keys.entries) ++keys.starts[(entry.key >> (64 - bits)) + 1];
    std::partial_sum(keys.starts.begin(), keys.starts.end(), keys.starts.begin());
  }

  /// Sorts by key, then picture and offset: by the key's upper bits first, which takes linear time.
  void sortByBucket(std::vector<KeyEntry>& entries) const {
    const int bits = std::max(1, bucketBitsFor(entries.size()));
    const int shift = 64 - bits;
    std::vector<std::uint32_t> starts((std::size_t{1} << bits) + 1);
    for (const KeyEntry& entry : entries) ++starts[(entry.key >> shift) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<KeyEntry> sorted(entries.size());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (const KeyEntry& entry : entries) sorted[next[entry.key >> shift]++] = entry;
    constexpr std::int64_t kBucketsPerTask = 4096;
    const auto buckets = static_cast<std::int64_t>(next.size());
    parallelFor((buckets + kBucketsPerTask - 1) / kBucketsPerTask, threads_, {0, control_.stop, {}},
                [&](std::int64_t task, int) {
                  const std::int64_t end = std::min(buckets, (task + 1) * kBucketsPerTask);
                  for (std::int64_t b = task * kBucketsPerTask; b < end; ++b) {
                    const auto at = static_cast<std::size_t>(b);
                    std::sort(sorted.begin() + starts[at], sorted.begin() + starts[at + 1],
                              [](const KeyEntry& one, const KeyEntry& other) {
                                return std::tie(one.key, one.picture, one.dx, one.dy) <
                                       std::tie(other.key, other.picture, other.dx, other.dy);
                              });
                  }
                });
    entries.swap(sorted);
  }

  static void setFilter(std::span<const KeyEntry> entries, std::vector<std::uint64_t>& filter) {
    const int bits = filterBitsFor(entries.size());
    filter.assign(std::size_t{1} << bits, 0);
    for (const KeyEntry& entry : entries) {
      filter[entry.key >> (64 - bits)] |= filterBits(entry.key);
    }
  }

  /// Copies sorted entries; those of a crowd become one.
  void separateCrowds(std::span<const KeyEntry> entries, std::vector<KeyEntry>& to) {
    to.reserve(entries.size());
    for (std::size_t first = 0; first < entries.size();) {
      std::size_t end = first + 1;
      while (end < entries.size() && entries[end].key == entries[first].key) ++end;
      const std::span<const KeyEntry> same = entries.subspan(first, end - first);
      first = end;
      if (same.size() <= kMostOfAKey) {
        to.insert(to.end(), same.begin(), same.end());
        continue;
      }
      std::vector<KeyEntry> opaque;
      for (const KeyEntry& entry : same) {
        (pictures_[entry.picture].transparent == 0 ? opaque : to).push_back(entry);
      }
      if (opaque.empty()) continue;
      to.push_back(
          {opaque.front().key, static_cast<std::uint32_t>(tables_.crowds.size()), kCrowd, 0});
      addCrowd(opaque);
    }
  }

  void addCrowd(std::vector<KeyEntry>& crowd) {
    const auto shapeOf = [&](const KeyEntry& entry) {
      const PictureEntry& picture = pictures_[entry.picture];
      return std::tuple(picture.width, picture.height, entry.dx, entry.dy);
    };
    std::ranges::stable_sort(crowd, {}, shapeOf);
    tables_.crowds.push_back({static_cast<std::uint32_t>(tables_.shapes.size()), 0});
    for (std::size_t first = 0; first < crowd.size();) {
      std::size_t end = first + 1;
      while (end < crowd.size() && shapeOf(crowd[end]) == shapeOf(crowd[first])) ++end;
      const auto [width, height, dx, dy] = shapeOf(crowd[first]);
      const std::size_t windows = tables_.windows.size();
      tables_.shapes.push_back({width, height, dx, dy, 0, windows, end - first});
      ++tables_.crowds.back().shapes;
      for (; first < end; ++first) {
        tables_.windows.push_back({hashOf(crowd[first].picture), crowd[first].picture, 0});
      }
      std::sort(tables_.windows.begin() + static_cast<std::ptrdiff_t>(windows),
                tables_.windows.end(), [](const WindowEntry& a, const WindowEntry& b) {
                  return std::tie(a.hash, a.picture) < std::tie(b.hash, b.picture);
                });
    }
  }

  std::uint64_t hashOf(std::uint32_t picture) {
    const Needle needle = pictureOf_(picture);
    const std::int64_t width = needle.picture.width();
    row_.resize(static_cast<std::size_t>(width));
    WindowHash hash;
    for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
      coloursOfRow(needle.picture.format(), needle.picture.row(y), width, row_.data());
      hash.addRow(row_);
    }
    return hash.value();
  }

  std::span<const PictureEntry> pictures_;
  const std::function<Needle(std::uint32_t)>& pictureOf_;
  const Control& control_;
  int threads_;
  KeyFrequencies frequencies_;
  std::vector<ChosenBlocks> chosen_;
  std::vector<std::uint32_t> row_;
  NeedleTables tables_;
};

}  // namespace

NeedleTables buildNeedleTables(std::span<const PictureEntry> pictures,
                               const std::function<Needle(std::uint32_t)>& pictureOf,
                               const Control& control) {
  return TableBuilder(pictures, pictureOf, control).build();
}

/// 16 to 32 bits a key: about 1 % false positives.
int filterBitsFor(std::uint64_t keys) {
  return std::max(1, static_cast<int>(std::bit_width(keys)) - 2);
}

/// One to two keys a bucket.
int bucketBitsFor(std::uint64_t keys) {
  return std::max(1, static_cast<int>(std::bit_width(keys)) - 1);
}

}  // namespace espy::index
