// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/planes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>

#include "base/parallel.h"
#include "exact/loops.h"
#include "exact/match_bits.h"
#include "picture/tile_grid.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace espy::exact {
namespace {

/// Packs the top bits of 64 bytes into each of `words` words, byte 0 into the lowest bit.
void packBits(const std::uint8_t* bytes, std::int64_t words, std::uint64_t* bits) {
  for (std::int64_t w = 0; w < words; ++w) {
    std::uint64_t word = 0;
#ifdef __SSE2__  // every x86-64 has it; wider registers are no faster at this size
    for (int part = 0; part < 4; ++part) {
      const auto* at = reinterpret_cast<const __m128i*>(bytes + w * 64 + part * 16);
      const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(at)));
      word |= std::uint64_t{mask} << (part * 16);
    }
#else
    for (int i = 0; i < 64; ++i) word |= std::uint64_t{bytes[w * 64 + i] >> 7U} << i;
#endif
    bits[w] = word;
  }
}

/// Pixels whose results, a byte each, are buffered before they are packed into bits.
constexpr std::int64_t kChunk = 512;

template <class Sample>
Sample load(const std::uint8_t* at) {
  Sample value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Compares the pixels of a row with one colour (or range of colours); the result is a bit each.
class ColourPlane {
 public:
  /// The colour at this byte offset of the pattern.
  ColourPlane(const Pattern& pattern, std::int64_t at) : format_(pattern.format) {
    for (int c = 0; c < format_.colourChannels(); ++c) {
      const std::int64_t sample = at + c * format_.bytesPerSample();
      const std::uint8_t* low = pattern.low.data() + sample;
      const std::uint8_t* high = pattern.highest() + sample;
      const bool narrow = format_.depth == Depth::u8;
      low_[c] = narrow ? *low : load<std::uint16_t>(low);
      span_[c] = static_cast<std::uint16_t>((narrow ? *high : load<std::uint16_t>(high)) - low_[c]);
    }
  }

  /// Writes bit i of `bits` for pixel i < `count`; the rest of the last word is undefined.
  void compare(const std::uint8_t* pixels, std::int64_t count, std::uint64_t* bits) const {
    alignas(64) std::array<std::uint8_t, kChunk> answers;
    for (std::int64_t done = 0; done < count; done += kChunk) {
      const std::int64_t now = std::min(kChunk, count - done);
      comparePixels(format_, pixels + done * format_.bytesPerPixel(), now, low_.data(),
                    span_.data(), answers.data());
      packBits(answers.data(), (now + 63) / 64, bits + done / 64);
    }
  }

 private:
  PixelFormat format_;
  /// Per sample, in the scene's depth: the minimum, and maximum - minimum.
  std::array<std::uint16_t, 4> low_{};
  std::array<std::uint16_t, 4> span_{};
};

/// `joinWords` for rows of `words` words with this stride. Rows are narrower than a vector
/// register, so they are joined together with the unused words between them.
void joinPlanes(const std::uint64_t* first, const std::uint64_t* second, int shift,
                std::int64_t rows, std::int64_t words, std::int64_t stride, std::uint64_t* joined) {
  if (2 * words >= stride)
    return joinWords(first, second, shift, (rows - 1) * stride + words, joined);
  for (std::int64_t r = 0; r < rows; ++r) {
    joinWords(first + r * stride, second + r * stride, shift, words, joined + r * stride);
  }
}

/// How far right of and below a tile the plane of a part is needed.
struct Reach {
  std::int64_t right = 0;
  std::int64_t down = 0;

  void cover(std::int64_t r, std::int64_t d) {
    right = std::max(right, r);
    down = std::max(down, d);
  }
};

std::vector<Reach> reaches(const BlockGraph& graph) {
  std::vector<Reach> reach(graph.parts());
  reach[*graph.whole()].cover(graph.wholeRight(), graph.wholeDown());
  const std::size_t colours = graph.colours().size();
  for (std::size_t j = graph.joins().size(); j-- > 0;) {
    const BlockGraph::Join& join = graph.joins()[j];
    const Reach own = reach[colours + j];
    reach[join.first].cover(own.right, own.down + join.firstDown);
    reach[join.second].cover(own.right + join.secondRight, own.down + join.secondDown);
  }
  return reach;
}

/// The planes of all parts over one tile of the scene.
class TilePlanes {
 public:
  TilePlanes(const ImageView& scene, const Pattern& pattern, const BlockGraph& graph,
             const std::vector<Reach>& reach, const PlaneSlots& slots, Size tile)
      : scene_(scene), graph_(graph), reach_(reach), slots_(slots) {
    Reach most;
    for (const Reach& r : reach) most.cover(r.right, r.down);
    // One word more than needed, since shifting reads one word ahead.
    words_ = (tile.width + most.right + 63) / 64 + 2;
    rows_ = tile.height + most.down;
    bits_ = std::make_unique_for_overwrite<std::uint64_t[]>(
        static_cast<std::size_t>(words_ * rows_) * slots.count);
    for (const std::int64_t at : graph.colours()) colours_.emplace_back(pattern, at);
  }

  /// Computes the tile at (x, y) of `size` (no larger than the constructor's), and writes the rows
  /// of the whole needle's plane to `bits`.
  void compute(std::int64_t x, std::int64_t y, Size size, MatchBits& bits) {
    for (std::uint32_t part = 0; part < graph_.parts(); ++part) {
      const std::int64_t rows = size.height + reach_[part].down;
      const std::int64_t columns = size.width + reach_[part].right;
      if (part < colours_.size()) {
        for (std::int64_t r = 0; r < rows; ++r) {
          colours_[part].compare(scene_.pixel(x, y + r), columns, row(part, r));
        }
      } else {
        const BlockGraph::Join& join = graph_.joins()[part - colours_.size()];
        joinPlanes(row(join.first, join.firstDown),
                   row(join.second, join.secondDown) + join.secondRight / 64,
                   static_cast<int>(join.secondRight % 64), rows, (columns + 63) / 64, words_,
                   row(part, 0));
      }
    }
    for (std::int64_t r = 0; r < size.height; ++r) {
      bits.store(x, y + r, size.width, row(*graph_.whole(), r + graph_.wholeDown()),
                 graph_.wholeRight());
    }
  }

 private:
  std::uint64_t* row(std::uint32_t part, std::int64_t r) {
    return bits_.get() + (slots_.of[part] * rows_ + r) * words_;
  }

  ImageView scene_;
  const BlockGraph& graph_;
  const std::vector<Reach>& reach_;
  const PlaneSlots& slots_;
  std::int64_t words_ = 0;
  std::int64_t rows_ = 0;
  std::unique_ptr<std::uint64_t[]> bits_;  // written before read, except unused bits
  std::vector<ColourPlane> colours_;
};

/// Large enough for a small halo, small enough that few planes fit into L2. (With many planes a
/// join touches only three of them.)
Size chooseTile(const Pattern& pattern, std::uint32_t planes, Size starts) {
  constexpr std::int64_t kCacheBits = std::int64_t{8} * 640 * 1024;
  const std::int64_t rows = std::max<std::int64_t>(32, 2 * pattern.size.height);
  const std::int64_t plane = kCacheBits / planes;
  const std::int64_t fitting = plane / (rows + pattern.size.height) - pattern.size.width;
  const std::int64_t least = std::max<std::int64_t>(256, 2 * pattern.size.width);
  const std::int64_t columns = std::clamp(fitting, least, std::max<std::int64_t>(4096, least));
  return {std::min(columns / 64 * 64, starts.width), std::min(rows, starts.height)};
}

}  // namespace

