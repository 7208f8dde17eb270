// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/match_list.h"
#include "search/search_controller.h"

namespace espy::desktop {

class ResultsView;
class Workbench;

/// The matches of `all`, a search without overlap limit, that one with a limit left out because
/// they overlap better ones. `kept` is the result with the limit, which is a part of `all`; both
/// are best first. What follows the best `top` is not counted. Empty if `kept` is no part of `all`,
/// which may be cut to the best `most`.
std::vector<Match> coveredAmong(std::span<const Match> all, std::span<const Match> kept,
                                std::optional<std::uint64_t> top, std::size_t most);

/// While the contact sheet is shown, finds what the result lacks because it overlaps better
/// matches: by a second search without overlap limit, in the background, once nothing else is
/// searched. After long searches it starts when these matches are to be shown.
class CoveredLink : public QObject {
  Q_OBJECT

 public:
  CoveredLink(Workbench& bench, ResultsView& results);

 private:
  void update();
  void take(const SearchResultPtr& all);
  std::size_t most() const { return of_->finding.matches.size() + MatchList::kMostCovered; }

  Workbench& bench_;
  ResultsView& results_;
  SearchController search_;
  SearchResultPtr of_;  ///< whose covered matches are being searched, or known
};

}  // namespace espy::desktop
