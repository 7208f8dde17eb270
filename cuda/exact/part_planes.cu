// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Joined bit planes on the device: one bit a pixel says whether a part of the needle lies there.
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

/// Colours that are looked for at once, and the planes that they get.
constexpr int kColoursAtOnce = 8;
struct ColourPlanes {
  DeviceColour colours[kColoursAtOnce];
  std::uint32_t* words[kColoursAtOnce] = {};
  int count = 0;
  std::int64_t rowWords = 0;
};

/// A thread takes four pixels, eight threads make a word.
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
  std::int64_t count = 0;         ///< of words in a plane
  std::int64_t toFirst = 0;       ///< from a word of the result to that of the first half
  std::int64_t toSecond = 0;      ///< and to the first of the two that make one of the second
  std::int64_t furthest = 0;      ///< rows that either half lies below, in words
  std::uint32_t secondRight = 0;  ///< 0..31
};

/// A thread a word: where both halves of a part are. What lies right of or below the picture is
/// taken for nothing or for anything; no window reaches there.
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

/// The planes of some rows of the scene, in slots that parts share one after the other.
class Planes {
 public:
  Planes(Gpu& gpu, const DevicePlane& scene, const exact::Pattern& pattern,
         const exact::BlockGraph& graph, const exact::PlaneSlots& slots, std::int64_t rows)
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
    findColours(first, rows);
    const std::int64_t words = rowWords_ * rows;
    const auto colours = static_cast<std::uint32_t>(graph_.colours().size());
    for (std::uint32_t part = colours; part < graph_.parts(); ++part) {
      // Some launches ahead are enough to keep the device busy, and few enough to stop soon.
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
  // Asking for what is free is slow, and most planes are small.
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
