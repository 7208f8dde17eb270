// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "espy/find.h"

#pragma GCC visibility push(default)
namespace espy {

/// The value of a flag, a whole number (0: none), a number, or a range. A choice is the index of
/// its word.
using OptionValue = std::variant<bool, std::int64_t, double, PoseRange>;

/// An option of a search. The table of all is what the command, batch jobs and the window read and
/// write options by.
struct FindOption {
  enum class Kind : std::uint8_t { flag, whole, real, range, choice };

  std::string_view name;    ///< "min_score" in jobs and Python; "--min-score" in the command
  std::string_view member;  ///< of `FindOptions`: "minScore", "pose.angle"
  Kind kind = Kind::flag;
  double least = 0;                          ///< of numbers; of both ends of a range
  double most = 0;                           ///< infinity: no limit
  std::vector<std::string_view> words = {};  ///< of a choice
  std::string_view type = {};                ///< of a choice: its enumeration in C++
  unsigned methods = ~0U;                    ///< a bit `1 << Method` for each that has the option
  std::string_view instead = {};             ///< the option of the other methods to use instead

  std::function<OptionValue(const FindOptions&)> get = {};
  std::function<void(FindOptions&, const OptionValue&)> set = {};

  bool belongsTo(Method method) const {
    return (methods >> static_cast<unsigned>(method) & 1) != 0;
  }
  bool isDefault(const FindOptions& options) const { return get(options) == get(FindOptions()); }
};

/// In the order in which they are listed to people.
const std::vector<FindOption>& findOptions();
/// The option of this name, which must exist.
const FindOption& findOption(std::string_view name);

/// Completes options of which those in `given` were set: the default of `overlap` depends on the
/// method. Throws `badUse` if one does not belong to the method; `spelled` writes a name as the
/// user does.
void completeOptions(FindOptions& options, const std::set<std::string_view>& given,
                     const std::function<std::string(std::string_view)>& spelled);

}  // namespace espy
#pragma GCC visibility pop
