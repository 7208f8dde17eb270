// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "espy/engine/mark.h"
#include "support/made_pictures.h"

/// Small pictures as text.
namespace espy::art {

using Art = std::vector<std::string>;

inline Registry markRegistry() {
  Registry registry;
  addBuiltInEngines(registry);
  addMark(registry);
  return registry;
}

/// A flag plane: '.' none, 'B' base, '#' inside, '%' a value that Espy never writes.
inline Image flagsFrom(const Art& rows) {
  const auto height = static_cast<std::int64_t>(rows.size());
  const auto width = static_cast<std::int64_t>(rows.empty() ? 0 : rows.front().size());
  return test::greyOf({width, height}, [&](std::int64_t x, std::int64_t y) {
    const char c = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    return c == 'B' ? kFlagBase : c == '#' ? kFlagInside : c == '%' ? 0x80 : 0;
  });
}

using Pixel = std::vector<std::uint32_t>;

inline Pixel pixelAt(const ImageView& image, std::int64_t x, std::int64_t y) {
  Pixel pixel;
  for (int c = 0; c < image.format().channels; ++c) pixel.push_back(sampleAt(image, x, y, c));
  return pixel;
}

/// A picture of one colour.
inline Image filledWith(Size size, PixelFormat format, const Pixel& pixel) {
  return test::imageOf(size, format, [&](auto /*x*/, auto /*y*/, int c) {
    return pixel[static_cast<std::size_t>(c)];
  });
}

/// A picture as text: `letter(x, y)`.
template <class Letter>
Art artOf(Size size, const Letter& letter) {
  Art rows(static_cast<std::size_t>(size.height));
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      rows[static_cast<std::size_t>(y)] += letter(x, y);
    }
  }
  return rows;
}

/// Compares a picture that was filled with `before` and then marked: '.' unflagged and unchanged,
/// '#' flagged and unchanged, 'o' painted, '!' anything else, such as a painted pixel that is
/// flagged.
inline Art lettersOf(const ImageView& picture, const ImageView& flags, const Pixel& before,
                     const Pixel& painted) {
  return artOf(picture.size(), [&](std::int64_t x, std::int64_t y) {
    const Pixel pixel = pixelAt(picture, x, y);
    const bool flagged = sampleAt(flags, x, y, 0) != 0;
    const char same = flagged ? '#' : '.';
    return pixel == before ? same : pixel == painted && !flagged ? 'o' : '!';
  });
}

/// Tests that run for every engine.
class PerEngine : public testing::TestWithParam<std::string> {
 protected:
  void paint(Image& picture, const ImageView& flags, const MarkOptions& options,
             const Control& control = {}) const {
    Timeline unheard;
    registry_.get<PaintMarks>(GetParam())(picture.pixels(), flags, options, control, unheard);
  }

  Image screen(const ImageView& scene, Colour keep, int tolerance,
               const Control& control = {}) const {
    return screened(registry_, GetParam(), scene, {{keep}, tolerance}, control);
  }

  Registry registry_ = markRegistry();
};

inline auto allEngines() {
  return testing::Values("reference", "sequential", "threads", "openmp");
}
inline std::string engineName(const testing::TestParamInfo<std::string>& test) {
  return test.param;
}

}  // namespace espy::art
