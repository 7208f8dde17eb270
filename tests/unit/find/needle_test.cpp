// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Needles are prepared row by row; the reference converts each sample separately.
#include "find/needle.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>

#include "find/reference.h"
#include "score/reference.h"

namespace espy {
namespace {

constexpr std::array<int, 4> kChannels{1, 2, 3, 4};
constexpr std::array<Depth, 2> kDepths{Depth::u8, Depth::u16};

/// Random samples, with many zeros and maxima.
Image someImage(Size size, PixelFormat format, std::mt19937& random) {
  Image image(size, format);
  const MutableImageView pixels = image.pixels();
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::uint8_t* row = pixels.row(y);
    for (std::int64_t i = 0; i < pixels.rowBytes(); ++i) {
      const auto drawn = static_cast<std::uint8_t>(random());
      row[i] = random() % 3 == 0 ? static_cast<std::uint8_t>(drawn % 2 * 255) : drawn;
    }
  }
  return image;
}

void expectAsDefined(const Needle& needle, PixelFormat scene, bool weighted) {
  const finders::PreparedNeedle made = finders::prepareNeedle(needle, 7, scene, weighted);
  const finders::NeedleSums wanted = score::sumsOf(needle, scene, weighted);
  const finders::NeedleSums alone = finders::needleSums(needle, scene, weighted, {});
  for (const finders::NeedleSums& sums : {made.sums, alone}) {
    ASSERT_EQ(sums.samples, wanted.samples);
    ASSERT_EQ(sums.weight, wanted.weight);
    ASSERT_EQ(sums.maxValue, wanted.maxValue);
    ASSERT_EQ(sums.sum, wanted.sum);
    ASSERT_EQ(sums.squares, wanted.squares);
    ASSERT_EQ(sums.sumOf, wanted.sumOf);
    ASSERT_EQ(sums.channels, wanted.channels);
  }
  const bool depthsDiffer = needle.picture.format().depth != scene.depth;
  bool solid = true;
  bool anyWeighs = false;
  for (std::int64_t y = 0; y < made.size.height; ++y) {
    for (std::int64_t x = 0; x < made.size.width; ++x) {
      const std::int64_t weight = score::weightOf(needle, x, y, weighted);
      ASSERT_EQ(made.weight(x, y), weight) << x << ',' << y;
      ASSERT_EQ(finders::takesPart(needle, x, y), finders::isOpaque(needle, x, y));
      solid = solid && weight != 0;
      anyWeighs = anyWeighs || weight > 1;
      for (int c = 0; c < made.form.channels; ++c) {
        const std::int64_t value =
            weight == 0 ? 0 : finders::comparedSample(needle.picture, x, y, c, depthsDiffer);
        ASSERT_EQ(made.row(c, y)[x], value) << x << ',' << y;
      }
    }
  }
  EXPECT_EQ(made.index, 7U);
  EXPECT_EQ(made.solid, solid);
  EXPECT_EQ(made.weighted, anyWeighs);
}

TEST(PreparedNeedle, IsWhatTheDefinitionComparesInEveryForm) {
  std::mt19937 random(5);
  for (const int channels : kChannels) {
    for (const Depth depth : kDepths) {
      const Size size{1 + static_cast<std::int64_t>(random() % 40), 5};
      const Image picture = someImage(size, {channels, depth}, random);
      for (const int maskKind : {0, 1, 2}) {
        std::optional<Image> mask;
        if (maskKind > 0) mask = someImage(size, {1, kDepths.at(maskKind - 1)}, random);
        const Needle needle{picture.view(),
                            mask ? std::optional<ImageView>(mask->view()) : std::nullopt};
        for (const int sceneChannels : kChannels) {
          for (const Depth sceneDepth : kDepths) {
            for (const bool weighted : {false, true}) {
              expectAsDefined(needle, {sceneChannels, sceneDepth}, weighted);
              if (HasFatalFailure()) return;
            }
          }
        }
      }
    }
  }
}

TEST(PreparedNeedle, RowsOfTheGreatestSamplesDoNotOverflow) {
  const Size size{70000, 1};
  Image picture(size, {1, Depth::u16});
  std::fill_n(picture.pixels().row(0), picture.pixels().rowBytes(), std::uint8_t{255});
  expectAsDefined({picture.view(), {}}, {3, Depth::u16}, false);
  expectAsDefined({picture.view(), {}}, {3, Depth::u16}, true);
}

}  // namespace
}  // namespace espy
