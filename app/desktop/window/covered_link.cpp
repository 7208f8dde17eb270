// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/covered_link.h"

#include "results/results_view.h"
#include "window/workbench.h"

namespace espy::desktop {

std::vector<Match> coveredAmong(std::span<const Match> all, std::span<const Match> kept,
                                std::optional<std::uint64_t> top, std::size_t most) {
  std::vector<Match> covered;
  std::size_t next = 0;
  for (const Match& match : all) {
    if (next < kept.size() && match == kept[next]) {
      ++next;
    } else if (next < kept.size() || !top || kept.size() < *top) {
      covered.push_back(match);
    }
  }
  if (next < kept.size() && all.size() < most) covered.clear();
  return covered;
}

CoveredLink::CoveredLink(Workbench& bench, ResultsView& results)
    : QObject(&results), bench_(bench), results_(results), search_(bench.registry()) {
  connect(&bench, &Workbench::resultChanged, this, &CoveredLink::update);
  connect(&bench.search(), &SearchController::started, this, &CoveredLink::update);
  connect(&bench.search(), &SearchController::stopped, this, &CoveredLink::update);
  connect(&bench.explorer(), &Explorer::changed, this, &CoveredLink::update);
  connect(&bench.matches(), &MatchList::coveredChanged, this, &CoveredLink::update);
  connect(&results, &ResultsView::sheetShownChanged, this, &CoveredLink::update);
  connect(&search_, &SearchController::finished, this, &CoveredLink::take);
}

void CoveredLink::update() {
  constexpr double kLong = 2000;  // milliseconds
  const MatchList& matches = bench_.matches();
  const SearchResultPtr& result = matches.result();
  const bool busy = bench_.search().running() || bench_.explorer().running();
  const bool wanted = result && results_.isSheetShown() &&
                      (result->milliseconds <= kLong || matches.coveredShown());
  const bool useless = search_.running() ? busy || !wanted : !matches.covered();
  if (of_ && (of_ != result || useless)) {
    search_.cancel();
    of_.reset();
  }
  if (of_ || busy || !wanted || result->settings.select.overlap >= 1 ||
      result->finding.matches.empty()) {
    return;
  }
  of_ = result;
  if (const SearchResultPtr all = bench_.candidates().of(of_)) return take(all);
  SearchSettings settings = result->settings;
  settings.select = {1, false, most()};
  settings.wantBest = false;
  search_.start({result->scene, result->needles, settings});
}

void CoveredLink::take(const SearchResultPtr& all) {
  if (of_ != bench_.matches().result()) return;
  std::vector<Match> covered =
      coveredAmong(all->finding.matches, of_->finding.matches, of_->settings.select.top, most());
  if (covered.size() + of_->finding.matches.size() == all->finding.matches.size()) {
    bench_.candidates().set(of_, all);
  }
  bench_.matches().setCovered(std::move(covered));
}

}  // namespace espy::desktop
