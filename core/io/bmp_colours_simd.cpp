// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/bmp.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/bmp_colours_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::io::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Converts pixels of kIn bytes to pixels of kOut bytes, 16 bytes at a time. Surplus bytes of a
/// store are overwritten by the next.
template <int kIn, int kOut>
ESPY_INLINE void turnColours(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  constexpr std::int64_t kPixels = 16 / kIn;
  const hn::FixedTag<std::uint8_t, 16> d;
  HWY_ALIGN std::uint8_t from[16];
  for (int byte = 0; byte < 16; ++byte) {
    const int c = byte % kOut;
    from[byte] = static_cast<std::uint8_t>(std::min(byte / kOut * kIn + (c < 3 ? 2 - c : c), 15));
  }
  const auto order = hn::Load(d, from);
  std::int64_t x = 0;
  // Reads and writes 16 bytes; the last pixels are left to the loop below.
  for (; (count - x) * std::min(kIn, kOut) >= 16; x += kPixels) {
    hn::StoreU(hn::TableLookupBytes(hn::LoadU(d, in + kIn * x), order), d, out + kOut * x);
  }
  for (; x < count; ++x) {
    for (int c = 0; c < 3; ++c) out[kOut * x + c] = in[kIn * x + 2 - c];
    if constexpr (kOut == 4) out[4 * x + 3] = in[4 * x + 3];
  }
}

void bgrToRgb(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  turnColours<3, 3>(in, count, out);
}
void turnFour(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  turnColours<4, 4>(in, count, out);
}
void bgraToRgb(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  turnColours<4, 3>(in, count, out);
}

}  // namespace
}  // namespace espy::io::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::io {

ESPY_SIMD_DEFINE(bgrToRgb);
ESPY_SIMD_DEFINE(turnFour);
ESPY_SIMD_DEFINE(bgraToRgb);

}  // namespace espy::io
#endif  // HWY_ONCE
