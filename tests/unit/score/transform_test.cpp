// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Foundations of scored find: FFTs of tiles, correlations and their error bounds.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "espy/engine/all.h"

#include "picture/tile_transform.h"
#include "score/correlator.h"
#include "score/formula.h"
#include "score/tile_strategy.h"
#include "score/window_at.h"
#include "support/find_with.h"
#include "support/made_pictures.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

using picture::ComplexTile;
using picture::TileTransform;
using test::Random;

const Control kControl;

template <class Real>
ComplexTile<Real> randomTile(std::int64_t count, Random& random) {
  ComplexTile<Real> tile;
  tile.resize(count);
  for (std::int64_t i = 0; i < count; ++i) {
    tile.real[i] = static_cast<Real>(random.below(511) - 255);
    tile.imaginary[i] = static_cast<Real>(random.below(511) - 255);
  }
  return tile;
}

template <class Real>
class Transforms : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Transforms, Reals);

TYPED_TEST(Transforms, ForwardAndInverseAreTheTileTimesItsSize) {
  Random random(1);
  for (const auto& [columns, rows] : {std::pair{16, 16},
                                      {32, 16},
                                      {16, 128},
                                      {64, 512},
                                      {48, 16},
                                      {16, 96},
                                      {192, 384},
                                      {768, 48},
                                      {256, 1},
                                      {768, 1},
                                      {512, 1},
                                      {6144, 1}}) {
    const TileTransform<TypeParam> transform(columns, rows, kControl);
    const ComplexTile<TypeParam> before = randomTile<TypeParam>(transform.size(), random);
    ComplexTile<TypeParam> tile = before;
    ComplexTile<TypeParam> spectrum;
    transform.forward(tile, spectrum);
    transform.inverse(spectrum, tile);
    const double most = 512 * transform.relativeError() * std::sqrt(transform.size());
    for (std::int64_t i = 0; i < transform.size(); ++i) {
      const auto size = static_cast<TypeParam>(transform.size());
      ASSERT_NEAR(tile.real[i] / size, before.real[i], most);
      ASSERT_NEAR(tile.imaginary[i] / size, before.imaginary[i], most);
    }
  }
}

TYPED_TEST(Transforms, StopInTheMiddle) {
  std::stop_source source;
  Control control;
  control.stop = source.get_token();
  const TileTransform<TypeParam> transform(64, 64, control);
  Random random(4);
  ComplexTile<TypeParam> tile = randomTile<TypeParam>(transform.size(), random);
  ComplexTile<TypeParam> spectrum;
  transform.forward(tile, spectrum);
  source.request_stop();
  EXPECT_THROW(transform.inverse(spectrum, tile), Error);
  EXPECT_THROW(transform.forward(tile, spectrum), Error);
}

/// The spectrum's product is the circular correlation: sum over (i, j) of a(x + i, y + j) b(i, j).
template <class Real>
void correlateAndCompare(int columns, int rows, Random& random) {
  const TileTransform<Real> transform(columns, rows, kControl);
  ComplexTile<Real> a = randomTile<Real>(transform.size(), random);
  ComplexTile<Real> b = randomTile<Real>(transform.size(), random);
  std::fill(b.imaginary.begin(), b.imaginary.end(), Real{0});
  const ComplexTile<Real> a0 = a;
  const ComplexTile<Real> b0 = b;
  ComplexTile<Real> aSpectrum;
  ComplexTile<Real> bSpectrum;
  transform.forward(a, aSpectrum);
  transform.forward(b, bSpectrum);
  double magnitudes = 0;
  for (std::int64_t i = 0; i < transform.size(); ++i) {
    const std::complex<double> one(aSpectrum.real[i], aSpectrum.imaginary[i]);
    const std::complex<double> other(bSpectrum.real[i], bSpectrum.imaginary[i]);
    const std::complex<double> product = 2.0 * one * std::conj(other);
    magnitudes += std::abs(product.real()) + std::abs(product.imag());
  }
  // The same product twice, which doubles the sum.
  const picture::SpectraPair<Real> pairs[] = {{&aSpectrum, &bSpectrum}, {&aSpectrum, &bSpectrum}};
  const int wanted = std::max(1, columns - 3);
  ComplexTile<Real> spare;
  ComplexTile<Real> result;
  EXPECT_NEAR(transform.correlate(pairs, wanted, spare, result), magnitudes, 0.01 * magnitudes);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < wanted; ++x) {
      double real = 0;
      double imaginary = 0;
      for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) {
          const int at = (y + j) % rows * columns + (x + i) % columns;
          real += static_cast<double>(a0.real[at]) * b0.real[j * columns + i];
          imaginary += static_cast<double>(a0.imaginary[at]) * b0.real[j * columns + i];
        }
      }
      const int index = y * columns + x;
      ASSERT_NEAR(result.real[index] / (2.0 * columns * rows), real, 20);
      ASSERT_NEAR(result.imaginary[index] / (2.0 * columns * rows), imaginary, 20);
    }
  }
}

