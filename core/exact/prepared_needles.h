// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// The needles of a request in the scene's terms, sorted by how they can be searched. Needles that
/// cannot lie in the scene are in no list.
struct PreparedNeedles {
  using Group = std::vector<const Pattern*>;

  std::vector<Pattern> patterns;  ///< one for each needle, by index; never resized
  std::vector<Group> groups;      ///< of needles of much the same size, which share a lattice
  Group ranged;                   ///< those that match more than one value of a sample
};

/// `needles` must have passed `checkRequest`.
/// `recycled` may be what an earlier search prepared: its memory is used again.
PreparedNeedles prepareNeedles(Size scene, PixelFormat format, std::span<const Needle> needles,
                               int tolerance, int threads, const Control& control,
                               PreparedNeedles recycled = {});

}  // namespace espy::exact
