// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Search with an index of needles: engine, bands of rows, order.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "base/within_memory.h"
#include "espy/engine/exact.h"
#include "find/check.h"
#include "find/choose.h"
#include "find/overlap_filter.h"
#include "index/choose.h"
#include "index/find_pictures.h"
#include "index/needle_index_state.h"
#include "index/occurrences.h"
#include "picture/host_picture.h"

namespace espy {

using namespace index;

namespace {

void checkOptions(const FindOptions& options) {
  const auto refuse = [](const Message& fact) { throw Error(ErrorCode::badUse, fact); };
  if (options.scored() || options.tolerance != 0) {
    refuse(phrase("an index finds identical pictures: method exact, tolerance 0"));
  }
  if (options.denoise != 0) refuse(phrase("an index finds pictures as they are, not denoised"));
  if (options.pose.isAsked()) refuse(phrase("an index finds needles as they are, without poses"));
  if (options.judge != nullptr) refuse(phrase("a judge is for one needle, not for an index"));
}

/// What is kept of matches that come in order.
class KeptMatches {
 public:
  explicit KeptMatches(const SelectOptions& select) : select_(select) {
    if (select.overlap < 1) filter_.emplace(select);
  }

  /// Whether nothing is dropped.
  bool all() const { return !filter_ && !select_.top; }
  bool enough() const { return select_.top && matches_.size() >= *select_.top; }
  /// Takes the matches of sorted occurrences.
  void take(const NeedleIndex::State& state, std::span<const Occurrence> occurrences,
            RunReport& report, const Control& control) {
    const StageTimer timer(report.timeline, filter_ ? "select" : "order");
    if (all()) return addMatches(state, occurrences, report.threads, control, matches_);
    if (filter_ && !occurrences.empty()) filter_->removeAbove(occurrences.front().found.y);
    forEachMatch(state, occurrences, control, [&](const Match& match) {
      if (enough()) return false;
      if (filter_ && filter_->covers(match)) return true;
      if (filter_) filter_->add(match);
      matches_.push_back(match);
      return true;
    });
  }
  std::vector<Match> matches() { return std::move(matches_); }

 private:
  SelectOptions select_;
  std::optional<finders::OverlapFilter> filter_;
  std::vector<Match> matches_;
};

/// A search of one scene by one engine.
class IndexedSearch {
 public:
  IndexedSearch(const Registry& registry, const std::string& engine, const Scene& scene,
                const NeedleIndex::State& state, RunReport& report)
      : findIndexed_(registry.get<FindIndexed>(engine)),
        findExact_(registry.get<FindExact>(engine)),
        device_(registry.engine(engine).facts.device),
        scene_(scene),
        state_(state),
        report_(report) {
    for (const auto& open : state.segments) {
      tallest_ = std::max(tallest_, open.segment.tallest());
      hasRest_ = hasRest_ || !open.segment.rest().empty();
    }
  }

  /// The selected matches, sorted. They are searched in bands of rows, so that only a band's are in
  /// memory besides those that are kept: flat areas may have a match of many needles at every
  /// pixel. Where few are kept, the first bands are small.
  std::vector<Match> matches(const SelectOptions& select, const Control& control) {
    const std::int64_t height = scene_.size().height;
    KeptMatches kept(select);
    std::int64_t rows = kept.all() ? mostRows() : firstRows();
    // Pictures without keys are searched in a crop of the scene.
    if (hasRest_ && scene_.view() == nullptr) rows = height;
    for (std::int64_t top = 0; top < height && !kept.enough();) {
      const SceneRows band{top, std::min(height, top + rows)};
      const std::vector<Occurrence> occurrences =
          occurrencesIn(band, {control.threads, control.stop, {}, control.beside});
      kept.take(state_, occurrences, report_, control);
      if (control.progress) {
        control.progress(static_cast<double>(band.end) / static_cast<double>(height));
      }
      top = band.end;
      rows = nextRows(rows, occurrences.size(), select);
    }
    return kept.matches();
  }

 private:
  std::int64_t rowsOf(std::int64_t pixels) const {
    return std::max(4 * tallest_, pixels / std::max<std::int64_t>(1, scene_.size().width));
  }
  std::int64_t firstRows() const { return std::max<std::int64_t>(device_ ? 256 : 16, tallest_); }
  std::int64_t mostRows() const { return rowsOf(std::int64_t{1} << (device_ ? 26 : 22)); }
  /// As many rows as before, or twice or half of them, by what was found in these.
  std::int64_t nextRows(std::int64_t rows, std::size_t found, const SelectOptions& select) const {
    constexpr std::size_t kMany = std::size_t{1} << 20;
    if (found > 4 * kMany) return std::max<std::int64_t>(1, rows / 2);
    if (found > kMany) return rows;
    // The last band may find much more than is kept.
    const std::int64_t most =
        select.top ? rowsOf(std::int64_t{1} << (device_ ? 24 : 20)) : 16 * mostRows();
    return std::max(rows, std::min(4 * rows, most));
  }

