// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/error.h"
#include "espy/image.h"
#include "espy/scene.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// Finds pictures in a picture.
///
///     const espy::Needle needles[] = {{button.image}};
///     const espy::Finding found = espy::find(screen.image, needles, {.tolerance = 8});
///     for (const espy::Match& match : found.matches) click(match.x, match.y);
///
///     espy::FindOptions options{.method = espy::Method::zncc, .minScore = 0.8};
///     options.pose.angle = {-180, 180};
///     options.select.overlap = espy::kScoredOverlap;
///     const espy::Finding turned = espy::find(photograph, needles, options);
namespace espy {

struct Judge;  // espy/judge.h

/// A picture to look for (a template). Pixels take part where alpha is not 0 and, with a mask,
/// where the mask is not 0. Grey meets colour as red = green = blue; an 8-bit v meets 16 bits as
/// 257 v.
struct Needle {
  ImageView picture;
  std::optional<ImageView> mask = {};  ///< grey, of the needle's size
};

/// How pictures are compared. All but `exact` give a score; scores are made of exact integer sums
/// over the compared samples (every colour channel of every pixel that takes part), so every engine
/// gives the same one, to the last bit.
enum class Method : std::uint8_t {
  exact,  ///< sample by sample, within a tolerance
  sad,    ///< 1 - sum of absolute differences / (max n)
  ssd,    ///< 1 - sum of squared differences / (max^2 n)
  /// The correlation coefficient: brightness and contrast do not matter. A window without variance
  /// scores 0.
  zncc,
};
/// Names of the methods, in the order of `Method`.
inline constexpr std::array<const char*, 4> kMethodNames{"exact", "sad", "ssd", "zncc"};
/// The name of one.
inline const char* methodName(Method method) {
  return kMethodNames.at(static_cast<std::size_t>(method));
}

/// zncc: which mean is subtracted from samples before they are compared.
enum class ChannelMeans : std::uint8_t {
  all,   ///< one of all channels together
  each,  ///< each channel's own, so that the colour of the light does not matter
};

/// Angles (degrees, counter-clockwise as seen) or scales.
struct PoseRange {
  double first = 0;
  double last = 0;
  double step = 0;  ///< 0: as fine as the needle's size asks for

  bool isOne() const { return first == last; }
  bool operator==(const PoseRange&) const = default;
};

/// How thoroughly poses are searched.
enum class PoseSearch : std::uint8_t {
  fast,      ///< coarse to fine; may miss what hardly reaches the minimum score
  complete,  ///< every pose of the grid at every position
};

/// zncc: is inverted contrast a match?
enum class Polarity : std::uint8_t {
  same,
  any,  ///< yes; the score is the coefficient's absolute value
};

/// Poses that a needle is searched in: an angle, a scale, and whether it is mirrored first. The
/// default is the needle as it is. `exact` knows quarter turns and mirroring only.
struct PoseOptions {
  PoseRange angle{0, 0, 0};
  PoseRange scale{1, 1, 0};
  bool quarterTurns = false;  ///< also 90, 180 and 270 degrees further
  bool flip = false;          ///< also mirrored
  PoseSearch search = PoseSearch::fast;
  Polarity polarity = Polarity::same;
  /// Share of a needle's pixels that must lie inside the scene; more than 0. Below 1 needles may
  /// hang over its border, and only the pixels inside are compared.
  double visible = 1;

  /// Is there more to try than the needle as it is?
  bool isAsked() const { return *this != PoseOptions(); }
  /// Only quarter turns and mirroring, which move pixels and do not change them.
  bool isWhole() const {
    return angle == PoseRange{0, 0, 0} && scale == PoseRange{1, 1, 0} &&
           polarity == Polarity::same && visible == 1;
  }
  bool operator==(const PoseOptions&) const = default;
};

/// The overlap that is usual with scores: windows that share two thirds of their pixels are the
/// same thing seen twice.
inline constexpr double kScoredOverlap = 0.5;

/// Which candidates become matches.
struct SelectOptions {
  /// Drop a match whose overlap (intersection over union) with a better one exceeds this; 1 keeps
  /// all.
  double overlap = 1;
  bool across = false;  ///< compare overlaps of all needles, not of each by itself
  std::optional<std::uint64_t> top = {};  ///< keep the best n, over all needles
};

/// Everything that a search can be asked.
struct FindOptions {
  Method method = Method::exact;

  // exact
  /// Largest difference of any colour sample, in units of the picture's samples (16-bit ones where
  /// the depths differ).
  int tolerance = 0;
  bool distances = true;  ///< with a tolerance: compute `Match::distance`

  // sad, ssd, zncc
  double minScore = 0.9;                          ///< -1..1
  bool weighted = false;                          ///< sad, ssd: alpha and mask weigh pixels, 0..255
  ChannelMeans channelMeans = ChannelMeans::all;  ///< zncc
  bool wantBest = true;   ///< `Finding::best`, where nothing reaches `minScore`
  bool nearest = false;   ///< ... and make it the one match
  bool subPixel = false;  ///< `Finding::between`

  // all methods
  PoseOptions pose = {};
  SelectOptions select = {};
  const Judge* judge = nullptr;  ///< drops matches that only look like the first needle
  double judgeRecall = 0.99;     ///< share of true matches that the judge is to keep

