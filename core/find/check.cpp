// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/check.h"

#include <limits>

#include "base/phrase.h"
#include "espy/error.h"
#include "find/needle.h"

namespace espy::finders {
namespace {

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::badUse, sentence);
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
  if (needle.picture.empty()) refuse(phrase("the needle is empty"));
  if (needle.mask) {
    if (needle.mask->size() != needle.picture.size()) {
      refuse(phrase("the mask is {} x {} pixels, but the needle is {} x {}", needle.mask->width(),
                    needle.mask->height(), needle.picture.width(), needle.picture.height()));
    }
    if (needle.mask->format().colourChannels() != 1) {
      refuse(phrase("the mask is a colour picture, but must be grey"));
    }
  }
  if (!hasOpaquePixel(needle)) refuse(phrase("the needle has no opaque pixel"));
}

}  // namespace

void checkRequest(Size scene, std::span<const Needle> needles) {
  constexpr std::int64_t kMaxSide = std::numeric_limits<std::uint32_t>::max();
  if (scene.width > kMaxSide || scene.height > kMaxSide) {
    throw Error(ErrorCode::tooLarge,
                phrase("a picture with a side over {} pixels cannot be searched", kMaxSide));
  }
  for (const Needle& needle : needles) checkNeedle(needle);
}

}  // namespace espy::finders
