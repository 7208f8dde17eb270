// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Several iterations of a picture's tiles on the chip. A thread keeps a few neighbouring pixels in
// registers; rows of a tile belong to half warps, which exchange along x by shuffles and along y by
// shared memory. A tile overlaps its neighbours by as many pixels as there are iterations, because
// each takes one more pixel on every side.
#include <cooperative_groups.h>

#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/denoise/gap.cuh"

namespace espy::cuda {
namespace {

constexpr int kThreads = 512;
constexpr int kRun = 4;  ///< pixels of a thread along x
constexpr int kSide = 64;
constexpr int kLanes = kSide / kRun;
constexpr int kThreadRows = kThreads / kLanes;

/// Rows of a thread.
template <int channels>
constexpr int kRowsEach = channels == 1 ? 2 : 1;
template <int channels>
constexpr int kTileRows = kThreadRows* kRowsEach<channels>;
/// Two blocks of one channel share a multiprocessor, with 64 registers a thread.
template <int channels>
constexpr int kBlocksEach = channels == 1 ? 2 : 1;

/// Rows that threads exchange with those above and below, and the data of one channel, which does
/// not fit into registers.
template <int channels>
struct TileMemory {
  float4 top[channels][kThreadRows][kLanes];     ///< bar of a thread's first row
  float4 bottom[channels][kThreadRows][kLanes];  ///< p along y of its last row
  float4 data[channels == 1 ? kRowsEach<channels> : 1][channels == 1 ? kThreads : 1];
};

struct TileGrid {
  int haloX;  ///< a multiple of kRun
  int haloY;
  int across;  ///< tiles
  int count;
};

__device__ inline void unpack(const float4& four, float (&values)[kRun]) {
  values[0] = four.x;
  values[1] = four.y;
  values[2] = four.z;
  values[3] = four.w;
}
__device__ inline float4 packed(const float (&values)[kRun]) {
  return {values[0], values[1], values[2], values[3]};
}

/// 1 / sqrt(x), without the cases of numbers below 1e-38 that `rsqrtf` has.
__device__ inline float inverseRoot(float x) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

/// A thread's pixels of a tile.
template <int channels, bool rof>
class TilePixels {
 public:
  static constexpr int kRows = kRowsEach<channels>;
  static constexpr bool kDataShared = channels == 1;

  __device__ TilePixels(const DenoiseTask& task, const TileGrid& tiles, int tile,
                        TileMemory<channels>& memory)
      : task_(task),
        memory_(memory),
        lane_(static_cast<int>(threadIdx.x) % kLanes),
        row_(static_cast<int>(threadIdx.x) / kLanes),
        x_(tile % tiles.across * (kSide - 2 * tiles.haloX) - tiles.haloX + kRun * lane_),
        y_(tile / tiles.across * (kTileRows<channels> - 2 * tiles.haloY) - tiles.haloY +
           kRows * row_) {}

  __device__ void load(const DenoiseState& from) {
    const DenoiseGrid& grid = task_.grid;
    const std::int64_t plane = grid.plane();
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const int y = y_ + r;
      const bool inside = y >= 0 && y < grid.height && x_ >= 0 && x_ < grid.pitch;
      const std::int64_t offset = y * grid.pitch + x_;
      const auto take = [&](const float* numbers, float(&to)[kRun]) {
        const float4 none = {0, 0, 0, 0};
        unpack(inside ? *reinterpret_cast<const float4*>(numbers + offset) : none, to);
      };
#pragma unroll
      for (int c = 0; c < channels; ++c) {
        take(from.u + c * plane, u_[c][r]);
        take(from.bar + c * plane, bar_[c][r]);
        take(from.p + 2 * c * plane, px_[c][r]);
        take(from.p + (2 * c + 1) * plane, py_[c][r]);
        if constexpr (kDataShared) {
          float f[kRun];
          take(task_.f + c * plane, f);
          memory_.data[r][threadIdx.x] = packed(f);
        } else {
          take(task_.f + c * plane, f_[c][r]);
        }
      }
    }
    giveTop();
  }

