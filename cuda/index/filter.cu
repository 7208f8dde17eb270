// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Builds the GPU's filter from the pixels of the blocks in a table.
#include "cuda/base/launch.cuh"
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

}  // namespace espy::cuda
