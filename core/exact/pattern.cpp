// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/pattern.h"

#include <algorithm>
#include <cstring>

#include "exact/loops.h"
#include "find/needle.h"

namespace espy::exact {
namespace {

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// The values of one scene sample that match a needle sample, in the scene's depth.
Range matchingValues(std::int64_t wanted, Depth needle, Depth scene, int tolerance) {
  if (needle == scene) return {wanted - tolerance, wanted + tolerance};
  if (needle == Depth::u8) return {wanted * 257 - tolerance, wanted * 257 + tolerance};
  // An 8-bit scene sample v equals 257 v: the range of v within the tolerance. Rounds manually,
  // since the lower end may be negative.
  const std::int64_t low = wanted - tolerance;
  return {low <= 0 ? 0 : (low + 256) / 257, (wanted + tolerance) / 257};
}

/// The values of scene channel `channel` that match a needle pixel.
Range matchingValues(const Needle& needle, std::int64_t x, std::int64_t y, int channel,
                     PixelFormat scene, int tolerance) {
  const ImageView& picture = needle.picture;
  const PixelFormat own = picture.format();
  const auto range = [&](int c) {
    return matchingValues(sampleAt(picture, x, y, c), own.depth, scene.depth, tolerance);
  };
  if (own.colourChannels() == 1) return range(0);
  if (scene.colourChannels() == 3) return range(channel);
  // A colour needle in a grey scene: the grey value must match all three channels.
  const Range red = range(0);
  const Range green = range(1);
  const Range blue = range(2);
  return {std::max({red.low, green.low, blue.low}), std::min({red.high, green.high, blue.high})};
}

void store(std::vector<std::uint8_t>& bytes, std::int64_t at, std::int64_t value, Depth depth) {
  if (depth == Depth::u8) {
    bytes[at] = static_cast<std::uint8_t>(value);
    return;
  }
  const auto narrow = static_cast<std::uint16_t>(value);
  std::memcpy(&bytes[at], &narrow, sizeof narrow);
}

/// Has the needle the scene's format, with no mask, alpha and tolerance? Then it is copied as is.
bool isPlain(const Needle& needle, PixelFormat scene, int tolerance) {
  return needle.picture.format() == scene && !scene.hasAlpha() && !needle.mask && tolerance == 0;
}

void copyRows(const ImageView& picture, std::vector<std::uint8_t>& bytes) {
  bytes.resize(static_cast<std::size_t>(picture.rowBytes() * picture.height()));
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    std::memcpy(bytes.data() + y * picture.rowBytes(), picture.row(y),
                static_cast<std::size_t>(picture.rowBytes()));
  }
}

/// Fills a pattern of the needle's own format, with alpha but without mask or tolerance: pixels are
/// copied, or match anything.
void copyOpaque(const Needle& needle, Pattern& pattern) {
  const PixelFormat format = pattern.format;
  const auto bytes = static_cast<std::size_t>(format.bytesPerPixel());
  const std::size_t colour = bytes - static_cast<std::size_t>(format.bytesPerSample());
  const auto all = static_cast<std::size_t>(pattern.rowBytes * pattern.size.height);
  if (format.channels == 4 && format.depth == Depth::u8) {
    pattern.low.resize(all);
    pattern.high.resize(all);
    pattern.care.resize(all);
    pattern.opaque.resize(static_cast<std::size_t>(pattern.size.pixels()));
    pattern.allOpaque = copyOpaqueWords(needle.picture.row(0), needle.picture.stride(),
                                        pattern.size, pattern.low.data(), pattern.high.data(),
                                        pattern.care.data(), pattern.opaque.data());
    return;
  }
  pattern.low.assign(all, 0);
  pattern.high.assign(all, 0xff);
  pattern.care.assign(all, 0);
  pattern.opaque.assign(static_cast<std::size_t>(pattern.size.pixels()), 0);
  std::size_t at = 0;
  std::uint8_t* opaque = pattern.opaque.data();
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    const std::uint8_t* from = needle.picture.row(y);
    for (std::int64_t x = 0; x < pattern.size.width; ++x, from += bytes, at += bytes, ++opaque) {
      const bool seen =
          std::any_of(from + colour, from + bytes, [](std::uint8_t alpha) { return alpha != 0; });
      if (!seen) {
        pattern.allOpaque = false;
        continue;
      }
      *opaque = 1;
      std::memcpy(&pattern.low[at], from, colour);
      std::memcpy(&pattern.high[at], from, colour);
      std::memset(&pattern.care[at], 0xff, colour);
    }
  }
}

