// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/plan.h"

/// Layouts that memory-reuse compares with the planner's. Need no CUDA.
namespace espy::cuda {

namespace detail {

template <std::size_t count>
constexpr SharedPlan<count> withBarriers(SharedPlan<count> plan, std::uint64_t synchronised) {
  for (std::size_t i = 0; i < count; ++i) {
    plan.bytes = std::max(plan.bytes, plan.offsets[i] + plan.buffers[i].bytes);
  }
  plan.added = barriersOfReuse(plan.buffers, plan.offsets, synchronised);
  plan.barriers = synchronised | plan.added;
  return plan;
}

}  // namespace detail

/// An address range for each buffer.
template <std::size_t count>
consteval SharedPlan<count> separateShared(const SharedBuffers<count>& buffers,
                                           std::uint64_t synchronised = 0) {
  SharedPlan<count> plan;
  plan.buffers = buffers;
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t alignment = buffers[i].alignment;
    plan.offsets[i] = (end + alignment - 1) / alignment * alignment;
    end = plan.offsets[i] + buffers[i].bytes;
  }
  return detail::withBarriers(plan, synchronised);
}

/// The dissertation's layout (its Figure 45): colours the graph of buffers that live together, in
/// their order, each with the first colour that no neighbour has. A colour is a partition as large
/// as its largest buffer.
template <std::size_t count>
consteval SharedPlan<count> colouredShared(const SharedBuffers<count>& buffers,
                                           std::uint64_t synchronised = 0) {
  std::array<std::size_t, count> colours{};
  std::array<std::uint32_t, count> sizes{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto isTaken = [&](std::size_t colour) {
      for (std::size_t other = 0; other < i; ++other) {
        if (colours[other] == colour && buffers[i].livesWith(buffers[other])) return true;
      }
      return false;
    };
    while (isTaken(colours[i])) ++colours[i];
    // Multiples of 16 keep all partitions aligned.
    const std::uint32_t whole = (buffers[i].bytes + 15) / 16 * 16;
    sizes[colours[i]] = std::max(sizes[colours[i]], whole);
  }
  SharedPlan<count> plan;
  plan.buffers = buffers;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t colour = 0; colour < colours[i]; ++colour) plan.offsets[i] += sizes[colour];
  }
  return detail::withBarriers(plan, synchronised);
}

}  // namespace espy::cuda
