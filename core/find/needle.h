// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "find/match.h"
#include "picture/common_format.h"

namespace espy::finders {

/// Sums by channel, up to three.
using ChannelSums = std::array<std::uint64_t, 3>;

/// The needle's part of a score: sums over the samples that are compared.
struct NeedleSums {
  std::int64_t samples = 0;  ///< colour channels times pixels that take part
  std::int64_t weight = 0;   ///< the same, times their weights
  std::int64_t maxValue = 255;
  std::uint64_t sum = 0;      ///< of T
  std::uint64_t squares = 0;  ///< of T^2
  ChannelSums sumOf = {};     ///< of T, by channel
  int channels = 1;
  ChannelMeans channelMeans = ChannelMeans::all;  ///< zncc

  /// Do several channels have a mean each?
  bool eachMean() const { return channelMeans == ChannelMeans::each && channels > 1; }
  /// n: the number of samples with a common mean.
  Wide sharing() const { return eachMean() ? samples / channels : samples; }
  /// n times the sum of squared deviations from the means. If it is 0, zncc is undefined.
  Wide variance() const { return deviation(squares, sum, sumOf); }
  /// The same for a window with these sums.
  Wide deviation(std::uint64_t ofSquares, std::uint64_t ofAll, const ChannelSums& byChannel) const {
    return sharing() * static_cast<Wide>(ofSquares) -
           productOfMeans(ofAll, byChannel, ofAll, byChannel);
  }
  /// Subtracted from n sum A B: the product of the sums with a common mean, added over channels.
  Wide productOfMeans(std::uint64_t a, const ChannelSums& aOf, std::uint64_t b,
                      const ChannelSums& bOf) const {
    if (!eachMean()) return static_cast<Wide>(a) * static_cast<Wide>(b);
    Wide product = 0;
    for (std::size_t c = 0; c < aOf.size(); ++c) {
      product += static_cast<Wide>(aOf[c]) * static_cast<Wide>(bOf[c]);
    }
    return product;
  }
};

/// Does this pixel of the needle take part, by its alpha and its mask?
bool takesPart(const Needle& needle, std::int64_t x, std::int64_t y);

/// A needle converted to the format of the comparison.
struct PreparedNeedle {
  std::uint32_t index = 0;  ///< of the needle
  Size size;
  picture::CommonFormat form;
  /// By channel and row; 0 where the pixel is ignored.
  std::vector<std::uint16_t> values;
  /// By pixel; 0 = ignored; otherwise 1, or 0..255 where alpha and mask are weights.
  std::vector<std::uint8_t> weights;
  bool weighted = false;  ///< some weight is neither 0 nor 1
  bool solid = true;      ///< no pixel is ignored
  NeedleSums sums;

  const std::uint16_t* row(int channel, std::int64_t y) const {
    return values.data() + (channel * size.height + y) * size.width;
  }
  std::uint8_t weight(std::int64_t x, std::int64_t y) const {
    return weights[static_cast<std::size_t>(y * size.width + x)];
  }
};

/// `scene`: its format.
PreparedNeedle prepareNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                             bool weighted, const Control& control = {});

/// The sums only, without copying samples.
NeedleSums needleSums(const Needle& needle, PixelFormat scene, bool weighted,
                      const Control& control);

}  // namespace espy::finders
