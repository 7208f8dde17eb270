// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Probes the blocks of a scene: filter, bucket, key, pixels. Each stage prefetches for the next
// one, because tables of many needles are larger than the caches.
#include "index/find_pictures.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/parallel.h"
#include "exact/pattern.h"
#include "exact/reference.h"
#include "index/block_rows.h"

namespace espy::index {
namespace {

constexpr std::int64_t kRowsPerTask = 32;

/// A probed block whose key the filter knows.
struct BlockProbe {
  std::uint64_t key = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// Compares windows of the scene with pictures of a segment. One per thread.
class WindowComparison {
 public:
  WindowComparison(const ImageView& scene, const NeedleSegment& segment)
      : scene_(scene), segment_(segment) {}

  bool fits(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height) const {
    return x >= 0 && y >= 0 && x + width <= scene_.width() && y + height <= scene_.height();
  }

  /// Is the picture at (x, y)? `nearRow`: a row that is cached.
  bool liesAt(std::uint32_t picture, std::int64_t x, std::int64_t y, std::int64_t nearRow) {
    const PictureEntry& entry = segment_.pictures()[picture];
    if (!fits(x, y, entry.width, entry.height)) return false;
    if (entry.transparent == 0 && !scene_.format().hasAlpha() &&
        entry.format() == scene_.format()) {
      return sameRows(segment_.picture(picture).picture, x, y, nearRow);
    }
    const exact::Pattern& pattern = patternOf(picture);
    return !pattern.impossible && exact::Verifier(scene_, pattern).liesAt(x, y, nearRow);
  }

  std::uint64_t windowHash(std::int64_t x, std::int64_t y, std::int64_t width,
                           std::int64_t height) {
    row_.resize(static_cast<std::size_t>(width));
    WindowHash hash;
    for (std::int64_t row = 0; row < height; ++row) {
      coloursOfRow(scene_.format(), scene_.pixel(x, y + row), width, row_.data());
      hash.addRow(row_);
    }
    return hash.value();
  }

 private:
  bool sameRows(const ImageView& picture, std::int64_t x, std::int64_t y,
                std::int64_t nearRow) const {
    const auto bytes = static_cast<std::size_t>(picture.rowBytes());
    const auto same = [&](std::int64_t row) {
      return std::memcmp(scene_.pixel(x, y + row), picture.row(row), bytes) == 0;
    };
    if (!same(nearRow)) return false;
    for (std::int64_t row = 0; row < picture.height(); ++row) {
      if (row != nearRow && !same(row)) return false;
    }
    return true;
  }

  /// The picture in the scene's format.
  const exact::Pattern& patternOf(std::uint32_t picture) {
    constexpr std::size_t kMost = 4096;
    if (patterns_.size() >= kMost && !patterns_.contains(picture)) patterns_.clear();
    const auto [found, isNew] = patterns_.try_emplace(picture);
    if (isNew) {
      found->second = exact::makePattern(segment_.picture(picture), picture, scene_.format(), 0);
    }
    return found->second;
  }

  ImageView scene_;
  const NeedleSegment& segment_;
  std::unordered_map<std::uint32_t, exact::Pattern> patterns_;
  std::vector<std::uint32_t> row_;
};

/// Probes rows of a scene for the keys of one column step. One per thread.
class RowProber {
 public:
  RowProber(const ImageView& scene, const NeedleSegment& segment, std::size_t step)
      : scene_(scene),
        segment_(segment),
        table_(segment.table(step)),
        step_(kColumnSteps.at(step)),
        columns_((scene.width() - kBlockWidth) / step_ + 1),
        upper_(static_cast<std::size_t>(columns_)),
        lower_(upper_.size()),
        keys_(upper_.size()),
        comparison_(scene, segment) {}

  /// Probes the blocks that begin in these rows.
  void run(std::int64_t first, std::int64_t end) {
    hashRow(first, lower_);
    for (std::int64_t y = first; y < end; ++y) {
      upper_.swap(lower_);
      hashRow(y + 1, lower_);
      for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i] = blockKey(upper_[i], lower_[i]);
      filterRow(y);
    }
    lookUp();
  }

  std::vector<FoundPicture>& found() { return found_; }

 private:
  static constexpr std::size_t kAhead = 24;
  static constexpr std::size_t kProbes = 512;

  void hashRow(std::int64_t y, std::vector<std::uint64_t>& hashes) {
    colours_.resize(static_cast<std::size_t>(scene_.width()));
    coloursOfRow(scene_.format(), scene_.row(y), scene_.width(), colours_.data());
    const std::uint32_t* at = colours_.data();
    for (std::size_t i = 0; i < hashes.size(); ++i, at += step_) hashes[i] = rowHash(at);
  }

  /// Passes the row's keys that the filter knows to `lookUp`.
  void filterRow(std::int64_t y) {
    const std::size_t count = keys_.size();
    for (std::size_t i = 0; i < std::min(kAhead, count); ++i) prefetch(i);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count) prefetch(i + kAhead);
      const std::uint64_t bits = filterBits(keys_[i]);
      if ((*table_.filterWord(keys_[i]) & bits) != bits) continue;
      probes_.push_back({keys_[i], static_cast<std::int64_t>(i) * step_, y});
      if (probes_.size() == kProbes) lookUp();
    }
  }

