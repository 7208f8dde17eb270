// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Brute force with an early way out: a thread a place.
#include <algorithm>
#include <chrono>
#include <cstring>

#include "cuda/base/launch.cuh"
#include "cuda/find/bit_search.h"
#include "cuda/find/compare.cuh"
#include "cuda/find/needle_pack.h"

namespace espy::cuda {
namespace {

/// Words of the needle that are compared before all others: scattered, so that a flat border does
/// not make every place look right for long.
constexpr int kFirstWords = 8;

struct FirstWords {
  std::uint32_t count = 0;
  std::uint32_t row[kFirstWords] = {};
  std::uint32_t word[kFirstWords] = {};
  std::uint32_t value[kFirstWords] = {};
  std::uint32_t second[kFirstWords] = {};
};

/// Does the needle lie at (x, y)? Adds to `compared` the words that it took to know.
template <Compare how>
__device__ bool liesAt(const DevicePlane& scene, const DeviceNeedles& needles,
                       const FirstWords& firsts, std::int64_t x, std::int64_t y,
                       std::uint32_t& compared) {
  for (std::uint32_t i = 0; i < firsts.count; ++i) {
    ++compared;
    const std::uint32_t word = wordAt(pixelAt(scene, x, y + firsts.row[i]), firsts.word[i]);
    if (differs<how>(word, firsts.value[i], firsts.second[i])) return false;
  }
  const DeviceNeedle needle = needles.needles[0];
  const std::uint32_t* value = needles.words + needle.values;
  const std::uint32_t* second = needles.words + needle.seconds;
  for (std::uint32_t row = 0; row < needle.height; ++row) {
    WordReader reader(pixelAt(scene, x, y + row));
    for (std::uint32_t i = 0; i < needle.rowWords; ++i) {
      ++compared;
      if (differs<how>(reader.next(), *value++, second[i])) return false;
    }
    second += needle.secondStride;
  }
  return true;
}

template <Compare how>
__global__ void everyPlace(DevicePlane scene, DeviceNeedles needles, FirstWords firsts,
                           std::int64_t columns, std::int64_t firstRow, std::int64_t rows,
                           std::uint32_t* bits, std::int64_t rowWords,
                           unsigned long long* allCompared) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::uint32_t compared = 0;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    const bool lies = x < columns && liesAt<how>(scene, needles, firsts, x, firstRow + y, compared);
    const std::uint32_t word = __ballot_sync(~0U, lies);
    if (threadIdx.x % 32 == 0 && x / 32 < rowWords) bits[(firstRow + y) * rowWords + x / 32] = word;
  }
  for (int i = 16; i > 0; i /= 2) compared += __shfl_down_sync(~0U, compared, i);
  if (threadIdx.x % 32 == 0) atomicAdd(allCompared, static_cast<unsigned long long>(compared));
}

FirstWords chooseFirstWords(const find::Pattern& pattern) {
  const auto rowWords = static_cast<std::uint32_t>(pattern.rowBytes / 4);  // whole ones
  FirstWords firsts;
  if (rowWords == 0) return firsts;
  const std::uint64_t words = rowWords * static_cast<std::uint64_t>(pattern.size.height);
  // The golden ratio scatters, whatever the needle's shape.
  for (std::uint64_t i = 0; i < 4 * kFirstWords && firsts.count < kFirstWords; ++i) {
    const std::uint64_t at = (i * 0x9e3779b97f4a7c15U >> 32) * words >> 32;
    const auto row = static_cast<std::uint32_t>(at / rowWords);
    const auto word = static_cast<std::uint32_t>(at % rowWords);
    const std::int64_t offset = row * pattern.rowBytes + std::int64_t{word} * 4;
    std::uint32_t value = 0;
    std::uint32_t second = ~0U;
    std::memcpy(&value, pattern.low.data() + offset, 4);
    if (pattern.ranged) {
      std::memcpy(&second, pattern.high.data() + offset, 4);
      if (value == 0 && second == ~0U) continue;  // matches anything
    } else if (!pattern.care.empty()) {
      std::memcpy(&second, pattern.care.data() + offset, 4);
      if (second == 0) continue;
    }
    firsts.row[firsts.count] = row;
    firsts.word[firsts.count] = word;
    firsts.value[firsts.count] = value;
    firsts.second[firsts.count] = second;
    ++firsts.count;
  }
  return firsts;
}

}  // namespace

bool findEverywhere(Gpu& gpu, const DevicePlane& scene, const find::Pattern& pattern,
                    std::optional<double> mostCompares, const Control& control,
                    find::MatchBits& bits) {
  using Clock = std::chrono::steady_clock;
  const Stream& stream = gpu.stream();
  const Size starts{scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
  const find::Pattern* one[] = {&pattern};
  const NeedlePack pack(one, nullptr);
  pack.send(stream);
  const FirstWords firsts = chooseFirstWords(pattern);
  const std::int64_t rowWords = (starts.width + 63) / 64 * 2;
  const DeviceBuffer<std::uint32_t> found(static_cast<std::size_t>(rowWords * starts.height));
  const DeviceBuffer<unsigned long long> compared(1);
  const PinnedBuffer<unsigned long long> told(1);
  const auto kernel = !pattern.ranged                     ? everyPlace<Compare::masked>
                      : pattern.format.depth == Depth::u8 ? everyPlace<Compare::range8>
                                                          : everyPlace<Compare::range16>;

  // A launch must be short, on a slow card too: begin with few words at the worst, then go by the
  // clock.
  constexpr double kWordsAtFirst = 1 << 28;
  constexpr double kSecondsEach = 0.02;
  const double wordsARow = static_cast<double>(starts.width) *
                           static_cast<double>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  auto atOnce = static_cast<std::int64_t>(std::clamp(kWordsAtFirst / wordsARow, 1.0, 65535.0));
  for (std::int64_t first = 0; first < starts.height;) {
    control.check();
    const std::int64_t rows = std::min(atOnce, starts.height - first);
    const auto begin = Clock::now();
    stream.set(compared.data(), 0, compared.bytes());
    launch("everyPlace", kernel, dim3(blocksFor(rowWords * 32, kBlockThreads), rowsOfGrid(rows)),
           kBlockThreads, stream, scene, pack.onDevice(), firsts, starts.width, first, rows,
           found.data(), rowWords, compared.data());
    stream.copy(told.data(), compared.data(), compared.bytes());
    stream.wait();
    first += rows;
    const double aPlace =
        static_cast<double>(*told.data()) / static_cast<double>(starts.width * rows);
    if (mostCompares && first < starts.height && aPlace > *mostCompares) return false;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const double grow = std::clamp(kSecondsEach / std::max(seconds, 1e-5), 0.25, 16.0);
    atOnce = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(rows) * grow));
  }

  const PinnedBuffer<std::uint64_t> host(found.size() / 2 + 1);
  stream.copy(host.data(), found.data(), found.bytes());
  stream.wait();
  for (std::int64_t y = 0; y < starts.height; ++y) {
    bits.store(0, y, starts.width, host.data() + y * rowWords / 2, 0);
  }
  return true;
}

}  // namespace espy::cuda
