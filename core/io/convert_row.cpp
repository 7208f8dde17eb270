// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/convert_row.h"

#include <cstring>
#include <limits>

namespace espy::io {
namespace {

/// ITU-R BT.601 luma, weights in thousandths.
constexpr std::uint32_t luma(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return (299 * red + 587 * green + 114 * blue + 500) / 1000;
}

template <class From, class To>
To converted(std::uint32_t value) {
  if constexpr (sizeof(From) == sizeof(To)) {
    return static_cast<To>(value);
  } else if constexpr (sizeof(From) == 2) {
    return static_cast<To>((value + 128) / 257);
  } else {
    return static_cast<To>(value * 257);
  }
}

template <class From, class To, int kIn, int kOut>
void convertPixels(const From* in, std::int64_t count, To* out) {
  constexpr bool kColourIn = kIn >= 3;
  constexpr bool kColourOut = kOut >= 3;
  constexpr bool kAlphaIn = kIn % 2 == 0;
  constexpr bool kAlphaOut = kOut % 2 == 0;
  for (std::int64_t i = 0; i < count; ++i, in += kIn, out += kOut) {
    if constexpr (kColourOut) {
      out[0] = converted<From, To>(in[0]);
      out[1] = converted<From, To>(in[kColourIn ? 1 : 0]);
      out[2] = converted<From, To>(in[kColourIn ? 2 : 0]);
    } else if constexpr (kColourIn) {
      out[0] = converted<From, To>(luma(in[0], in[1], in[2]));
    } else {
      out[0] = converted<From, To>(in[0]);
    }
    if constexpr (kAlphaOut) {
      out[kOut - 1] = kAlphaIn ? converted<From, To>(in[kIn - 1]) : std::numeric_limits<To>::max();
    }
  }
}

template <class From, class To, int kIn>
void convertTo(const From* in, std::int64_t count, int channels, To* out) {
  switch (channels) {
    case 1:
      return convertPixels<From, To, kIn, 1>(in, count, out);
    case 2:
      return convertPixels<From, To, kIn, 2>(in, count, out);
    case 3:
      return convertPixels<From, To, kIn, 3>(in, count, out);
    default:
      return convertPixels<From, To, kIn, 4>(in, count, out);
  }
}

template <class From, class To>
void convertSamples(const From* in, PixelFormat from, std::int64_t count, PixelFormat to, To* out) {
  switch (from.channels) {
    case 1:
      return convertTo<From, To, 1>(in, count, to.channels, out);
    case 2:
      return convertTo<From, To, 2>(in, count, to.channels, out);
    case 3:
      return convertTo<From, To, 3>(in, count, to.channels, out);
    default:
      return convertTo<From, To, 4>(in, count, to.channels, out);
  }
}

}  // namespace

void convertRow(const ImageView& image, std::int64_t y, PixelFormat format, std::uint8_t* out) {
  const PixelFormat from = image.format();
  const std::int64_t count = image.width();
  const std::uint8_t* row = image.row(y);
  if (from == format) {
    std::memcpy(out, row, static_cast<std::size_t>(image.rowBytes()));
    return;
  }
  // Rows of 16-bit samples are 2-byte aligned (image.h).
  const auto* words = reinterpret_cast<const std::uint16_t*>(row);
  auto* wordsOut = reinterpret_cast<std::uint16_t*>(out);
  if (from.depth == Depth::u8) {
    if (format.depth == Depth::u8) {
      convertSamples(row, from, count, format, out);
    } else {
      convertSamples(row, from, count, format, wordsOut);
    }
  } else if (format.depth == Depth::u8) {
    convertSamples(words, from, count, format, out);
  } else {
    convertSamples(words, from, count, format, wordsOut);
  }
}

Image convertedCopy(const ImageView& image, PixelFormat format) {
  Image copy(image.size(), format);
  const MutableImageView target = copy.pixels();
  for (std::int64_t y = 0; y < image.height(); ++y) convertRow(image, y, format, target.row(y));
  return copy;
}

}  // namespace espy::io
