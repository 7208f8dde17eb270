// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/scored_needle.h"

#include <algorithm>

#include "find/reference.h"
#include "find/score_reference.h"

namespace espy::find {

CommonForm commonForm(PixelFormat a, PixelFormat b) {
  return {std::max(a.colourChannels(), b.colourChannels()), std::max(a.depth, b.depth)};
}

namespace {

/// Is every sample compared as it is, and a byte?
bool isPlain(const Needle& needle, PixelFormat scene) {
  const PixelFormat own = needle.picture.format();
  return !needle.mask && !own.hasAlpha() && own.depth == Depth::u8 && scene.depth == Depth::u8;
}

/// Adds the samples of a row of a plain needle to its sums, once for each channel compared.
void addPlainRow(const Needle& needle, std::int64_t y, int channels, NeedleSums& sums) {
  const PixelFormat own = needle.picture.format();
  const std::uint8_t* row = needle.picture.row(y);
  const std::int64_t count = needle.picture.rowBytes();
  const auto times = static_cast<std::uint64_t>(channels / own.channels);
  constexpr std::int64_t kTogether = 65536;  // squares of so many fit into 32 bits
  for (std::int64_t first = 0; first < count; first += kTogether) {
    std::uint32_t sum = 0;
    std::uint32_t squares = 0;
    for (std::int64_t i = first; i < std::min(count, first + kTogether); ++i) {
      sum += row[i];
      squares += std::uint32_t{row[i]} * row[i];
    }
    sums.sum += times * sum;
    sums.squares += times * squares;
  }
  sums.samples += count * static_cast<std::int64_t>(times);
  sums.weight += count * static_cast<std::int64_t>(times);
}

}  // namespace

NeedleSums fastSumsOf(const Needle& needle, PixelFormat scene, bool weighted,
                      const Control& control) {
  if (weighted || !isPlain(needle, scene)) return sumsOf(needle, scene, weighted, control);
  const CommonForm form = commonForm(needle.picture.format(), scene);
  NeedleSums sums;
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    control.check();
    addPlainRow(needle, y, form.channels, sums);
  }
  return sums;
}

ScoredNeedle makeScoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                              bool weighted, Method method, const Control& control) {
  const ImageView& picture = needle.picture;
  const bool depthsDiffer = picture.format().depth != scene.depth;
  ScoredNeedle made;
  made.index = index;
  made.size = picture.size();
  made.form = commonForm(picture.format(), scene);
  made.sums.maxValue = std::max(picture.format().maxValue(), scene.maxValue());
  made.values.resize(static_cast<std::size_t>(made.size.pixels() * made.form.channels));
  made.weights.resize(static_cast<std::size_t>(made.size.pixels()));
  const bool plain = !weighted && isPlain(needle, scene);
  for (std::int64_t y = 0; y < made.size.height; ++y) {
    control.check();
    if (plain) {
      addPlainRow(needle, y, made.form.channels, made.sums);
      const int step = picture.format().channels;
      for (int c = 0; c < made.form.channels; ++c) {
        const std::uint8_t* row = picture.row(y) + (step == 1 ? 0 : c);
        std::uint16_t* to = made.values.data() + (c * made.size.height + y) * made.size.width;
        for (std::int64_t x = 0; x < made.size.width; ++x) to[x] = row[x * step];
      }
      std::fill_n(made.weights.begin() + y * made.size.width, made.size.width, std::uint8_t{1});
      continue;
    }
    for (std::int64_t x = 0; x < made.size.width; ++x) {
      const std::int64_t pixel = y * made.size.width + x;
      const auto weight = static_cast<std::uint8_t>(weightOf(needle, x, y, weighted));
      made.weights[pixel] = weight;
      made.weighted = made.weighted || weight > 1;
      made.solid = made.solid && weight > 0;
      if (weight == 0) continue;
      for (int c = 0; c < made.form.channels; ++c) {
        const auto value =
            static_cast<std::uint16_t>(comparedSample(picture, x, y, c, depthsDiffer));
        made.values[c * made.size.pixels() + pixel] = value;
        ++made.sums.samples;
        made.sums.weight += weight;
        made.sums.sum += value;
        made.sums.squares += static_cast<std::uint64_t>(value) * value;
      }
    }
  }
  const Rectangle whole{0, 0, made.size.width, made.size.height};
  if (made.solid) {
    made.rectangles = {whole};
    made.inner = whole;
  } else if (method != Method::sad) {
    const auto takesPart = [&](std::int64_t x, std::int64_t y) { return made.weight(x, y) != 0; };
    const auto label = [&](std::int64_t x, std::int64_t y) { return takesPart(x, y) ? 1 : -1; };
    const std::vector<Labelled> parts =
        labelledRectangles(made.size, label, control, ScoredNeedle::kMostRectangles);
    made.scattered = parts.size() > ScoredNeedle::kMostRectangles;
    if (!made.scattered) {
      made.rectangles.reserve(parts.size());
      for (const Labelled& part : parts) made.rectangles.push_back(part.rectangle);
    }
    // Only correlations ask for it.
    if (method == Method::zncc) made.inner = largestRectangle(made.size, takesPart, control);
  }
  return made;
}

}  // namespace espy::find
