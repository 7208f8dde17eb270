// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/places.h"

#include <algorithm>
#include <cstring>

#include "cuda/base/launch.cuh"
#include "cuda/score/value.cuh"

namespace espy::cuda {
namespace {

/// Rows that a block processes in sequence.
constexpr int kRowsOfBlock = 8;
constexpr int kWarps = kBlockThreads / 32;

/// Each warp writes a word of 32 bits.
template <class Source>
__global__ void __launch_bounds__(kBlockThreads)
    markCandidates(const Source* source, PlaceGrid grid, ScoreRule rule, Threshold threshold,
                   Candidates candidates) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  const bool inside = x < grid.width;
  std::uint64_t greatest = 0;
  for (std::int64_t top = std::int64_t{blockIdx.y} * kRowsOfBlock; top < grid.rows;
       top += std::int64_t{gridDim.y} * kRowsOfBlock) {
    const auto rows = static_cast<int>(min(grid.rows - top, std::int64_t{kRowsOfBlock}));
    const std::int64_t begin = top * grid.pitch + x;
    Source values[kRowsOfBlock];  // all loads are issued before the first use, to hide latency
#pragma unroll
    for (int i = 0; i < kRowsOfBlock; ++i) {
      values[i] = inside && i < rows ? __ldg(source + begin + i * grid.pitch) : 0;
    }
#pragma unroll
    for (int i = 0; i < kRowsOfBlock; ++i) {
      if (i >= rows) break;
      const std::int64_t at = begin + i * grid.pitch;
      bool candidate = false;
      if (inside) {
        const std::uint64_t value = values[i];
        const std::uint64_t key = keyOfValue(rule, value);
        if (key > greatest) greatest = key;
        candidate = rule.correlates
                        ? __longlong_as_double(static_cast<long long>(value)) >= threshold.minScore
                        : value < threshold.below;
        if (sizeof(Source) < 8 && candidate) candidates.values[at] = value;
      }
      const std::uint32_t bits = __ballot_sync(~0U, candidate);
      if (threadIdx.x % 32 == 0 && x < grid.pitch) candidates.bits[at / 32] = bits;
    }
  }
  updateGreatest(greatest, &candidates.summary->greatestKey);
}

/// A lane's position.
struct At {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// Calls body(position, isCandidate) for all words of rows first .. first + count - 1 that have a
/// bit set, one lane per bit. A warp scans 32 words at a time.
template <class Body>
__device__ void forCandidates(const PlaceGrid& grid, std::int64_t first, std::int64_t count,
                              const std::uint32_t* bits, const Body& body) {
  const std::int64_t rowWords = grid.pitch / 32;
  const std::int64_t words = count * rowWords;
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const std::int64_t stride = std::int64_t{gridDim.x} * kBlockThreads;
  for (std::int64_t begin = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x - lane;
       begin < words; begin += stride) {
    const std::int64_t own = begin + lane;
    const std::uint32_t word = own < words ? bits[first * rowWords + own] : 0;
    for (std::uint32_t any = __ballot_sync(~0U, word != 0); any != 0; any &= any - 1) {
      const int which = __ffs(static_cast<int>(any)) - 1;
      const std::uint32_t theirs = __shfl_sync(~0U, word, which);
      const std::int64_t at = begin + which;
      body(At{at % rowWords * 32 + lane, first + at / rowWords}, (theirs >> lane & 1U) != 0);
    }
  }
}

__device__ bool isCandidate(const PlaceGrid& grid, const std::uint32_t* bits, std::int64_t x,
                            std::int64_t y) {
  const std::int64_t at = y * grid.pitch + x;
  return (bits[at / 32] >> (at % 32) & 1U) != 0;
}

/// NMS: only neighbours that are candidates can be better.
__device__ bool isPeak(const PlaceGrid& grid, const ScoreRule& rule, const Candidates& candidates,
                       const At& at, std::uint64_t value) {
  const double score = scoreOfValue(rule, value);
  for (std::int64_t y = max(at.y - 1, std::int64_t{0}); y <= min(at.y + 1, grid.rows - 1); ++y) {
    for (std::int64_t x = max(at.x - 1, std::int64_t{0}); x <= min(at.x + 1, grid.width - 1); ++x) {
      if (!isCandidate(grid, candidates.bits, x, y)) continue;
      const std::uint64_t other = candidates.values[y * grid.pitch + x];
      if (other != value && scoreOfValue(rule, other) > score) return false;
    }
  }
  return true;
}

/// blockIdx.y is the needle; its candidates and list follow the previous needle's.
__global__ void __launch_bounds__(kBlockThreads)
    gatherPeaks(PlaceGrid grid, std::int64_t first, std::int64_t count, ScoreRule rule,
                Candidates ofFirst, ListedPlace* lists, std::uint64_t room) {
  const Candidates candidates = ofNeedle(ofFirst, grid, static_cast<int>(blockIdx.y));
  ListedPlace* list = lists + blockIdx.y * room;
  const auto lane = static_cast<int>(threadIdx.x % 32);
  forCandidates(grid, first, count, candidates.bits, [&](const At& at, bool candidate) {
    const std::uint64_t value = candidate ? candidates.values[at.y * grid.pitch + at.x] : 0;
    const bool peak = candidate && isPeak(grid, rule, candidates, at, value);
    const std::uint32_t peaks = __ballot_sync(~0U, peak);
    if (peaks == 0) return;
    unsigned long long begin = 0;
    if (lane == 0) {
      begin = atomicAdd(reinterpret_cast<unsigned long long*>(&candidates.summary->count),
                        static_cast<unsigned long long>(__popc(peaks)));
    }
    begin = __shfl_sync(~0U, begin, 0);
    const std::uint64_t own = begin + __popc(peaks & ((1U << lane) - 1));
    if (peak && own < room) {
      list[own] = {static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y), value};
    }
  });
}

/// Best position of a thread, warp or block.
struct Best {
  double score = -1e300;  ///< below any score
  std::uint64_t at = ~std::uint64_t{0};
  std::uint64_t value = 0;

