// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "index/scene_segment.h"

namespace espy::index {

/// Calls `take` for the entries of all sources, in order. A source has atEnd(), entry() and
/// advance().
template <class Source, class Take>
void mergeSorted(std::vector<Source>& sources, const Control& control, const Take& take) {
  using Next = std::pair<BlockEntry, std::size_t>;
  std::vector<Next> heap;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i].atEnd()) heap.emplace_back(sources[i].entry(), i);
  }
  const std::greater<> later;
  std::ranges::make_heap(heap, later);
  constexpr std::uint64_t kCheckEvery = 65536;
  for (std::uint64_t count = 0; !heap.empty(); ++count) {
    if (count % kCheckEvery == 0) control.check();
    std::ranges::pop_heap(heap, later);
    const auto [entry, i] = heap.back();
    heap.pop_back();
    take(entry);
    sources[i].advance();
    if (sources[i].atEnd()) continue;
    heap.emplace_back(sources[i].entry(), i);
    std::ranges::push_heap(heap, later);
  }
}

/// Entries in memory, in chunks that are sorted on their own.
class EntryRun {
 public:
  /// `memory`: bytes.
  explicit EntryRun(std::uint64_t memory);

  void add(const BlockEntry& entry);
  bool isFull() const { return chunks_.size() >= mostChunks_; }
  bool empty() const { return chunks_.empty(); }
  /// Writes all entries, in order, and clears the run.
  void moveTo(SegmentWriter& writer, const Control& control);

 private:
  std::size_t mostChunks_;
  std::vector<std::vector<BlockEntry>> chunks_;
};

/// Merges segments, in this order, into one at `path`, without the pictures for which `isRemoved`
/// of segment and picture holds.
void mergeSegments(const std::vector<std::unique_ptr<SceneSegment>>& segments, std::int64_t side,
                   const std::function<bool(std::size_t, std::size_t)>& isRemoved,
                   const std::string& path, const Control& control, std::int64_t& scenes);

}  // namespace espy::index