/// Fills low, high, care and opaque, sample by sample.
void translate(const Needle& needle, int tolerance, Pattern& pattern) {
  const PixelFormat scene = pattern.format;
  const auto bytes = static_cast<std::size_t>(pattern.rowBytes * pattern.size.height);
  pattern.low.assign(bytes, 0);
  pattern.high.assign(bytes, 0xff);
  pattern.care.assign(bytes, 0);
  pattern.opaque.assign(static_cast<std::size_t>(pattern.size.pixels()), 0);
  // Shortcut for equal formats without tolerance.
  const PixelFormat own = needle.picture.format();
  const bool sameSamples =
      tolerance == 0 && own.depth == scene.depth && own.colourChannels() == scene.colourChannels();
  const int colourBytes = scene.colourChannels() * scene.bytesPerSample();
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    for (std::int64_t x = 0; x < pattern.size.width; ++x) {
      if (!finders::takesPart(needle, x, y)) {
        pattern.allOpaque = false;
        continue;
      }
      pattern.opaque[y * pattern.size.width + x] = 1;
      if (sameSamples) {
        const std::int64_t at = pattern.offset(x, y);
        const std::uint8_t* samples = needle.picture.pixel(x, y);
        for (int i = 0; i < colourBytes; ++i) {
          pattern.low[at + i] = pattern.high[at + i] = samples[i];
          pattern.care[at + i] = 0xff;
        }
        continue;
      }
      for (int c = 0; c < scene.colourChannels(); ++c) {
        const Range any = matchingValues(needle, x, y, c, scene, tolerance);
        const std::int64_t least = std::max<std::int64_t>(any.low, 0);
        const std::int64_t greatest = std::min<std::int64_t>(any.high, scene.maxValue());
        const std::int64_t at = pattern.offset(x, y) + c * scene.bytesPerSample();
        pattern.impossible |= least > greatest;
        pattern.ranged |= least < greatest;
        store(pattern.low, at, least, scene.depth);
        store(pattern.high, at, greatest, scene.depth);
        std::fill_n(pattern.care.begin() + at, scene.bytesPerSample(), 0xff);
      }
    }
  }
}

}  // namespace

Pattern makePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance) {
  Pattern pattern;
  remakePattern(needle, index, scene, tolerance, pattern);
  return pattern;
}

void remakePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance,
                   Pattern& pattern) {
  pattern.impossible = pattern.ranged = false;
  pattern.dense = pattern.allOpaque = true;
  pattern.index = index;
  pattern.size = needle.picture.size();
  pattern.format = scene;
  pattern.rowBytes = pattern.size.width * scene.bytesPerPixel();
  if (isPlain(needle, scene, tolerance)) {
    copyRows(needle.picture, pattern.low);
    pattern.high.clear();
    pattern.care.clear();
    pattern.opaque.clear();
    return;
  }
  if (needle.picture.format() == scene && !needle.mask && tolerance == 0) {
    copyOpaque(needle, pattern);
  } else {
    translate(needle, tolerance, pattern);
  }
  pattern.dense = pattern.allOpaque && !scene.hasAlpha();
}

bool Pattern::rowMatches(std::int64_t y, const std::uint8_t* at) const {
  const std::uint8_t* least = low.data() + y * rowBytes;
  if (ranged) {
    const std::uint8_t* greatest = high.data() + y * rowBytes;
    return rowInRange(format.depth, at, least, greatest, rowBytes);
  }
  if (dense) return std::memcmp(at, least, static_cast<std::size_t>(rowBytes)) == 0;
  return rowEqualWhereCared(at, least, care.data() + y * rowBytes, rowBytes);
}

bool Verifier::liesAt(std::int64_t x, std::int64_t y, std::int64_t nearRow) {
  const auto differs = [&](std::int64_t dy) {
    work_ += 1 + pattern_->rowBytes / 64;
    return !pattern_->rowMatches(dy, scene_.pixel(x, y + dy));
  };
  if (differs(nearRow) || differs(lastMismatchRow_)) return false;
  for (std::int64_t dy = 0; dy < pattern_->size.height; ++dy) {
    if (dy == nearRow || dy == lastMismatchRow_ || !differs(dy)) continue;
    lastMismatchRow_ = dy;
    return false;
  }
  return true;
}

}  // namespace espy::exact
