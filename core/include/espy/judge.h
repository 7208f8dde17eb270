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
/// A learned filter of false matches, from a few labelled ones.
///
///     std::vector<espy::Click> clicks;  // at least three true and three false matches
///     clicks.push_back({.picture = 0, .match = found.matches[7], .yes = false});
///     const espy::Judge judge = espy::learnJudge({needle, {&scene, 1}, clicks});
///     const auto better = espy::find(scene, {&needle, 1},
///                                    {.method = espy::Method::zncc, .judge = &judge});
///
/// A match becomes a crop: 32 x 32 block averages in the needle's own frame, so that pose does not
/// matter, registered to within 3/4 pixel of the match. Uncompared pixels and those beyond the
/// picture are empty. Each crop is normalised to mean 0 and deviation 1, and the part that the
/// needle explains is subtracted. A regression learns from the residual by similarity to the
/// labelled matches; with many labels, and if the regression leaves errors, so does a small network
/// (network.h), on copies shifted by up to half a pixel, with varied gain, offset and noise. Both
/// are cross-validated; the one that ranks held-out labels better is used, unless the plain score
/// ranks them better, in which case the judge stays off.
namespace espy {

/// A labelled match in one of several pictures.
struct Click {
  std::size_t picture = 0;
  Match match;
  bool yes = false;
  /// Its weight, above 0; below 1 for unlabelled matches that are only likely to be false, such as
  /// those below the minimum score. Only weights of 1 or more are held out.
  float importance = 1;
  /// Whether the match's score is valid; otherwise its correlation with the needle is used.
  bool scored = true;
};

/// A needle, pictures, and labelled matches in them.
struct LearnTask {
  const Needle& needle;
  std::span<const ImageView> pictures;
  std::span<const Click> clicks;
  std::int64_t copies = 24;  ///< augmented copies of each click for the network; at least 1
  std::uint64_t seed = 1;    ///< of the augmentation
};

/// Ranking quality on held-out clicks.
struct HeldOut {
  /// AUC: probability that a random yes is rated above a random no; 0.5 is chance.
  double ranking = 0.5;
  /// Share of the no that is kept if no yes is lost.
  double falseKept = 1;

  bool operator==(const HeldOut&) const = default;
};

/// A filter learned for one needle.
struct Judge {
  static constexpr std::int64_t kSide = 32;  ///< pixels per side of a crop
  static constexpr int kLeastClicks = 3;     ///< per label

  enum class By : std::uint8_t {
    score,       ///< off: neither of the others is better on held-out clicks
    regression,  ///< similarity to labelled matches
    network,
  };
  /// Labelled matches for comparison.
  struct Examples {
    std::vector<float> weights;        ///< coefficient of each example
    std::vector<float> features;       ///< some numbers per example, concatenated
    std::vector<float> tiles;          ///< 16 x 16 block averages of the residual, concatenated
    std::vector<float> featureScales;  ///< weight of each number
    float tileScale = 0;               ///< weight of squared differences of the blocks

    bool operator==(const Examples&) const = default;
  };
  By by = By::score;
  std::array<std::uint64_t, 2> needle{};  ///< `fingerprintOf` the needle
  int planes = 1;                         ///< 1: brightness; 3: red, green, blue
  Examples examples;                      ///< `fingerprintOf` the needle
  Network network;                        ///< 1: brightness; 3: RGB
  /// The probability is the logistic of slope * evidence + offset.
  double slope = 1;
  double offset = 0;
  HeldOut byScore;
  HeldOut byRegression;
  HeldOut byNetwork;  ///< default if none was trained
  /// Probabilities of held-out clicks, ascending.
  std::vector<double> yes;
  std::vector<double> no;

  bool isOn() const { return by != By::score; }
  /// The probability from which matches are kept, so that about the share `recall`, 0..1, of the
  /// true ones is; 0, which keeps all, if the judge is off. With few labels the threshold is below
  /// all true ones, by a margin that depends on their spread and number.
  double threshold(double recall) const;
  /// Confidence for a match of this probability: 0 if the evidence is neutral. Label the least
  /// certain matches first (active learning).
  double certainty(double probability) const;

  bool operator==(const Judge&) const = default;
};

/// Identifies a needle: a hash of its size, samples and weights.
std::array<std::uint64_t, 2> fingerprintOf(const Needle& needle);

/// Learns from clicks. Throws `badUse` for fewer than 3 of a kind, matches outside their picture,
/// and scores that are not numbers; and errors of the engine.
Judge learnJudge(const LearnTask& task, std::string_view engine = "auto",
                 const Control& control = {});

/// Returns for each match the probability that it is true. Throws `badUse` for a needle other than
/// the judge's.
std::vector<double> judgeMatches(const Judge& judge, const Needle& needle, const ImageView& picture,
                                 std::span<const Match> matches,
                                 std::string_view engine = "threads", const Control& control = {});

/// Serialises a judge (.esj), with version and checksums. Write it with `writeFile` (files.h).
std::string bytesOf(const Judge& judge);
/// Parses such a file. Throws `badUse` with a message that begins with `name` if it is not one, is
/// damaged, or belongs to another version of Espy or another needle.
Judge judgeOf(std::span<const std::uint8_t> bytes, const std::string& name, const Needle& needle);
/// Reads a file; throws `system` if it cannot be read.
Judge readJudge(const std::string& path, const Needle& needle);

}  // namespace espy
#pragma GCC visibility pop
