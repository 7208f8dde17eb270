// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/motif.h"
#include "signal/assign.h"

/// The rows that are compared, in double and as the definition has them: what the fast engines
/// settle with, whatever they ruled out before. Sums go in the order of the samples.
namespace espy::signal {

/// What a row loses, and what it is divided by; 0 if it is as good as constant.
struct RowLevel {
  double mean = 0;
  double deviation = 1;
};

/// Gaps do not count.
RowLevel levelOfRow(std::span<const double> row, MotifNormalise how);
/// In place. What is as good as constant becomes zeros.
void applyLevel(std::span<double> row, const RowLevel& level);

/// The query at one length, as it meets each channel of the data.
class QueryRows {
 public:
  /// `channels` are the levels of the data's channels; they count for `global` alone.
  QueryRows(const MotifTask& task, std::int64_t length, std::span<const RowLevel> channels);

  std::int64_t length() const { return length_; }
  /// What a sum over this length counts by, so that all lengths can be compared.
  double scale() const { return scale_; }
  std::span<const double> row(std::int64_t query, std::int64_t data) const;
  /// What a channel's sum must not exceed, scaled, if it is not to be missing.
  double mostOf(std::int64_t query, std::int64_t data) const;
  /// What it costs that a channel is missing: the least of these.
  double chargeOf(std::int64_t query) const;

 private:
  struct Row {
    std::vector<double> samples;
    double most;
  };
  Row made(const MotifTask& task, std::span<const double> shaped, const RowLevel& channel) const;
  const Row& rowOf(std::int64_t query, std::int64_t data) const;

  std::int64_t length_;
  double scale_;
  bool byPair_;  ///< else it does not matter which channel is met
  PairGrid grid_;
  std::vector<Row> rows_;
  std::vector<double> charges_;
};

/// The levels of the data's channels, if they count.
std::vector<RowLevel> channelLevels(const MotifTask& task, const Control& control);

/// The window that begins at `start`, as it is compared; empty if there is a gap in it.
void readWindow(const Samples& data, std::int64_t start, std::int64_t length, MotifNormalise how,
                const RowLevel& channel, std::vector<double>& window);

/// The sum of the differences of two rows, sample by sample, before it is scaled: of squares, but
/// for sad.
double sumOf(MotifMethod method, std::span<const double> query, std::span<const double> window);

}  // namespace espy::signal
