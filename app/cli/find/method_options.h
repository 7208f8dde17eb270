// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "common/option_parser.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// Reads the method, selection and poses of `espy find`, all by the library's table of options.
class MethodReader {
 public:
  /// --method and related options.
  void addComparison(OptionParser& parser);
  /// Options that select matches.
  void addSelection(OptionParser& parser);
  /// --nearest.
  void addNearest(OptionParser& parser);
  /// Options of the poses to search.
  void addPoses(OptionParser& parser);
  /// The option of this name ("min_score"); `value` stands for its value in the help.
  void add(OptionParser& parser, std::string_view name, const std::string& value,
           const std::string& help);

  /// Call after parsing. Throws UseError for contradictory options.
  FindOptions method() const;

 private:
  FindOptions options_;
  std::set<std::string_view> given_;
  std::map<std::string_view, bool> flags_;
};

}  // namespace espy::cli
