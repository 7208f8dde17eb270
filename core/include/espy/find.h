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

/// A picture to look for (template). Pixels are compared where alpha is not 0 and, with a mask,
/// where the mask is not 0. Grey is compared with colour as red = green = blue, an 8-bit value v
/// with 16 bits as 257 v.
struct Needle {
  ImageView picture;
  std::optional<ImageView> mask = {};  ///< grey, of the needle's size
};

/// Comparison method. All but `exact` yield a score, computed from exact integer sums over the
/// compared samples (every colour channel of every compared pixel), so that it is bit-equal on
/// every engine.
enum class Method : std::uint8_t {
  exact,  ///< sample by sample, within a tolerance
  sad,    ///< 1 - sum of absolute differences / (max n)
  ssd,    ///< 1 - sum of squared differences / (max^2 n)
  /// Zero-mean normalised cross-correlation: invariant to brightness and contrast. A window without
  /// variance scores 0.
  zncc,
  /// By the needle's longest outline, whatever the colours: it may be bent, stretched and partly
  /// hidden, at any angle and scale (docs/contour.md). The score is the share of the outline that
  /// is recognised.
  outline,
};
/// Names in the order of `Method`.
inline constexpr std::array<const char*, 5> kMethodNames{"exact", "sad", "ssd", "zncc", "outline"};
/// The name of a method.
inline const char* methodName(Method method) {
  return kMethodNames.at(static_cast<std::size_t>(method));
}

/// zncc: the mean that is subtracted from samples.
enum class ChannelMeans : std::uint8_t {
  all,   ///< one for all channels together
  each,  ///< one per channel, which compensates the colour of the light
};

/// Angles (degrees, counter-clockwise on the screen) or scales.
struct PoseRange {
  double first = 0;
  double last = 0;
  double step = 0;  ///< 0: derived from the needle's size

  bool isOne() const { return first == last; }
  bool operator==(const PoseRange&) const = default;
};

/// Thoroughness of a pose search.
enum class PoseSearch : std::uint8_t {
  fast,      ///< coarse to fine; may miss matches close to the minimum score
  complete,  ///< every pose of the grid at every position
};

/// zncc: whether inverted contrast matches.
enum class Polarity : std::uint8_t {
  same,
  any,  ///< yes; the score is the coefficient's absolute value
};

/// Poses of a needle: rotation, scale and mirroring (first). The default is the needle unchanged.
/// `exact` supports quarter turns and mirroring only.
struct PoseOptions {
  PoseRange angle{0, 0, 0};
  PoseRange scale{1, 1, 0};
  bool quarterTurns = false;  ///< also rotated by 90, 180 and 270 degrees
  bool flip = false;          ///< also mirrored
  PoseSearch search = PoseSearch::fast;
  Polarity polarity = Polarity::same;
  /// Share of a needle's pixels that must be inside the scene; above 0. Below 1 needles may extend
  /// beyond its border; then only the pixels inside are compared.
  double visible = 1;

  /// Whether there are poses besides the needle as it is.
  bool isAsked() const { return *this != PoseOptions(); }
  /// Whether only quarter turns and mirroring are used, which permute pixels without resampling.
  bool isWhole() const {
    return angle == PoseRange{0, 0, 0} && scale == PoseRange{1, 1, 0} &&
           polarity == Polarity::same && visible == 1;
  }
  bool operator==(const PoseOptions&) const = default;
};

/// The usual overlap limit for scored search: windows that share two thirds of their pixels are
/// duplicates.
inline constexpr double kScoredOverlap = 0.5;
/// The usual minimum score for outlines.
inline constexpr double kOutlineScore = 0.5;

/// Selection of matches from candidates.
struct SelectOptions {
  /// Drops a match whose overlap (intersection over union) with a better one exceeds this; 1 keeps
  /// all.
  double overlap = 1;
  bool across = false;                    ///< compare overlaps across needles, not per needle
  std::optional<std::uint64_t> top = {};  ///< keep the best n of all needles
};

/// Options of a search.
struct FindOptions {
  Method method = Method::exact;

  // exact
  /// Largest difference of any colour sample, in the samples' unit (16-bit if depths differ).
  int tolerance = 0;
  bool distances = true;  ///< with a tolerance: compute `Match::distance`

  // sad, ssd, zncc, outline
  double minScore = 0.9;                          ///< -1..1; outline: see `kOutlineScore`
  bool weighted = false;                          ///< sad, ssd: alpha and mask weigh pixels, 0..255
  ChannelMeans channelMeans = ChannelMeans::all;  ///< zncc
  bool wantBest = true;   ///< compute `Finding::best` if no position reaches `minScore`
  bool nearest = false;   ///< ... and return it as the only match
  bool subPixel = false;  ///< compute `Finding::between`

  /// outline: the distance of shapes (0 to 1) from which a division of the outline counts as not
  /// recognised; 0.3: where an arm is bent by about 57 degrees.
  double bend = 0.3;

