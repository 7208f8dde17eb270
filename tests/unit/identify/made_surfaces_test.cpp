// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The synthetic surfaces of the accuracy benchmark.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espy/engine/identify.h"
#include "support/surface_photo.h"
#include "unit/identify/support.h"

namespace espy {
namespace {

using test::SurfaceKind;
using test::SurfaceLevel;
using test::SurfaceSheet;
using test::SurfaceView;

SurfaceSheet sheetOf(int kind, std::uint64_t own, std::uint64_t other = 0, double shared = 0) {
  return test::surfaceSheet({static_cast<SurfaceKind>(kind), own, other, shared});
}

/// Correlation of the brightness of two sheets.
double likeness(const SurfaceSheet& a, const SurfaceSheet& b) {
  const auto& left = a.albedo.values;
  const auto& right = b.albedo.values;
  const auto count = static_cast<double>(left.size());
  double sums[5] = {};
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double l = left[i];
    const double r = right[i];
    const double parts[5] = {l, r, l * l, r * r, l * r};
    for (std::size_t k = 0; k < 5; ++k) sums[k] += parts[k];
  }
  const double both = sums[4] - sums[0] * sums[1] / count;
  return both /
         std::sqrt((sums[2] - sums[0] * sums[0] / count) * (sums[3] - sums[1] * sums[1] / count));
}

TEST(MadeSurfaces, AreTheSameForTheSameSeed) {
  for (int kind = 0; kind < test::kSurfaceKinds; ++kind) {
    const SurfaceSheet one = sheetOf(kind, 5);
    EXPECT_EQ(one.albedo.values, sheetOf(kind, 5).albedo.values);
    EXPECT_EQ(one.heights.values, sheetOf(kind, 5).heights.values);
    const SurfaceView view = test::queryView(SurfaceLevel::hard, 3);
    EXPECT_TRUE(samePixels(surfacePhoto(one, one, view, 8), surfacePhoto(one, one, view, 8)));
  }
}

TEST(MadeSurfaces, DifferentSeedsAreUnrelated) {
  for (int kind = 0; kind < test::kSurfaceKinds; ++kind) {
    EXPECT_LT(std::abs(likeness(sheetOf(kind, 5), sheetOf(kind, 6))), 0.15) << kind;
  }
}

TEST(MadeSurfaces, ShareTheRequestedPart) {
  for (int kind = 0; kind < test::kSurfaceKinds; ++kind) {
    const SurfaceSheet parent = sheetOf(kind, 5);
    const double little = likeness(parent, sheetOf(kind, 6, 5, 0.3));
    const double much = likeness(parent, sheetOf(kind, 6, 5, 0.7));
    EXPECT_GT(little, 0.05) << kind;
    EXPECT_GT(much, little + 0.15) << kind;
    EXPECT_LT(much, 0.95) << kind;
  }
}

TEST(MadeSurfaces, HideTheRequestedPart) {
  const SurfaceSheet dark = sheetOf(0, 1);
  SurfaceSheet white = sheetOf(0, 2);
  std::ranges::fill(white.albedo.values, 1.0F);
  SurfaceSheet black = dark;
  std::ranges::fill(black.albedo.values, 0.0F);
  black.gloss = white.gloss = 0;
  std::ranges::fill(black.heights.values, 0.0F);
  std::ranges::fill(white.heights.values, 0.0F);
  for (const double hidden : {0.0, 0.2, 0.4}) {
    SurfaceView view;
    view.hidden = hidden;
    const Image photo = surfacePhoto(black, white, view, 3);
    double bright = 0;
    for (std::int64_t y = 0; y < photo.size().height; ++y) {
      for (std::int64_t x = 0; x < photo.size().width; ++x) {
        bright += sampleAt(photo, x, y, 0) > 100 ? 1 : 0;
      }
    }
    EXPECT_NEAR(bright / static_cast<double>(photo.size().pixels()), hidden, 0.02);
  }
}

/// By the definition, one by one; features are unordered.
std::vector<FeaturePair> pairsByHand(const Features& query, const Features& reference) {
  std::vector<FeaturePair> pairs;
  for (std::int32_t q = 0; q < query.count(); ++q) {
    const std::uint8_t* one = query.feature(q).data();
    int nearest = 1 << 30;
    int second = nearest;
    FeaturePair pair{q, 0};
    for (std::int32_t r = 0; r < reference.count(); ++r) {
      const std::uint8_t* other = reference.feature(r).data();
      int distance = 0;
      for (int k = 0; k < kFeatureBytes; ++k) distance += (one[k] - other[k]) * (one[k] - other[k]);
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
        pair.reference = r;
      } else {
        second = std::min(second, distance);
      }
    }
    if (nearest * 25LL < second * 16LL) pairs.push_back(pair);
  }
  return pairs;
}

TEST(MadeSurfaces, AreFoundByTheirHomography) {
  NEEDS_FEATURES();
  for (int kind = 0; kind < test::kSurfaceKinds; ++kind) {
    const auto seed = static_cast<std::uint64_t>(kind);
    const SurfaceSheet sheet = sheetOf(kind, 40 + seed);
    const SurfaceSheet around = sheetOf((kind + 1) % test::kSurfaceKinds, 60 + seed);
    const SurfaceView view = test::queryView(SurfaceLevel::easy, seed);
    const Features reference =
        featuresOf(surfacePhoto(sheet, sheet, test::referenceView(seed), seed), {.most = 200});
    const Features query = featuresOf(surfacePhoto(sheet, around, view, seed), {.most = 400});
    const Verification found = verifyPairs(query, reference, pairsByHand(query, reference));
    ASSERT_TRUE(found.homography) << kind;
    EXPECT_GE(found.inlierCount, 20) << kind;
    const std::array<double, 9> meant = homographyTo(view);
    for (const double x : {10.0, 310.0}) {
      for (const double y : {10.0, 310.0}) {
        const auto at = [&](const std::array<double, 9>& m, std::size_t row) {
          return (m[row] * x + m[row + 1] * y + m[row + 2]) / (m[6] * x + m[7] * y + m[8]);
        };
        EXPECT_NEAR(at(*found.homography, 0), at(meant, 0), 3) << kind;
        EXPECT_NEAR(at(*found.homography, 3), at(meant, 3), 3) << kind;
      }
    }
  }
}

}  // namespace
}  // namespace espy
