// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/candidates.h"

#include <memory>
#include <utility>

namespace espy::desktop {

void Candidates::set(const SearchResultPtr& of, const SearchResultPtr& all) {
  constexpr std::size_t kMost = std::size_t{1} << 17;  // selected within a frame
  const std::vector<Match>& matches = all->finding.matches;
  const SelectOptions& select = all->settings.select;
  const bool whole = select.overlap >= 1 && (!select.top || matches.size() < *select.top);
  // Positions between pixels and probabilities belong to matches, and would have to be selected.
  // Overlaps of turned matches are those of their outlines, not of their windows.
  const bool plain = all->settings.pose.isWhole() && all->finding.between.empty() &&
                     all->finding.judged.empty() && all->finding.outlines.empty() && !all->gaveUp;
  const bool known = whole && plain && matches.size() <= kMost;
  of_ = known ? of : nullptr;
  all_ = known ? all : nullptr;
}

SearchResultPtr Candidates::selected(const SearchResultPtr& now, const SearchSettings& settings) {
  auto selected = std::make_shared<SearchResult>(*now);
  selected->settings.select = settings.select;
  selected->settings.minScore = all_->settings.minScore;
  selected->finding.matches = all_->finding.matches;
  selectMatches(selected->finding.matches, settings.select);
  return of_ = std::move(selected);
}

}  // namespace espy::desktop
