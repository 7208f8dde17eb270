// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/curvature.h"

#include "base/parallel.h"
#include "lab/tensor_scheme.h"

namespace espy::lab {

void forSlices(int depth, const Control& control, const std::function<void(int z)>& body) {
  Control quiet = control;
  quiet.progress = nullptr;
  parallelFor(depth, threadsFor(control), quiet,
              [&](std::int64_t z, int /*thread*/) { body(static_cast<int>(z)); });
}

Curvature::Curvature(VolumeSize size, VolumeSize region, bool printedIndices)
    : order_(size, region), printedIndices_(printedIndices) {
  for (auto& plane : differences_) plane.resize(size.voxels());
  for (auto& plane : normals_) plane.resize(size.voxels());
}

/// The mean of the four differences of `axis` nearest to the difference of `along` at a voxel.
float Curvature::meanOf(std::size_t axis, const VolumeVoxel& voxel, std::size_t along) const {
  const std::vector<float>& plane = differences_[axis];
  const std::size_t own = order_.stride(along);
  std::size_t other = voxel.index;  // to the side of `along`
  if (printedIndices_) {
    if (!voxel.last[along]) other += own;
  } else if (!voxel.first[along]) {
    other -= own;
  }
  const std::size_t next = order_.stride(axis);
  const bool ends = voxel.last[axis];
  return meanOfFour(plane[voxel.index], plane[other], ends ? 0 : plane[voxel.index + next],
                    ends ? 0 : plane[other + next]);
}

float Curvature::divergenceAt(const VolumeVoxel& voxel) const {
  std::array<float, 3> parts{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<float>& normals = normals_[axis];
    const std::size_t stride = order_.stride(axis);
    parts[axis] =
        printedIndices_
            ? (voxel.first[axis] ? 0 : normals[voxel.index - stride]) - normals[voxel.index]
            : normals[voxel.index] - (voxel.last[axis] ? 0 : normals[voxel.index + stride]);
  }
  return parts[0] + parts[1] + parts[2];
}

void Curvature::compute(const std::vector<float>& u, const Control& control,
                        std::vector<float>& curvatures) {
  curvatures.resize(u.size());
  const auto forVoxels = [&](const auto& body) {
    forSlices(order_.slices(), control, [&](int z) { order_.inSlice(z, body); });
  };
  forVoxels([&](const VolumeVoxel& voxel) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      differences_[axis][voxel.index] = difference(u, voxel, axis);
    }
  });
  forVoxels([&](const VolumeVoxel& voxel) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      normals_[axis][voxel.index] =
          normalOf(differences_[axis][voxel.index], meanOf(axis == 0 ? 1 : 0, voxel, axis),
                   meanOf(axis == 2 ? 1 : 2, voxel, axis));
    }
  });
  forVoxels([&](const VolumeVoxel& voxel) { curvatures[voxel.index] = divergenceAt(voxel); });
}

}  // namespace espy::lab
