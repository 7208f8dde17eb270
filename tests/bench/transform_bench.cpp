// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Espy's tiled FFT compared with FFTW's (a yardstick, linked nowhere else): two real tiles forward
// and inverse on one thread, single precision.
//
//     transform_bench [--json FILE]
#include <fftw3.h>
#include <fmt/format.h>

#include <memory>

#include "bench/options.h"
#include "bench/report.h"
#include "picture/tile_transform.h"

namespace espy::bench {
namespace {

/// FFTW plans for one real tile, tuned with FFTW_MEASURE.
class Fftw {
 public:
  explicit Fftw(int side)
      : tile_(static_cast<std::size_t>(side) * side), spectrum_((side / 2 + 1) * side * 2U) {
    auto* spectrum = reinterpret_cast<fftwf_complex*>(spectrum_.data());
    forward_ = fftwf_plan_dft_r2c_2d(side, side, tile_.data(), spectrum, FFTW_MEASURE);
    inverse_ = fftwf_plan_dft_c2r_2d(side, side, spectrum, tile_.data(), FFTW_MEASURE);
  }
  ~Fftw() {
    fftwf_destroy_plan(forward_);
    fftwf_destroy_plan(inverse_);
  }
  Fftw(const Fftw&) = delete;
  Fftw& operator=(const Fftw&) = delete;

  void roundTrip() {
    fftwf_execute(forward_);
    fftwf_execute(inverse_);
  }

 private:
  ScratchVector<float> tile_;
  ScratchVector<float> spectrum_;
  fftwf_plan forward_ = nullptr;
  fftwf_plan inverse_ = nullptr;
};

void compare(Report& report, int side) {
  constexpr int kTimes = 16;  // in a row, for caches as warm as in a search
  const Control control;
  const picture::TileTransform<float> transform(side, side, control);
  picture::ComplexTile<float> tile;
  picture::ComplexTile<float> spectrum;
  tile.resize(transform.size());
  Fftw one(side);
  Fftw other(side);
  const std::vector<Timing> timings = race({
      {"espy, two tiles as one complex tile",
       [&] {
         for (int i = 0; i < kTimes; ++i) {
           std::fill(tile.real.begin(), tile.real.end(), 1.0F);
           std::fill(tile.imaginary.begin(), tile.imaginary.end(), 2.0F);
           transform.forward(tile, spectrum);
           transform.inverse(spectrum, tile);
         }
       },
       21},
      {"FFTW, measured plans, one tile after the other",
       [&] {
         for (int i = 0; i < kTimes; ++i) {
           one.roundTrip();
           other.roundTrip();
         }
       },
       21},
  });
  report.add(fmt::format("two tiles of {} x {} there and back, {} times", side, side, kTimes),
             "one thread, single precision", timings, {});
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  const auto options = espy::bench::optionsOf(argc, argv, {"--json"});
  espy::bench::Report report("tile transforms");
  for (const int side : {128, 192, 256, 384, 512, 768, 1024}) espy::bench::compare(report, side);
  if (options.contains("--json")) report.write(options.at("--json"));
  return 0;
}
