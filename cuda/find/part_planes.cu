// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Joined bit planes on the device: one bit a pixel says whether a part of the needle lies there.
#include <algorithm>
#include <cstring>
#include <vector>

#include "cuda/base/bands.h"
#include "cuda/base/launch.cuh"
#include "cuda/find/bit_search.h"
#include "cuda/find/compare.cuh"
#include "find/plane_slots.h"

namespace espy::cuda {
namespace {

/// A colour of the needle: pixels whose bytes all lie within its range have it.
struct DeviceColour {
  Compare how = Compare::masked;
  std::uint32_t low[2] = {};
  std::uint32_t second[2] = {};
};

/// A plane of bits: the bit of pixel x is bit x % 32 of word x / 32 of its row.
struct BitRows {
  std::uint32_t* words = nullptr;
  std::int64_t rowWords = 0;
};

template <Compare how>
__device__ bool hasColour(const std::uint8_t* pixel, int words, const DeviceColour& colour) {
  for (int i = 0; i < words; ++i) {
    if (differs<how>(wordAt(pixel, i), colour.low[i], colour.second[i])) return false;
  }
  return true;
}

/// A thread a pixel; each warp writes a word.
template <Compare how>
__global__ void colourPlane(DevicePlane scene, std::int64_t firstRow, std::int64_t rows,
                            DeviceColour colour, BitRows plane) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const int words = (scene.bytesPerPixel + 3) / 4;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    const bool has =
        x < scene.width && hasColour<how>(pixelAt(scene, x, firstRow + y), words, colour);
    const std::uint32_t word = __ballot_sync(~0U, has);
    if (threadIdx.x % 32 == 0 && x / 32 < plane.rowWords) {
      plane.words[y * plane.rowWords + x / 32] = word;
    }
  }
}

/// A thread a word: where both halves of a part are. What lies right of or below the picture is
/// taken for nothing or for anything; no window reaches there.
__global__ void joinPlanes(BitRows first, BitRows second, std::uint32_t firstDown,
                           std::uint32_t secondRight, std::uint32_t secondDown, std::int64_t rows,
                           BitRows joined) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= joined.rowWords) return;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    std::uint32_t word = 0;
    if (y + firstDown < rows && y + secondDown < rows) {
      const std::uint32_t* from =
          second.words + (y + secondDown) * second.rowWords + i + secondRight / 32;
      word = first.words[(y + firstDown) * first.rowWords + i] &
             __funnelshift_r(from[0], from[1], secondRight % 32);
    }
    joined.words[y * joined.rowWords + i] = word;
  }
}

DeviceColour colourAt(const find::Pattern& pattern, std::int64_t at) {
  const auto bytes = static_cast<std::size_t>(pattern.format.bytesPerPixel());
  DeviceColour colour;
  std::memcpy(colour.low, pattern.low.data() + at, bytes);
  if (pattern.ranged) {
    colour.how = pattern.format.depth == Depth::u8 ? Compare::range8 : Compare::range16;
    std::memset(colour.second, 0xff, sizeof colour.second);
    std::memcpy(colour.second, pattern.high.data() + at, bytes);
  } else if (pattern.care.empty()) {
    std::memset(colour.second, 0xff, bytes);
  } else {
    std::memcpy(colour.second, pattern.care.data() + at, bytes);
  }
  return colour;
}

/// The planes of some rows of the scene, in slots that parts share one after the other.
class Planes {
 public:
  Planes(Gpu& gpu, const DevicePlane& scene, const find::Pattern& pattern,
         const find::BlockGraph& graph, const find::PlaneSlots& slots, std::int64_t rows)
      : stream_(gpu.stream()),
        scene_(scene),
        pattern_(pattern),
        graph_(graph),
        slots_(slots),
        // An even number of words, so that the host may read them as longer ones; behind the last
        // row, room to look as far right as the needle reaches.
        rowWords_((scene.width + 63) / 64 * 2),
        slotWords_(rowWords_ * rows + pattern.size.width / 32 + 4),
        memory_(static_cast<std::size_t>(slotWords_) * slots.count) {}

  /// Computes the plane of the whole needle for the scene's rows [first, first + rows).
  BitRows compute(std::int64_t first, std::int64_t rows, const Control& control) {
    const dim3 pixels(blocksFor(rowWords_ * 32, kBlockThreads), rowsOfGrid(rows));
    const dim3 words(blocksFor(rowWords_, 64), rowsOfGrid(rows));
    const std::vector<std::int64_t>& colours = graph_.colours();
    for (std::uint32_t part = 0; part < graph_.parts(); ++part) {
      // Some launches ahead are enough to keep the device busy, and few enough to stop soon.
      if (part % 64 == 63) {
        stream_.wait();
        control.check();
      }
      if (part < colours.size()) {
        const DeviceColour colour = colourAt(pattern_, colours[part]);
        const auto kernel = colour.how == Compare::masked   ? colourPlane<Compare::masked>
                            : colour.how == Compare::range8 ? colourPlane<Compare::range8>
                                                            : colourPlane<Compare::range16>;
        launch("colourPlane", kernel, pixels, kBlockThreads, stream_, scene_, first, rows, colour,
               slot(part));
      } else {
        const find::BlockGraph::Join& join = graph_.joins()[part - colours.size()];
        launch("joinPlanes", joinPlanes, words, 64, stream_, slot(join.first), slot(join.second),
               join.firstDown, join.secondRight, join.secondDown, rows, slot(part));
      }
    }
    return slot(*graph_.whole());
  }

 private:
  BitRows slot(std::uint32_t part) const {
    return {memory_.data() + slots_.of[part] * slotWords_, rowWords_};
  }

  const Stream& stream_;
  DevicePlane scene_;
  const find::Pattern& pattern_;
  const find::BlockGraph& graph_;
  const find::PlaneSlots& slots_;
  std::int64_t rowWords_;
  std::int64_t slotWords_;
  DeviceBuffer<std::uint32_t> memory_;
};

}  // namespace

void findByPlanes(Gpu& gpu, const DevicePlane& scene, const find::Pattern& pattern,
                  const find::BlockGraph& graph, const Control& control, find::MatchBits& bits) {
  if (!graph.whole()) return bits.setAll();
  const find::PlaneSlots slots = find::shareSlots(graph);
  const Size starts{scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
  const std::int64_t overlap = pattern.size.height - 1;
  const std::int64_t rowBytes = (scene.width + 63) / 64 * 8;
  const std::int64_t fitting = availableDeviceBytes() / (rowBytes * slots.count) - overlap;
  overBands(starts.height, fitting, [&](std::int64_t first, std::int64_t count) {
    Planes planes(gpu, scene, pattern, graph, slots, count + overlap);
    const BitRows whole = planes.compute(first, count + overlap, control);
    // One row more than is wanted, since storing looks a word ahead.
    const std::int64_t words = whole.rowWords * count + 4;
    PinnedBuffer<std::uint64_t> found(static_cast<std::size_t>(words / 2 + 2 + whole.rowWords));
    const Stream& stream = gpu.stream();
    stream.copy(found.data(), whole.words + graph.wholeDown() * whole.rowWords,
                static_cast<std::size_t>(whole.rowWords * count) * sizeof(std::uint32_t));
    stream.wait();
    control.check();
    for (std::int64_t y = 0; y < count; ++y) {
      bits.store(0, first + y, starts.width, found.data() + y * whole.rowWords / 2,
                 graph.wholeRight());
    }
  });
}

}  // namespace espy::cuda
