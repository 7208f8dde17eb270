// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/method_options.h"

#include <fmt/format.h>

#include <limits>

#include "common/messages.h"
#include "common/values.h"

namespace espy::cli {
void MethodReader::addComparison(OptionParser& parser) {
  parser.choice("--method", "NAME", {kMethodNames.begin(), kMethodNames.end()},
                "how pictures are compared: exact (default), sad (absolute\n"
                "differences), ssd (squared ones) or zncc (correlation:\n"
                "brightness and contrast do not matter)",
                [&](std::size_t chosen) { method_ = static_cast<Method>(chosen); });
  parser.option(
      "--tolerance", "N",
      "exact: a pixel matches if no channel differs by more than N,\n0..65535 (default: 0)",
      [&](const std::string& text) {
        tolerance_ = static_cast<int>(parseInteger("--tolerance", text, 0, 65535));
      });
  parser.option(
      "--min-score", "S",
      fmt::format("sad, ssd, zncc: keep matches with score >= S, -1..1\n"
                  "(default: {}); exact matches all have 1",
                  ScoreOptions().minScore),
      [&](const std::string& text) { minScore_ = parseReal("--min-score", text, -1, 1); });
  parser.flag("--weighted", "sad, ssd: alpha and mask are weights, not only on or off", weighted_);
  parser.choice("--channel-means", "HOW", {"all", "each"},
                "zncc: subtract one mean of all channels (all, the default), or\n"
                "the mean of each channel, as OpenCV does (each): independent of\n"
                "the colour of the light",
                [&](std::size_t chosen) { channelMeans_ = static_cast<ChannelMeans>(chosen); });
}

void MethodReader::addSelection(OptionParser& parser) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  parser.option("--top", "K", "keep the K best, in order (default: all)",
                [&](const std::string& text) {
                  select_.top = static_cast<std::uint64_t>(parseInteger("--top", text, 1, kMost));
                });
  parser.option("--overlap", "F",
                fmt::format("drop a match whose overlap (intersection over union) with a\n"
                            "better one of the same needle exceeds F, 0..1\n"
                            "(default: exact: 1, else {})",
                            kScoredOverlap),
                [&](const std::string& text) { overlap_ = parseReal("--overlap", text, 0, 1); });
  parser.flag("--nearest",
              "if nothing reaches the minimum, return the single best\n"
              "position (no effect with exact)",
              nearest_);
  parser.flag("--across", "compare overlaps over all needles together", select_.across);
}

void MethodReader::addPoses(OptionParser& parser) {
  parser.group("Turned, scaled, mirrored");
  parser.option("--angle", "A:B[:STEP]",
                "search needles turned by A to B degrees, counter-clockwise, or\n"
                "by one angle; without STEP the step follows from the needle's\n"
                "size (sad, ssd, zncc)",
                [&](const std::string& text) {
                  pose_.angle = parseRange("--angle", text, -360, 360);
                  turnsOrScales_ = true;
                });
  parser.option("--scale", "A:B[:STEP]",
                "search needles scaled by A to B, or by one scale; likewise",
                [&](const std::string& text) {
                  pose_.scale = parseRange("--scale", text, 0.01, 100);
                  turnsOrScales_ = true;
                });
  parser.flag("--quarter-turns", "also search turned by 90, 180 and 270 degrees (every method)",
              pose_.quarterTurns);
  parser.flag("--flip", "also search mirrored left to right, before turning (every method)",
              pose_.flip);
  parser.choice("--search", "HOW", {"fast", "complete"},
                "fast (default): coarse to fine; may miss a match close to the\n"
                "minimum score; complete: same matches as comparing every pose\n"
                "at every position",
                [&](std::size_t chosen) {
                  constexpr PoseSearch kSearches[] = {PoseSearch::fast, PoseSearch::complete};
                  pose_.search = kSearches[chosen];
                });
  parser.option("--visible", "F",
                "also find needles that hang over the image's border with at\n"
                "least this share of their pixels inside; only these are\n"
                "compared; more than 0, at most 1 (default: 1, wholly inside)",
                [&](const std::string& text) {
                  pose_.visible = parseReal("--visible", text, 0, 1);
                  if (pose_.visible <= 0) {
                    throw UseError("--visible " + text + ": must be more than 0");
                  }
                });
  parser.choice("--polarity", "HOW", {"same", "any"},
                "zncc: same (default), or any: also match inverted contrast; the\n"
                "score is the absolute value of the coefficient",
                [&](std::size_t chosen) { anyPolarity_ = chosen == 1; });
}

FindOptions MethodReader::method() const {
  const std::string name = methodName(method_);
  FindOptions method;
  method.method = method_;
  if (tolerance_ && method.scored()) {
    throw UseError(
        fmt::format("--tolerance {}: is for exact; with {} use --min-score", *tolerance_, name));
  }
  if (weighted_ && method.method != Method::sad && method.method != Method::ssd) {
    throw UseError("--weighted: is for sad and ssd; with " + name +
                   " a pixel is either compared or ignored");
  }
  if (channelMeans_ == ChannelMeans::each && method.method != Method::zncc) {
    throw UseError("--channel-means each: is for zncc; " + name + " does not subtract a mean");
  }
  if (turnsOrScales_ && !method.scored()) {
    throw UseError(
        "--angle and --scale: are for sad, ssd and zncc; exact finds needles with --quarter-turns "
        "and --flip");
  }
  if (pose_.visible < 1 && !method.scored()) {
    throw UseError(
        "--visible: is for sad, ssd and zncc; exact finds needles only inside the image");
  }
  if (anyPolarity_ && method.method != Method::zncc) {
    throw UseError("--polarity any: is for zncc; " + name + " compares the values themselves");
  }
  method.pose = pose_;
  if (anyPolarity_) method.pose.polarity = Polarity::any;
  method.tolerance = tolerance_.value_or(0);
  method.nearest = nearest_;
  method.select = select_;
  method.select.overlap =
      overlap_.value_or(method.scored() ? kScoredOverlap : SelectOptions().overlap);
  if (!method.scored()) return method;
  method.minScore = minScore_.value_or(method.minScore);
  method.weighted = weighted_;
  method.channelMeans = channelMeans_;
  return method;
}

}  // namespace espy::cli
