// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "espy/lab.h"

/// Parameters of experiments, each on a line.
namespace espy::lab {

inline LabParameter number(const char* name, Message about, std::int64_t value, std::int64_t least,
                           std::int64_t most, std::vector<std::string> sweep) {
  return {name, std::move(about), std::to_string(value), {}, least, most, std::move(sweep)};
}

/// One of these words; the first where nobody says otherwise.
inline LabParameter choice(const char* name, Message about, std::vector<std::string> choices) {
  std::string first = choices.front();
  return {name, std::move(about), std::move(first), std::move(choices), 0, 0, {}};
}

}  // namespace espy::lab
