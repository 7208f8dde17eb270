// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Integers that do not all fit a byte.
#include "cuda/signal/best.cuh"

namespace espy::cuda {
namespace {

struct Wholes {
  using Sum = std::uint32_t;
  static constexpr int kSamples = 1;
  static __device__ void add(Sum& sum, std::uint32_t data, std::uint32_t query) {
    sum = __sad(static_cast<int>(data), static_cast<int>(query), sum);
  }
};

}  // namespace

void queueBestWholes(const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream) {
  best::queue<Wholes>("searchBest of whole numbers", piece, atOnce, grid, stream);
}

}  // namespace espy::cuda
