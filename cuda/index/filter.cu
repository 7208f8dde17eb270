// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Builds the GPU's filter from the pixels of the blocks in a table, and asks it about the blocks of
// a scene.
#include "cuda/base/launch.cuh"
#include "cuda/exact/compare.cuh"
#include "cuda/index/block_colours.cuh"
#include "cuda/index/kernels.h"

namespace espy::cuda {
namespace {

/// Adds the block at (dx, dy) of a picture. One that is not in it, in a file made to harm, is
/// ignored.
__device__ void addBlock(const DeviceSegment& segment, const DeviceFilter& filter,
                         std::uint32_t number, std::uint32_t dx, std::uint32_t dy) {
  const index::PictureEntry picture = segment.pictures[number];
  if (std::uint64_t{dx} + index::kBlockWidth > picture.width ||
      std::uint64_t{dy} + index::kBlockHeight > picture.height) {
    return;
  }
  const int bytes = picture.channels * picture.depth;
  std::uint32_t rows[index::kBlockHeight];
  for (int row = 0; row < index::kBlockHeight; ++row) {
    const std::uint64_t first = (std::uint64_t{dy} + row) * picture.width + dx;
    const std::uint8_t* at = segment.pixels + picture.pixelsAt + first * bytes;
    std::uint32_t colours[index::kBlockWidth];
    for (int i = 0; i < index::kBlockWidth; ++i) {
      colours[i] = colourAt(at + i * bytes, picture.depth, picture.channels);
    }
    rows[row] = filterHash(packed(colours));
  }
  const std::uint32_t hash = filterHash(rows[0], rows[1]);
  std::uint32_t* const word = filter.words + filterWord(hash, filter.shift);
  // Many pictures of a crowd have the same block.
  if ((*const_cast<volatile std::uint32_t*>(word) & bitsOf(hash)) == bitsOf(hash)) return;
  atomicOr(word, bitsOf(hash));
}

__global__ void __launch_bounds__(kBlockThreads)
    addEntries(DeviceSegment segment, DeviceFilter filter, const index::KeyEntry* entries,
               std::uint64_t count) {
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::uint64_t{gridDim.x} * kBlockThreads) {
    const index::KeyEntry entry = entries[i];
    if (entry.dx != index::kCrowd) addBlock(segment, filter, entry.picture, entry.dx, entry.dy);
  }
}

/// Pictures of a crowd have the same key, but not certainly the same block: each is added. A block
/// of threads has a shape.
__global__ void __launch_bounds__(kBlockThreads)
    addCrowds(DeviceSegment segment, DeviceFilter filter, std::uint64_t shapes) {
  for (std::uint64_t s = blockIdx.x; s < shapes; s += gridDim.x) {
    const index::ShapeEntry shape = segment.shapes[s];
    for (std::uint64_t w = threadIdx.x; w < shape.windows; w += kBlockThreads) {
      addBlock(segment, filter, segment.windows[shape.first + w].picture, shape.dx, shape.dy);
    }
  }
}

constexpr int kWarp = 32;
constexpr int kWarps = kBlockThreads / kWarp;
constexpr int kRowsAThread = 8;

/// Appends the warp's blocks: those of its rows whose bit is set in `passes`.
__device__ void append(const DeviceList<Candidate>& list, unsigned passes, std::uint32_t x,
                       std::uint32_t y) {
  const unsigned lane = threadIdx.x;
  const auto own = static_cast<std::uint32_t>(__popc(passes));
  std::uint32_t upTo = own;
#pragma unroll
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    const std::uint32_t before = __shfl_up_sync(~0U, upTo, distance);
    if (lane >= distance) upTo += before;
  }
  unsigned long long slot = 0;
  if (lane == kWarp - 1) slot = atomicAdd(list.count, static_cast<unsigned long long>(upTo));
  slot = __shfl_sync(~0U, slot, kWarp - 1) + upTo - own;
#pragma unroll
  for (int row = 0; row < kRowsAThread; ++row) {
    if ((passes >> row & 1U) == 0) continue;
    if (slot < list.room) list.items[slot] = {x, y + static_cast<unsigned>(row)};
    ++slot;
  }
}