  void prefetch(std::size_t i) const { __builtin_prefetch(table_.filterWord(keys_[i])); }

  void lookUp() {
    for (const BlockProbe& probe : probes_) __builtin_prefetch(table_.bucket(probe.key));
    for (const BlockProbe& probe : probes_) {
      __builtin_prefetch(table_.entries.data() + *table_.bucket(probe.key));
    }
    for (const BlockProbe& probe : probes_) {
      const std::uint32_t* bucket = table_.bucket(probe.key);
      for (std::uint32_t e = bucket[0]; e < bucket[1]; ++e) {
        const KeyEntry& entry = table_.entries[e];
        if (entry.key != probe.key) continue;
        if (entry.dx == kCrowd) {
          lookUpCrowd(probe, entry.picture);
        } else {
          compare(entry.picture, probe.x - entry.dx, probe.y - entry.dy, entry.dy);
        }
      }
    }
    probes_.clear();
  }

  void lookUpCrowd(const BlockProbe& probe, std::uint32_t crowd) {
    for (const ShapeEntry& shape : segment_.crowd(crowd)) {
      const std::int64_t x = probe.x - shape.dx;
      const std::int64_t y = probe.y - shape.dy;
      if (!comparison_.fits(x, y, shape.width, shape.height)) continue;
      const std::uint64_t hash = comparison_.windowHash(x, y, shape.width, shape.height);
      for (const WindowEntry& window : segment_.windows(shape, hash)) {
        compare(window.picture, x, y, shape.dy);
      }
    }
  }

  void compare(std::uint32_t picture, std::int64_t x, std::int64_t y, std::int64_t nearRow) {
    if (nearRow >= segment_.pictures()[picture].height) return;
    if (comparison_.liesAt(picture, x, y, nearRow)) {
      found_.push_back({static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x), picture});
    }
  }

  ImageView scene_;
  const NeedleSegment& segment_;
  const KeyTable& table_;
  std::int64_t step_;
  std::int64_t columns_;
  std::vector<std::uint64_t> upper_;
  std::vector<std::uint64_t> lower_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> colours_;
  std::vector<BlockProbe> probes_;
  WindowComparison comparison_;
  std::vector<FoundPicture> found_;
};

void probe(const ImageView& scene, const NeedleSegment& segment, std::size_t step, int threads,
           const Control& control, std::vector<FoundPicture>& found) {
  const std::int64_t rows = scene.height() - kBlockHeight + 1;
  if (segment.table(step).empty() || rows < 1 || scene.width() < kBlockWidth) return;
  const std::int64_t tasks = (rows + kRowsPerTask - 1) / kRowsPerTask;
  threads = static_cast<int>(std::min<std::int64_t>(threads, tasks));
  std::vector<RowProber> probers;
  for (int t = 0; t < threads; ++t) probers.emplace_back(scene, segment, step);
  parallelFor(tasks, threads, control, [&](std::int64_t task, int thread) {
    const std::int64_t first = task * kRowsPerTask;
    probers[static_cast<std::size_t>(thread)].run(first, std::min(rows, first + kRowsPerTask));
  });
  for (RowProber& prober : probers) {
    found.insert(found.end(), prober.found().begin(), prober.found().end());
  }
}

}  // namespace

std::vector<FoundPicture> findPictures(const ImageView& scene, SceneRows rows,
                                       const NeedleSegment& segment, int threads,
                                       const Control& control) {
  const std::int64_t end = std::min(scene.height(), rows.end + segment.tallest() - 1);
  const ImageView band = scene.crop(0, rows.first, {scene.width(), end - rows.first});
  std::vector<FoundPicture> found;
  for (std::size_t step = 0; step < kColumnSteps.size(); ++step) {
    probe(band, segment, step, threads, control, found);
  }
  const std::int64_t height = rows.end - rows.first;
  std::erase_if(found, [&](const FoundPicture& one) { return one.y >= height; });
  for (FoundPicture& one : found) one.y += static_cast<std::uint32_t>(rows.first);
  segment.file().checkUncut();
  return found;
}

std::vector<FoundPicture> findPicturesByReference(const ImageView& scene, SceneRows rows,
                                                  const NeedleSegment& segment,
                                                  const Control& control) {
  std::vector<FoundPicture> found;
  for (std::uint32_t n = 0; n < segment.pictures().size(); ++n) {
    const bool hasKeys = std::ranges::find(segment.rest(), n) == segment.rest().end();
    if (segment.pictures()[n].owners == 0 || !hasKeys) continue;
    const Needle needle = segment.picture(n);
    RunReport report;
    const auto places = exact::findByReference(scene, std::span(&needle, 1), {}, control, report);
    for (const Place& place : places.front()) {
      if (place.y < rows.first || place.y >= rows.end) continue;
      found.push_back({place.y, place.x, n});
    }
  }
  return found;
}

}  // namespace espy::index