TYPED_TEST(Transforms, ProductsOfSpectraCorrelate) {
  Random random(2);
  for (const auto& [columns, rows] : {std::pair{32, 16},
                                      {48, 16},
                                      {16, 96},
                                      {48, 48},
                                      {256, 1},
                                      {768, 1},
                                      {512, 1},
                                      {1024, 1},
                                      {3072, 1}}) {
    SCOPED_TRACE(testing::Message() << columns << " x " << rows);
    correlateAndCompare<TypeParam>(columns, rows, random);
  }
}

/// Long enough for FFTs, and of several tiles.
TEST(Lines, AreSearchedAsTheReferenceDoes) {
  const Registry registry = makeRegistry();
  Random random(6);
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, {3, Depth::u8}, {1, Depth::u16}}) {
    for (const bool lies : {false, true}) {
      const Size all = lies ? Size{5000, 1} : Size{1, 5000};
      const Image scene = test::imageOf(all, format, [&](auto x, auto y, int /*c*/) {
        return random.below(x + y < 2500 ? 3 : 250);
      });
      const Size size = lies ? Size{900, 1} : Size{1, 900};
      const Image mask = test::maskOf(size, [](auto x, auto y) { return (x + y) % 2 == 0; });
      for (const bool holes : {false, true}) {
        Needle needle{scene.view().crop(lies ? 2100 : 0, lies ? 0 : 2100, size), {}};
        if (holes) needle.mask = mask.view();
        for (const Method method : {Method::ssd, Method::zncc}) {
          ScoreOptions options{.method = method, .minScore = method == Method::ssd ? 0.5 : -0.1};
          RunReport report;
          const auto found = [&](const char* engine) {
            return registry.get<FindScored>(engine)(scene, {&needle, 1}, options, {}, report).peaks;
          };
          EXPECT_EQ(found("sequential"), found("reference"));
        }
      }
    }
  }
}

/// The greatest error of a correlation, and the derived bound.
struct Errors {
  double seen = 0;
  double derived = 0;
};

template <class Real>
Errors errorsOf(const ImageView& scene, const ImageView& needlePicture, Size transform,
                const score::NeedleCut& cut = {}) {
  const score::ScoredNeedle needle =
      score::makeScoredNeedle({needlePicture, {}}, 0, scene.format(), false);
  const std::vector<const score::ScoredNeedle*> needles{&needle};
  const score::Correlator<Real> correlator(transform, needles, kControl, score::Centre::whole, cut);
  std::vector<picture::TilePlanes<std::uint8_t>> tiles(1);
  tiles[0].load(scene, needle.form, 0, 0, scene.size());
  typename score::Correlator<Real>::Buffers buffers;
  correlator.template load<std::uint8_t>(tiles, buffers);
  Errors errors;
  errors.derived = correlator.correlate(0, buffers);
  const Size positions = correlator.placesOf(0);
  const Size places{std::min(positions.width, scene.width() - needle.size.width + 1),
                    std::min(positions.height, scene.height() - needle.size.height + 1)};
  EXPECT_GT(places.pixels(), 100);
  for (std::int64_t y = 0; y < places.height; y += 3) {
    for (std::int64_t x = 0; x < places.width; x += 3) {
      const score::WindowSums window = score::windowAt(tiles[0], needle, x, y);
      const double r = buffers.result.real[y * transform.width + x];
      const auto products =
          correlator.template products<double>(0, buffers, 0, r, static_cast<double>(window.sum));
      errors.seen =
          std::max(errors.seen, std::abs(products - static_cast<double>(window.products)));
    }
  }
  return errors;
}

