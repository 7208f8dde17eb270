// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/find.h"
#include "index/scene_blocks.h"

/// What is looked up of a needle.
namespace espy::index {

/// A hash that the index keeps of every occurrence of the needle: of a window of N x N, the least.
struct Probe {
  struct Offset {
    std::int64_t x = 0;
    std::int64_t y = 0;
  };
  std::uint64_t hash = 0;
  /// The blocks with this hash in the window, relative to the needle. The index has at least one of
  /// them.
  std::vector<Offset> offsets;
};

/// The upper-left pixels of the windows of `side` without transparent pixels; of more than `most`
/// some, at least half of that, that are spread over the needle.
std::vector<Probe::Offset> windowsOf(const Needle& needle, std::int64_t side, std::size_t most);

/// The probes of a needle, one for each hash, those with few offsets first. Of large needles some
/// windows are used. Empty if the needle has no opaque square of `side`.
std::vector<Probe> probesOf(const Needle& needle, std::int64_t side,
                            BlockKind kind = BlockKind::exact);

}  // namespace espy::index
