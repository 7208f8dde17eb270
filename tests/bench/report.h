// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/stopwatch.h"

namespace espy::bench {

/// A bar that a measurement is held against: "at most 1/12 of the read".
struct Bar {
  std::string says;
  bool reached = false;
};

/// Collects what a benchmark measured; prints it as it comes and writes it as JSON at the end.
class Report {
 public:
  /// Begins with the machine: processor, cores, compiler. `how` says how times are taken.
  explicit Report(const std::string& benchmark,
                  const std::string& how = "caches emptied before each run");
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  /// One comparison: each contestant's time, spread and how many times it takes of the first.
  void add(const std::string& title, const std::string& note, const std::vector<Timing>& timings,
           const std::vector<Bar>& bars);

  /// False when any bar was missed.
  bool allReached() const { return allReached_; }
  void write(const std::string& path) const;

 private:
  struct Contents;  // JSON, whose header would be read by every benchmark
  std::unique_ptr<Contents> contents_;
  bool allReached_ = true;
};

}  // namespace espy::bench
