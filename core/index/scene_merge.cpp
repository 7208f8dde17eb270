// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_merge.h"

#include <limits>

#include "base/parallel.h"

namespace espy::index {
namespace {

/// Entries per chunk: 16 MB, sorted in less than 100 ms.
constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::size_t kLeastChunks = 2;

struct ChunkSource {
  std::span<const BlockEntry> rest;

  bool atEnd() const { return rest.empty(); }
  const BlockEntry& entry() const { return rest.front(); }
  void advance() { rest = rest.subspan(1); }
};

constexpr std::uint64_t kGone = std::numeric_limits<std::uint64_t>::max();

/// The entries of a segment, at their positions after a merge.
class MovedEntries {
 public:
  /// `starts`: of its pictures, and the end; `moved`: their new starts, or kGone.
  MovedEntries(const SceneSegment& segment, std::vector<std::uint64_t> starts,
               std::vector<std::uint64_t> moved)
      : cursor_(segment), starts_(std::move(starts)), moved_(std::move(moved)) {
    settle();
  }

  bool atEnd() const { return cursor_.atEnd(); }
  const BlockEntry& entry() const { return entry_; }
  void advance() {
    cursor_.advance();
    settle();
  }

 private:
  /// Goes on to an entry of a picture that stays.
  void settle() {
    for (; !cursor_.atEnd(); cursor_.advance()) {
      entry_ = cursor_.entry();
      const auto after = std::ranges::upper_bound(starts_, entry_.position);
      const std::size_t scene = static_cast<std::size_t>(after - starts_.begin()) - 1;
      if (scene >= moved_.size() || moved_[scene] == kGone) continue;
      entry_.position += moved_[scene] - starts_[scene];
      return;
    }
  }

  EntryCursor cursor_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint64_t> moved_;
  BlockEntry entry_;
};

}  // namespace

EntryRun::EntryRun(std::uint64_t memory)
    : mostChunks_(std::max<std::size_t>(kLeastChunks, memory / (kChunk * sizeof(BlockEntry)))) {}

void EntryRun::add(const BlockEntry& entry) {
  if (chunks_.empty() || chunks_.back().size() == kChunk) {
    chunks_.emplace_back().reserve(kChunk);
  }
  chunks_.back().push_back(entry);
}

void EntryRun::moveTo(SegmentWriter& writer, const Control& control) {
  parallelFor(
      static_cast<std::int64_t>(chunks_.size()), threadsFor(control), {0, control.stop, {}},
      [&](std::int64_t i, int) { std::ranges::sort(chunks_[static_cast<std::size_t>(i)]); });
  std::vector<ChunkSource> sources;
  for (const auto& chunk : chunks_) sources.push_back({chunk});
  mergeSorted(sources, control, [&](const BlockEntry& entry) { writer.add(entry); });
  chunks_.clear();
}

void mergeSegments(const std::vector<std::unique_ptr<SceneSegment>>& segments, std::int64_t side,
                   const std::function<bool(std::size_t, std::size_t)>& isRemoved,
                   const std::string& path, const Control& control, std::int64_t& scenes) {
  SceneTable all;
  std::uint64_t pixels = 0;
  std::vector<MovedEntries> sources;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const SceneTable table = segments[s]->table();
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> moved;
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < table.scenes.size(); ++i) {
      const StoredScene& scene = table.scenes[i];
      const bool gone = isRemoved(s, i);
      starts.push_back(start);
      moved.push_back(gone ? kGone : pixels);
      start += scene.pixels();
      if (gone) continue;
      all.add(std::string(table.name(i)), table.bases[scene.base], scene);
      pixels += scene.pixels();
    }
    starts.push_back(start);
    sources.emplace_back(*segments[s], std::move(starts), std::move(moved));
  }
  SegmentWriter writer(path);
  mergeSorted(sources, control, [&](const BlockEntry& entry) { writer.add(entry); });
  for (const auto& segment : segments) segment->file().checkUncut();
  scenes = std::ssize(all.scenes);
  writer.commit(all, side);
}

}  // namespace espy::index
