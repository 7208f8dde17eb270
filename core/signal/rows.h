// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/motif.h"
#include "signal/assign.h"

/// Rows as the definition compares them, in double, summed in sample order.
namespace espy::signal {

/// Mean and divisor of a row; divisor 0 if it counts as constant.
struct RowLevel {
  double mean = 0;
  double deviation = 1;
};

/// Gaps do not count.
RowLevel levelOfRow(std::span<const double> row, MotifNormalise how);
/// In place. Constant rows become zeros.
void applyLevel(std::span<double> row, const RowLevel& level);

/// The query at one length, as compared with each channel of the data.
class QueryRows {
 public:
  /// `channels`: the levels of the data's channels, for `global` only.
  QueryRows(const MotifTask& task, std::int64_t length, std::span<const RowLevel> channels);

  std::int64_t length() const { return length_; }
  /// Makes sums of different lengths comparable.
  double scale() const { return scale_; }
  std::span<const double> row(std::int64_t query, std::int64_t data) const;
  /// The most that a channel may cost, scaled, without being missing.
  double mostOf(std::int64_t query, std::int64_t data) const;
  /// The cost of a missing channel: the least of these.
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
  bool byPair_;  ///< else rows do not depend on the channel of the data
  PairGrid grid_;
  std::vector<Row> rows_;
  std::vector<double> charges_;
};

/// The levels of the data's channels, if needed.
std::vector<RowLevel> channelLevels(const MotifTask& task, const Control& control);

/// The window at `start`, normalised; empty if it has a gap.
void readWindow(const Samples& data, std::int64_t start, std::int64_t length, MotifNormalise how,
                const RowLevel& channel, std::vector<double>& window);

/// The sum of squared (sad: absolute) differences of two rows, not scaled.
double sumOf(MotifMethod method, std::span<const double> query, std::span<const double> window);

}  // namespace espy::signal
