// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Warped needles against all windows of a small picture, as a matrix product on 8-bit tensor cores:
// a row is a window (16 windows, four bytes apart), a column a needle. Four byte shifts give 64
// neighbouring positions per load. Four products give all terms of a score: samples times needle,
// and the mask times samples and the low and high bytes of their squares.
#include "cuda/pose/kernels.h"

#include <algorithm>
#include <cstring>

#include "cuda/base/device.h"
#include "cuda/base/launch.cuh"
#include "cuda/pose/columns.h"
#include "cuda/score/candidate.cuh"
#include "cuda/score/correlate.h"
#include "cuda/score/multiply.cuh"
#include "cuda/score/places.h"

namespace espy::cuda {
namespace {

constexpr int kTileWidth = 64;
constexpr int kTileHeight = kBlockThreads / 32;  ///< a row of positions per warp
constexpr int kShifts = 4;
constexpr int kPlanes = 3;  ///< samples, and low and high bytes of their squares
constexpr int kSums = 4;    ///< products with the needle, and with its mask for the three planes

/// A needle's score formula, and the range of its positions.
struct NeedleRule {
  Scoring scoring;
  std::int64_t width = 0;
  std::int64_t rows = 0;
};

/// Kernel arguments; all in device memory.
struct Columns {
  const NeedleRule* rules;
  const std::uint32_t* begins;
  const std::uint32_t* steps;  ///< word offsets in a tile
  const uint4* factors;
  int needles;
  int groups;
  int pitch;  ///< of a tile, in words
  int rows;
};

using Sums = int[kSums][kShifts][4];

#if __CUDA_ARCH__ >= 800
/// Squares of four bytes: low and high bytes.
__device__ inline uint2 squaresOf(std::uint32_t four) {
  uint2 squares{0, 0};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t value = four >> (8 * i) & 0xffU;
    const std::uint32_t square = value * value;
    squares.x |= (square & 0xffU) << (8 * i);
    squares.y |= (square >> 8) << (8 * i);
  }
  return squares;
}

/// Pixels outside the picture do not matter; reads are clamped.
__device__ inline void loadTile(const DevicePlane& scene, const Columns& columns, std::int64_t left,
                                std::int64_t top, std::uint32_t* tile) {
  const int words = columns.pitch * columns.rows;
  for (int i = static_cast<int>(threadIdx.x); i < words; i += kBlockThreads) {
    const std::int64_t y = min(top + i / columns.pitch, scene.height - 1);
    const std::int64_t x = min(left + 4 * (i % columns.pitch), scene.pitch - 4);
    const auto four =
        __ldg(reinterpret_cast<const std::uint32_t*>(scene.bytes + y * scene.pitch + x));
    const uint2 squares = squaresOf(four);
    tile[i] = four;
    tile[words + i] = squares.x;
    tile[2 * words + i] = squares.y;
  }
}

/// 32 bytes of a plane from `at` on: 16 windows for each of four shifts.
template <class Multiply>
__device__ inline void eachShift(const std::uint32_t* at, const Multiply& multiplyBy) {
  // Rows 0 to 7 and 8 to 15, first and second 16 bytes, each with the next word.
  const std::uint32_t words[8] = {at[0], at[1], at[8], at[9], at[4], at[5], at[12], at[13]};
#pragma unroll
  for (int s = 0; s < kShifts; ++s) {
    Fragment windows;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      windows[k] = __funnelshift_r(words[2 * k], words[2 * k + 1], 8 * s);
    }
    multiplyBy(s, windows);
  }
}

