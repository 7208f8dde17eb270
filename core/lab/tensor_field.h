// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Volumes of symmetric 3 x 3 tensors, or of lower triangular ones.
namespace espy::lab {

/// Elements of a tensor, in this order: 11, 21, 22, 31, 32, 33.
inline constexpr int kTensorParts = 6;

/// A volume's size in voxels.
struct VolumeSize {
  int width = 1;
  int height = 1;
  int depth = 1;

  std::size_t voxels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(depth);
  }
  bool operator==(const VolumeSize&) const = default;
};

struct TensorField {
  TensorField() = default;
  explicit TensorField(VolumeSize of) : size(of) {
    for (std::vector<float>& part : parts) part.resize(of.voxels());
  }

  std::array<float, kTensorParts> at(std::size_t voxel) const {
    std::array<float, kTensorParts> tensor;
    for (std::size_t k = 0; k < tensor.size(); ++k) tensor[k] = parts[k][voxel];
    return tensor;
  }
  void set(std::size_t voxel, const std::array<float, kTensorParts>& tensor) {
    for (std::size_t k = 0; k < tensor.size(); ++k) parts[k][voxel] = tensor[k];
  }

  VolumeSize size;
  std::array<std::vector<float>, kTensorParts> parts;  ///< x runs fastest, then y, then z
};

}  // namespace espy::lab
