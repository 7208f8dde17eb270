// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "espy/control.h"
#include "lab/volume_order.h"

namespace espy::lab {

/// Curvature of a volume, the divergence of its normals (tensor_scheme.h). A picture is a volume of
/// one slice.
class Curvature {
 public:
  /// `printedIndices`: see `DescentRules`.
  Curvature(VolumeSize size, VolumeSize region, bool printedIndices);

  const VolumeOrder& order() const { return order_; }
  /// u(p - 1) - u(p), or 0 where a region begins.
  float difference(const std::vector<float>& u, const VolumeVoxel& voxel, std::size_t axis) const {
    return voxel.first[axis] ? 0 : u[voxel.index - order_.stride(axis)] - u[voxel.index];
  }
  /// On the control's threads; the same on any number of them.
  void compute(const std::vector<float>& u, const Control& control, std::vector<float>& curvatures);

 private:
  float meanOf(std::size_t axis, const VolumeVoxel& voxel, std::size_t along) const;
  float divergenceAt(const VolumeVoxel& voxel) const;

  VolumeOrder order_;
  bool printedIndices_;
  std::array<std::vector<float>, 3> differences_;
  std::array<std::vector<float>, 3> normals_;
};

/// Calls body(z) for each slice on the control's threads.
void forSlices(int depth, const Control& control, const std::function<void(int z)>& body);

}  // namespace espy::lab
