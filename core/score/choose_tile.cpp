// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/choose_tile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "score/costs.h"

namespace espy::score {
namespace {

constexpr Size kDirectPlaces{384, 128};
constexpr std::array<std::int64_t, 18> kSides{16,  32,  48,   64,   96,   128,  192,  256,  384,
                                              512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192};

std::int64_t tilesFor(std::int64_t scene, std::int64_t needle, std::int64_t step) {
  const std::int64_t places = std::max<std::int64_t>(scene - needle + 1, 1);
  return (places + step - 1) / step;
}

/// Finds the fastest tile.
class Chooser {
 public:
  Chooser(Size scene, Size needle, const TransformForm& form, std::int64_t needles, int threads,
          const picture::PositionRanges* only)
      : only_(only),
        scene_(scene),
        needle_(needle),
        form_(form),
        needles_(static_cast<double>(needles)),
        threads_(threads),
        room_(mostTransformMemory(scene, form)) {}

  /// Tries tiles of whole needles.
  void tryWholeNeedles() {
    for (const Size size : transformSizes(scene_, needle_, kSides.back())) {
      offer({{std::min(size.width, scene_.width), std::min(size.height, scene_.height)},
             size,
             {},
             0});
    }
  }

  /// Tries tiles of needles in pieces that fill a fraction of an FFT's side.
  void tryPieces() {
    for (const Size size : transformSizes(scene_, {1, 1}, kSides.back())) {
      for (const std::int64_t across : cuts(needle_.width, size.width)) {
        for (const std::int64_t high : cuts(needle_.height, size.height)) {
          if (across == 0 || high == 0) continue;
          if (across == needle_.width && high == needle_.height) continue;
          const Size tile{std::min(size.width - across + needle_.width, scene_.width),
                          std::min(size.height - high + needle_.height, scene_.height)};
          for (const bool kept : {true, false}) {
            offer({tile, size, {{across, high}, kept}, 0});
          }
        }
      }
    }
  }

  /// Is there no tile of whole needles with memory for exact products, or only slow ones that are
  /// mostly halo? Trying all pieces takes half a millisecond.
  bool wantsPieces() const {
    const double fair =
        costs::kFairPixel * needles_ * form_.channels * static_cast<double>(scene_.pixels());
    return best_.size.width == 0 ||
           (best_.nanoseconds > costs::kLittle &&
            (best_.nanoseconds > 2 * fastest_ || best_.nanoseconds * threads_ > fair));
  }

  TransformTile chosen() const {
    const bool asGood = best_.nanoseconds <= kWorth * lesser_.nanoseconds;
    for (const TransformTile& tile : {asGood ? best_ : lesser_, best_, lesser_, smallest_}) {
      if (tile.size.width > 0) return tile;
    }
    return {};
  }

 private:
  /// Slowdown that is accepted for a tile with memory for exact products.
  static constexpr double kWorth = 8;

  using Sides = std::array<std::int64_t, 4>;
  /// Sides of pieces that fill a fraction of an FFT's side; 0: unused.
  static Sides cuts(std::int64_t needle, std::int64_t side) {
    Sides sides{};
    std::size_t next = 0;
    const std::int64_t most = side - side / 8;
    std::int64_t last = 0;
    for (std::int64_t share = 8; share >= 1; share /= 2) {
      const std::int64_t count = (needle * 8 + most * share - 1) / (most * share);
      const std::int64_t piece = (needle + count - 1) / count;
      if (piece == last) continue;
      sides[next++] = last = piece;
      if (count > 1 && piece < 8) break;
    }
    return sides;
  }

