// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/find_scored.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/control.h"
#include "espy/error.h"
#include "find/check.h"
#include "find/choose.h"
#include "find/equal_needles.h"
#include "find/match.h"
#include "find/needle.h"
#include "find/select.h"
#include "picture/host_picture.h"
#include "score/costs.h"
#include "score/fast.h"
#include "score/reference.h"

namespace espy {

namespace {

/// Whether two samples of a picture differ.
bool hasContrast(const ImageView& picture) {
  const auto ofSample = static_cast<std::size_t>(picture.format().bytesPerSample());
  const std::size_t more = static_cast<std::size_t>(picture.rowBytes()) - ofSample;
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    const std::uint8_t* row = picture.row(y);
    if (std::memcmp(row, row + ofSample, more) != 0) return true;
    if (std::memcmp(row, picture.row(0), ofSample) != 0) return true;
  }
  return false;
}

/// Whether zncc obviously can compare this needle, of which every pixel counts: this takes no time.
bool isComparable(const Needle& needle, const ScoreOptions& options) {
  constexpr std::int64_t kFewSamples = std::int64_t{1} << 31;
  return options.channelMeans != ChannelMeans::each &&
         needle.picture.size().pixels() * 3 < kFewSamples && hasContrast(needle.picture);
}

}  // namespace

void score::checkScored(Size scene, PixelFormat format, std::span<const Needle> needles,
                        const ScoreOptions& options, const Control& control) {
  finders::checkRequest(scene, needles);
  if (std::isnan(options.minScore)) {
    throw Error(ErrorCode::badUse, phrase("the minimum score is not a number"));
  }
  if (options.weighted && options.method == Method::zncc) {
    throw Error(ErrorCode::badUse,
                phrase("zncc cannot weight pixels; weights are for sad and ssd"));
  }
  if (options.channelMeans == ChannelMeans::each && options.method != Method::zncc) {
    throw Error(ErrorCode::badUse, phrase("means of each channel are for zncc"));
  }
  for (const Needle& needle : needles) {
    const bool plain = !needle.mask && !needle.picture.format().hasAlpha();
    if (plain && (options.method != Method::zncc || isComparable(needle, options))) continue;
    finders::NeedleSums sums = finders::needleSums(needle, format, options.weighted, control);
    sums.channelMeans = options.channelMeans;
    if (sums.weight == 0)
      throw Error(ErrorCode::badUse, phrase("no pixel of the needle has any weight"));
    if (options.method == Method::zncc &&
        !finders::fitsInto64(static_cast<finders::Wide>(sums.samples) * sums.maxValue *
                             sums.maxValue)) {
      throw Error(ErrorCode::tooLarge,
                  phrase("a needle of more than 2^32 16-bit samples cannot be correlated"));
    }
    if (options.method == Method::zncc && sums.variance() == 0) {
      throw Error(
          ErrorCode::badUse,
          phrase("the needle has one colour only, which zncc cannot compare; use sad or ssd"));
    }
  }
}

namespace {

/// Binds an engine's function to a scene.
struct Search {
  const FindScored::Function& find;
  const Scene& scene;
  const Control& control;

