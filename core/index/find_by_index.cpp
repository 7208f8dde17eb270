// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Search with an index of needles: engine, bands of rows, order.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "base/within_memory.h"
#include "espy/engine/exact.h"
#include "find/choose.h"
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
  if (options.pose.isAsked()) refuse(phrase("an index finds needles as they are, without poses"));
  if (options.judge != nullptr) refuse(phrase("a judge is for one needle, not for an index"));
}

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

  /// All matches, sorted; the first ones if only those are wanted. They are searched in bands of
  /// rows until there are enough, small ones first: flat areas may have a match of many needles at
  /// every pixel.
  std::vector<Match> matches(const SelectOptions& select, const Control& control) {
    const bool first = select.top && select.overlap >= 1;
    const std::uint64_t most = first ? *select.top : std::numeric_limits<std::uint64_t>::max();
    const std::int64_t height = scene_.size().height;
    std::int64_t rows = first && canSearchBands() ? firstRows() : height;
    std::vector<Match> matches;
    for (std::int64_t top = 0; top < height && matches.size() < most;
         top += rows, rows = std::min(2 * rows, mostRows())) {
      const SceneRows band{top, std::min(height, top + rows)};
      Control part = control;
      if (first) part.progress = {};
      const std::vector<Occurrence> occurrences = occurrencesIn(band, part);
      const StageTimer timer(report_.timeline, "order");
      const std::vector<Match> added =
          matchesOf(state_, occurrences, most - matches.size(), report_.threads, control);
      matches.insert(matches.end(), added.begin(), added.end());
      if (first && control.progress) {
        control.progress(static_cast<double>(band.end) / static_cast<double>(height));
      }
    }
    return matches;
  }

 private:
  /// Pictures without keys are searched in a crop of the scene.
  bool canSearchBands() const { return !hasRest_ || scene_.view() != nullptr; }
  std::int64_t firstRows() const { return std::max<std::int64_t>(device_ ? 256 : 16, tallest_); }
  std::int64_t mostRows() const {
    const std::int64_t pixels = std::int64_t{1} << (device_ ? 24 : 20);
    return std::max(4 * tallest_, pixels / std::max<std::int64_t>(1, scene_.size().width));
  }

  /// The occurrences that begin in these rows, sorted.
  std::vector<Occurrence> occurrencesIn(SceneRows rows, const Control& control) {
    std::vector<Occurrence> occurrences;
    for (std::uint32_t s = 0; s < state_.segments.size(); ++s) {
      const NeedleSegment& segment = state_.segments[s].segment;
      const Control part = control.forPart(s, state_.segments.size());
      for (const FoundPicture& found : findIndexed_(scene_, rows, segment, part, report_)) {
        occurrences.push_back({found, s});
      }
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
    const StageTimer timer(finding.report.timeline, "select");
    if (select.overlap < 1) selectMatches(finding.matches, select, control);
    return finding;
  });
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