  __device__ void store(const DenoiseState& to, const TileGrid& tiles) const {
    const DenoiseGrid& grid = task_.grid;
    const std::int64_t plane = grid.plane();
    const int inTile = kRun * lane_;
    if (inTile < tiles.haloX || inTile >= kSide - tiles.haloX || x_ >= grid.pitch) return;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const int rowInTile = kRows * row_ + r;
      const int y = y_ + r;
      if (rowInTile < tiles.haloY || rowInTile >= kTileRows<channels> - tiles.haloY ||
          y >= grid.height) {
        continue;
      }
      const std::int64_t offset = y * grid.pitch + x_;
      const auto put = [&](float* numbers, const float(&values)[kRun]) {
        *reinterpret_cast<float4*>(numbers + offset) = packed(values);
      };
#pragma unroll
      for (int c = 0; c < channels; ++c) {
        put(to.u + c * plane, u_[c][r]);
        put(to.bar + c * plane, bar_[c][r]);
        put(to.p + 2 * c * plane, px_[c][r]);
        put(to.p + (2 * c + 1) * plane, py_[c][r]);
      }
    }
  }

  /// Whether the tile reaches beyond the picture, or has its last column or row.
  __device__ bool isAtBorder(const TileGrid& tiles, int tile) const {
    const int left = tile % tiles.across * (kSide - 2 * tiles.haloX) - tiles.haloX;
    const int top = tile / tiles.across * (kTileRows<channels> - 2 * tiles.haloY) - tiles.haloY;
    return left < 0 || top < 0 || left + kSide >= task_.grid.width ||
           top + kTileRows<channels> >= task_.grid.height;
  }

  /// One iteration. All threads of the block call it, after `load` and a barrier.
  template <bool border>
  __device__ void step(const StepNumbers& numbers) {
    stepDual<border>(numbers);
    __syncthreads();
    stepPrimal(numbers);
    __syncthreads();
  }

 private:
  /// 1 where the gradient takes a difference, 0 at the last pixel of a row, and outside.
  __device__ float hasRight(int i) const {
    return x_ + i >= 0 && x_ + i < task_.grid.width - 1 ? 1.F : 0.F;
  }
  __device__ float hasBelow(int r) const {
    return y_ + r >= 0 && y_ + r < task_.grid.height - 1 ? 1.F : 0.F;
  }

  __device__ void giveTop() {
#pragma unroll
    for (int c = 0; c < channels; ++c) memory_.top[c][row_][lane_] = packed(bar_[c][0]);
  }

  template <bool border>
  __device__ void stepDual(const StepNumbers& numbers) {
    float sums[kRows][kRun] = {};
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      float below[kRun];
      unpack(memory_.top[c][min(row_ + 1, kThreadRows - 1)][lane_], below);
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        const float right = __shfl_down_sync(~0U, bar_[c][r][0], 1, kLanes);
        const float sigmaY = border ? numbers.sigma[1] * hasBelow(r) : numbers.sigma[1];
#pragma unroll
        for (int i = 0; i < kRun; ++i) {
          const float own = bar_[c][r][i];
          const float nextX = i + 1 < kRun ? bar_[c][r][(i + 1) % kRun] : right;
          const float nextY = r + 1 < kRows ? bar_[c][(r + 1) % kRows][i] : below[i];
          const float sigmaX = border ? numbers.sigma[0] * hasRight(i) : numbers.sigma[0];
          px_[c][r][i] += sigmaX * (nextX - own);
          py_[c][r][i] += sigmaY * (nextY - own);
          sums[r][i] += px_[c][r][i] * px_[c][r][i] + py_[c][r][i] * py_[c][r][i];
        }
      }
    }
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
#pragma unroll
      for (int i = 0; i < kRun; ++i) {
        const float factor = inverseRoot(fmaxf(sums[r][i], 1.F));
#pragma unroll
        for (int c = 0; c < channels; ++c) {
          px_[c][r][i] *= factor;
          py_[c][r][i] *= factor;
        }
      }
    }
