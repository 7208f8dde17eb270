// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sketches: no distance becomes longer, and a screen by them leaves nothing out.
#include "identify/sketch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espy/engine/identify.h"
#include "identify/fast.h"
#include "support/feature_cases.h"
#include "support/limited_simd.h"

namespace espy::identifytest {
namespace {

using test::LimitedSimd;
using test::Random;

using Bytes = std::vector<std::uint8_t>;

double squaredDistance(const std::uint8_t* a, const std::uint8_t* b) {
  double sum = 0;
  for (std::int64_t i = 0; i < kFeatureBytes; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/// Features of all kinds: any bytes, only 0 and 255, and all bytes equal.
Bytes someFeatures(Random& random, std::int64_t count) {
  Bytes bytes;
  for (std::int64_t f = 0; f < count; ++f) {
    const auto kind = random.below(3);
    const auto same = static_cast<std::uint8_t>(random.below(256));
    for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
      const auto any = static_cast<std::uint8_t>(random.below(256));
      bytes.push_back(kind == 0 ? any : kind == 1 ? (any < 128 ? 0 : 255) : same);
    }
  }
  return bytes;
}

TEST(Sketches, NoDistanceBecomesLonger) {
  for (const SimdLevel level : simdLevels()) {
    const LimitedSimd limited(level);
    Random random(7);
    constexpr std::int64_t kCount = 90;
    const Bytes features = someFeatures(random, kCount);
    identify::Sketches sketches;
    identify::sketch(features.data(), kCount, sketches);
    for (std::int64_t a = 0; a < kCount; ++a) {
      for (std::int64_t b = 0; b < a; ++b) {
        double sum = 0;
        for (std::int64_t i = 0; i < identify::kSketch; ++i) {
          const auto at = [&](std::int64_t row) {
            return static_cast<double>(
                sketches.numbers[static_cast<std::size_t>(row * identify::kSketch + i)]);
          };
          sum += (at(a) - at(b)) * (at(a) - at(b));
        }
        const double exact = squaredDistance(features.data() + a * kFeatureBytes,
                                             features.data() + b * kFeatureBytes);
        EXPECT_LE(sum, exact * 4 * 1.01 * 33 / 32 + 33 * identify::kSketch);
      }
    }
  }
}

/// `all` with a wave that no sketch shows.
Bytes shifted(std::uint8_t all, int wave) {
  Bytes bytes(static_cast<std::size_t>(kFeatureBytes));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(all + (i % 2 == 0 ? wave : -wave));
  }
  return bytes;
}

/// Squared distances from 40, by 128: 400 of rows whose sketches are equal to the query's; 225 of
/// a row whose sketch is far; 16 / 25 of 400 is 256.
Features withNearSketches(int near) {
  Features reference;
  reference.picture = {10, 10};
  const auto add = [&](const Bytes& bytes) {
    reference.points.push_back({1, 1, 1, 0});
    reference.bytes.insert(reference.bytes.end(), bytes.begin(), bytes.end());
  };
  for (int i = 0; i < near; ++i) add(shifted(40, i % 2 == 0 ? 20 : -20));
  add(shifted(55, 0));
  // The other features of the query have two equal ones: sketches decide.
  for (int i = 0; i < 2; ++i) add(shifted(5, 0));
  while (reference.count() < 80) {
    Bytes far = shifted(static_cast<std::uint8_t>(75 + reference.count() % 8), 0);
    std::fill_n(far.begin(), 64, std::uint8_t{0});
    add(far);
  }
  return reference;
}

TEST(Sketches, ANearestRowWithAFarSketchIsNotLeftOut) {
  Bytes query;
  for (int i = 0; i < 70; ++i) {
    const Bytes one = shifted(i == 33 ? 40 : 5, 0);
    query.insert(query.end(), one.begin(), one.end());
  }
  for (const SimdLevel level : simdLevels()) {
    const LimitedSimd limited(level);
    const auto& loops = identify::screenLoops(identify::ScreenStrategy::simd);
    for (const int near : {2, 3, 6}) {
      const Features reference = withNearSketches(near);
      const Slab slab = slabOf({&reference, 1}, 80);
      identify::Screener screener(loops, {4, 5});
      screener.take({slab.features, slab.norms, reference.count()});
      const auto packed = identify::packQuery(loops, query);
      const auto passing = screener.passing(packed);
      EXPECT_TRUE(std::ranges::find(passing, 33) != passing.end()) << loops.name << ' ' << near;
    }
  }
}

}  // namespace
}  // namespace espy::identifytest
