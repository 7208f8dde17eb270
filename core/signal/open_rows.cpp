// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/open_rows.h"

#include <algorithm>
#include <limits>

#include "signal/strips.h"

namespace espy::signal {
void OpenColumns::resize(std::int64_t channels, std::int64_t columns) {
  columns_ = columns;
  backward_.resize(static_cast<std::size_t>(channels));
  for (auto& row : backward_) row.assign(static_cast<std::size_t>(columns + 2 * kAround), 0);
}

OpenRows::OpenRows(const std::vector<std::span<const double>>& query, bool first)
    : rows_(std::ssize(query.front())), first_(first) {
  const auto padded = static_cast<std::size_t>((rows_ + kTogether - 1) / kTogether * kTogether);
  for (const std::span<const double> channel : query) {
    query_.emplace_back(channel.begin(), channel.end());
    query_.back().resize(padded, 0);
  }
  sums_.assign(padded, std::numeric_limits<double>::infinity());
  starts_.assign(padded, -1);
}

void OpenRows::resumeFrom(std::span<const double> sums) {
  std::copy(sums.begin(), sums.end(), sums_.begin());
  std::fill(starts_.begin(), starts_.end(), -1);
}

void OpenRows::go(const OpenColumns& columns, OpenRow& above, OpenRow& below,
                  const Control& control) {
  static_assert(kTogether == kStripRows && OpenRow::kPad >= OpenStrips::kPad);
  std::vector<const double*> query;
  std::vector<const double*> samples;
  for (const auto& channel : query_) query.push_back(channel.data());
  for (std::int64_t c = 0; c < columns.channels(); ++c) samples.push_back(columns.staggered(c, 0));
  const OpenStrips strips{
      query.data(), samples.data(), columns.channels(), columns.columns(), columns.first,
      rows_,        first_,         sums_.data(),       starts_.data()};
  const auto rowOf = [](OpenRow& row) { return OpenStrips::Row{row.sumAt(0), row.startAt(0)}; };
  OpenRow* upper = &above;
  for (std::int64_t from = 0; from < rows_; from += 2 * kTogether) {
    OpenRow& lower = from + 2 * kTogether >= rows_ ? below : between_[from / (2 * kTogether) % 2];
    control.check();
    advanceOpen(strips, from, rowOf(*upper), rowOf(middle_), rowOf(lower));
    upper = &lower;
  }
}

}  // namespace espy::signal