  ScoredPlaces operator()(std::span<const Needle> needles, const ScoreOptions& options,
                          RunReport& report) const {
    return find(scene, needles, options, control, report);
  }
};

/// A number of peaks that mostly suffices for the best few matches. On flat areas all positions may
/// be peaks, most of which overlap: a window may cover as many as half its pixels. Threads hold the
/// peaks together with the tiles' scratch buffers, so small scenes get less.
std::uint64_t enoughFor(Size scene, std::span<const Needle> needles, const SelectOptions& select) {
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 16;
  constexpr std::uint64_t kMany = std::uint64_t{1} << 18;
  const auto room = std::clamp(static_cast<std::uint64_t>(scene.pixels()) / 16, kLeast, kMany);
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
  // With 0 wanted, one shows whether the nearest position is wanted.
  const std::uint64_t top = std::clamp<std::uint64_t>(*select.top, 1, kMost);
  if (select.overlap >= 1) return top;
  std::int64_t largest = 1;
  for (const Needle& needle : needles) largest = std::max(largest, needle.picture.size().pixels());
  const std::uint64_t covered = top * std::min(kMost, static_cast<std::uint64_t>(largest) / 2 + 1);
  return std::clamp(covered, kLeast, std::max(room, 4 * top));
}

/// Tries the best few matches with a higher minimum first: its peaks precede all others, so if
/// enough are left after selection, they are the result. Cheap where bounds prune most positions.
std::optional<std::vector<Match>> bestFew(const Search& search, Size scene,
                                          std::span<const Needle> needles, ScoreOptions options,
                                          const SelectOptions& select, const Control& control,
                                          RunReport& report) {
  constexpr double kHigh = 0.9;
  constexpr double kWorthIt = 0.8;  // from this minimum on bounds prune well anyway
  if (options.minScore >= kWorthIt) return {};
  if (!select.top || *select.top == 0) return {};  // the nearest position may be wanted
  options.minScore = kHigh;
  options.wantBest = false;
  options.most = enoughFor(scene, needles, select);
  std::vector<Match> matches =
      finders::selectPeaks(search(needles, options, report).peaks, needles, select, control);
  if (matches.size() < *select.top) return {};
  alsoSay(report.strategy, phrase("enough matches reach 0.9"));
  return matches;
}

/// A limit for the peaks of some needles alone, which are those with these indices, in order:
/// `limit` of all needles' peaks, in a scene of this width, precedes the same of theirs. It need
/// not be a position of its needle.
Peak limitAmong(std::span<const std::uint32_t> indices, Peak limit, std::int64_t width) {
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  const auto before = std::upper_bound(indices.begin(), indices.end(), limit.needle);
  if (before != indices.begin()) {
    limit.needle = static_cast<std::uint32_t>(before - indices.begin() - 1);
    return limit;
  }
  // The position before it, since all these needles follow.
  limit.needle = kLast;
  if (limit.x > 0) {
    --limit.x;
  } else if (limit.y > 0) {
    --limit.y;
    limit.x = static_cast<std::uint32_t>(width - 1);
  } else {
    limit.score = std::nextafter(limit.score, std::numeric_limits<double>::infinity());
    limit.x = limit.y = kLast;
  }
  return limit;
}

/// One search of a scene on one engine.
class ScoredSearch {
 public:
  ScoredSearch(Size scene, std::span<const Needle> needles, const ScoreOptions& options,
               const SelectOptions& select, const Control& control)
      : scene_(scene), needles_(needles), options_(options), select_(select), control_(control) {
    if (needles.size() == 1 || !select.across) options_.overlap = select.overlap;
  }

  void into(Finding& finding, RunReport& report, const Search& search,
            const EngineFacts& engine) const {
    if (engine.prunes) {
      if (auto few = bestFew(search, scene_, needles_, options_, select_, control_, report)) {
        finding.matches = std::move(*few);
        return;
      }
    }
    // On flat areas every position may be a peak of each needle: they are then processed in parts.
    // CPU engines select the peaks of each needle early.
    ScoreOptions asked = options_;
    if (select_.top) {
      asked.most = enoughFor(scene_, needles_, select_);
    } else if (needles_.size() > 1 && select_.overlap < 1 && (select_.across || !engine.prunes)) {
      asked.most = std::max(std::int64_t{1} << 16, scene_.pixels() / 8);
    }
    ScoredPlaces places = search(needles_, asked, report);
    if (places.best) finding.best = finders::AsMatch(needles_)(*places.best);
    if (!places.leftOut) {
      const StageTimer timer(report.timeline, "select");
      finding.matches = selected(std::move(places.peaks));
    } else if (select_.top || select_.across) {
      finding.matches = byParts(std::move(places), asked, report, search);
    } else {
      discard(places.peaks);
      finding.matches = byNeedles(report, search);
    }
  }

