// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Two additions per difference: the absolute value is a free operand modifier.
#include "cuda/signal/best.cuh"

namespace espy::cuda {
namespace {

struct Floats {
  using Sum = float;
  static constexpr int kSamples = 1;
  static __device__ void add(Sum& sum, std::uint32_t data, std::uint32_t query) {
    sum += fabsf(__uint_as_float(data) - __uint_as_float(query));
  }
};

}  // namespace

void queueBestFloats(const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream) {
  best::queue<Floats>("searchBest of floats", piece, atOnce, grid, stream);
}

}  // namespace espy::cuda
