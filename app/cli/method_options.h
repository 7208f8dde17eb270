// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "espy/espy.h"
#include "option_parser.h"

namespace espy::cli {

/// How `espy find` compares pictures.
struct MethodOptions {
  std::string name = "exact";  ///< or sad, ssd, zncc
  ExactOptions exact;
  ScoreOptions score;    ///< of sad, ssd and zncc
  bool nearest = false;  ///< where nothing reaches the minimum score, take what comes nearest

  bool isScored() const { return name != "exact"; }
};

/// Reads them. What was given is kept as it is until everything is known, because some options make
/// no sense with some methods and the default of another depends on the method.
class MethodReader {
 public:
  /// --method and what goes with it.
  void addComparison(OptionParser& parser);
  /// --overlap and --nearest.
  void addSelection(OptionParser& parser);
  /// --angle and --scale, under a title of their own: known, so that the refusal can say so.
  void addRefused(OptionParser& parser);

  /// To be called behind the parser. Throws UseError for what contradicts itself.
  MethodOptions method() const;
  /// The overlap that was given, or the method's default.
  double overlap() const;

 private:
  std::string name_ = "exact";
  std::optional<int> tolerance_;
  std::optional<double> minScore_;
  std::optional<double> overlap_;
  bool weighted_ = false;
  bool nearest_ = false;
  std::string angle_;
  std::string scale_;
};

}  // namespace espy::cli
