// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/wider.h"

#include "model/poses.h"

namespace espy::desktop {
namespace {

/// Were all poses of `other` searched for already?
bool covers(const PoseOptions& pose, const PoseOptions& other) {
  const auto within = [](const PoseRange& range, const PoseRange& one) {
    return range.first <= one.first && range.last >= one.last;
  };
  const bool turns = pose.quarterTurns || pose.angle.last - pose.angle.first >= 360;
  return within(pose.angle, other.angle) && within(pose.scale, other.scale) &&
         (turns || !other.quarterTurns) && (pose.flip || !other.flip);
}

}  // namespace

std::vector<SearchSettings> widerThan(const SearchSettings& settings) {
  std::vector<SearchSettings> wider;
  if (covers(settings.pose, posesOf(PoseChoice::anglesAndSizes))) return wider;
  for (const PoseChoice choice :
       {PoseChoice::symmetries, PoseChoice::angles, PoseChoice::anglesAndSizes}) {
    if (covers(settings.pose, posesOf(choice))) continue;
    SearchSettings next = settings;
    next.pose = posesOf(choice);
    next.pose.visible = settings.pose.visible;
    if (!allows(next.method, choice)) {
      next.method = Method::zncc;
      next.select.overlap = kScoredOverlap;
    }
    wider.push_back(next);
  }
  return wider;
}

}  // namespace espy::desktop
