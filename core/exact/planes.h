// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/block_graph.h"
#include "exact/pattern.h"

namespace espy::exact {

/// Searches one needle by bit planes, one bit per pixel: a plane for each different pixel of the
/// needle marks where the scene has it; planes are then shifted and joined according to the
/// needle's graph. The cost depends on the graph alone, not on the scene. For needles with few
/// different parts (flat, striped, dithered, tiny), also with tolerance and transparency.
std::vector<Place> findByPlanes(const ImageView& scene, const Pattern& pattern,
                                const BlockGraph& graph, int threads, const Control& control);

}  // namespace espy::exact
