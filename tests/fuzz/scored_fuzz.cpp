// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored search by every engine, or by a single strategy of the CPU. Any difference from the
// reference, even in the last bit of a score, is a crash.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "differential/score_blocks.h"
#include "differential/score_case.h"
#include "differential/score_strategies.h"
#include "find/match.h"
#include "fuzz/scored_input.h"
#include "support/find_with.h"

using namespace espy;
using namespace espy::test;

namespace {

constexpr const char* kEngines[] = {"sequential", "threads", "openmp"};

const Registry& engines() {
  static const Registry registry = makeRegistry();
  return registry;
}

Control controlOf(const ScoredInput& input) {
  Control control;
  control.threads = input.threads;
  return control;
}

/// Matches, or the error message.
struct Answer {
  Finding finding;
  std::string refusal;

  bool operator==(const Answer& other) const {
    return refusal == other.refusal && finding.matches == other.finding.matches &&
           finding.best == other.finding.best;
  }

  std::string text() const {
    return fmt::format("finds {}, nearest {} ({})", finding.matches.size(),
                       finding.best ? say(*finding.best) : "none", refusal);
  }
};

Answer answerOf(const char* engine, const ScoredInput& input) {
  Answer answer;
  try {
    answer.finding = findScored(engines(), engine, input.scene.scene, input.scene.needles,
                                input.score, input.select, controlOf(input));
  } catch (const Error& error) {
    answer.refusal = error.what();
  }
  return answer;
}

std::string differenceOfEngines(const ScoredInput& input) {
  const Answer wanted = answerOf("reference", input);
  for (const char* engine : kEngines) {
    const Answer answer = answerOf(engine, input);
    if (answer == wanted) continue;
    return fmt::format("{} {}, reference {}", engine, answer.text(), wanted.text());
  }
  return {};
}

bool fitsIn(const ImageView& scene, const Needle& needle) {
  return fitsInto(scene.size(), needle.picture.size());
}

std::string differenceOfAllDense(const ScoreCase& one, int detail) {
  for (std::uint32_t n = 0; n < one.scene.needles.size(); ++n) {
    if (!fitsIn(one.scene.scene, one.scene.needles[n])) continue;
    const score::ScoredNeedle needle = score::makeScoredNeedle(
        one.scene.needles[n], n, one.scene.scene.format(), false, one.options.method);
    std::string difference = differenceOfDense(
        one, needle,
        detail % 2 == 0 ? score::TileStrategy::byTransforms : score::TileStrategy::directly);
    if (!difference.empty()) return difference;
  }
  return {};
}

std::string differenceOfBlocks(const ScoreCase& one, int detail) {
  constexpr int kSides[] = {2, 4, 8};
  constexpr double kFallbacks[] = {1e9, 20, 2};
  Blocks blocks(one, kSides[detail % 3]);
  if (blocks.bounded() == 0) return {};
  const double fallback = kFallbacks[detail / 3 % 3];
  const int threads = 1 + detail / 9 % 3;
  std::string difference = blocks.difference(fallback, threads, false);
  if (!difference.empty() || !blocks.canDirectly()) return difference;
  return blocks.difference(fallback, threads, true);
}

std::string differenceOfMaps(const ScoreCase& one, const Control& control) {
  for (const Needle& needle : one.scene.needles) {
    if (!fitsIn(one.scene.scene, needle)) continue;
    const ScoreMap wanted = mapScores(engines(), "reference", one.scene.scene, needle, one.options);
    for (const char* engine : kEngines) {
      const ScoreMap got =
          mapScores(engines(), engine, one.scene.scene, needle, one.options, control);
      if (got.size != wanted.size || !(got.error <= 1.0 / 250)) return "another size, or rough";
      for (std::size_t i = 0; i < wanted.scores.size(); ++i) {
        const double off = std::abs(static_cast<double>(got.scores[i]) - wanted.scores[i]);
        if (off <= got.error + wanted.error) continue;
        return fmt::format("{}, {}: place {} is off by {}, not {}", engine, one.name(), i, off,
                           got.error);
      }
    }
  }
  return {};
}

/// Peaks fetched in batches are all peaks.
std::string differenceOfParts(const ScoreCase& one, int detail, const Control& control) {
  std::vector<Peak> wanted = one.wanted.peaks;
  std::sort(wanted.begin(), wanted.end(), finders::IsBetter());
  for (const char* engine : kEngines) {
    ScoreOptions options = one.options;
    options.wantBest = false;
    options.most = std::max<std::uint64_t>(1 + detail % 7, wanted.size() / 5 + 1);
    std::size_t listed = 0;
    for (bool all = false; !all;) {
      RunReport report;
      ScoredPlaces places = engines().get<FindScored>(engine)(one.scene.scene, one.scene.needles,
                                                              options, control, report);
      std::sort(places.peaks.begin(), places.peaks.end(), finders::IsBetter());
      const std::vector<Peak>& peaks = places.peaks;
      all = !places.leftOut;
      if (peaks.size() > wanted.size() - listed || (!all && peaks.empty()) ||
          !std::equal(peaks.begin(), peaks.end(),
                      wanted.begin() + static_cast<std::ptrdiff_t>(listed))) {
        return fmt::format("{}, {}: other peaks from {} on", engine, one.name(), listed);
      }
      listed += peaks.size();
      if (!peaks.empty()) options.after = peaks.back();
    }
    if (listed != wanted.size()) {
      return fmt::format("{}, {}: {} peaks of {}", engine, one.name(), listed, wanted.size());
    }
  }
  return {};
}

/// Refining matches together equals refining them one by one.
std::string differenceOfRefined(const ScoreCase& one, const Control& control) {
  constexpr std::size_t kMost = 40;
  std::vector<Match> matches;
  for (const Peak& peak : one.wanted.peaks) {
    if (matches.size() < kMost) matches.push_back(finders::AsMatch(one.scene.needles)(peak));
  }
  const auto together = refined(one.scene.scene, one.scene.needles, matches, one.options, control);
  if (together.size() != matches.size()) return "as many as there are matches";
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const SubPixel alone = refined(one.scene.scene, one.scene.needles, matches[i], one.options);
    if (alone.x == together[i].x && alone.y == together[i].y &&
        std::abs(alone.x - matches[i].x) <= 0.5 && std::abs(alone.y - matches[i].y) <= 0.5) {
      continue;
    }
    return fmt::format("{}: {} is refined to {}, {}, with others to {}, {}", one.name(),
                       say(matches[i]), alone.x, alone.y, together[i].x, together[i].y);
  }
  return {};
}

