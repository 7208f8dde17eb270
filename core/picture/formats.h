// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "espy/image.h"

namespace espy::picture {

/// Calls `body.template operator()<Sample, channels>()` for `format`, so that both are compile-time
/// constants in inner loops.
template <class Body>
decltype(auto) withFormat(PixelFormat format, Body&& body) {
  const auto withSample = [&]<class Sample>() -> decltype(auto) {
    switch (format.channels) {
      case 1:
        return body.template operator()<Sample, 1>();
      case 2:
        return body.template operator()<Sample, 2>();
      case 3:
        return body.template operator()<Sample, 3>();
      default:
        return body.template operator()<Sample, 4>();
    }
  };
  if (format.depth == Depth::u8) return withSample.template operator()<std::uint8_t>();
  return withSample.template operator()<std::uint16_t>();
}

/// 16-bit samples are aligned, because rows begin at even addresses.
template <class Sample>
Sample* samplesOf(std::uint8_t* bytes) {
  return reinterpret_cast<Sample*>(bytes);
}
template <class Sample>
const Sample* samplesOf(const std::uint8_t* bytes) {
  return reinterpret_cast<const Sample*>(bytes);
}

}  // namespace espy::picture
