// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "common/file_run.h"
#include "common/messages.h"
#include "common/needles.h"
#include "common/output.h"
#include "index/actions.h"

namespace espy::cli {
namespace {

/// One run of `espy find --index` with an index of scenes.
class SceneFindRun {
 public:
  explicit SceneFindRun(const SceneFindRequest& request)
      : request_(request), run_(request.threads) {}

  int run() {
    const SceneIndex index(request_.index);
    Needles needles(request_.needles, request_.mask, request_.readingUntil(run_.control().stop));
    for (std::size_t i = 0; i < request_.needles.size(); ++i) {
      named(request_.needles[i], [&] { index.check(needles.all()[i]); });
    }
    SceneIndex::Query query;
    query.checkAll = !request_.trust;
    query.minScore = request_.minScore;
    query.reading = request_.reading;
    query.control = run_.control();
    const Elapsed elapsed;
    const SceneIndex::Report report =
        index.find(needles.all(), query, [&](SceneIndex::Found&& found) { take(found); });
    needles.notes().print();
    tell(report);
    if (request_.timings) {
      printText(fmt::format("{}: {} positions verified in {} of {} pictures, {:.1f} ms\n",
                            request_.index, report.candidates, report.opened, index.facts().scenes,
                            elapsed.milliseconds()));
    }
    if (!foundAny_) noteSizes(index, needles);
    if (report.failed > 0) return report.failed == index.facts().scenes ? kRefused : kPartlyDone;
    return foundAny_ ? kDone : kNothingFound;
  }

 private:
  void take(const SceneIndex::Found& found) {
    if (!found.failure.empty()) {
      printError(found.failure);
      return;
    }
    foundAny_ = true;
    if (request_.quiet) return;
    if (request_.json) {
      writeJson(found);
    } else {
      for (const Match& match : found.matches) {
        out_.format("{}:{},{},{},{} score={} needle={}\n", found.file, match.x, match.y,
                    match.width, match.height, match.score, request_.needles[match.needle]);
      }
    }
    out_.flush();
  }

  void writeJson(const SceneIndex::Found& found) {
    Finding finding;
    finding.matches = found.matches;
    finding.report.engine = "threads";
    FindOptions options;
    if (request_.minScore) options.method = Method::zncc;
    espy::writeJson(found.file, request_.needles, found.size, options, finding,
                    [&](std::string_view part) { out_.text(part); });
    out_.format(",\"timeline\":{},\"total_ms\":{}}}\n", jsonTimeline(found.timeline),
                jsonNumber(found.timeline.totalMilliseconds()));
  }

  /// Of needles that lie in no picture as none is large enough.
  void noteSizes(const SceneIndex& index, const Needles& needles) const {
    const std::vector<SceneIndex::Indexed> scenes = index.scenes();
    for (std::size_t i = 0; i < request_.needles.size() && !scenes.empty(); ++i) {
      const Size needle = needles.all()[i].picture.size();
      if (std::ranges::any_of(scenes, [&](const SceneIndex::Indexed& scene) {
            return needle.width <= scene.size.width && needle.height <= scene.size.height;
          })) {
        continue;
      }
      printError(
          fmt::format("{}: note: the needle ({} x {} pixels) is larger than all pictures of {}",
                      request_.needles[i], needle.width, needle.height, request_.index));
    }
  }

  void tell(const SceneIndex::Report& report) const {
    if (report.changed == 0) return;
    const std::string again =
        fmt::format("searched whole; 'espy index add {} ...' indexes again", request_.index);
    printError(
        report.changed == 1
            ? fmt::format("{}: has changed since it was indexed; {}", report.firstChanged, again)
            : fmt::format("{} and {} more have changed since they were indexed; {}",
                          report.firstChanged, report.changed - 1, again));
  }

  const SceneFindRequest& request_;
  FileRun run_;
  Output out_;
  bool foundAny_ = false;
};

}  // namespace

int findInScenes(const SceneFindRequest& request) {
  return SceneFindRun(request).run();
}

}  // namespace espy::cli
