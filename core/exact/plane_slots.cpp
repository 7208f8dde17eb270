// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/plane_slots.h"

#include <cstddef>

namespace espy::exact {

PlaneSlots shareSlots(const BlockGraph& graph) {
  const std::size_t colours = graph.colours().size();
  std::vector<std::size_t> lastReader(graph.parts(), 0);
  for (std::size_t j = 0; j < graph.joins().size(); ++j) {
    lastReader[graph.joins()[j].first] = lastReader[graph.joins()[j].second] = colours + j;
  }
  lastReader[*graph.whole()] = graph.parts();
  PlaneSlots slots;
  slots.of.resize(graph.parts());
  std::vector<std::uint32_t> free;
  for (std::size_t part = 0; part < graph.parts(); ++part) {
    if (free.empty()) free.push_back(slots.count++);
    slots.of[part] = free.back();
    free.pop_back();
    if (part < colours) continue;
    const BlockGraph::Join& join = graph.joins()[part - colours];
    if (lastReader[join.first] == part) free.push_back(slots.of[join.first]);
    const bool same = join.first == join.second;
    if (!same && lastReader[join.second] == part) free.push_back(slots.of[join.second]);
  }
  return slots;
}

}  // namespace espy::exact