std::vector<Place> findByPlanes(const ImageView& scene, const Pattern& pattern,
                                const BlockGraph& graph, int threads, const Control& control) {
  const Control silent{control.threads, control.stop, {}};  // only the long part reports progress
  const Size starts = picture::positionsIn(scene.size(), pattern.size);
  MatchBits bits(starts);
  if (!graph.whole()) {
    bits.setAll();
    return bits.list(threads, silent);
  }
  const std::vector<Reach> reach = reaches(graph);
  const PlaneSlots slots = shareSlots(graph);
  const Size tile = chooseTile(pattern, slots.count, starts);
  std::vector<std::optional<TilePlanes>> planes(static_cast<std::size_t>(threads));
  const std::int64_t across = (starts.width + tile.width - 1) / tile.width;
  const std::int64_t down = (starts.height + tile.height - 1) / tile.height;
  parallelFor(across * down, threads, control, [&](std::int64_t task, int thread) {
    const std::int64_t x = task % across * tile.width;
    const std::int64_t y = task / across * tile.height;
    const Size size{std::min(tile.width, starts.width - x),
                    std::min(tile.height, starts.height - y)};
    if (!planes[thread]) planes[thread].emplace(scene, pattern, graph, reach, slots, tile);
    planes[thread]->compute(x, y, size, bits);
  });
  return bits.list(threads, silent);
}

}  // namespace espy::exact
