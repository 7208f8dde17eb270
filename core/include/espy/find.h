// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"
#include "espy/message.h"
#include "espy/registry.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// What all finders share: needles, matches, and which places become matches.
namespace espy {

/// A picture to look for. Its pixels take part where its alpha is not 0 and, if it has a mask,
/// where the mask is not 0. Grey meets colour as red = green = blue; an 8-bit v meets 16 bits as
/// 257 v.
struct Needle {
  ImageView picture;
  std::optional<ImageView> mask;  ///< grey, of the needle's size
};

/// How pictures are compared.
enum class Method : std::uint8_t {
  exact,  ///< sample by sample, within a tolerance (exact.h); the others score places (score.h)
  sad,    ///< 1 - sum of absolute differences / (max n)
  ssd,    ///< 1 - sum of squared differences / (max^2 n)
  /// The correlation coefficient: brightness and contrast do not matter. A window without variance
  /// scores 0.
  zncc,
};

/// zncc: which mean is taken off samples before they are compared.
enum class ChannelMeans : std::uint8_t {
  all,   ///< one of all channels together
  each,  ///< each channel's own, so that the colour of the light does not matter
};

/// The upper-left pixel of an occurrence. Sides of up to 2^32 - 1 pixels are searched.
struct Place {
  /// Sets nothing, so that memory for millions of places is first touched by who fills it in.
  Place() {}
  Place(std::uint32_t column, std::uint32_t line) : x(column), y(line) {}

  std::uint32_t x;
  std::uint32_t y;

  bool operator==(const Place&) const = default;
};

/// One found needle, in 64 bytes.
struct Match {
  std::uint32_t needle = 0;  ///< index into the needles that were given
  std::uint32_t x = 0;       ///< upper-left pixel
  std::uint32_t y = 0;
  std::uint32_t width = 0;  ///< the window: the needle's size, or what the turned one takes
  std::uint32_t height = 0;
  /// What the distance has beyond 64 bits, times 2^64: more than 0 only with ssd and needles of
  /// more than 16 million 16-bit samples. `digitsOfDistance` tells both together.
  std::uint32_t distanceHigh = 0;
  double score = 1;  ///< 1 is identical
  /// The sum of absolute differences (squared ones with ssd) over the compared samples; 0 with
  /// zncc.
  std::uint64_t distance = 0;
  float angle = 0;  ///< by which the needle is turned, in degrees, counter-clockwise
  float scale = 1;  ///< by which it is enlarged
  /// The needle's own size where poses were searched (pose.h), else 0.
  std::uint32_t needleWidth = 0;
  std::uint32_t needleHeight = 0;
  /// Its centre lies so many 1/4096 pixels right of and below the window's.
  std::int16_t shiftX = 0;
  std::int16_t shiftY = 0;
  bool mirrored = false;  ///< left and right are exchanged, before it is turned
  /// And 2^shiftBits times as far: more than 0 only where the needle hangs over the scene's border,
  /// and the window is what of it lies inside.
  std::uint8_t shiftBits = 0;

  bool isPosed() const { return needleWidth != 0; }
  bool operator==(const Match&) const = default;
};

/// A place that may become a match, in 32 bytes: where needles lie everywhere there are millions of
/// them until it is known which do. Whatever else a match says follows from its needle.
struct Peak {
  std::uint32_t needle = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t distanceHigh = 0;
  double score = 1;
  std::uint64_t distance = 0;

  bool operator==(const Peak&) const = default;
};

/// A place between pixels.
struct SubPixel {
  double x = 0;
  double y = 0;
};

/// What a match covers, between pixels: pixel (0, 0) covers [0, 1) x [0, 1).
struct MatchOutline {
  SubPixel centre;
  /// Of the needle's own upper left, upper right, lower right and lower left.
  std::array<SubPixel, 4> corners;
};
/// That of a match, whether poses were searched or not.
MatchOutline outlineOf(const Match& match);

/// The whole distance as a decimal number.
std::string digitsOfDistance(const Match& match);

/// Which of the places become matches, once all places are known.
struct SelectOptions {
  /// Drop a match whose overlap (intersection over union) with a better one exceeds this; 1 keeps
  /// all.
  double overlap = 1;
  /// Compare overlaps over all needles together, not only within one.
  bool across = false;
  /// Keep the best so many, over all needles.
  std::optional<std::uint64_t> top;
};

/// The capability "flag plane": the flags (flags.h) of these matches after pass 1 or pass 2. An
/// engine that goes about it in steps ("pass 2", "download") writes them as stages; others none.
struct FlagMatches {
  static constexpr const char* kName = "flag plane";
  using Function = std::function<Image(Size scene, std::span<const Match> matches, int lastPass,
                                       const Control& control, Timeline& timeline)>;
};

/// What a search has found, and how.
struct Finding {
  std::vector<Match> matches;  ///< by score (best first), then y, then x, then needle
  std::optional<Match> best;   ///< the nearest place where nothing reached a minimum score
  RunReport report;
  Message choice;    ///< why this engine, where the caller did not name one
  Message fallback;  ///< why another engine than the chosen one had to finish, or empty
};

/// Applies overlap and top to matches and orders them.
void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control = {});

/// The flag plane of these matches, which lie inside, made by this engine. Its stage is "pass 1" or
/// "pass 2", or those that the engine writes.
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass, const Control& control,
                Timeline& timeline);
/// The same where nobody asks for the time.
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass = 2, const Control& control = {});

/// Adds this room's functions for the built-in engines.
void addFind(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
