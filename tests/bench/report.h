// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/stopwatch.h"

namespace espy::bench {

/// A requirement on a measurement: "at most 1/12 of the read".
struct Bar {
  std::string claim;
  bool reached = false;
};

/// Collects measurements, prints them at once and writes them as JSON at the end.
class Report {
 public:
  /// Prints processor, cores and compiler. `how` describes the method of timing.
  explicit Report(const std::string& benchmark,
                  const std::string& how = "caches emptied before each run");
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  /// One comparison: time, spread, and ratio to the first contestant.
  void add(const std::string& title, const std::string& note, const std::vector<Timing>& timings,
           const std::vector<Bar>& bars);

  /// False if any bar was missed.
  bool allReached() const { return allReached_; }
  void write(const std::string& path) const;

 private:
  struct Contents;  // JSON, whose header is slow to compile
  std::unique_ptr<Contents> contents_;
  bool allReached_ = true;
};

}  // namespace espy::bench
