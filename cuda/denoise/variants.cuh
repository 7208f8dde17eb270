// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "cuda/denoise/layout.h"

namespace espy::cuda {

/// Calls body(channels, axes, rof) with constants: the numbers of channels that pictures and
/// tensors have are compiled apart, others share the kernels for kDenoiseChannels.
template <class Body>
void withVariant(const DenoiseTask& task, const Body& body) {
  const auto withModel = [&](auto channels, auto axes) {
    if (task.isRof) {
      body(channels, axes, std::true_type());
    } else {
      body(channels, axes, std::false_type());
    }
  };
  const auto withAxes = [&](auto channels) {
    if (task.grid.axes == 3) {
      withModel(channels, std::integral_constant<int, 3>());
    } else {
      withModel(channels, std::integral_constant<int, 2>());
    }
  };
  switch (task.grid.channels) {
    case 1:
      return withAxes(std::integral_constant<int, 1>());
    case 3:
      return withAxes(std::integral_constant<int, 3>());
    case 6:
      return withAxes(std::integral_constant<int, 6>());
    default:
      return withAxes(std::integral_constant<int, kDenoiseChannels>());
  }
}

/// Whether a kernel for `channels` has this one: only the kernel for the most has fewer.
template <int channels>
__device__ inline bool hasChannel(const DenoiseGrid& grid, int channel) {
  return channels != kDenoiseChannels || channel < grid.channels;
}

}  // namespace espy::cuda
