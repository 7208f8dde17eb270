// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/find.h"

/// Kernels that make flag planes from known windows, in device memory: 1 where a match starts (pass
/// 1), 2 elsewhere inside its window (pass 2).
namespace espy::cuda {

/// An outline that is painted together with the flags.
struct Outline {
  DevicePlane picture;
  int thickness = 1;
  std::array<std::uint8_t, 8> pixel{};  ///< its colour, in the picture's format
};

/// Limit for this method; more windows are drawn by passes over the plane.
inline constexpr std::size_t kFewWindows = 1024;

/// Passes 1 to 3 in one kernel, for few known windows: writes every flag of the plane and, if set,
/// paints the outline. Memory traffic is the flag plane and the painted pixels only.
void drawWindows(Gpu& gpu, std::span<const Window> windows, const DevicePlane& flags,
                 const std::optional<Outline>& outline);

/// Pass 2 for windows of one size: copies `bases` to `flags` and flags the members of each base's
/// window. With `accumulate`, adds members to `flags`, and bases become members.
void flagMembers(Gpu& gpu, const DevicePlane& bases, Size window, bool accumulate,
                 const DevicePlane& flags);

/// Sets the flags of these upper-left pixels to base. `firstRow` of the scene is row 0 of the
/// plane; positions outside are ignored.
void setBases(Gpu& gpu, std::span<const Place> places, std::int64_t firstRow,
              const DevicePlane& flags);

}  // namespace espy::cuda
