// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Bit planes on the device: one bit per pixel, set where a part of the needle matches.
#include <algorithm>
#include <cstring>
#include <vector>

#include "base/parallel.h"
#include "cuda/base/bands.h"
#include "cuda/base/launch.cuh"
#include "cuda/exact/bit_search.h"
#include "cuda/exact/compare.cuh"
#include "exact/block_graph.h"
#include "exact/match_bits.h"

namespace espy::cuda {
namespace {

/// A colour of the needle, as a mask or range of bytes.
struct DeviceColour {
  Compare how = Compare::masked;
  std::uint32_t low[2] = {};
  std::uint32_t second[2] = {};
};

/// A bit plane: pixel x is bit x % 32 of word x / 32 of its row.
struct BitRows {
  std::uint32_t* words = nullptr;
  std::int64_t rowWords = 0;
};

/// Colours that are compared in one pass, and their planes.
constexpr int kColoursAtOnce = 8;
struct ColourPlanes {
  DeviceColour colours[kColoursAtOnce];
  std::uint32_t* words[kColoursAtOnce] = {};
  int count = 0;
  std::int64_t rowWords = 0;
};

/// Four pixels per thread; eight threads write a word.
template <Compare how>
__global__ void __launch_bounds__(kBlockThreads)
    colourPlanes(DevicePlane scene, std::int64_t firstRow, std::int64_t rows,
                 const __grid_constant__ ColourPlanes planes) {
  constexpr int kPixels = 4;
  const std::int64_t x = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * kPixels;
  const bool inside = x < scene.width;
  const bool writes = threadIdx.x % 8 == 0 && x / 32 < planes.rowWords;
  for (std::int64_t row = blockIdx.y; row < rows; row += gridDim.y) {
    const std::int64_t y = firstRow + row;
    std::uint32_t first[kPixels] = {};
    std::uint32_t more[kPixels] = {};
    if (inside) {
      firstWordsAt(scene, x, y, first);
      for (int i = 0; i < kPixels && scene.bytesPerPixel > 4; ++i) {
        if (x + i < scene.width) more[i] = wordAt(pixelAt(scene, x + i, y), 1);
      }
    }
#pragma unroll
    for (int c = 0; c < kColoursAtOnce; ++c) {
      if (c >= planes.count) break;
      const DeviceColour& colour = planes.colours[c];
      std::uint32_t bits = 0;
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        const bool has =
            x + i < scene.width && !differs<how>(first[i], colour.low[0], colour.second[0]) &&
            (scene.bytesPerPixel <= 4 || !differs<how>(more[i], colour.low[1], colour.second[1]));
        bits |= std::uint32_t{has} << i;
      }
      bits <<= 4 * (threadIdx.x % 8);
      for (int lanes = 1; lanes < 8; lanes *= 2) bits |= __shfl_xor_sync(~0U, bits, lanes);
      if (writes) planes.words[c][row * planes.rowWords + x / 32] = bits;
    }
  }
}

/// A join of planes, whose words are numbered row by row.
struct JoinedWords {
  std::int64_t count = 0;         ///< words per plane
  std::int64_t toFirst = 0;       ///< offset of the first half's word
  std::int64_t toSecond = 0;      ///< offset of the first of the second half's two words
  std::int64_t furthest = 0;      ///< greatest row offset of the halves, in words
  std::uint32_t secondRight = 0;  ///< 0..31
};

/// One thread per word: ANDs both halves of a part. Bits right of or below the picture are
/// undefined; no window reaches them.
__global__ void joinPlanes(const std::uint32_t* first, const std::uint32_t* second,
                           JoinedWords join, std::uint32_t* joined) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= join.count) return;
  std::uint32_t word = 0;
  if (i + join.furthest < join.count) {
    const std::uint32_t* from = second + i + join.toSecond;
    word = first[i + join.toFirst] & __funnelshift_r(from[0], from[1], join.secondRight);
  }
  joined[i] = word;
}

