// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/scored_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace espy::test {
namespace {

/// Limit on the samples that the reference compares.
constexpr std::int64_t kMostSamples = 400'000;

/// Shrinks the scene until the reference is fast enough.
Size limited(Size scene, Size needle, std::int64_t samplesOfPixel) {
  Size places{scene.width - needle.width + 1, scene.height - needle.height + 1};
  if (places.width < 1 || places.height < 1) return scene;
  const std::int64_t each = needle.pixels() * samplesOfPixel;
  while (places.pixels() > 1 && places.pixels() * each > kMostSamples) {
    std::int64_t& longer = places.width > places.height ? places.width : places.height;
    longer -= (longer + 3) / 4;
  }
  return {places.width + needle.width - 1, places.height + needle.height - 1};
}

}  // namespace

struct ScoredInput::Head {
  PixelFormat sceneFormat;
  Size sceneSize;
  Size needleSize;
  bool cut = false;  ///< the first needle comes from the scene
  PixelFormat needleFormat;
  bool masked = false;
  bool two = false;       ///< another needle, of random bytes
  bool extended = false;  ///< more options follow
  std::uint8_t mask = 0xff;
  int left = 0;
  int top = 0;
  int changes = 0;
  int kind = 0;  ///< 0: pixels are the input's bytes, else random with a few changes
  Random random{0};
  int more = 0;      ///< needles, all cut from the scene
  int layout = 0;    ///< memory layout of pictures
  int maskKind = 0;  ///< 0: bytes

  explicit Head(Bytes& bytes, ScoredInput& input) {
    sceneFormat = bytes.format();
    sceneSize = {1 + bytes.below(96), 1 + bytes.below(48)};
    needleSize = {1 + bytes.below(24), 1 + bytes.below(24)};
    cut = bytes.below(2) == 0;
    needleFormat = cut ? sceneFormat : bytes.format();
    constexpr Method kMethods[] = {Method::sad, Method::ssd, Method::zncc};
    input.score.method = kMethods[bytes.below(3)];
    input.score.minScore = (bytes.next() - 127) / 127.0;  // -1 .. 1.008
    const int flags = bytes.next();
    input.score.weighted = (flags & 1) != 0 && input.score.method != Method::zncc;
    if ((flags & 1) != 0 && !input.score.weighted) input.score.channelMeans = ChannelMeans::each;
    input.score.wantBest = (flags & 2) != 0;
    masked = (flags & 4) != 0;
    two = (flags & 8) != 0;
    input.select.across = (flags & 16) != 0;
    if ((flags & 32) != 0) input.select.top = static_cast<std::uint64_t>(bytes.below(9));
    extended = (flags & 64) != 0;
    input.select.overlap = bytes.below(5) / 4.0;
    input.threads = 1 + bytes.below(3);
    mask = bytes.next();
    left = bytes.next();
    top = bytes.next();
    changes = bytes.below(16);
    if (!extended) return;
    input.what = static_cast<Try>(bytes.below(kTries));
    input.detail = bytes.next();
    kind = bytes.below(kKinds + 1);
    random = Random(static_cast<std::uint64_t>(bytes.next()) << 8 | bytes.next());
    needleSize.width += bytes.below(72);
    needleSize.height += bytes.below(72);
    // Bytes give the number of positions, since the scene must be larger than the needle.
    sceneSize.width += needleSize.width - 1;
    sceneSize.height += needleSize.height - 1;
    more = bytes.below(4);
    layout = bytes.next();
    maskKind = bytes.below(4);
    const int channels = std::max(sceneFormat.colourChannels(), needleFormat.colourChannels());
    sceneSize = limited(sceneSize, needleSize, (1 + more + (two ? 1 : 0)) * channels);
  }
};