  __host__ __device__ bool beats(const Best& other) const {
    return score > other.score || (score == other.score && at < other.at);
  }
};

__global__ void __launch_bounds__(kBlockThreads)
    pickBest(PlaceGrid grid, ScoreRule rule, Candidates candidates, Best* bestOfBlocks) {
  Best best;
  forCandidates(grid, 0, grid.rows, candidates.bits, [&](const At& at, bool candidate) {
    if (!candidate) return;
    const auto place = static_cast<std::uint64_t>(at.y * grid.pitch + at.x);
    const std::uint64_t value = candidates.values[place];
    const Best here{scoreOfValue(rule, value), place, value};
    if (here.beats(best)) best = here;
  });
  for (int away = 16; away > 0; away /= 2) {
    const Best other{__shfl_xor_sync(~0U, best.score, away), __shfl_xor_sync(~0U, best.at, away),
                     __shfl_xor_sync(~0U, best.value, away)};
    if (other.beats(best)) best = other;
  }
  __shared__ double scores[kWarps];
  __shared__ std::uint64_t places[kWarps];
  __shared__ std::uint64_t values[kWarps];
  const auto warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    scores[warp] = best.score;
    places[warp] = best.at;
    values[warp] = best.value;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int w = 1; w < kWarps; ++w) {
    const Best other{scores[w], places[w], values[w]};
    if (other.beats(best)) best = other;
  }
  bestOfBlocks[blockIdx.x] = best;
}

template <class Source>
__global__ void __launch_bounds__(kBlockThreads)
    writeFloats(const Source* source, PlaceGrid grid, ScoreRule rule, float* floats,
                std::int64_t floatPitch) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (x >= grid.width) return;
  for (std::int64_t y = blockIdx.y; y < grid.rows; y += gridDim.y) {
    floats[y * floatPitch + x] = __double2float_rn(scoreOfValue(rule, source[y * grid.pitch + x]));
  }
}