#pragma unroll
    for (int c = 0; c < channels; ++c) memory_.bottom[c][row_][lane_] = packed(py_[c][kRows - 1]);
  }

  /// What is left of the distance to the data at a thread's pixel.
  __device__ static float dataFactor(float data, const float (&moved)[channels][kRun], int i) {
    if constexpr (rof) return data;
    float squares = 0;
#pragma unroll
    for (int c = 0; c < channels; ++c) squares += moved[c][i] * moved[c][i];
    return fmaxf(1 - data * inverseRoot(squares), 0);
  }

  __device__ void stepPrimal(const StepNumbers& numbers) {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      float moved[channels][kRun];  // u and tau times the divergence, less the data
      float f[channels][kRun];
#pragma unroll
      for (int c = 0; c < channels; ++c) {
        if constexpr (kDataShared) {
          unpack(memory_.data[r][threadIdx.x], f[c]);
        } else {
#pragma unroll
          for (int i = 0; i < kRun; ++i) f[c][i] = f_[c][r][i];
        }
        float above[kRun];
        unpack(memory_.bottom[c][max(row_ - 1, 0)][lane_], above);
        float left = __shfl_up_sync(~0U, px_[c][r][kRun - 1], 1, kLanes);
        left = lane_ == 0 ? 0 : left;
#pragma unroll
        for (int i = 0; i < kRun; ++i) {
          const float beforeX = i > 0 ? px_[c][r][(i + kRun - 1) % kRun] : left;
          const float beforeY = r > 0 ? py_[c][(r + kRows - 1) % kRows][i] : above[i];
          moved[c][i] = u_[c][r][i] + numbers.tau[0] * (px_[c][r][i] - beforeX) +
                        numbers.tau[1] * (py_[c][r][i] - beforeY) - f[c][i];
        }
      }
#pragma unroll
      for (int i = 0; i < kRun; ++i) {
        const float factor = dataFactor(numbers.data, moved, i);
#pragma unroll
        for (int c = 0; c < channels; ++c) {
          const float next = f[c][i] + factor * moved[c][i];
          bar_[c][r][i] = next + numbers.theta * (next - u_[c][r][i]);
          u_[c][r][i] = next;
        }
      }
    }
    giveTop();
  }

  const DenoiseTask& task_;
  TileMemory<channels>& memory_;
  int lane_;
  int row_;
  int x_;
  int y_;
  float u_[channels][kRows][kRun];
  float bar_[channels][kRows][kRun];
  float px_[channels][kRows][kRun];
  float py_[channels][kRows][kRun];
  float f_[kDataShared ? 1 : channels][kRows][kRun];
};

template <int channels, bool rof>
__device__ inline void advanceTile(const DenoiseTask& task, const TileGrid& tiles, int tile,
                                   const DenoiseState& from, const DenoiseState& to,
                                   const StepNumbers* numbers, int iterations,
                                   TileMemory<channels>& memory) {
  TilePixels<channels, rof> pixels(task, tiles, tile, memory);
  pixels.load(from);
  __syncthreads();
  if (pixels.isAtBorder(tiles, tile)) {
    for (int n = 0; n < iterations; ++n) pixels.template step<true>(numbers[n]);
  } else {
    for (int n = 0; n < iterations; ++n) pixels.template step<false>(numbers[n]);
  }
  pixels.store(to, tiles);
}

template <int channels, bool rof>
__global__ void __launch_bounds__(kThreads, kBlocksEach<channels>)
    advanceTiles(const __grid_constant__ DenoiseTask task, TileGrid tiles, int from,
                 const StepNumbers* numbers, int iterations) {
  extern __shared__ float4 shared[];
  if (task.progress->done != 0) return;
  advanceTile<channels, rof>(task, tiles, static_cast<int>(blockIdx.x), task.states[from],
                             task.states[1 - from], numbers, iterations,
                             *reinterpret_cast<TileMemory<channels>*>(shared));
}

/// All iterations first..end with their checks. `numbers` belongs to the first.
template <int channels, bool rof>
__global__ void __launch_bounds__(kThreads, 1)
    persist(const __grid_constant__ DenoiseTask task, TileGrid tiles, const StepNumbers* numbers,
            std::int64_t first, std::int64_t end, int mostAtOnce) {
  extern __shared__ float4 shared[];
  auto& memory = *reinterpret_cast<TileMemory<channels>*>(shared);
  auto* room = reinterpret_cast<double*>(shared);
  const auto grid = cooperative_groups::this_grid();
  if (task.progress->done != 0) return;
  int buffer = task.progress->buffer;
  std::int64_t iterations = first;
  bool done = false;
  while (iterations < end && !done) {
    const std::int64_t check = min(nextCheck(iterations), end);
    while (iterations < check) {
      const auto count = static_cast<int>(min(check - iterations, std::int64_t{mostAtOnce}));
      for (int tile = static_cast<int>(blockIdx.x); tile < tiles.count;
           tile += static_cast<int>(gridDim.x)) {
        advanceTile<channels, rof>(task, tiles, tile, task.states[buffer], task.states[1 - buffer],
                                   numbers + (iterations - first), count, memory);
        __syncthreads();
      }
      buffer = 1 - buffer;
      iterations += count;
      grid.sync();
    }
    const double sum = gapOfBlock<channels, 2, rof>(task, task.states[buffer], room);
    if (threadIdx.x == 0) task.partials[blockIdx.x] = sum;
    grid.sync();
    // Every block adds the same sums in the same order, and so decides the same.
    const double gap = gapOfAll(task, static_cast<int>(gridDim.x), room);
    __syncthreads();
    done = gap <= task.gap;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      *task.progress = {gap, iterations, buffer, done ? 1 : 0};
    }
  }
}