ScoredInput::ScoredInput(Bytes& bytes) {
  Head head(bytes, *this);
  const auto picture = newPicture(head.sceneSize, head.sceneFormat, head);
  scene.scene = picture->view();
  if (head.kind == 0) {
    fill(picture->pixels(), bytes, head.mask);
  } else {
    draw(picture->pixels(), static_cast<Kind>(head.kind - 1), head.random, head.layout % 3 == 0);
  }
  addNeedles(bytes, head);
  if (head.masked) addMask(bytes, head);
  scene.name = fmt::format("scene {} x {} of {} channels of {} bytes, {} needles, {} x {}",
                           head.sceneSize.width, head.sceneSize.height, head.sceneFormat.channels,
                           head.sceneFormat.bytesPerSample(), scene.needles.size(),
                           head.needleSize.width, head.needleSize.height);
  settle();
}

std::shared_ptr<PaddedPicture> ScoredInput::newPicture(Size size, PixelFormat format,
                                                       const Head& head) {
  scene.pictures.push_back(
      std::make_shared<PaddedPicture>(size, format, head.layout & 3, (head.layout & 12) == 12));
  return scene.pictures.back();
}

void ScoredInput::addNeedles(Bytes& bytes, const Head& head) {
  const Size size = head.needleSize;
  const Size all = head.sceneSize;
  const auto cutAt = [&](const PaddedPicture& to, std::int64_t left, std::int64_t top) {
    const Size own = to.view().size();
    return scene.scene.crop(left % (all.width - own.width + 1), top % (all.height - own.height + 1),
                            own);
  };
  const bool fits = fitsInto(all, size);
  const auto needle = newPicture(size, head.needleFormat, head);
  if (head.cut && fits) {
    paste(needle->pixels(), cutAt(*needle, head.left, head.top), 0, 0);
    for (int i = 0; i < head.changes; ++i) {  // inexact matches
      const MutableImageView pixels = needle->pixels();
      const std::int64_t at = (bytes.next() * 256 + bytes.next()) % pixels.rowBytes();
      pixels.row(bytes.next() % size.height)[at] ^= bytes.next();
    }
  } else {
    fill(needle->pixels(), bytes, head.mask);
  }
  scene.needles.push_back({needle->view(), {}});
  if (head.two) {
    const auto other = newPicture({1 + size.width / 2, size.height}, head.sceneFormat, head);
    fill(other->pixels(), bytes, head.mask);
    scene.needles.push_back({other->view(), {}});
  }
  Random random = head.random;
  for (int i = 0; i < head.more && fits; ++i) {
    // Of equal or similar size.
    const Size own{std::max<std::int64_t>(1, size.width - (detail & 16 ? i : 0)),
                   std::max<std::int64_t>(1, size.height - (detail & 32 ? i : 0))};
    const auto further = newPicture(own, head.sceneFormat, head);
    paste(further->pixels(), cutAt(*further, random.below(all.width), random.below(all.height)), 0,
          0);
    scene.needles.push_back({further->view(), {}});
  }
}

void ScoredInput::addMask(Bytes& bytes, const Head& head) {
  const auto picture = newPicture(head.needleSize, {1, Depth::u8}, head);
  const MutableImageView mask = picture->pixels();
  if (head.maskKind == 0) fill(mask, bytes, 0xff);
  Random random = head.random;
  const std::int64_t left = random.below(mask.width() + 1);
  const std::int64_t top = random.below(mask.height() + 1);
  for (std::int64_t y = 0; y < mask.height() && head.maskKind != 0; ++y) {
    for (std::int64_t x = 0; x < mask.width(); ++x) {
      const bool counts = head.maskKind == 1   ? x < left || y < top
                          : head.maskKind == 2 ? (x + y) % 2 == 0
                                               : !random.oneIn(1 + left);
      mask.row(y)[x] = static_cast<std::uint8_t>(counts ? 1 + random.below(255) : 0);
    }
  }
  scene.needles.front().mask = picture->view();
}

/// Changes options that a strategy does not support; most inputs would test nothing otherwise.
void ScoredInput::settle() {
  if (what == Try::dense || what == Try::blocks) {
    score.weighted = false;
    score.channelMeans = ChannelMeans::all;
    score.minScore = std::abs(score.minScore);
  }
  if (what == Try::blocks) score.method = Method::zncc;
  if (what == Try::dense && score.method == Method::zncc) score.method = Method::ssd;
}

}  // namespace espy::test
