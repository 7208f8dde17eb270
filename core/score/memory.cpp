// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/memory.h"

#include <algorithm>
#include <limits>

namespace espy::score {

int TransformMemory::threads(double most, bool exactly) const {
  const double left = most - spectra - (exactly ? exactSpectra : 0);
  const double each = thread + (exactly ? exact : 0);
  return static_cast<int>(
      std::clamp(left / each, 0.0, static_cast<double>(std::numeric_limits<int>::max())));
}

TransformMemory transformMemory(Size tile, std::int64_t tiles, Size needle,
                                const TransformForm& form) {
  const auto numbers = static_cast<double>(tile.pixels());
  const double channels = form.channels;
  const auto together = static_cast<double>(std::min<std::int64_t>(2, tiles));
  // Spectra of tiles are left whole where another needle is correlated with them.
  const double complexes = channels + (form.needles > 1 ? 2 : 1);
  const double complexBytes = 2 * sizeof(float);
  // Rows have some bytes more.
  const double samples =
      together * channels * form.sampleBytes * (1 + 144.0 / static_cast<double>(tile.width));
  // And so are the sums of both tiles.
  const double sums = (form.needles > 1 ? together : 1) * 2 * form.sumBytes;
  // Candidates, their exact scores and what is known of their neighbours.
  const auto places =
      static_cast<double>((tile.width - needle.width + 1) * (tile.height - needle.height + 1));
  const double neighbours = numbers * 17;
  const double candidates = places * 64;

  TransformMemory memory;
  memory.thread = numbers * (complexBytes * complexes + samples + sums) + neighbours;
  memory.exact = numbers * 2 * complexBytes * complexes + candidates;
  memory.spectra = numbers * complexBytes * channels * static_cast<double>(form.needles);
  memory.exactSpectra = 2 * memory.spectra;
  if (form.sampleBytes == 2) {
    // The needle in halves, and what the one gave while the other one is asked.
    memory.exact += numbers * (2 * 2 * complexBytes * channels + 8 * together);
  }
  if (form.holes) {
    // The mask, and what is correlated with it, in 16 bits.
    memory.exact += numbers * 2 * channels * together;
    memory.exactSpectra *= 2;
  }
  return memory;
}

double mostTransformMemory(Size scene, const TransformForm& form) {
  // Less than the 64 bytes, for peaks and what else is not counted above; and little is let pass in
  // any case.
  // Masks of many holes come with millions of rectangles.
  const double bytesPerPixel = form.holes ? 32 : 40;
  constexpr double kLeast = 28 << 20;
  return std::max(kLeast, bytesPerPixel * static_cast<double>(scene.pixels()));
}

}  // namespace espy::score