/// The halo along x is rounded up, so that loads are aligned.
template <int channels>
TileGrid tilesOf(const DenoiseGrid& grid, int halo) {
  TileGrid tiles;
  tiles.haloX = (halo + kRun - 1) / kRun * kRun;
  tiles.haloY = halo;
  tiles.across = static_cast<int>(blocksFor(grid.width, kSide - 2 * tiles.haloX));
  tiles.count =
      tiles.across * static_cast<int>(blocksFor(grid.height, kTileRows<channels> - 2 * halo));
  return tiles;
}

/// Calls body(channels, rof) with constants.
template <class Body>
void withTiles(const DenoiseTask& task, const Body& body) {
  const auto withModel = [&](auto channels) {
    if (task.isRof) {
      body(channels, std::true_type());
    } else {
      body(channels, std::false_type());
    }
  };
  if (task.grid.channels == 1) {
    withModel(std::integral_constant<int, 1>());
  } else {
    withModel(std::integral_constant<int, 3>());
  }
}

/// Blocks of a cooperative launch.
template <int channels, bool rof>
int residentBlocks(int multiprocessors) {
  const auto kernel = persist<channels, rof>;
  constexpr std::size_t kBytes = sizeof(TileMemory<channels>);
  allowShared(kernel, kBytes);
  int each = 0;
  call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, kThreads, kBytes);
  });
  return std::min(each * multiprocessors, kGapBlocks);
}

}  // namespace

bool hasTiles(const DenoiseTask& task) {
  return task.grid.axes == 2 && !task.hasFloor &&
         (task.grid.channels == 1 || task.grid.channels == 3);
}

void queueTiles(const DenoiseTask& task, int from, const StepNumbers* numbers, int iterations,
                int mostAtOnce, const Stream& stream) {
  withTiles(task, [&](auto channels, auto rof) {
    const TileGrid tiles = tilesOf<channels>(task.grid, mostAtOnce);
    launchShared("advanceTiles", advanceTiles<channels, rof>, static_cast<unsigned>(tiles.count),
                 kThreads, sizeof(TileMemory<channels>), stream, task, tiles, from, numbers,
                 iterations);
  });
}

bool canPersist(const DenoiseTask& task, int mostAtOnce, int multiprocessors) {
  constexpr int kRoundsOfTiles = 4;
  bool can = false;
  withTiles(task, [&](auto channels, auto rof) {
    can = tilesOf<channels>(task.grid, mostAtOnce).count <=
          kRoundsOfTiles * residentBlocks<channels, rof>(multiprocessors);
  });
  return can;
}

void queuePersistent(const DenoiseTask& task, const StepNumbers* numbers, std::int64_t first,
                     std::int64_t end, int mostAtOnce, int multiprocessors, const Stream& stream) {
  withTiles(task, [&](auto channels, auto rof) {
    TileGrid tiles = tilesOf<channels>(task.grid, mostAtOnce);
    const int blocks = std::min(tiles.count, residentBlocks<channels, rof>(multiprocessors));
    DenoiseTask given = task;
    void* arguments[] = {&given, &tiles, &numbers, &first, &end, &mostAtOnce};
    call(
        "persist",
        [&] {
          return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(persist<channels, rof>),
                                             dim3(static_cast<unsigned>(blocks)), dim3(kThreads),
                                             arguments, sizeof(TileMemory<channels>), stream.get());
        },
        Call::launch);
  });
}

}  // namespace espy::cuda
