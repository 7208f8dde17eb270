// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/mark.h"

#include <cstring>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "base/timed_as.h"
#include "espy/error.h"
#include "mark/engines.h"
#include "picture/formats.h"
#include "picture/tiles.h"

namespace espy {
namespace mark {

namespace {

bool needsColour(PixelFormat format, const MarkOptions& options) {
  return options.style == MarkStyle::outline && format.colourChannels() == 1 &&
         !options.colour.isGrey();
}

}  // namespace

PixelFormat copyFormat(PixelFormat format, const MarkOptions& options) {
  if (needsColour(format, options)) format.channels += 2;
  return format;
}

void checkRequest(Size size, PixelFormat format, const ImageView& flags,
                  const MarkOptions& options) {
  if (flags.format() != PixelFormat{1, Depth::u8}) {
    throw Error(ErrorCode::badUse, phrase("the flag plane must be a grey picture of 8 bits"));
  }
  if (flags.size() != size) {
    throw Error(ErrorCode::badUse,
                phrase("the flag plane has {} x {} pixels and the picture {} x {}", flags.width(),
                       flags.height(), size.width, size.height));
  }
  if (options.style != MarkStyle::outline) return;
  if (options.thickness < 1 || options.thickness > 255) {
    throw Error(ErrorCode::badUse,
                phrase("an outline is 1 to 255 pixels thick, not {}", options.thickness));
  }
  if (needsColour(format, options)) {
    throw Error(ErrorCode::badUse, phrase("a grey picture cannot show an outline in colour"));
  }
}

void checkEdges(int least) {
  if (least >= 1 && least <= kMostEdge) return;
  throw Error(ErrorCode::badUse,
              phrase("the gradient of edges is at least 1 to {}, not {}", kMostEdge, least));
}

void checkTolerance(int tolerance) {
  if (tolerance < 0) {
    throw Error(ErrorCode::badUse,
                phrase("the tolerance must not be negative, but is {}", tolerance));
  }
}

Samples opaquePixel(PixelFormat format, Colour colour) {
  const int unit = format.depth == Depth::u8 ? 1 : 257;
  const auto sample = [&](int value) { return static_cast<std::uint16_t>(value * unit); };
  if (format.colourChannels() == 1) return {sample(colour.red), sample(255), 0, 0};
  return {sample(colour.red), sample(colour.green), sample(colour.blue), sample(255)};
}

namespace {

void paintFast(const MutableImageView& picture, const ImageView& flags, const MarkOptions& options,
               int threads, const Control& control) {
  switch (options.style) {
    case MarkStyle::outline:
      return paintOutline(picture, flags, options.thickness, options.colour, threads, control);
    case MarkStyle::whiteout:
      return paintWhite(picture, flags, threads, control);
    case MarkStyle::dim:
      return paintDim(picture, flags, false, threads, control);
    case MarkStyle::lighten:
      return paintDim(picture, flags, true, threads, control);
    case MarkStyle::none:
      return;
  }
}

/// Copies a row, or expands grey to RGB.
template <class Sample, int channels>
void copyRow(const Sample* __restrict from, Sample* __restrict to, std::int64_t pixels,
             bool spread) {
  if (!spread) {
    std::memcpy(to, from, static_cast<std::size_t>(pixels) * channels * sizeof(Sample));
    return;
  }
  constexpr int kWide = channels + 2;
  for (std::int64_t x = 0; x < pixels; ++x) {
    for (int c = 0; c < 3; ++c) to[x * kWide + c] = from[x * channels];
    if constexpr (channels == 2) to[x * kWide + 3] = from[x * channels + 1];
  }
}

Image copyFor(const ImageView& scene, const MarkOptions& options, int threads,
              const Control& control) {
  const PixelFormat format = copyFormat(scene.format(), options);
  const bool spread = format != scene.format();
  Image copy = Image::forOverwrite(scene.size(), format);
  const MutableImageView target = copy.pixels();
  picture::adviseWhole(target);
  picture::forEachTile(
      {scene.size(), picture::kPlainTile}, threads, control, [&](const picture::Tile& tile, int) {
        picture::withFormat(scene.format(), [&]<class Sample, int channels>() {
          for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
            copyRow<Sample, channels>(picture::samplesOf<Sample>(scene.pixel(tile.x0, y)),
                                      picture::samplesOf<Sample>(target.pixel(tile.x0, y)),
                                      tile.x1 - tile.x0, spread);
          }
        });
      });
  return copy;
}

/// Replaces the alpha of a row, or adds one.
template <class Sample, int channels>
void alphaRow(const Sample* from, const std::uint8_t* flags, Sample* to, std::int64_t pixels) {
  constexpr int kColours = channels % 2 == 0 ? channels - 1 : channels;
  for (std::int64_t x = 0; x < pixels; ++x) {
    for (int c = 0; c < kColours; ++c) to[x * (kColours + 1) + c] = from[x * channels + c];
    to[x * (kColours + 1) + kColours] = flags[x];
  }
}

}  // namespace
}  // namespace mark

