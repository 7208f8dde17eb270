// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Integers 0..255: four differences and their sum in one instruction.
#include "cuda/signal/best.cuh"

namespace espy::cuda {
namespace {

struct Bytes {
  using Sum = std::uint32_t;
  static constexpr int kSamples = 4;
  static __device__ void add(Sum& sum, std::uint32_t data, std::uint32_t query) {
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(sum) : "r"(data), "r"(query));
  }
};

}  // namespace

void queueBestBytes(const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream) {
  best::queue<Bytes>("searchBest of bytes", piece, atOnce, grid, stream);
}

}  // namespace espy::cuda