/// Candidates among a warp's positions, two needles per lane.
__device__ inline void take(const Columns& columns, int group, const PlaceGrid& grid,
                            std::int64_t left, std::int64_t y, const Sums& sums,
                            const Candidates& all) {
  const auto lane = static_cast<int>(threadIdx.x % 32);
  for (int i = 0; i < 2; ++i) {
    const int needle = NeedleColumns::kNeedles * group + 2 * (lane % 4) + i;
    const bool isThere = needle < columns.needles;
    const Candidates candidates = ofNeedle(all, grid, isThere ? needle : 0);
    const NeedleRule& rule = columns.rules[isThere ? needle : 0];
    std::uint32_t bits[2] = {0, 0};
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
      for (int s = 0; s < kShifts; ++s) {
        const int inWord = 4 * (lane / 4) + s;
        const std::int64_t x = left + 32 * half + inWord;
        if (!isThere || x >= rule.width || y >= rule.rows) continue;
        const auto of = [&](int which) { return sums[which][s][2 * half + i]; };
        const WindowSums window{static_cast<std::uint32_t>(of(1)),
                                static_cast<std::uint32_t>(of(2) + 256 * of(3))};
        float greatest = 0;
        std::uint64_t key = 0;
        const Approximation seen =
            approximate<true>(rule.scoring, window, of(0), true, greatest, key);
        std::uint64_t value = 0;
        if (!isCandidate<true>(rule.scoring, seen, value)) continue;
        candidates.values[y * grid.pitch + x] = value;
        bits[half] |= 1U << inWord;
      }
    }
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      for (int away = 4; away < 32; away *= 2) {
        bits[half] |= __shfl_xor_sync(~0U, bits[half], away);
      }
      const std::int64_t x = left + 32 * half;
      if (lane < 4 && isThere && y < grid.rows && x < grid.pitch) {
        candidates.bits[(y * grid.pitch + x) / 32] = bits[half];
      }
    }
  }
}

#endif

/// A block covers 64 x 8 positions, for all needles or every n-th group.
__global__ void __launch_bounds__(kBlockThreads)
    scorePlaces(DevicePlane scene, Columns columns, PlaceGrid grid, Candidates candidates) {
#if __CUDA_ARCH__ >= 800
  extern __shared__ std::uint32_t tile[];
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const std::int64_t left = std::int64_t{blockIdx.x} * kTileWidth;
  const int plane = columns.pitch * columns.rows;
  const std::uint32_t* own = tile + warp * columns.pitch + lane / 4 + lane % 4;
  for (std::int64_t top = std::int64_t{blockIdx.y} * kTileHeight; top < grid.rows;
       top += std::int64_t{gridDim.y} * kTileHeight) {
    __syncthreads();
    loadTile(scene, columns, left, top, tile);
    __syncthreads();
    for (int group = static_cast<int>(blockIdx.z); group < columns.groups;
         group += static_cast<int>(gridDim.z)) {
      Sums sums = {};
      for (std::uint32_t k = columns.begins[group]; k < columns.begins[group + 1]; ++k) {
        const uint4 factors = __ldg(columns.factors + std::size_t{k} * 32 + lane);
        const std::uint32_t* at = own + __ldg(columns.steps + k);
        const uint2 mask{factors.z, factors.w};
        eachShift(at, [&](int s, const Fragment& windows) {
          multiply(sums[0][s], windows, {factors.x, factors.y});
          multiply(sums[1][s], windows, mask);
        });
        eachShift(at + plane,
                  [&](int s, const Fragment& windows) { multiply(sums[2][s], windows, mask); });
        eachShift(at + 2 * plane,
                  [&](int s, const Fragment& windows) { multiply(sums[3][s], windows, mask); });
      }
      take(columns, group, grid, left, top + warp, sums, candidates);
    }
  }
#endif
}

