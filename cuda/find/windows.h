// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/base/window.h"

namespace espy::cuda {

/// An outline that is painted while flags are written.
struct Outline {
  DevicePlane picture;
  int thickness = 1;
  std::array<std::uint8_t, 8> pixel{};  ///< the samples that are painted, in the picture's format
};

/// More windows than this are drawn by passes over the plane instead.
inline constexpr std::size_t kFewWindows = 1024;

/// Passes 1 to 3 in one, for few windows that are known: writes every flag of the plane (bases,
/// members, nothing) and, if asked for, the outline around them. Of flags only the bytes of the
/// plane move, and of the picture only what is painted.
void drawWindows(Gpu& gpu, std::span<const Window> windows, const DevicePlane& flags,
                 const std::optional<Outline>& outline);

}  // namespace espy::cuda
