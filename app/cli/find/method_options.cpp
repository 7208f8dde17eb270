// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/method_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/messages.h"
#include "common/values.h"

namespace espy::cli {
namespace {

/// "--min-score" for "min_score".
std::string spelled(std::string_view name) {
  std::string option = "--" + std::string(name);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

OptionValue parsed(const FindOption& option, const std::string& text) {
  const std::string name = spelled(option.name);
  switch (option.kind) {
    case FindOption::Kind::whole:
      return parseInteger(name, text, static_cast<std::int64_t>(option.least),
                          std::isfinite(option.most) ? static_cast<std::int64_t>(option.most)
                                                     : std::numeric_limits<std::int64_t>::max());
    case FindOption::Kind::range:
      return parseRange(name, text, option.least, option.most);
    default:
      return parseReal(name, text, option.least, option.most);
  }
}

}  // namespace

void MethodReader::add(OptionParser& parser, std::string_view name, const std::string& value,
                       const std::string& help) {
  const FindOption& option = findOption(name);
  const auto set = [this, &option](const OptionValue& of) {
    option.set(options_, of);
    given_.insert(option.name);
  };
  if (option.kind == FindOption::Kind::flag) {
    parser.flag(spelled(name), help, flags_[option.name]);
  } else if (option.kind == FindOption::Kind::choice) {
    parser.choice(spelled(name), value, {option.words.begin(), option.words.end()}, help,
                  [set](std::size_t chosen) { set(static_cast<std::int64_t>(chosen)); });
  } else {
    parser.option(spelled(name), value, help,
                  [set, &option](const std::string& text) { set(parsed(option, text)); });
  }
}

void MethodReader::addComparison(OptionParser& parser) {
  parser.group("Comparison");
  add(parser, "method", "NAME",
      "how pictures are compared: exact (default), sad (absolute\n"
      "differences), ssd (squared ones), zncc (correlation:\n"
      "brightness and contrast do not matter) or outline (by the\n"
      "needle's outline, which may be bent, partly hidden, turned\n"
      "and scaled, in any colour)");
  add(parser, "tolerance", "N",
      "exact: a pixel matches if no channel differs by more than N,\n0..65535 (default: 0)");
  add(parser, "min_score", "S",
      fmt::format("all but exact: keep matches with score >= S, -1..1\n"
                  "(default: {}, outline: {}); exact matches all have 1",
                  FindOptions().minScore, kOutlineScore));
  add(parser, "bend", "F",
      fmt::format("outline: how much it may be bent, more than 0, at most 1\n"
                  "(default: {}: an arm by 57 degrees)",
                  FindOptions().bend));
  add(parser, "weighted", {}, "sad, ssd: alpha and mask are weights, not only on or off");
  add(parser, "channel_means", "HOW",
      "zncc: subtract one mean of all channels (all, the default), or\n"
      "the mean of each channel, as OpenCV does (each): independent of\n"
      "the colour of the light");
  add(parser, "denoise", "S",
      "filter needles and images by total variation of this strength\n"
      "before the search (see espy denoise), above 0, at most 1000\n"
      "(default: not)");
}

void MethodReader::addSelection(OptionParser& parser) {
  add(parser, "top", "K", "keep the K best, in order (default: all)");
  add(parser, "overlap", "F",
      fmt::format("drop a match whose overlap (intersection over union) with a\n"
                  "better one of the same needle exceeds F, 0..1\n"
                  "(default: exact: 1, else {})",
                  kScoredOverlap));
  add(parser, "across", {}, "compare overlaps over all needles together");
}

void MethodReader::addNearest(OptionParser& parser) {
  add(parser, "nearest", {},
      "if nothing reaches the minimum, return the single best\n"
      "position (no effect with exact)");
}

void MethodReader::addPoses(OptionParser& parser) {
  parser.group("Turned, scaled, mirrored");
  add(parser, "angle", "A:B[:STEP]",
      "search needles turned by A to B degrees, counter-clockwise, or\n"
      "by one angle; without STEP the step follows from the needle's\n"
      "size (sad, ssd, zncc)");
  add(parser, "scale", "A:B[:STEP]", "search needles scaled by A to B, or by one scale; likewise");
  add(parser, "quarter_turns", {}, "also search turned by 90, 180 and 270 degrees (every method)");
  add(parser, "flip", {}, "also search mirrored left to right, before turning (every method)");
  add(parser, "search", "HOW",
      "fast (default): coarse to fine; may miss a match close to the\n"
      "minimum score; complete: same matches as comparing every pose\n"
      "at every position");
  add(parser, "visible", "F",
      "also find needles that hang over the image's border with at\n"
      "least this share of their pixels inside; only these are\n"
      "compared; more than 0, at most 1 (default: 1, wholly inside)");
  add(parser, "polarity", "HOW",
      "zncc: same (default), or any: also match inverted contrast; the\n"
      "score is the absolute value of the coefficient");
}

FindOptions MethodReader::method() const {
  FindOptions options = options_;
  std::set<std::string_view> given = given_;
  for (const auto& [name, set] : flags_) {
    if (!set) continue;
    findOption(name).set(options, true);
    given.insert(name);
  }
  try {
    completeOptions(options, given, spelled);
  } catch (const Error& error) {
    throw UseError(error.what());
  }
  return options;
}

}  // namespace espy::cli
