// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/contour.h"
#include "espy/error.h"

namespace espy {
namespace {

class Neighbours {
 public:
  Neighbours(std::span<const float> distances, std::size_t count, std::size_t neighbours)
      : distances_(distances), count_(count), near_(neighbours + 1), order_(count * near_) {
    std::vector<std::size_t> row(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::iota(row.begin(), row.end(), 0U);
      std::ranges::partial_sort(row, row.begin() + static_cast<std::ptrdiff_t>(near_),
                                [&](std::size_t a, std::size_t b) {
                                  if ((a == i) != (b == i)) return a == i;
                                  const float one = at(i, a);
                                  const float other = at(i, b);
                                  return one != other ? one < other : a < b;
                                });
      std::copy_n(row.begin(), near_, order_.begin() + static_cast<std::ptrdiff_t>(i * near_));
    }
  }

  std::vector<float> distances() const {
    const std::vector<float> shares = spread(mutualWeights());
    std::vector<float> result(count_ * count_);
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = i + 1; j < count_; ++j) {
        double common = 0;
        double either = 0;
        for (std::size_t k = 0; k < count_; ++k) {
          common += std::min(shares[i * count_ + k], shares[j * count_ + k]);
          either += std::max(shares[i * count_ + k], shares[j * count_ + k]);
        }
        // Shapes without common neighbours are ordered by their own distance.
        const auto apart = static_cast<float>(1 - common / either);
        result[i * count_ + j] = result[j * count_ + i] = 0.999F * apart + 0.001F * at(i, j);
      }
    }
    return result;
  }

 private:
  float at(std::size_t i, std::size_t j) const { return distances_[i * count_ + j]; }
  /// The k-th nearest, the shape itself first.
  std::size_t nearest(std::size_t i, std::size_t k) const { return order_[i * near_ + k]; }
  bool isNear(std::size_t i, std::size_t j) const {
    const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(i * near_);
    return std::find(begin, begin + static_cast<std::ptrdiff_t>(near_), j) !=
           begin + static_cast<std::ptrdiff_t>(near_);
  }

  /// Weights of those that are among each other's nearest, which fall with the distance in that of
  /// the last neighbours.
  std::vector<float> mutualWeights() const {
    std::vector<float> weights(count_ * count_);
    for (std::size_t i = 0; i < count_; ++i) {
      weights[i * count_ + i] = 1;
      for (std::size_t k = 1; k < near_; ++k) {
        const std::size_t j = nearest(i, k);
        if (!isNear(j, i)) continue;
        const float scale = at(i, nearest(i, near_ - 1)) * at(j, nearest(j, near_ - 1));
        const float square = at(i, j) * at(i, j);
        weights[i * count_ + j] = scale > 0 ? std::exp(-2 * square / scale) : 1;
      }
    }
    return weights;
  }

  /// The means of the rows of the nearer half of each row's neighbours.
  std::vector<float> spread(const std::vector<float>& weights) const {
    const std::size_t half = near_ / 2;
    std::vector<float> mean(weights.size());
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t k = 0; k < half; ++k) {
        const std::size_t j = nearest(i, k);
        for (std::size_t m = 0; m < count_; ++m) {
          mean[i * count_ + m] += weights[j * count_ + m] / static_cast<float>(half);
        }
      }
    }
    return mean;
  }

  std::span<const float> distances_;
  std::size_t count_;
  std::size_t near_;  ///< neighbours, the shape itself included
  std::vector<std::size_t> order_;
};

}  // namespace

std::vector<float> distancesByNeighbours(std::span<const float> distances, std::size_t count,
                                         std::size_t neighbours) {
  if (neighbours < 2 || neighbours >= count || distances.size() / count != count ||
      distances.size() % count != 0) {
    throw Error(ErrorCode::badUse,
                phrase("a table of n x n distances needs between 2 and n - 1 neighbours"));
  }
  return withinMemory([&] { return Neighbours(distances, count, neighbours).distances(); });
}

}  // namespace espy
