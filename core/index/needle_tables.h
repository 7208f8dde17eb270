// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "index/needle_segment.h"

namespace espy::index {

/// The tables of a segment, in memory.
struct NeedleTables {
  struct Keys {
    std::vector<std::uint64_t> filter;
    std::vector<std::uint32_t> starts;
    std::vector<KeyEntry> entries;
  };
  std::array<Keys, kColumnSteps.size()> keys;
  std::vector<CrowdEntry> crowds;
  std::vector<ShapeEntry> shapes;
  std::vector<WindowEntry> windows;
  std::vector<std::uint32_t> rest;  ///< pictures without an opaque block
};

/// Builds the tables of these pictures; those without owners are left out.
NeedleTables buildNeedleTables(std::span<const PictureEntry> pictures,
                               const std::function<Needle(std::uint32_t)>& pictureOf,
                               const Control& control);

/// Sizes of a table with this number of keys, as powers of two.
int filterBitsFor(std::uint64_t keys);
int bucketBitsFor(std::uint64_t keys);

}  // namespace espy::index
