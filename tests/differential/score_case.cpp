// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "differential/score_case.h"

#include <algorithm>
#include <tuple>

#include "score/reference.h"

namespace espy::test {

void ScoreCase::leaveOutRefused() {
  std::erase_if(scene.needles, [&](const Needle& needle) {
    finders::NeedleSums sums = score::sumsOf(needle, scene.scene.format(), options.weighted);
    sums.channelMeans = options.channelMeans;
    return sums.weight == 0 || (options.method == Method::zncc && sums.variance() == 0);
  });
}

void ScoreCase::score() {
  leaveOutRefused();
  RunReport report;
  wanted = score::scoreByReference(scene.scene, scene.needles, options, {}, report);
}

std::string differenceOf(const ScoredPlaces& wanted, const ScoredPlaces& got) {
  for (std::size_t i = 0; i < std::min(wanted.peaks.size(), got.peaks.size()); ++i) {
    if (wanted.peaks[i] == got.peaks[i]) continue;
    return fmt::format("peak {}: wanted {}, got {}", i, say(wanted.peaks[i]), say(got.peaks[i]));
  }
  if (wanted.peaks.size() != got.peaks.size()) {
    return fmt::format("wanted {} peaks, got {}", wanted.peaks.size(), got.peaks.size());
  }
  if (wanted.best == got.best) return {};
  return fmt::format("best: wanted {}, got {}", wanted.best ? say(*wanted.best) : "none",
                     got.best ? say(*got.best) : "none");
}

void sortAsTheReference(std::vector<Peak>& peaks) {
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) {
    return std::tie(a.needle, a.y, a.x) < std::tie(b.needle, b.y, b.x);
  });
}

}  // namespace espy::test
