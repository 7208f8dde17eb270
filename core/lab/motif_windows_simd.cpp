// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every operation is rounded as in motif_loops.cpp.
#include <limits>

#include "lab/motif_loops.h"
#include "lab/motif_windows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/motif_windows_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::lab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
using Numbers = hn::Vec<Tag>;
constexpr std::int64_t kLanes = hn::MaxLanes(Tag());
/// Vectors whose chains of additions run concurrently.
constexpr std::int64_t kVectors = 4;
constexpr std::int64_t kWindows = kVectors * kLanes;

/// Writes the normalised samples of the windows of one vector, `kWindows` apart.
void normaliseLanes(const double* samples, std::int64_t length, double* to) {
  const Tag d;
  const Numbers size = hn::Set(d, static_cast<double>(length));
  Numbers sum = hn::Zero(d);
  for (std::int64_t k = 0; k < length; ++k) sum = hn::Add(sum, hn::LoadU(d, samples + k));
  const Numbers mean = hn::Div(sum, size);
  Numbers squares = hn::Zero(d);
  Numbers largest = hn::Zero(d);
  for (std::int64_t k = 0; k < length; ++k) {
    const Numbers sample = hn::LoadU(d, samples + k);
    const Numbers off = hn::Sub(sample, mean);
    squares = hn::Add(squares, hn::Mul(off, off));
    largest = hn::Max(largest, hn::Abs(sample));
  }
  const Numbers deviation = hn::Sqrt(hn::Div(squares, size));
  const auto moves = hn::Gt(deviation, hn::Mul(hn::Set(d, kStillWindow), largest));
  for (std::int64_t k = 0; k < length; ++k) {
    const Numbers off = hn::Sub(hn::LoadU(d, samples + k), mean);
    hn::StoreU(hn::IfThenElseZero(moves, hn::Div(off, deviation)), d, to + k * kWindows);
  }
}

void costs(const double* query, const double* samples, std::int64_t length, double* scratch,
           double* to) {
  const Tag d;
  double* const windows = scratch;
  double* const sums = scratch + length * kWindows;
  for (std::int64_t v = 0; v < kVectors; ++v) {
    normaliseLanes(samples + v * kLanes, length, windows + v * kLanes);
  }
  const Numbers none = hn::Set(d, std::numeric_limits<double>::infinity());
  for (std::int64_t k = 0; k < length * kWindows; k += kLanes) hn::StoreU(none, d, sums + k);
  Numbers left[kVectors];
  for (std::int64_t i = 0; i < length; ++i) {
    const Numbers sample = hn::Set(d, query[i]);
    Numbers diagonal[kVectors];
#pragma GCC unroll 4
    for (std::int64_t v = 0; v < kVectors; ++v) {
      diagonal[v] = i == 0 ? hn::Zero(d) : none;
      left[v] = none;
    }
    for (std::int64_t j = 0; j < length; ++j) {
#pragma GCC unroll 4
      for (std::int64_t v = 0; v < kVectors; ++v) {
        double* const at = sums + j * kWindows + v * kLanes;
        const Numbers up = hn::LoadU(d, at);
        const Numbers apart = hn::Sub(sample, hn::LoadU(d, windows + j * kWindows + v * kLanes));
        left[v] = hn::Add(hn::Mul(apart, apart), hn::Min(hn::Min(up, diagonal[v]), left[v]));
        hn::StoreU(left[v], d, at);
        diagonal[v] = up;
      }
    }
  }
  for (std::int64_t v = 0; v < kVectors; ++v) hn::StoreU(left[v], d, to + v * kLanes);
}

const WindowLoop& loop() {
  static constexpr WindowLoop kLoop{kWindows, costs};
  return kLoop;
}

}  // namespace
}  // namespace espy::lab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::lab {
namespace {

ESPY_SIMD_TABLE(loop);

}  // namespace

const WindowLoop& windowLoop() {
  return ESPY_SIMD_CALL(loop)();
}

}  // namespace espy::lab
#endif  // HWY_ONCE
