// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/memory.h"

#include <algorithm>
#include <limits>

#include "picture/planes.h"

namespace espy::score {

int TransformMemory::threads(double most, bool exactly) const {
  const double left = most - spectra - (exactly ? exactSpectra : 0);
  const double each = thread + (exactly ? exact : 0);
  return static_cast<int>(
      std::clamp(left / each, 0.0, static_cast<double>(std::numeric_limits<int>::max())));
}

TransformMemory transformMemory(const TransformTile& tile, std::int64_t tiles, Size needle,
                                const TransformForm& form) {
  const auto numbers = static_cast<double>(tile.transform.pixels());
  const auto pixels = static_cast<double>(tile.size.pixels());
  const double channels = form.channels;
  const auto together = static_cast<double>(std::min<std::int64_t>(2, tiles));
  // The tiles' spectra are kept if another needle follows. With pieces: the sum, the current
  // product, and the piece's spectrum if it is not kept.
  const double complexes =
      tile.cut.empty() ? channels + (form.needles > 1 ? 2 : 1) : (tile.cut.kept ? 3 : 4);
  const double complexBytes = 2 * sizeof(float);
  // Row padding, except for narrow tiles.
  constexpr std::int64_t kNarrow = picture::TilePlanes<std::uint8_t>::kNarrow;
  const double more = tile.size.width < kNarrow ? 0 : 144.0 / static_cast<double>(tile.size.width);
  const double samples = together * channels * form.sampleBytes * (1 + more);
  // The sums of both tiles.
  const double sums = (form.needles > 1 ? together : 1) * 2 * form.sumBytes *
                      (1 + 2.0 / static_cast<double>(tile.size.height)) *
                      (1 + 1.0 / static_cast<double>(tile.size.width));
  // Candidates, their exact scores and the bounds of neighbours; with a one-pixel halo, which
  // counts where there are few rows.
  const auto rows = static_cast<double>(tile.size.height - needle.height + 1);
  const double places = static_cast<double>(tile.size.width - needle.width + 1) * rows;
  const double withRim = places * (1 + 2 / rows);
  const double neighbours = 9 * withRim + 8 * places;
  const double candidates = 8 * withRim + 56 * places;

  TransformMemory memory;
  memory.thread = numbers * complexBytes * complexes + pixels * (samples + sums) + neighbours;
  memory.exact = numbers * 2 * complexBytes * complexes + candidates;
  if (tile.cut.kept) {
    memory.spectra = numbers * complexBytes * channels *
                     static_cast<double>(tile.cut.pieces(needle) * form.needles);
  }
  memory.exactSpectra = 2 * memory.spectra;
  if (form.sampleBytes == 2) {
    // The needle in halves, and the result of the first half.
    const double halves =
        tile.cut.kept ? channels * static_cast<double>(tile.cut.pieces(needle)) : 0;
    memory.exact += numbers * (2 * 2 * complexBytes * halves + 8 * together);
  }
  if (form.holes) {
    // The mask, and its 16-bit operands.
    memory.exact += pixels * 2 * channels * together + places * 2 * form.sumBytes * together;
    memory.exactSpectra *= 2;
  }
  return memory;
}

double mostTransformMemory(Size scene, const TransformForm& form) {
  // Below the limit of 64 bytes, because of peaks (32 a pixel where every window is one) and
  // uncounted small items. Masks of many holes have millions of rectangles.
  const double bytesPerPixel = form.holes ? 32 : 36;
  constexpr double kLeast = 28 << 20;
  return std::max(kLeast, bytesPerPixel * static_cast<double>(scene.pixels()));
}

}  // namespace espy::score
