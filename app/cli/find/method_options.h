// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "common/option_parser.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// Reads how `espy find` compares pictures. What was given is kept as it is until everything is
/// known, because some options make no sense with some methods and the default of another depends
/// on the method.
class MethodReader {
 public:
  /// --method and what goes with it.
  void addComparison(OptionParser& parser);
  /// Which of the places are kept.
  void addSelection(OptionParser& parser);
  /// In which poses a needle is looked for.
  void addPoses(OptionParser& parser);

  /// To be called behind the parser. Throws UseError for what contradicts itself.
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
