// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "signal/motif_plan.h"
#include "signal/rows.h"

namespace espy::signal {

/// The data as open ends are compared with it; gaps are infinite, and no path goes through these.
class OpenSource {
 public:
  OpenSource(const MotifTask& task, std::span<const RowLevel> levels)
      : task_(task), levels_(levels) {}

  std::int64_t channels() const { return std::ssize(task_.data); }
  std::int64_t size() const { return dataLength(task_); }
  void read(std::int64_t channel, std::int64_t first, std::span<double> samples) const;

 private:
  const MotifTask& task_;
  std::span<const RowLevel> levels_;
};

}  // namespace espy::signal
