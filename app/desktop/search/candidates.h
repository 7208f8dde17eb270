// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/match_list.h"

namespace espy::desktop {

/// The matches of a result before overlap and top were applied, from which another selection needs
/// no search.
class Candidates {
 public:
  /// `all` may be the candidates of `of`; it is not if it was selected itself.
  void set(const SearchResultPtr& of, const SearchResultPtr& all);
  /// Those of a result; null: unknown.
  SearchResultPtr of(const SearchResultPtr& result) const { return result == of_ ? all_ : nullptr; }
  /// The result of a search with another selection, which has the same candidates. `now` must have
  /// some; method and poses must be the same, and the minimum not lower.
  SearchResultPtr selected(const SearchResultPtr& now, const SearchSettings& settings);

 private:
  SearchResultPtr of_;
  SearchResultPtr all_;
};

}  // namespace espy::desktop
