// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "common/option_parser.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// Reads the method, selection and poses of `espy find`. Keeps values as given until all are known:
/// which options are valid, and some defaults, depend on the method.
class MethodReader {
 public:
  /// --method and related options.
  void addComparison(OptionParser& parser);
  /// Options that select matches.
  void addSelection(OptionParser& parser);
  /// Options of the poses to search.
  void addPoses(OptionParser& parser);

  /// Call after parsing. Throws UseError for contradictory options.
  FindOptions method() const;

 private:
  Method method_ = Method::exact;
  std::optional<int> tolerance_;
  std::optional<double> minScore_;
  SelectOptions select_;
  std::optional<double> overlap_;  ///< its default depends on the method
  bool weighted_ = false;
  ChannelMeans channelMeans_ = ChannelMeans::all;
  bool nearest_ = false;
  PoseOptions pose_;
  bool turnsOrScales_ = false;  ///< --angle or --scale was given
  bool anyPolarity_ = false;
};

}  // namespace espy::cli
