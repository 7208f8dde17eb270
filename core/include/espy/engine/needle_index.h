// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "espy/engine/registry.h"
#include "espy/engine/scene.h"
#include "espy/engine/scene_index.h"
#include "espy/index.h"

namespace espy::index {
class NeedleSegment;  // core/index/needle_segment.h; before the pragma, so not shown
}

#pragma GCC visibility push(default)
/// Search with an index of needles, as engines implement it.
namespace espy {

/// An occurrence of a picture of an index.
struct FoundPicture {
  std::uint32_t y = 0;
  std::uint32_t x = 0;
  std::uint32_t picture = 0;  ///< number in its segment

  auto operator<=>(const FoundPicture&) const = default;
};

/// Rows of a scene: `first` to before `end`.
struct SceneRows {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

/// Capability "search with an index": returns all occurrences, in no order, whose upper row is
/// among these, of the pictures in a segment's tables. An engine keeps what it needs of the segment
/// with it (`NeedleSegment::kept`). Pictures without an opaque block are searched by `FindExact`.
struct FindIndexed {
  static constexpr const char* kName = "search with an index";
  using Function = std::function<std::vector<FoundPicture>(
      const Scene& scene, SceneRows rows, const index::NeedleSegment& segment,
      const Control& control, RunReport& report)>;
};

/// `find` with these engines.
Finding find(const Registry& registry, const Scene& scene, const NeedleIndex& index,
             const FindOptions& options = {});

/// Makes the matches of a search with an index refer to the returned list: the numbers, sorted, of
/// those of its needles that were found.
std::vector<std::uint32_t> foundNeedles(std::vector<Match>& matches);

/// Reads pictures, in parallel, and adds each under its file's name; with `replace`, in place of
/// one of that name. Commits unless all of them failed. Of the options, `memory` has no effect.
SceneIndexWriter::Added addPictures(NeedleIndexWriter& writer, std::span<const std::string> files,
                                    bool replace, const SceneIndexWriter::Options& options);

/// Adds `FindIndexed` of the built-in engines.
void addIndexed(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