  void offer(TransformTile tile) {
    const std::int64_t stepX = picture::tileStep(scene_.width, needle_.width, tile.size.width);
    const std::int64_t stepY = picture::tileStep(scene_.height, needle_.height, tile.size.height);
    if (stepX < 1 || stepY < 1) return;
    const std::int64_t count = only_ != nullptr
                                   ? picture::TileGrid::countFor(*only_, {stepX, stepY})
                                   : tilesFor(scene_.width, needle_.width, stepX) *
                                         tilesFor(scene_.height, needle_.height, stepY);
    const std::int64_t area = tile.transform.pixels();
    const auto numbers = static_cast<double>(area);
    const auto pixels = static_cast<double>(tile.size.pixels());
    const double transform = numbers * transformNanoseconds(area);
    const auto pieces = static_cast<double>(tile.cut.pieces(needle_));
    const double channels = form_.channels;
    double pair = 0;
    if (!tile.cut.empty()) {
      const double seen = channels * pieces;
      pair = needles_ * (transform * (seen * (tile.cut.kept ? 1 : 2) + 1) +
                         2 * costs::kNumberTaken * (numbers * (seen + 1) + pixels * channels));
    } else {
      // Each number of a tile is loaded, summed, and tested for each needle; products of spectra
      // are read and written.
      pair = transform * (channels + needles_) +
             numbers * (2 * costs::kNumberTaken * (channels + needles_) +
                        costs::kProductOfSpectra * needles_ * channels);
    }
    pair += 2 * costs::kTileRow * static_cast<double>(tile.size.height) * channels;
    // The spectra of needles are computed one after another.
    const double spectra =
        (tile.cut.kept ? transform * channels * needles_ * pieces : 0) + costs::kSpectra;
    const double touched = numbers * costs::kTouchedFloats;
    const std::int64_t pairs = (count + 1) / 2;
    const TransformMemory memory = transformMemory(tile, count, needle_, form_);
    const int exactThreads = memory.threads(room_, true);
    const int proposing = memory.threads(room_, false);
    const int allowed = std::clamp(form_.holes ? exactThreads : proposing, 1, threads_);
    const std::int64_t rounds = (pairs + allowed - 1) / allowed;
    tile.nanoseconds = static_cast<double>(rounds) * pair + spectra + touched;
    fastest_ = std::min(fastest_, tile.nanoseconds);
    if (exactThreads > 0) {
      if (tile.nanoseconds < best_.nanoseconds) best_ = tile;
    } else if (proposing > 0 && !form_.holes) {
      if (tile.nanoseconds < lesser_.nanoseconds) lesser_ = tile;
    } else if (memory.thread + memory.spectra < least_) {
      least_ = memory.thread + memory.spectra;
      smallest_ = tile;
    }
  }

  const picture::PositionRanges* only_;
  Size scene_;
  Size needle_;
  TransformForm form_;
  double needles_;
  int threads_;
  double room_;
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  // With memory for exact products, without it, and the smallest of those with too little memory.
  TransformTile best_{{}, {}, {}, kNever};
  TransformTile lesser_{{}, {}, {}, kNever};
  TransformTile smallest_{{}, {}, {}, kNever};
  double fastest_ = kNever;  ///< the fastest of all, whatever its memory
  double least_ = kNever;
};

}  // namespace

std::span<const std::int64_t> transformSides() {
  return kSides;
}

std::vector<Size> transformSizes(Size scene, Size needle, std::int64_t longest) {
  std::vector<Size> sizes;
  const auto offer = [&](Size size) {
    if (size.width >= needle.width && size.height >= needle.height) sizes.push_back(size);
  };
  if (scene.height == 1) {
    // For longer ones the sine table alone takes tenths of a second; needles in pieces avoid it.
    constexpr std::int64_t kLongest = 1 << 22;
    for (std::int64_t power = 256; power <= kLongest; power *= 2) {
      offer({power, 1});
      offer({3 * power, 1});
    }
    return sizes;
  }
  for (const std::int64_t height : transformSides()) {
    for (const std::int64_t width : transformSides()) {
      if (width <= longest && height <= longest) offer({width, height});
    }
  }
  return sizes;
}

double transformNanoseconds(std::int64_t numbers) {
  const std::array<double, 7>& costs = costs::ofSimdLevel().transform;
  constexpr int kLast = 6;
  const double bits = std::max(0.0, std::log2(static_cast<double>(numbers)) - 14);
  if (bits >= kLast) return costs[kLast] + costs::kTransformBeyond * (bits - kLast);
  const auto whole = static_cast<std::size_t>(bits);
  return std::lerp(costs[whole], costs[whole + 1], bits - static_cast<double>(whole));
}

TransformTile chooseTile(Size scene, Size needle, const TransformForm& form, std::int64_t needles,
                         int threads, const picture::PositionRanges* only) {
  Chooser chooser(scene, needle, form, needles, threads, only);
  chooser.tryWholeNeedles();
  if (chooser.wantsPieces()) chooser.tryPieces();
  return chooser.chosen();
}

Size chooseDirectTile(Size scene, Size needle) {
  return {std::min(scene.width, kDirectPlaces.width + needle.width - 1),
          std::min(scene.height, kDirectPlaces.height + needle.height - 1)};
}

}  // namespace espy::score
