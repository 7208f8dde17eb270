// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Memory layouts of `best`.
#include "cuda/base/launch.cuh"
#include "cuda/signal/best.h"

namespace espy::cuda {
namespace {

/// Up to four integers as bytes, the first lowest, zero-padded.
__device__ std::uint32_t packed(const std::int32_t* values, std::int64_t count,
                                std::uint32_t* misfit) {
  std::uint32_t word = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const auto value = i < count ? static_cast<std::uint32_t>(values[i]) : 0U;
    if (value > 255) *misfit = 1;
    word |= (value & 255U) << (8 * i);
  }
  return word;
}

__global__ void packSignal(const std::int32_t* values, std::int64_t count, std::uint32_t* words,
                           std::uint32_t* misfit) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (4 * i < count) words[i] = packed(values + 4 * i, count - 4 * i, misfit);
}

/// Calls body(query, word) for the source of this thread's word and stores the result.
template <class Body>
__device__ void layOut(const QueryLayout& layout, std::uint32_t* to, const Body& body) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= layout.allWords()) return;
  const int pitch = bestPitch(layout.atOnce);
  const std::int64_t slot = i % pitch;
  const std::int64_t word = i / pitch % layout.words;
  const std::int64_t query = i / pitch / layout.words * layout.atOnce + slot;
  to[i] = slot < layout.atOnce && query < layout.count ? body(query, word) : 0;
}

__global__ void layBytes(const std::int32_t* queries, QueryLayout layout, std::uint32_t* to,
                         std::uint32_t* misfit) {
  layOut(layout, to, [&](std::int64_t query, std::int64_t word) {
    return packed(queries + query * layout.length + 4 * word, layout.length - 4 * word, misfit);
  });
}

__global__ void layWords(const std::uint32_t* queries, QueryLayout layout, std::uint32_t* to) {
  layOut(layout, to, [&](std::int64_t query, std::int64_t word) {
    return queries[query * layout.length + word];
  });
}

}  // namespace

int bestAtOnce(std::int64_t count) {
  constexpr int kMost = 10;
  const std::int64_t groups = (count + kMost - 1) / kMost;
  const std::int64_t each = (count + groups - 1) / groups;
  for (const int atOnce : {1, 2, 4, 6, 8}) {
    if (each <= atOnce) return atOnce;
  }
  return kMost;
}

void queuePack(const std::int32_t* values, std::int64_t count, std::uint32_t* words,
               std::uint32_t* misfit, const Stream& stream) {
  launch("packSignal", packSignal, blocksFor(count, 4 * kBlockThreads), kBlockThreads, stream,
         values, count, words, misfit);
}

void queueLayBytes(const std::int32_t* queries, const QueryLayout& layout, std::uint32_t* to,
                   std::uint32_t* misfit, const Stream& stream) {
  launch("layBytes", layBytes, blocksFor(layout.allWords(), kBlockThreads), kBlockThreads, stream,
         queries, layout, to, misfit);
}

void queueLayWords(const void* queries, const QueryLayout& layout, std::uint32_t* to,
                   const Stream& stream) {
  launch("layWords", layWords, blocksFor(layout.allWords(), kBlockThreads), kBlockThreads, stream,
         queries, layout, to);
}

}  // namespace espy::cuda
