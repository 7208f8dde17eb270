// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/lab.h"

/// Constructors of experiment parameters.
namespace espy::lab {

inline LabParameter number(const char* name, Message about, std::int64_t value, std::int64_t least,
                           std::int64_t most, std::vector<std::string> sweep) {
  return {name, std::move(about), std::to_string(value), {}, least, most, std::move(sweep)};
}

/// One of these words; the first is the default.
inline LabParameter choice(const char* name, Message about, std::vector<std::string> choices) {
  std::string first = choices.front();
  return {name, std::move(about), std::move(first), std::move(choices), 0, 0, {}};
}

/// from, 2 from, 4 from, ... up to `to`.
inline std::vector<std::string> doublings(std::int64_t from, std::int64_t to) {
  std::vector<std::string> values;
  for (; from <= to; from *= 2) values.push_back(std::to_string(from));
  return values;
}

/// Powers of two up to the number of hardware threads, and that number; at least 1 and 2, since a
/// sweep needs two values.
inline std::vector<std::string> threadCounts(int hardware = hardwareThreads()) {
  const int most = std::max(hardware, 2);
  std::vector<std::string> counts = doublings(1, most);
  const std::string all = std::to_string(most);
  if (counts.back() != all) counts.push_back(all);
  return counts;
}

/// By default those of the papers' machines, or as many as there are.
inline LabParameter threadsParameter(Message about, int usual = 12) {
  return number("threads", std::move(about), std::min(usual, hardwareThreads()), 1, 1024,
                threadCounts());
}

inline LabParameter seedParameter() {
  return number("seed", phrase("of the random values"), 1, 0, (std::int64_t{1} << 31) - 1, {});
}

}  // namespace espy::lab