Image withFlagsInAlpha(Image picture, const ImageView& flags, const Control& control) {
  PixelFormat format = picture.format();
  mark::checkRequest(picture.size(), format, flags, {.style = MarkStyle::none});
  if (!format.hasAlpha()) ++format.channels;
  Image wider;
  if (format != picture.format()) wider = Image::forOverwrite(picture.size(), format);
  const MutableImageView from = picture.pixels();
  const MutableImageView to = wider.empty() ? from : wider.pixels();
  picture::forEachTile(
      {from.size(), picture::kPlainTile}, threadsFor(control), control,
      [&](const picture::Tile& tile, int) {
        picture::withFormat(from.format(), [&]<class Sample, int channels>() {
          for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
            mark::alphaRow<Sample, channels>(
                picture::samplesOf<Sample>(from.pixel(tile.x0, y)), flags.pixel(tile.x0, y),
                picture::samplesOf<Sample>(to.pixel(tile.x0, y)), tile.x1 - tile.x0);
          }
        });
      });
  return wider.empty() ? std::move(picture) : std::move(wider);
}

Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control,
                 Timeline& timeline) {
  const PaintMarks::Function& paint = registry.get<PaintMarks>(engine);
  mark::checkRequest(scene.size(), mark::copyFormat(scene.format(), options), flags, options);
  // Single-threaded engines also copy on one thread.
  const bool oneThread = registry.engine(engine).facts.oneThread;
  Control quiet = control;
  quiet.progress = nullptr;  // only painting reports progress
  const auto loops = loopsOf(engine, control);
  return timedAs("pass 3", timeline, [&](Timeline& stages) {
    if (oneThread) quiet.threads = 1;
    Image copy = mark::copyFor(scene, options, threadsFor(quiet), quiet);
    paint(copy.pixels(), flags, options, control, stages);
    if (!options.flagsInAlpha) return copy;
    return withFlagsInAlpha(std::move(copy), flags, quiet);
  });
}

Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control) {
  Timeline unheard;
  return markedCopy(registry, engine, scene, flags, options, control, unheard);
}

void addMark(Registry& registry) {
  using namespace mark;
  // One step each, so they record no stages of their own.
  registry.add<PaintMarks>("reference", [](const auto& picture, const auto& flags,
                                           const auto& options, const auto& control, Timeline&) {
    checkRequest(picture.size(), picture.format(), flags, options);
    paintReference(picture, flags, options, control);
  });
  addOnProcessor<PaintMarks>(registry, [](const ProcessorEngine& engine) {
    return [engine](const auto& picture, const auto& flags, const auto& options,
                    const auto& control, Timeline&) {
      checkRequest(picture.size(), picture.format(), flags, options);
      paintFast(picture, flags, options, engine.threads(control), control);
    };
  });

  registry.add<ScreenColour>("reference", [](const ImageView& scene, Colour keep, int tolerance,
                                             const Control& control, Timeline&) {
    checkTolerance(tolerance);
    return screenReference(scene, keep, tolerance, control);
  });
  addOnProcessor<ScreenColour>(registry, [](const ProcessorEngine& engine) {
    return [engine](const ImageView& scene, Colour keep, int tolerance, const Control& control,
                    Timeline&) {
      checkTolerance(tolerance);
      return screenFast(scene, keep, tolerance, engine.threads(control), control);
    };
  });

  registry.add<ScreenWhere>(
      "reference", [](const ImageView& scene, const Expression& where, const Control& control,
                      Timeline&) { return whereReference(scene, where, control); });
  addOnProcessor<ScreenWhere>(registry, [](const ProcessorEngine& engine) {
    return
        [engine](const ImageView& scene, const Expression& where, const Control& control,
                 Timeline&) { return whereFast(scene, where, engine.threads(control), control); };
  });

  registry.add<ScreenEdges>(
      "reference", [](const ImageView& scene, int least, const Control& control, Timeline&) {
        checkEdges(least);
        return edgesReference(scene, least, control);
      });
  addOnProcessor<ScreenEdges>(registry, [](const ProcessorEngine& engine) {
    return [engine](const ImageView& scene, int least, const Control& control, Timeline&) {
      checkEdges(least);
      return edgesFast(scene, least, engine.threads(control), control);
    };
  });
}

}  // namespace espy
