// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/block_graph.h"
#include "exact/pattern.h"

namespace espy::exact {

/// Searches one needle by bit planes, one bit a pixel: a plane for each different pixel of the
/// needle says where the scene has it, then planes are shifted and joined as the needle's graph
/// tells. The time depends on the graph alone, not on what the scene holds: the way for needles
/// with few different parts (flat, striped, dithered, tiny), with tolerance and transparency, too.
std::vector<Place> findByPlanes(const ImageView& scene, const Pattern& pattern,
                                const BlockGraph& graph, int threads, const Control& control);

}  // namespace espy::exact