  // all methods
  /// Strength of `denoise` (denoise.h, model rof), by which scene and needles are filtered before
  /// the search; 0: not. Matches are those of the filtered pictures.
  double denoise = 0;
  /// outline: unless it has an angle or a scale, any angle and scales of 0.5 to 2.
  PoseOptions pose = {};
  SelectOptions select = {};
  const Judge* judge = nullptr;  ///< drops false matches of the first needle
  double judgeRecall = 0.99;     ///< share of true matches that the judge should keep

  // how it runs
  /// An engine's name, which is used or fails; "auto" chooses by estimated cost, takes a GPU only
  /// for long searches, and falls back to the processor if it fails.
  std::string engine = "auto";
  Control control = {};

  bool scored() const { return method != Method::exact; }
  /// Whether `Match::distance` is meaningful.
  bool hasDistance() const { return method != Method::zncc && method != Method::outline; }
};

/// An exact sum of differences, up to 80 bits. More than 64 only with ssd and needles of more than
/// 16 million 16-bit samples.
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

/// An occurrence of a needle.
struct Match {
  std::uint32_t needle = 0;  ///< index of the needle
  std::uint32_t x = 0;       ///< the window's upper-left pixel
  std::uint32_t y = 0;
  std::uint32_t width = 0;  ///< window size: the needle's, or the turned needle's bounding box
  std::uint32_t height = 0;
  /// Sum of absolute differences (squared with ssd) over the compared samples; 0 with zncc.
  Distance distance = {};
  bool mirrored = false;  ///< flipped left-right before the rotation
  double score = 1;       ///< 1 is identical
  float angle = 0;        ///< rotation in degrees, counter-clockwise
  float scale = 1;        ///< magnification
  /// The needle's own size if poses were searched, else 0.
  std::uint32_t needleWidth = 0;
  std::uint32_t needleHeight = 0;
  /// Offset in pixels from the window's centre to the needle's. More than one pixel only if the
  /// needle extends beyond the scene: the window is the part inside.
  float centreX = 0;
  float centreY = 0;

  bool isPosed() const { return needleWidth != 0; }
  bool operator==(const Match&) const = default;
};

/// A sub-pixel position: pixel (0, 0) covers [0, 1) x [0, 1).
struct SubPixel {
  double x = 0;
  double y = 0;
};

/// The area of a match.
struct MatchOutline {
  SubPixel centre;
  /// The needle's upper left, upper right, lower right and lower left corner.
  std::array<SubPixel, 4> corners;
};
/// Returns centre and corners of a match.
MatchOutline outlineOf(const Match& match);

/// Result of a search.
struct Finding {
  std::vector<Match> matches;       ///< by score (best first), then y, then x, then needle
  std::optional<Match> best = {};   ///< see `FindOptions::wantBest`
  std::vector<SubPixel> between{};  ///< with `subPixel`: upper-left corner of each match
  std::optional<SubPixel> bestBetween = {};
  std::vector<double> judged{};  ///< with `judge`: probability of each match
  // outline, for each match:
  std::vector<std::vector<SubPixel>> outlines{};  ///< a closed one ends at its first point
  std::vector<std::vector<float>> bends{};        ///< of each eighth: degrees, counter-clockwise
  std::vector<double> seen{};                     ///< share of the outline that is not hidden
  Message judgedElsewhere = {};  ///< why `threads` ran the judge instead of the engine, or empty
  RunReport report = {};
};

/// Finds every needle. Throws `badUse` for an invalid request: an empty needle, one without an
/// opaque pixel or, with zncc, without variance, a mask of another size, incompatible options. A
/// needle larger than the scene has no matches.
Finding find(const Scene& scene, std::span<const Needle> needles, const FindOptions& options = {});

/// Throws what `find` would throw for this needle in scenes of this format and any size.
void check(const Needle& needle, PixelFormat scene, const FindOptions& options);

/// Applies overlap and top, and sorts the matches.
void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control = {});

/// The flag plane of a finding: by its outlines if it has them, else by its matches.
Image flagPlane(Size scene, const Finding& finding, int lastPass = 2, const Control& control = {});

/// Writes the object that `espy find --json` prints, without times and without the closing brace,
/// so that more members can follow. In parts, since it may be large.
void writeJson(const std::string& image, std::span<const std::string> needles, Size size,
               const FindOptions& options, const Finding& finding,
               const std::function<void(std::string_view)>& write);

// Values of a flag plane: an 8-bit grey picture of the scene's size through which the passes
// communicate. Pass 1 sets `kFlagBase`, pass 2 adds `kFlagInside`, pass 3 paints by them.
inline constexpr std::uint8_t kFlagNothing = 0;  ///< outside all matches
inline constexpr std::uint8_t kFlagBase = 1;     ///< upper-left pixel of a match
inline constexpr std::uint8_t kFlagInside = 2;   ///< inside the window of a match

/// Returns the flag plane of these matches, which must be inside the scene, after pass 1 or 2.
Image flagPlane(Size scene, std::span<const Match> matches, int lastPass = 2,
                const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