template <class Source>
void mark(const Gpu& gpu, const Source* source, const PlaceGrid& grid, const ScoreRule& rule,
          const Threshold& threshold, const Candidates& candidates) {
  gpu.stream().set(candidates.summary, 0, sizeof(PlacesSummary));
  launch("markCandidates", markCandidates<Source>,
         dim3(blocksFor(grid.pitch, kBlockThreads), rowsOfGrid((grid.rows - 1) / kRowsOfBlock + 1)),
         kBlockThreads, gpu.stream(), source, grid, rule, threshold, candidates);
}

/// Number of blocks of a grid-stride loop over all words of bits.
unsigned walkers(const Gpu& gpu, const PlaceGrid& grid) {
  return std::min(blocksFor(static_cast<std::int64_t>(grid.count() / 32), kBlockThreads),
                  static_cast<unsigned>(gpu.multiprocessors()) * 8U);
}

}  // namespace

double scoreOfKey(std::uint64_t key) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const std::uint64_t bits = (key & kSign) != 0 ? key & ~kSign : ~key;
  double score = 0;
  std::memcpy(&score, &bits, sizeof score);
  return score;
}

void findCandidates(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const Threshold& threshold, const Candidates& candidates) {
  mark(gpu, static_cast<const std::uint64_t*>(candidates.values), grid, rule, threshold,
       candidates);
}

void findCandidates(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const Threshold& threshold, const std::uint32_t* distances,
                    const Candidates& candidates) {
  mark(gpu, distances, grid, rule, threshold, candidates);
}

void listPeaks(const Gpu& gpu, const PlaceGrid& grid, std::int64_t first, std::int64_t count,
               const ScoreRule& rule, const Candidates& candidates, ListedPlace* list,
               std::uint64_t room, int needles) {
  launch("gatherPeaks", gatherPeaks, dim3(walkers(gpu, grid), static_cast<unsigned>(needles)),
         kBlockThreads, gpu.stream(), grid, first, count, rule, candidates, list, room);
}

std::optional<ListedPlace> bestCandidate(const Gpu& gpu, const PlaceGrid& grid,
                                         const ScoreRule& rule, const Candidates& candidates) {
  const unsigned blocks = walkers(gpu, grid);
  const DeviceBuffer<Best> ofBlocks(blocks);
  launch("pickBest", pickBest, blocks, kBlockThreads, gpu.stream(), grid, rule, candidates,
         ofBlocks.data());
  std::vector<Best> bests(blocks);
  gpu.stream().copy(bests.data(), ofBlocks.data(), ofBlocks.bytes());
  gpu.stream().wait();
  Best best = bests.front();
  for (const Best& other : bests) {
    if (other.beats(best)) best = other;
  }
  if (best.at == ~std::uint64_t{0}) return std::nullopt;
  const auto pitch = static_cast<std::uint64_t>(grid.pitch);
  return ListedPlace{static_cast<std::uint32_t>(best.at % pitch),
                     static_cast<std::uint32_t>(best.at / pitch), best.value};
}

void scoresAsFloats(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const std::uint64_t* values, const std::uint32_t* distances, float* floats,
                    std::int64_t floatPitch) {
  const dim3 blocks(blocksFor(grid.width, kBlockThreads), rowsOfGrid(grid.rows));
  if (distances != nullptr) {
    launch("writeFloats", writeFloats<std::uint32_t>, blocks, kBlockThreads, gpu.stream(),
           distances, grid, rule, floats, floatPitch);
  } else {
    launch("writeFloats", writeFloats<std::uint64_t>, blocks, kBlockThreads, gpu.stream(), values,
           grid, rule, floats, floatPitch);
  }
}

}  // namespace espy::cuda
