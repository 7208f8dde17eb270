// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/verdicts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "model/match_list.h"

namespace espy::desktop {
namespace {

/// Where a match lies, and how. Its score is left out: another engine may be less exact.
auto placeKey(const Match& match) {
  return std::tuple(match.y, match.x, match.height, match.width, match.angle, match.scale,
                    match.mirrored);
}

template <class T>
bool isSame(const std::weak_ptr<const T>& a, const std::shared_ptr<const T>& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

bool Verdicts::Verdict::isAbout(const PicturePtr& ofScene, const NeedleItem& ofNeedle) const {
  return isSame(scene, ofScene) && isSame(needle, ofNeedle.picture) && isSame(mask, ofNeedle.mask);
}

void Verdicts::say(const PicturePtr& scene, const NeedleItem& needle, const Match& match,
                   Said said) {
  std::erase_if(all_, [&](const Verdict& verdict) {
    const bool gone = verdict.scene.expired() || verdict.needle.expired();
    return gone || (verdict.isAbout(scene, needle) && placeKey(verdict.match) == placeKey(match));
  });
  if (said != Said::nothing) all_.push_back({scene, needle.picture, needle.mask, match, said});
}

std::vector<Said> Verdicts::of(const SearchResult& result) const {
  std::vector<Said> said;
  for (std::size_t needle = 0; needle < result.needles.size(); ++needle) {
    std::vector<Of> known = of(result.scene, result.needles[needle]);
    if (known.empty()) continue;
    const auto before = [](const Of& a, const Of& b) {
      return placeKey(a.match) < placeKey(b.match);
    };
    std::sort(known.begin(), known.end(), before);
    const std::vector<Match>& matches = result.finding.matches;
    said.resize(matches.size(), Said::nothing);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (matches[i].needle != needle) continue;
      const auto found =
          std::lower_bound(known.begin(), known.end(), Of{matches[i], Said::nothing}, before);
      if (found != known.end() && placeKey(found->match) == placeKey(matches[i])) {
        said[i] = found->said;
      }
    }
  }
  return said;
}

std::vector<Verdicts::Of> Verdicts::of(const PicturePtr& scene, const NeedleItem& needle) const {
  std::vector<Of> known;
  for (const Verdict& verdict : all_) {
    if (verdict.isAbout(scene, needle)) known.push_back({verdict.match, verdict.said});
  }
  return known;
}

}  // namespace espy::desktop
