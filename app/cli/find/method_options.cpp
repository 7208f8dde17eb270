// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/method_options.h"

#include <fmt/format.h>

#include <limits>

#include "common/messages.h"
#include "common/values.h"

namespace espy::cli {
void MethodReader::addComparison(OptionParser& parser) {
  parser.option("--method", "NAME",
                "how pictures are compared: exact (default), sad (absolute\n"
                "differences), ssd (squared ones) or zncc (correlation:\n"
                "brightness and contrast do not matter)",
                name_);
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
  parser.flag("--weighted",
              "sad, ssd: alpha and mask say how much a pixel counts, not only\nwhether it does",
              weighted_);
}

void MethodReader::addSelection(OptionParser& parser) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  parser.option("--top", "K", "the K best, in order (default: all)", [&](const std::string& text) {
    select_.top = static_cast<std::uint64_t>(parseInteger("--top", text, 1, kMost));
  });
  parser.option("--overlap", "F",
                fmt::format("drop a match whose overlap (intersection over union) with a\n"
                            "better one of the same needle exceeds F, 0..1\n"
                            "(default: exact: 1, else {})",
                            kScoredOverlap),
                [&](const std::string& text) { overlap_ = parseReal("--overlap", text, 0, 1); });
  parser.flag("--nearest",
              "where nothing reaches the minimum, take the single best place\n"
              "all the same (changes nothing with exact)",
              nearest_);
  parser.flag("--across", "compare overlaps over all needles together", select_.across);
}

void MethodReader::addRefused(OptionParser& parser) {
  parser.group("Known, refused by this version");
  parser.option("--angle", "A:B[:STEP]", "search turned needles", angle_);
  parser.option("--scale", "A:B[:STEP]", "search scaled needles", scale_);
}

MethodOptions MethodReader::method() const {
  std::vector<std::string> names{methodName({})};
  names.insert(names.end(), kMethodNames.begin(), kMethodNames.end());
  const std::size_t choice = parseChoice("--method", name_, names);
  if (!angle_.empty()) throw UseError("--angle " + angle_ + ": this version turns no needles");
  if (!scale_.empty()) throw UseError("--scale " + scale_ + ": this version scales no needles");

  MethodOptions method;
  method.scored = choice > 0;
  if (tolerance_ && method.scored) {
    throw UseError(fmt::format(
        "--tolerance {}: is for exact; with {} say how much may differ with --min-score",
        *tolerance_, name_));
  }
  if (method.scored) method.score.method = static_cast<Method>(choice - 1);
  if (weighted_ && (!method.scored || method.score.method == Method::zncc)) {
    throw UseError("--weighted: is for sad and ssd; with " + name_ + " a pixel counts or not");
  }
  method.exact.tolerance = tolerance_.value_or(0);
  method.nearest = nearest_;
  method.select = select_;
  method.select.overlap =
      overlap_.value_or(method.scored ? kScoredOverlap : SelectOptions().overlap);
  if (!method.scored) return method;
  method.score.minScore = minScore_.value_or(method.score.minScore);
  method.score.weighted = weighted_;
  return method;
}

}  // namespace espy::cli