/// A batch of needles.
class TurnedSearch {
 public:
  TurnedSearch(const Gpu& gpu, const DevicePlane& scene, std::span<const ScoredNeedle> needles,
               double minScore, const Control& control)
      : gpu_(gpu), scene_(scene), needles_(needles), columns_(needles, control) {
    std::vector<NeedleRule> rules;
    for (const ScoredNeedle& needle : needles) {
      const ScoreRule rule = ruleOf(Method::zncc, needle.sums);
      const Threshold threshold = thresholdOf(Method::zncc, needle.sums, minScore);
      rules.push_back({scoringOf(rule, threshold), scene.width - needle.size.width + 1,
                       scene.height - needle.size.height + 1});
      grid_.width = std::max(grid_.width, rules.back().width);
      grid_.rows = std::max(grid_.rows, rules.back().rows);
    }
    grid_.pitch = (grid_.width + 31) / 32 * 32;
    pitch_ = static_cast<int>((kTileWidth + columns_.width) / 4);
    rows_ = static_cast<int>(kTileHeight - 1 + columns_.height);
    std::vector<std::uint32_t> steps;
    for (const NeedleColumns::Step& step : columns_.steps) {
      steps.push_back(static_cast<std::uint32_t>(step.row * pitch_ + step.column / 4));
    }
    rules_ = send(rules);
    begins_ = send(columns_.begins);
    steps_ = send(steps);
    factors_ = send(columns_.factors);
  }

  std::size_t sharedBytes() const {
    return sizeof(std::uint32_t) * kPlanes * static_cast<std::size_t>(pitch_) *
           static_cast<std::size_t>(rows_);
  }

  void find(std::vector<Peak>& peaks, std::uint32_t firstNeedle) {
    const std::size_t places = grid_.count() * needles_.size();
    const DeviceBuffer<std::uint64_t> values(places);
    const DeviceBuffer<std::uint32_t> bits(places / 32);
    const std::size_t summaries = needles_.size() * sizeof(PlacesSummary);
    const DeviceBuffer<std::uint8_t> lists(summaries +
                                           needles_.size() * kRoom * sizeof(ListedPlace));
    const Candidates candidates{values.data(), bits.data(),
                                reinterpret_cast<PlacesSummary*>(lists.data())};
    gpu_.stream().set(lists.data(), 0, summaries);
    queueScores(candidates);
    ScoreRule rule;  // scores are values
    listPeaks(gpu_, grid_, 0, grid_.rows, rule, candidates,
              reinterpret_cast<ListedPlace*>(lists.data() + summaries), kRoom,
              static_cast<int>(needles_.size()));
    const PinnedBuffer<std::uint8_t> answer(lists.size());
    gpu_.stream().copy(answer.data(), lists.data(), answer.bytes());
    gpu_.stream().wait();
    for (std::size_t n = 0; n < needles_.size(); ++n) {
      PlacesSummary summary;
      std::memcpy(&summary, answer.data() + n * sizeof summary, sizeof summary);
      std::vector<ListedPlace> own(summary.count);
      if (summary.count <= kRoom) {
        std::memcpy(own.data(), answer.data() + summaries + n * kRoom * sizeof(ListedPlace),
                    summary.count * sizeof(ListedPlace));
      } else {
        fetchAll(ofNeedle(candidates, grid_, static_cast<int>(n)), rule, own);
      }
      for (const ListedPlace& place : own) {
        Peak peak{firstNeedle + static_cast<std::uint32_t>(n), place.x, place.y};
        std::memcpy(&peak.score, &place.value, sizeof peak.score);
        peaks.push_back(peak);
      }
    }
  }

 private:
  static constexpr std::size_t kRoom = 64;  ///< initial capacity for peaks per needle

  template <class T>
  DeviceBuffer<std::uint8_t> send(const std::vector<T>& values) const {
    const std::size_t bytes = values.size() * sizeof(T);
    DeviceBuffer<std::uint8_t> sent(std::max<std::size_t>(bytes, 1));
    // For pageable memory the driver makes a copy first.
    gpu_.stream().copy(sent.data(), values.data(), bytes);
    return sent;
  }
  template <class T>
  static const T* as(const DeviceBuffer<std::uint8_t>& buffer) {
    return reinterpret_cast<const T*>(buffer.data());
  }