 private:
  /// Selects among peaks ordered by needle. Very many are selected needle by needle, where needles
  /// do not suppress each other.
  std::vector<Match> selected(std::vector<Peak>&& peaks) const {
    constexpr std::size_t kMany = 1 << 16;
    if (needles_.size() == 1 || select_.across || peaks.size() < kMany) {
      return finders::selectPeaks(std::move(peaks), needles_, select_, control_);
    }
    std::vector<Match> all;
    std::vector<Peak> own;
    const auto select = [&] {
      std::vector<Match> some =
          finders::selectPeaks(std::exchange(own, {}), needles_, select_, control_);
      drain(some, [&](const Match& match) { pushBack(all, match); });
    };
    drain(peaks, [&](const Peak& peak) {
      if (!own.empty() && own.front().needle != peak.needle) select();
      own.push_back(peak);
    });
    select();
    selectMatches(all, {1, false, select_.top}, control_);
    return all;
  }

  /// Fetches peaks in parts, best first, until enough are selected.
  std::vector<Match> byParts(ScoredPlaces places, ScoreOptions asked, RunReport& report,
                             const Search& search) const {
    finders::Selection selection(needles_, select_);
    for (;;) {
      {
        const StageTimer timer(report.timeline, "select");
        if (places.leftOut) {
          asked.after =
              *std::max_element(places.peaks.begin(), places.peaks.end(), finders::IsBetter());
        }
        selection.take(std::move(places.peaks), control_);
      }
      if (!places.leftOut || selection.enough()) return selection.matches();
      // If few of many are selected, larger parts are faster.
      const std::int64_t more = std::max(std::int64_t{1} << 18, scene_.pixels() / 4);
      asked.most = std::max(*asked.most, static_cast<std::uint64_t>(more));
      places = searchUncovered(selection, asked, report, search);
    }
  }

  /// Searches on for the needles that selected windows do not cover everywhere.
  ScoredPlaces searchUncovered(finders::Selection& selection, ScoreOptions asked, RunReport& report,
                               const Search& search) const {
    std::vector<std::uint32_t> indices;
    std::vector<Needle> left;
    for (std::uint32_t n = 0; n < needles_.size(); ++n) {
      const Size positions = picture::positionsIn(scene_, needles_[n].picture.size());
      if (selection.coversAll(n, positions, control_)) continue;
      indices.push_back(n);
      left.push_back(needles_[n]);
    }
    if (left.empty()) return {};
    asked.wantBest = false;
    asked.after = limitAmong(indices, *asked.after, scene_.width);
    ScoredPlaces places = search(left, asked, report);
    for (Peak& peak : places.peaks) peak.needle = indices[peak.needle];
    return places;
  }

  /// Searches and selects needle by needle; requires that needles do not suppress each other.
  std::vector<Match> byNeedles(RunReport& report, const Search& search) const {
    std::vector<Match> all;
    ScoreOptions asked = options_;
    asked.wantBest = false;
    for (std::uint32_t n = 0; n < needles_.size(); ++n) {
      // Frees memory of the other needles for the peaks.
      releaseScratch();
      const std::span<const Needle> alone = needles_.subspan(n, 1);
      std::vector<Peak> peaks = search(alone, asked, report).peaks;
      const StageTimer timer(report.timeline, "select");
      std::vector<Match> own = finders::selectPeaks(std::move(peaks), alone, select_, control_);
      drain(own, [&](Match match) {
        match.needle = n;
        pushBack(all, match);
      });
    }
    selectMatches(all, {}, control_);
    return all;
  }

