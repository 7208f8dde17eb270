// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <algorithm>

#include "base/phrase.h"

namespace espy::lab {
namespace {

constexpr const char* kLoops[] = {"sequential", "openmp-static", "openmp-dynamic", "openmp-guided"};
constexpr const char* kOnThreads[] = {"openmp-outer",   "openmp-inner",  "openmp-static",
                                      "openmp-dynamic", "openmp-guided", "best"};
constexpr const char* kGrowing[] = {"sequential",
                                    "openmp-outer",
                                    "openmp-static",
                                    "best",
                                    "cuda-maxthreads-sumreduc",
                                    "cuda-maxthreads-nonsumreduc",
                                    "cuda-rthreads",
                                    "cuda-naive",
                                    "cuda-best"};

bool isWeak(const LabReport& report) {
  return std::ranges::find(report.settings, std::pair<std::string, std::string>(
                                                "scaling", "weak")) != report.settings.end();
}

/// Scaling from the first number of threads to the last: weak (work per thread constant) or strong
/// (total work constant).
Message scaling(const LabReport& report) {
  const Message times = growthOfTimes(report, kOnThreads);
  if (times.empty()) return {};
  const std::string& first = report.points.front().value;
  const std::string& last = report.points.back().value;
  if (isWeak(report)) {
    return phrase(
        "From {} to {} threads, with the same work for each thread, the times grew (ideal: 1): {}.",
        first, last, times);
  }
  return phrase("From {} to {} threads, with the same total work, the times grew: {}.", first, last,
                times);
}

/// The least and the greatest gain over all points.
Message gainOfOurs(const LabReport& report) {
  double least = 0;
  double most = 0;
  for (const LabPoint& point : report.points) {
    const LabRow* ours = rowOf(point, "best");
    if (ours == nullptr || ours->work.median <= 0) continue;
    double loop = 0;
    for (const char* strategy : kLoops) {
      const LabRow* row = rowOf(point, strategy);
      if (row != nullptr && (loop == 0 || row->work.median < loop)) loop = row->work.median;
    }
    if (loop == 0) continue;
    const double gain = loop / ours->work.median;
    least = most == 0 ? gain : std::min(least, gain);
    most = std::max(most, gain);
  }
  if (most == 0) return {};
  if (shown(least) == shown(most)) {
    return phrase("The fastest plain loop took {} times as long as Espy's own strategy.",
                  shown(least));
  }
  return phrase("The fastest plain loop took {} to {} times as long as Espy's own strategy.",
                shown(least), shown(most));
}

}  // namespace

std::vector<Message> sparseConclusions(const LabReport& report) {
  std::vector<Message> sentences;
  const bool byThreads = report.swept == "threads";
  for (Message sentence :
       {byThreads ? scaling(report) : growth(report, kGrowing), gainOfOurs(report)}) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace espy::lab
