// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/engine/network.h"
#include "espy/find.h"
#include "espy/image.h"

#pragma GCC visibility push(default)
/// Filters false matches; learned from a few that were labelled true or false.
///
///     std::vector<espy::Click> clicks = {{0, found.matches[0], true},
///                                        {0, found.matches[7], false}, ...};
///     const espy::Judge judge = espy::learnJudge({needle, {&picture, 1}, clicks});
///     const auto better = espy::find(picture, {&needle, 1}, {.method = zncc, .judge = &judge});
///
/// A match becomes a crop: 32 x 32 means of what it covers, in the needle's own frame, so that
/// turned, mirrored and enlarged ones look the same, and at the place up to 3/4 of a pixel beside
/// the match where that fits best. Where the needle does not take part, or hangs over the picture's
/// border, a crop has nothing. Each crop is brought to a mean of 0 and a deviation of 1, and what
/// the needle explains of it is taken away. A regression learns from what is left, by how much a
/// match resembles each that was clicked; where there are many clicks and it leaves something to be
/// learned, so does a small network (network.h), from copies that are shifted by up to half a
/// pixel, of other gain and offset, and noisy. Both are tried on clicks that they have not seen;
/// the one that orders these better is taken, unless that tells less than the plain score of the
/// matches does. Otherwise the judge stays off.
namespace espy {

/// A labelled match in one of some pictures.
struct Click {
  std::size_t picture = 0;
  Match match;
  bool yes = false;
  /// Its weight, more than 0; below 1 for unlabelled matches, such as those below the least score,
  /// which are only likely to be false. Only those of weight 1
  /// or more are held out.
  float importance = 1;
  /// Is the match's score known? Otherwise how well it correlates with the needle counts as that.
  bool scored = true;
};

/// What to learn from: a needle, pictures, and labelled matches in them.
struct LearnTask {
  const Needle& needle;
  std::span<const ImageView> pictures;
  std::span<const Click> clicks;
  std::int64_t copies = 24;  ///< of each click, changed a little, that a network sees; at least 1
  std::uint64_t seed = 1;    ///< for what is left to chance
};

/// How well a judge orders clicks that it has not seen.
struct HeldOut {
  /// That a yes is rated higher than a no, both by chance; 0.5 is worth nothing, 1 is never wrong.
  double ranking = 0.5;
  /// Of the no, how many are kept if no yes is lost.
  double falseKept = 1;

  bool operator==(const HeldOut&) const = default;
};

/// A filter that was learned for one needle.
struct Judge {
  static constexpr std::int64_t kSide = 32;  ///< of a crop
  static constexpr int kLeastClicks = 3;     ///< of each kind

  enum class By : std::uint8_t {
    score,       ///< off: neither of the others was of use on clicks that it had not seen
    regression,  ///< on how much matches resemble those that were clicked
    network,
  };
  /// Clicks that a match is held against.
  struct Examples {
    std::vector<float> weights;   ///< of each: how much resembling it speaks for a match
    std::vector<float> features;  ///< some numbers of each, one after the other
    std::vector<float> tiles;     ///< means over 16 x 16 tiles of what the needle leaves, likewise
    std::vector<float> featureScales;  ///< by which each number counts
    float tileScale = 0;               ///< and the squares of what differs in tiles

    bool operator==(const Examples&) const = default;
  };
  By by = By::score;
  std::array<std::uint64_t, 2> needle{};  ///< `fingerprintOf` the needle
  int planes = 1;                         ///< 1: brightness; 3: red, green, blue
  Examples examples;                      ///< `regression` only
  Network network;                        ///< `network` only
  /// The probability is the logistic of slope * evidence + offset.
  double slope = 1;
  double offset = 0;
  HeldOut byScore;
  HeldOut byRegression;
  HeldOut byNetwork;  ///< as it is made where none was tried
  /// What those held out got: probabilities, from the least to the greatest.
  std::vector<double> yes;
  std::vector<double> no;

  bool isOn() const { return by != By::score; }
  /// The probability from which on matches are kept, so that about this share, 0..1, of the true
  /// ones is; 0, so all are, where the judge is off. With few labels the
  /// threshold is below all true ones, by their spread and number.
  double threshold(double recall) const;
  /// How sure the judge is of a match of this probability: 0 where its evidence speaks neither for
  /// nor against. Who clicks what it is least sure of teaches it most.
  double certainty(double probability) const;

  bool operator==(const Judge&) const = default;
};

/// What tells one needle from others: its size, and the samples and weights of its pixels.
std::array<std::uint64_t, 2> fingerprintOf(const Needle& needle);

/// Learns from clicks. Throws `badUse` where there are fewer than 3 of a kind, for matches that do
/// not lie in their picture, and for scores that are no numbers; and what the engine throws.
Judge learnJudge(const LearnTask& task, std::string_view engine = "auto",
                 const Control& control = {});

/// How probable it is of each match in a picture that it is a true one. Throws `badUse` for another
/// needle than the judge's.
std::vector<double> judgeMatches(const Judge& judge, const Needle& needle, const ImageView& picture,
                                 std::span<const Match> matches,
                                 std::string_view engine = "threads", const Control& control = {});

/// A judge as a file (.esj): with its version, and sums that tell whether it is whole. To be
/// written by `writeFile` (pictures.h).
std::string bytesOf(const Judge& judge);
/// And back. Throws `badUse` with a sentence that begins with `name` for what is no such file, is
/// broken, or belongs to another version of Espy or to another needle.
Judge judgeOf(std::span<const std::uint8_t> bytes, const std::string& name, const Needle& needle);
/// The same of a file; `system` where it cannot be read.
Judge readJudge(const std::string& path, const Needle& needle);

}  // namespace espy
#pragma GCC visibility pop
