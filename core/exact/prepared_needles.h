// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// The needles of a request as patterns, grouped by how they can be searched. Needles that cannot
/// match are in no list.
struct PreparedNeedles {
  using Group = std::vector<const Pattern*>;

  std::vector<Pattern> patterns;  ///< by needle index; never resized
  std::vector<Group> groups;      ///< of similar size, which share a lattice
  Group ranged;                   ///< needles that match more than one value of a sample
};

/// `needles` must have passed `checkRequest`. `recycled`: an earlier result whose memory is reused.
PreparedNeedles prepareNeedles(Size scene, PixelFormat format, std::span<const Needle> needles,
                               int tolerance, int threads, const Control& control,
                               PreparedNeedles recycled = {});

}  // namespace espy::exact
