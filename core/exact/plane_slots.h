// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "exact/block_graph.h"

namespace espy::exact {

/// Which memory each part's plane takes: a part that no later join reads gives its own to the next.
/// A needle of hundreds of parts then needs some dozens of planes, which a cache may hold.
struct PlaneSlots {
  std::vector<std::uint32_t> of;  ///< by part
  std::uint32_t count = 0;
};

/// For planes computed in the order of the parts' numbers. No join shares a slot with what it
/// reads. The graph must have a whole.
PlaneSlots shareSlots(const BlockGraph& graph);

}  // namespace espy::exact