  Size scene_;
  std::span<const Needle> needles_;
  ScoreOptions options_;
  const SelectOptions& select_;
  const Control& control_;
};

/// Estimated work for `auto`: all positions, by FFT where possible, whose cost hardly depends on
/// the needle's size, otherwise sample by sample.
finders::Workload workloadOf(const Scene& scene, std::span<const Needle> needles,
                             const ScoreOptions& options, const Control& control) {
  double nanoseconds = 0;
  for (const Needle& needle : needles) {
    const int channels =
        std::max(needle.picture.format().colourChannels(), scene.format().colourChannels());
    const bool byTransform = options.method != Method::sad && !options.weighted;
    nanoseconds += byTransform ? score::costs::kTransformedPixel * (1 + channels)
                               : score::costs::kPlace +
                                     score::costs::kSampleOfPlace * channels *
                                         static_cast<double>(needle.picture.size().pixels());
  }
  return {scene.size(), scene.format(), needles.size(),
          nanoseconds / static_cast<double>(std::max<std::size_t>(needles.size(), 1)),
          allThreads(control)};
}

}  // namespace

ScoreOptions scoreOptionsOf(const FindOptions& options) {
  return {.method = options.method,
          .minScore = options.minScore,
          .weighted = options.weighted,
          .wantBest = options.wantBest,
          .channelMeans = options.channelMeans};
}

Finding score::findScored(const Registry& registry, const Scene& scene,
                          std::span<const Needle> needles, const FindOptions& options) {
  const ScoreOptions scoring = scoreOptionsOf(options);
  const Control& control = options.control;
  score::checkScored(scene.size(), scene.format(), needles, scoring, control);
  const finders::EqualNeedles equal(needles);
  const std::span<const Needle> distinct = equal.distinct();
  finders::Workload work = workloadOf(scene, distinct, scoring, control);
  // Perhaps one search per needle, and a second one for the best few.
  work.searches = distinct.size() + (options.select.top ? 1 : 0);
  Finding finding;
  finders::SearchAttempt attempt(
      registry, scene, options, work, [&] { return registry.refusal<FindScored>(kDeviceEngine); },
      finding.report);
  const ScoredSearch search(scene.size(), distinct, scoring, options.select, control);
  attempt.run([&] {
    const FindScored::Function& run = registry.get<FindScored>(attempt.engine());
    finding.report.strategy = {};
    search.into(finding, finding.report, {run, attempt.scene(), control},
                registry.engine(attempt.engine()).facts);
  });
  equal.restore(finding.matches, options.select, control);
  equal.restore(finding.best);
  return finding;
}

ScoreMap mapScores(const Registry& registry, std::string_view engine, const Scene& scene,
                   const Needle& needle, const ScoreOptions& options, const Control& control) {
  const Size size = scene.size();
  score::checkScored(size, scene.format(), {&needle, 1}, options, control);
  if (needle.picture.width() > size.width || needle.picture.height() > size.height) {
    throw Error(ErrorCode::badUse,
                phrase("the needle is larger than the picture: there are no scores"));
  }
  RunReport report;
  std::string name(engine);
  if (const KeptPicture* kept = scene.kept(); kept != nullptr) {
    finders::checkKeeper(engine, *kept);
    name = kept->engine();
  } else if (engine == "auto") {
    name = allThreads(control) > 1 ? kAllCores : kOneCore;
  }
  const MapScores::Function& map = registry.get<MapScores>(name);
  return SceneOnEngine(scene, registry, name, control, report.timeline)
      .with([&](const Scene& given) { return map(given, needle, options, control, report); });
}

void addScored(Registry& registry) {
  registry.add<FindScored>("reference", [](const Scene& scene, auto&&... rest) {
    return score::scoreByReference(hostView(scene), rest...);
  });
  registry.add<MapScores>("reference", [](const Scene& scene, auto&&... rest) {
    return score::mapByReference(hostView(scene), rest...);
  });
  addOnProcessor<FindScored>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, std::span<const Needle> needles,
                    const ScoreOptions& options, const Control& control, RunReport& report) {
      report.engine = engine.name;
      return score::scoreFast(hostView(scene), needles, options, engine.threads(control), control,
                              report);
    };
  });
  addOnProcessor<MapScores>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, const Needle& needle, const ScoreOptions& options,
                    const Control& control, RunReport& report) {
      report.engine = engine.name;
      return score::mapFast(hostView(scene), needle, options, engine.threads(control), control,
                            report);
    };
  });
}

}  // namespace espy