TEST(Correlations, AreOffByLessThanTheySay) {
  Random random(3);
  for (int kind = 0; kind < test::kKinds; ++kind) {
    for (const int channels : {1, 3}) {
      const Image scene =
          test::drawn({128, 64}, {channels, Depth::u8}, static_cast<test::Kind>(kind), random);
      const ImageView needle = scene.view().crop(40, 10, {33, 21});
      struct Setting {
        Size transform;
        score::NeedleCut cut;
      };
      // FFTs as large as the scene, larger, and needles in pieces, of which the last ones are
      // smaller.
      for (const Setting& setting : {Setting{{128, 64}, {}},
                                     {{192, 96}, {}},
                                     {{48, 64}, {{17, 21}, true}},
                                     {{32, 16}, {{9, 4}, true}},
                                     {{48, 48}, {{8, 20}, false}}}) {
        const Errors single = errorsOf<float>(scene, needle, setting.transform, setting.cut);
        EXPECT_LE(single.seen, single.derived) << kind;
        const Errors exact = errorsOf<double>(scene, needle, setting.transform, setting.cut);
        EXPECT_LE(exact.seen, exact.derived) << kind;
        // Small enough for rounding to yield the integer.
        EXPECT_LT(exact.derived, 0.01) << kind;
      }
    }
  }
}

TEST(ScoredFind, StopsOnRequest) {
  const Registry registry = makeRegistry();
  Image scene({900, 700}, {1, Depth::u8});
  Random random(4);
  draw(scene.pixels(), test::Kind::noise, random, true);
  const std::vector<Needle> needles{{scene.view().crop(100, 100, {24, 24}), {}}};
  for (const Method method : {Method::sad, Method::zncc}) {
    for (const char* engine : {"sequential", "threads", "openmp"}) {
      std::stop_source stop;
      Control control{0, stop.get_token(), [&](double done) {
                        if (done > 0) stop.request_stop();
                      }};
      ScoreOptions options{.method = method};
      SCOPED_TRACE(engine);
      test::expectError(ErrorCode::cancelled, [&] {
        findScored(registry, engine, scene, needles, options, {}, control);
      });
    }
  }
}

// Regression: 256 columns for a scene of one column needed 4 GB for a million pixels.
TEST(TileStrategy, TilesReachNoFurtherThanTheScene) {
  for (const auto& [scene, size] : {std::pair{Size{1, 3000}, Size{1, 1500}},
                                    {Size{3000, 1}, Size{1500, 1}},
                                    {Size{70, 40}, Size{64, 32}},
                                    {Size{20, 20}, Size{20, 20}}}) {
    const Image picture(size, {1, Depth::u8});
    const Needle needle{picture, {}};
    const score::ScoredNeedle made = score::makeScoredNeedle(needle, 0, picture.format(), false);
    const score::ScoredNeedle* only = &made;
    const Size tile =
        score::tileFor(score::TileStrategy::bySamples, scene, {&only, 1}, Method::sad);
    EXPECT_GE(tile.width, size.width);
    EXPECT_GE(tile.height, size.height);
    EXPECT_LE(tile.width, scene.width);
    EXPECT_LE(tile.height, scene.height);
  }
}

}  // namespace
}  // namespace espy