DeviceColour colourAt(const exact::Pattern& pattern, std::int64_t at) {
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

/// The planes of some rows of the scene, in slots that parts reuse.
class Planes {
 public:
  Planes(Gpu& gpu, const DevicePlane& scene, const exact::Pattern& pattern,
         const exact::BlockGraph& graph, const exact::PlaneSlots& slots, std::int64_t rows)
      : stream_(gpu.stream()),
        scene_(scene),
        pattern_(pattern),
        graph_(graph),
        slots_(slots),
        // An even number of words, so that the host may read 64-bit words; padded behind the last
        // row by the needle's width.
        rowWords_((scene.width + 63) / 64 * 2),
        slotWords_(rowWords_ * rows + pattern.size.width / 32 + 4),
        memory_(static_cast<std::size_t>(slotWords_) * slots.count) {}

  /// Computes the plane of the whole needle for the scene's rows [first, first + rows).
  BitRows compute(std::int64_t first, std::int64_t rows, const Control& control) {
    findColours(first, rows);
    const std::int64_t words = rowWords_ * rows;
    const auto colours = static_cast<std::uint32_t>(graph_.colours().size());
    for (std::uint32_t part = colours; part < graph_.parts(); ++part) {
      // Enough queued launches to keep the device busy, few enough to cancel quickly.
      if (part % 64 == 63) {
        stream_.wait();
        control.check();
      }
      const exact::BlockGraph::Join& join = graph_.joins()[part - colours];
      const JoinedWords how{
          words, join.firstDown * rowWords_, join.secondDown * rowWords_ + join.secondRight / 32,
          std::max(join.firstDown, join.secondDown) * rowWords_, join.secondRight % 32};
      launch("joinPlanes", joinPlanes, blocksFor(words, kBlockThreads), kBlockThreads, stream_,
             slot(join.first).words, slot(join.second).words, how, slot(part).words);
    }
    return slot(*graph_.whole());
  }

 private:
  void findColours(std::int64_t first, std::int64_t rows) const {
    const dim3 pixels(blocksFor(rowWords_ * 32, 4 * kBlockThreads), rowsOfGrid((rows + 3) / 4));
    const std::vector<std::int64_t>& colours = graph_.colours();
    for (std::size_t from = 0; from < colours.size(); from += kColoursAtOnce) {
      ColourPlanes planes;
      planes.rowWords = rowWords_;
      planes.count = static_cast<int>(std::min<std::size_t>(kColoursAtOnce, colours.size() - from));
      for (int c = 0; c < planes.count; ++c) {
        const std::size_t part = from + static_cast<std::size_t>(c);
        planes.colours[c] = colourAt(pattern_, colours[part]);
        planes.words[c] = slot(static_cast<std::uint32_t>(part)).words;
      }
      const Compare how = planes.colours[0].how;
      const auto kernel = how == Compare::masked   ? colourPlanes<Compare::masked>
                          : how == Compare::range8 ? colourPlanes<Compare::range8>
                                                   : colourPlanes<Compare::range16>;
      launch("colourPlanes", kernel, pixels, kBlockThreads, stream_, scene_, first, rows, planes);
    }
  }

  BitRows slot(std::uint32_t part) const {
    return {memory_.data() + slots_.of[part] * slotWords_, rowWords_};
  }

  const Stream& stream_;
  DevicePlane scene_;
  const exact::Pattern& pattern_;
  const exact::BlockGraph& graph_;
  const exact::PlaneSlots& slots_;
  std::int64_t rowWords_;
  std::int64_t slotWords_;
  DeviceBuffer<std::uint32_t> memory_;
};

}  // namespace

void findByPlanes(Gpu& gpu, const DevicePlane& scene, const exact::Pattern& pattern,
                  const exact::BlockGraph& graph, const Control& control,
                  std::vector<Place>& places) {
  const Size starts{scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
  if (!graph.whole()) {
    exact::MatchBits bits(starts);
    bits.setAll();
    places = bits.list(threadsFor(control), {0, control.stop, {}});
    return;
  }
  const exact::PlaneSlots slots = exact::shareSlots(graph);
  const std::int64_t overlap = pattern.size.height - 1;
  const std::int64_t rowBytes = (scene.width + 63) / 64 * 8;
  // Querying free memory is slow, and most planes are small.
  constexpr std::int64_t kSmall = std::int64_t{256} << 20;
  const std::int64_t allBytes = rowBytes * slots.count * scene.height;
  const std::int64_t fitting = allBytes <= kSmall
                                   ? starts.height
                                   : availableDeviceBytes() / (rowBytes * slots.count) - overlap;
  overBands(starts.height, fitting, [&](std::int64_t first, std::int64_t count) {
    Planes planes(gpu, scene, pattern, graph, slots, count + overlap);
    const BitRows whole = planes.compute(first, count + overlap, control);
    fetchPlaces(gpu,
                {whole.words + graph.wholeDown() * whole.rowWords,
                 whole.rowWords,
                 graph.wholeRight(),
                 {starts.width, count}},
                first, control, places);
  });
}

}  // namespace espy::cuda
