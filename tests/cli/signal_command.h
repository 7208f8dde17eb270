// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>
#include <sstream>

#include "command.h"
#include "json_lines.h"

/// Fixture for `espy signal`: a recording of noise and a piece of it.
namespace espy::test {

using Row = std::vector<double>;
using Words = std::vector<std::string>;

/// Reproducible noise in hundredths, which text represents exactly.
inline Row noiseRow(std::size_t size, unsigned seed) {
  std::minstd_rand random(seed);
  Row row(size);
  for (double& sample : row) sample = static_cast<double>(random() % 2001) / 100 - 10;
  return row;
}

/// CSV with one column per channel; NaN is an empty field.
inline std::string table(const std::vector<Row>& channels, const std::string& title = "") {
  std::ostringstream text;
  text << title;
  for (std::size_t i = 0; i < channels.front().size(); ++i) {
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (c > 0) text << ',';
      if (std::isfinite(channels[c][i])) text << channels[c][i];
    }
    text << '\n';
  }
  return text.str();
}

inline Row piece(const Row& row, std::size_t from, std::size_t size) {
  return {row.begin() + static_cast<std::ptrdiff_t>(from),
          row.begin() + static_cast<std::ptrdiff_t>(from + size)};
}

class Signal : public CommandTest {
 protected:
  Signal() : day_(noiseRow(300, 3)) {
    write("day.csv", table({day_}));
    write("beat.csv", table({piece(day_, 120, 25)}));
  }

  /// Runs on the reference engine, which is always available, so that no fallback is reported.
  Outcome signal(const Words& words, const RunEnvironment& around = {}) const {
    Words all{"signal", "--engine", "reference"};
    all.insert(all.end(), words.begin(), words.end());
    return espy(all, around);
  }

  /// Matches in the only data file.
  Json matches(const Words& words) const {
    Words all{"--json"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = signal(all);
    EXPECT_LE(outcome.status, 1) << outcome.err;
    return objects(outcome.out).at(0)["matches"];
  }
  double distance(const Words& words) const {
    const Json found = matches(words);
    return found.empty() ? NAN : found.front()["distance"].number();
  }

  const Row day_;
};

}  // namespace espy::test
