// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "lab/tensor_field.h"

namespace espy::lab {

/// A voxel: its index, and per axis its coordinate, and whether it is the first or last of its
/// region.
struct VolumeVoxel {
  std::size_t index = 0;
  std::array<bool, 3> first{};
  std::array<bool, 3> last{};
};

/// Order of a volume's voxels, and its division into regions; those at the end may be smaller.
class VolumeOrder {
 public:
  VolumeOrder(VolumeSize size, VolumeSize region)
      : extents_{size.width, size.height, size.depth},
        regions_{std::min(region.width, size.width), std::min(region.height, size.height),
                 std::min(region.depth, size.depth)},
        strides_{1, static_cast<std::size_t>(size.width),
                 static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)} {}

  std::size_t stride(std::size_t axis) const { return strides_[axis]; }
  int slices() const { return extents_[2]; }

  /// Calls body(voxel) for the voxels of a slice.
  template <class Body>
  void inSlice(int z, const Body& body) const {
    VolumeVoxel voxel;
    voxel.index = static_cast<std::size_t>(z) * strides_[2];
    place(voxel, 2, z);
    for (int y = 0; y < extents_[1]; ++y) {
      place(voxel, 1, y);
      for (int x = 0; x < extents_[0]; ++x, ++voxel.index) {
        place(voxel, 0, x);
        body(voxel);
      }
    }
  }
  /// Number of the region of a voxel.
  std::size_t regionOf(std::size_t index) const {
    std::size_t number = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      const auto at = static_cast<int>(index / strides_[axis]);
      index %= strides_[axis];
      number = number * static_cast<std::size_t>(count(axis)) +
               static_cast<std::size_t>(at / regions_[axis]);
    }
    return number;
  }
  std::size_t regions() const {
    return static_cast<std::size_t>(count(0)) * static_cast<std::size_t>(count(1)) *
           static_cast<std::size_t>(count(2));
  }

 private:
  int count(std::size_t axis) const { return (extents_[axis] - 1) / regions_[axis] + 1; }
  void place(VolumeVoxel& voxel, std::size_t axis, int at) const {
    voxel.first[axis] = at % regions_[axis] == 0;
    voxel.last[axis] = at % regions_[axis] == regions_[axis] - 1 || at == extents_[axis] - 1;
  }

  std::array<int, 3> extents_;
  std::array<int, 3> regions_;
  std::array<std::size_t, 3> strides_;
};

}  // namespace espy::lab