  /// The occurrences that begin in these rows, sorted.
  std::vector<Occurrence> occurrencesIn(SceneRows rows, const Control& control) {
    std::vector<Occurrence> occurrences;
    for (std::uint32_t s = 0; s < state_.segments.size(); ++s) {
      const NeedleSegment& segment = state_.segments[s].segment;
      const Control part = control.forPart(s, state_.segments.size());
      const std::vector<FoundPicture> found = findIndexed_(scene_, rows, segment, part, report_);
      occurrences.reserve(occurrences.size() + found.size());
      for (const FoundPicture& one : found) occurrences.push_back({one, s});
      findRest(segment, s, rows, part, occurrences);
    }
    const StageTimer timer(report_.timeline, "order");
    sortByPosition(occurrences, rows, report_.threads, control);
    return occurrences;
  }

  /// Pictures without keys are searched as `find` searches them.
  void findRest(const NeedleSegment& segment, std::uint32_t number, SceneRows rows,
                const Control& control, std::vector<Occurrence>& occurrences) {
    if (segment.rest().empty()) return;
    std::vector<Needle> needles;
    for (const std::uint32_t picture : segment.rest()) needles.push_back(segment.picture(picture));
    try {
      finders::checkRequest(scene_.size(), needles);
    } catch (const Error&) {
      segment.refuse();  // made to harm: no needle of an index is without an opaque pixel
    }
    RunReport report;
    const Control quiet{control.threads, control.stop, {}, control.beside};
    const std::int64_t height = scene_.size().height;
    const bool whole = rows.first == 0 && rows.end == height;
    ImageView band;
    if (!whole) {
      const std::int64_t end = std::min(height, rows.end + segment.tallest() - 1);
      band = scene_.view()->crop(0, rows.first, {scene_.size().width, end - rows.first});
    }
    const auto places = findExact_(whole ? scene_ : Scene(band), needles, {}, quiet, report);
    report_.timeline.add(report.timeline);
    for (std::size_t n = 0; n < places.size(); ++n) {
      for (const Place& place : places[n]) {
        const std::int64_t y = place.y + rows.first;
        if (y >= rows.end) break;
        occurrences.push_back(
            {{static_cast<std::uint32_t>(y), place.x, segment.rest()[n]}, number});
      }
    }
    segment.file().checkUncut();
  }

  const FindIndexed::Function& findIndexed_;
  const FindExact::Function& findExact_;
  bool device_;
  const Scene& scene_;
  const NeedleIndex::State& state_;
  RunReport& report_;
  std::int64_t tallest_ = 1;
  bool hasRest_ = false;
};

}  // namespace

Finding find(const Registry& registry, const Scene& scene, const NeedleIndex& index,
             const FindOptions& options) {
  return withinMemory([&] {
    checkOptions(options);
    finders::checkRequest(scene.size(), {});
    const NeedleIndex::State& state = index.state();
    const SelectOptions& select = options.select;
    const Control& control = options.control;
    Finding finding;
    // A GPU gets the scene once for all segments and bands.
    constexpr std::size_t kSearches = 2;
    finders::SearchAttempt attempt(
        registry, scene, options,
        [&] { return chooseIndexEngine(registry, scene, state, control); }, kSearches,
        finding.report);
    attempt.run([&] {
      IndexedSearch search(registry, attempt.engine(), attempt.scene(), state, finding.report);
      finding.matches = search.matches(select, control);
    });
    finding.report.engine = attempt.engine();
    finding.report.strategy = phrase("looked up the blocks of {} needles", index.size());
    return finding;
  });
}

std::vector<std::uint32_t> foundNeedles(std::vector<Match>& matches) {
  std::vector<std::uint32_t> numbers;
  for (const Match& match : matches) numbers.push_back(match.needle);
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (Match& match : matches) {
    match.needle = static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, match.needle) -
                                              numbers.begin());
  }
  return numbers;
}

void addIndexed(Registry& registry) {
  registry.add<FindIndexed>(
      "reference", [](const Scene& scene, SceneRows rows, const NeedleSegment& segment,
                      const Control& control, RunReport& report) {
        const StageTimer timer(report.timeline, "pass 1");
        return findPicturesByReference(hostView(scene), rows, segment, control);
      });
  addOnProcessor<FindIndexed>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Scene& scene, SceneRows rows, const NeedleSegment& segment,
                    const Control& control, RunReport& report) {
      report.threads = engine.threads(control);
      const StageTimer timer(report.timeline, "pass 1");
      return findPictures(hostView(scene), rows, segment, report.threads, control);
    };
  });
}

}  // namespace espy