std::string differenceOf(const ScoredInput& input) {
  if (input.what == Try::engines) return differenceOfEngines(input);
  const ScoreCase one(input.scene, input.score);
  if (one.scene.needles.empty()) return {};  // refused
  const Control control = controlOf(input);
  const bool correlates = one.options.method == Method::zncc;
  const Means means = correlates ? Means::none : static_cast<Means>(input.detail % 3);
  const auto byStrategy = [&](score::TileStrategy strategy) {
    return supportsCase(strategy, one)
               ? differenceOfStrategy(one, strategy, means, (input.detail & 64) != 0)
               : std::string();
  };
  switch (input.what) {
    case Try::engines:
      break;
    case Try::samples:
      return byStrategy(score::TileStrategy::bySamples);
    case Try::transforms:
      return byStrategy(score::TileStrategy::byTransforms);
    case Try::directly:
      return byStrategy(score::TileStrategy::directly);
    case Try::dense:
      return differenceOfAllDense(one, input.detail);
    case Try::blocks:
      return differenceOfBlocks(one, input.detail);
    case Try::maps:
      return differenceOfMaps(one, control);
    case Try::parts:
      return differenceOfParts(one, input.detail, control);
    case Try::refined:
      return differenceOfRefined(one, control);
  }
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  Bytes bytes(data, size);
  const ScoredInput input(bytes);
  const std::string difference = differenceOf(input);
  if (difference.empty()) return 0;
  std::fprintf(stderr, "%s\n", difference.c_str());
  std::abort();
}
