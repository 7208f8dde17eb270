// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/check.h"

#include <limits>
#include <string>

#include "espy/error.h"
#include "find/needle.h"

namespace espy::find {
namespace {

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error(ErrorCode::badUse, sentence);
}

std::string say(Size size) {
  return std::to_string(size.width) + " x " + std::to_string(size.height);
}

bool hasOpaquePixel(const Needle& needle) {
  if (!needle.mask && !needle.picture.format().hasAlpha()) return true;
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      if (takesPart(needle, x, y)) return true;
    }
  }
  return false;
}

void checkNeedle(const Needle& needle) {
  if (needle.picture.empty()) refuse("the needle is empty");
  if (needle.mask) {
    if (needle.mask->size() != needle.picture.size()) {
      refuse("the mask is " + say(needle.mask->size()) + " pixels, but the needle is " +
             say(needle.picture.size()));
    }
    if (needle.mask->format().colourChannels() != 1) {
      refuse("the mask is a colour picture, but must be grey");
    }
  }
  if (!hasOpaquePixel(needle)) refuse("the needle has no opaque pixel");
}

}  // namespace

void checkRequest(Size scene, std::span<const Needle> needles) {
  constexpr std::int64_t kMaxSide = std::numeric_limits<std::uint32_t>::max();
  if (scene.width > kMaxSide || scene.height > kMaxSide) {
    throw Error(ErrorCode::tooLarge, "a picture with a side over " + std::to_string(kMaxSide) +
                                         " pixels is not searched");
  }
  for (const Needle& needle : needles) checkNeedle(needle);
}

}  // namespace espy::find