/// A thread has one column of blocks and some rows of it: each row of pixels is hashed once for the
/// block above and the block below, and the reads of the filter, which are random, are in flight
/// together. A warp has 32 neighbouring columns of blocks. `rows.end` is less than the scene's
/// height.
template <int sampleBytes, int channels, int step>
__global__ void __launch_bounds__(kBlockThreads)
    probe(DevicePlane scene, DeviceFilter filter, SceneRows rows, DeviceList<Candidate> list) {
  constexpr int kBytes = sampleBytes * channels;
  const std::int64_t columns = (scene.width - index::kBlockWidth) / step + 1;
  const std::int64_t column = std::int64_t{blockIdx.x} * kWarp + threadIdx.x;
  const std::int64_t x = min(column, columns - 1) * step;
  const std::int64_t stride = std::int64_t{gridDim.y} * kWarps * kRowsAThread;
  for (std::int64_t first =
           rows.first + (std::int64_t{blockIdx.y} * kWarps + threadIdx.y) * kRowsAThread;
       first < rows.end; first += stride) {
    std::uint32_t pixels[kRowsAThread + 1][kBytes];
#pragma unroll
    for (int row = 0; row <= kRowsAThread; ++row) {
      const std::int64_t y = min(first + row, rows.end);
      loadBlockRow<kBytes, step % 4 == 0>(pixelAt(scene, x, y), pixels[row]);
    }
    std::uint32_t hashes[kRowsAThread];
    std::uint32_t upper = filterHash(packedRow<sampleBytes, channels>(pixels[0]));
#pragma unroll
    for (int row = 0; row < kRowsAThread; ++row) {
      const std::uint32_t lower = filterHash(packedRow<sampleBytes, channels>(pixels[row + 1]));
      hashes[row] = filterHash(upper, lower);
      upper = lower;
    }
    std::uint32_t words[kRowsAThread];
#pragma unroll
    for (int row = 0; row < kRowsAThread; ++row) {
      words[row] = __ldg(filter.words + filterWord(hashes[row], filter.shift));
    }
    unsigned passes = 0;
#pragma unroll
    for (int row = 0; row < kRowsAThread; ++row) {
      const bool passed = mayHave(words[row], hashes[row]) && first + row < rows.end;
      passes |= static_cast<unsigned>(passed) << row;
    }
    if (column >= columns) passes = 0;
    if (__any_sync(~0U, static_cast<int>(passes)) == 0) continue;
    append(list, passes, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(first));
  }
}

template <int sampleBytes, int channels>
void queueProbe(const Gpu& gpu, const DeviceScene& scene, const DeviceFilter& filter,
                std::int64_t step, SceneRows rows, const DeviceList<Candidate>& to) {
  const std::int64_t columns = (scene.plane.width - index::kBlockWidth) / step + 1;
  const std::int64_t groups =
      (rows.end - rows.first + kWarps * kRowsAThread - 1) / (kWarps * kRowsAThread);
  const dim3 grid(blocksFor(columns, kWarp), rowsOfGrid(groups));
  const auto kernel = step == 4 ? probe<sampleBytes, channels, 4> : probe<sampleBytes, channels, 1>;
  launch("probe", kernel, grid, dim3(kWarp, kWarps), gpu.stream(), scene.plane, filter, rows, to);
}

template <int sampleBytes>
void queueProbeOf(const Gpu& gpu, const DeviceScene& scene, const DeviceFilter& filter,
                  std::int64_t step, SceneRows rows, const DeviceList<Candidate>& to) {
  switch (scene.format.channels) {
    case 1:
      return queueProbe<sampleBytes, 1>(gpu, scene, filter, step, rows, to);
    case 2:
      return queueProbe<sampleBytes, 2>(gpu, scene, filter, step, rows, to);
    case 3:
      return queueProbe<sampleBytes, 3>(gpu, scene, filter, step, rows, to);
    default:
      return queueProbe<sampleBytes, 4>(gpu, scene, filter, step, rows, to);
  }
}

}  // namespace

void buildFilter(const Stream& stream, const DeviceSegment& segment, const DeviceFilter& filter,
                 const index::KeyEntry* entries, std::uint64_t count, std::uint64_t shapes) {
  constexpr unsigned kMostBlocks = 16384;
  stream.set(filter.words, 0, (std::size_t{1} << (32 - filter.shift)) * sizeof(std::uint32_t));
  const auto blocks = [&](std::uint64_t items, std::int64_t each) {
    return std::min(blocksFor(static_cast<std::int64_t>(items), each), kMostBlocks);
  };
  launch("addEntries", addEntries, blocks(count, kBlockThreads), kBlockThreads, stream, segment,
         filter, entries, count);
  if (shapes == 0) return;
  launch("addCrowds", addCrowds, blocks(shapes, 1), kBlockThreads, stream, segment, filter, shapes);
}

static_assert(index::kColumnSteps == std::array<std::int64_t, 2>{4, 1});
static_assert(index::kBlockWidth == 4 && index::kBlockHeight == 2);

void probeBlocks(const Gpu& gpu, const DeviceScene& scene, const DeviceFilter& filter,
                 std::int64_t step, SceneRows rows, const DeviceList<Candidate>& to) {
  if (rows.first >= rows.end || scene.plane.width < index::kBlockWidth) return;
  if (scene.format.depth == Depth::u8) {
    queueProbeOf<1>(gpu, scene, filter, step, rows, to);
  } else {
    queueProbeOf<2>(gpu, scene, filter, step, rows, to);
  }
}

}  // namespace espy::cuda