  // how it runs
  /// Name of an engine, which no other one replaces; "auto" estimates the work, takes a GPU only
  /// for long searches, and the processor where the GPU fails.
  std::string engine = "auto";
  Control control = {};

  bool scored() const { return method != Method::exact; }
  /// Does `Match::distance` mean anything?
  bool hasDistance() const { return method != Method::zncc; }
};

/// A sum of differences: a whole number of up to 80 bits. More than 64 only with ssd and needles of
/// more than 16 million 16-bit samples.
class Distance {
 public:
  constexpr Distance() = default;
  constexpr Distance(std::uint64_t sum) : Distance(sum, 0) {}
  constexpr Distance(std::uint64_t low, std::uint16_t high)
      : words_{static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(low >> 16),
               static_cast<std::uint16_t>(low >> 32), static_cast<std::uint16_t>(low >> 48), high} {
  }

  /// The lower 64 bits, and the 16 above.
  constexpr std::uint64_t low() const {
    return words_[0] | std::uint64_t{words_[1]} << 16 | std::uint64_t{words_[2]} << 32 |
           std::uint64_t{words_[3]} << 48;
  }
  constexpr std::uint16_t high() const { return words_[4]; }
  /// The nearest double.
  constexpr double number() const {
    return static_cast<double>(high()) * 0x1p64 + static_cast<double>(low());
  }
  /// All decimal digits.
  std::string digits() const;

  bool operator==(const Distance&) const = default;

 private:
  std::array<std::uint16_t, 5> words_{};
};

/// A found needle.
struct Match {
  std::uint32_t needle = 0;  ///< index into the needles that were given
  std::uint32_t x = 0;       ///< the window's upper-left pixel
  std::uint32_t y = 0;
  std::uint32_t width = 0;  ///< the window: the needle's size, or what the turned one takes
  std::uint32_t height = 0;
  /// Sum of absolute differences (squared with ssd) over the compared samples; 0 with zncc.
  Distance distance = {};
  bool mirrored = false;  ///< left and right are exchanged, before it is turned
  double score = 1;       ///< 1 is identical
  float angle = 0;        ///< by which the needle is turned, in degrees, counter-clockwise
  float scale = 1;        ///< by which it is enlarged
  /// The needle's own size where poses were searched, else 0.
  std::uint32_t needleWidth = 0;
  std::uint32_t needleHeight = 0;
  /// From the window's centre to the needle's, in pixels. Beyond one pixel only where the needle
  /// hangs over the scene's border: the window is the part inside.
  float centreX = 0;
  float centreY = 0;

  bool isPosed() const { return needleWidth != 0; }
  bool operator==(const Match&) const = default;
};

/// A position between pixels: pixel (0, 0) covers [0, 1) x [0, 1).
struct SubPixel {
  double x = 0;
  double y = 0;
};

/// What a match covers.
struct MatchOutline {
  SubPixel centre;
  /// Of the needle's own upper left, upper right, lower right and lower left.
  std::array<SubPixel, 4> corners;
};
/// Centre and corners of a match.
MatchOutline outlineOf(const Match& match);

/// The answer.
struct Finding {
  std::vector<Match> matches;       ///< by score (best first), then y, then x, then needle
  std::optional<Match> best = {};   ///< see `FindOptions::wantBest`
  std::vector<SubPixel> between{};  ///< `subPixel`: the upper-left corner of each match
  std::optional<SubPixel> bestBetween = {};
  std::vector<double> judged{};  ///< `judge`: the probability of each match
  Message judgedElsewhere = {};  ///< why `threads` ran the judge for another engine, or empty
  RunReport report = {};
};

/// Finds every needle. Throws `badUse` for a request that makes no sense: an empty needle, one
/// without an opaque pixel or, with zncc, without variance, a mask of another size, options that
/// exclude each other. A needle larger than the scene is found nowhere.
Finding find(const Scene& scene, std::span<const Needle> needles, const FindOptions& options = {});

/// Throws what `find` throws for this needle in scenes of this format, whatever their size.
void check(const Needle& needle, PixelFormat scene, const FindOptions& options);

/// The score of every position, to look at.
struct ScoreMap {
  Size size;                  ///< the scene's size less the needle's, plus 1
  std::vector<float> scores;  ///< row by row
  double error = 0;           ///< largest error of a score
};
/// Scores one needle, which must fit into the scene. Poses, selection and judge do not count.
ScoreMap mapScores(const Scene& scene, const Needle& needle, const FindOptions& options);

/// Applies overlap and top to matches, and orders them.
void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control = {});

/// Writes the object that `espy find --json` prints, without times and its last brace, so that more
/// may follow. It comes in parts, since it may be large.
void writeJson(const std::string& image, std::span<const std::string> needles, Size size,
               const FindOptions& options, const Finding& finding,
               const std::function<void(std::string_view)>& write);

// Values of a flag plane: a grey 8-bit picture of the scene's size through which the passes of a
// search communicate. Pass 1 sets `kFlagBase`, pass 2 adds `kFlagInside`, pass 3 paints by them.
inline constexpr std::uint8_t kFlagNothing = 0;  ///< belongs to no match
inline constexpr std::uint8_t kFlagBase = 1;     ///< upper-left pixel of a match
inline constexpr std::uint8_t kFlagInside = 2;   ///< inside the window of a match

/// The flag plane of these matches, which lie inside, after pass 1 or 2.
Image flagPlane(Size scene, std::span<const Match> matches, int lastPass = 2,
                const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