  void queueScores(const Candidates& candidates) const {
    const Columns columns{as<NeedleRule>(rules_),
                          as<std::uint32_t>(begins_),
                          as<std::uint32_t>(steps_),
                          as<uint4>(factors_),
                          static_cast<int>(needles_.size()),
                          columns_.groups(),
                          pitch_,
                          rows_};
    dim3 blocks(blocksFor(grid_.pitch, kTileWidth),
                rowsOfGrid((grid_.rows + kTileHeight - 1) / kTileHeight));
    // With few tiles, blocks share the needles of a tile.
    const std::int64_t tiles = std::int64_t{blocks.x} * blocks.y;
    blocks.z = static_cast<unsigned>(
        std::clamp<std::int64_t>(4 * gpu_.multiprocessors() / tiles, 1, columns_.groups()));
    launchShared("scorePlaces", scorePlaces, blocks, kBlockThreads, sharedBytes(), gpu_.stream(),
                 scene_, columns, grid_, candidates);
  }

  /// After an overflow: once more with enough room.
  void fetchAll(const Candidates& candidates, const ScoreRule& rule,
                std::vector<ListedPlace>& peaks) const {
    const DeviceBuffer<ListedPlace> all(peaks.size());
    gpu_.stream().set(&candidates.summary->count, 0, sizeof candidates.summary->count);
    listPeaks(gpu_, grid_, 0, grid_.rows, rule, candidates, all.data(), peaks.size());
    gpu_.stream().copy(peaks.data(), all.data(), all.bytes());
    gpu_.stream().wait();
  }

  const Gpu& gpu_;
  DevicePlane scene_;
  std::span<const ScoredNeedle> needles_;
  NeedleColumns columns_;
  PlaceGrid grid_;
  int pitch_ = 0;
  int rows_ = 0;
  DeviceBuffer<std::uint8_t> rules_;
  DeviceBuffer<std::uint8_t> begins_;
  DeviceBuffer<std::uint8_t> steps_;
  DeviceBuffer<std::uint8_t> factors_;
};

/// Shared memory available to a block.
std::size_t mostShared() {
  int device = 0;
  int bytes = 0;
  call("cudaGetDevice", [&] { return cudaGetDevice(&device); });
  call("cudaDeviceGetAttribute", [&] {
    return cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  });
  return static_cast<std::size_t>(bytes);
}

}  // namespace

std::optional<std::vector<Peak>> turnedPeaks(const Gpu& gpu, const DevicePlane& scene,
                                             std::span<const ScoredNeedle> needles, double minScore,
                                             const Control& control) {
  static PerDevice<std::size_t> devices;
  const std::size_t shared = devices.here(mostShared);
  // Needles per launch, limited by its duration and the candidates' memory.
  constexpr std::int64_t kProducts = std::int64_t{1} << 40;
  constexpr std::int64_t kBytes = std::int64_t{1} << 30;
  if (!canCorrelate()) return std::nullopt;
  std::int64_t samples = 1;
  for (const ScoredNeedle& needle : needles) {
    if (needle.size.width > scene.width || needle.size.height > scene.height) return std::nullopt;
    samples = std::max(samples, needle.pixels());
  }
  if (samples > kMostCorrelated) return std::nullopt;
  const std::int64_t places = (scene.width + 31) * scene.height;
  std::int64_t atOnce =
      std::min({kProducts / (kSums * samples * places), kBytes / (9 * places), std::int64_t{4096}});
  std::vector<Peak> peaks;
  for (std::size_t begin = 0; begin < needles.size();) {
    control.check();
    if (atOnce < 1) return std::nullopt;
    const std::size_t count =
        std::min<std::size_t>(static_cast<std::size_t>(atOnce), needles.size() - begin);
    try {
      TurnedSearch search(gpu, scene, needles.subspan(begin, count), minScore, control);
      if (search.sharedBytes() > shared) return std::nullopt;
      search.find(peaks, static_cast<std::uint32_t>(begin));
      begin += count;
    } catch (const OutOfDeviceMemory&) {
      atOnce = static_cast<std::int64_t>(count) / 2;
    }
  }
  return peaks;
}

}  // namespace espy::cuda
