// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/identify.h"
#include "identify/nearest.h"
#include "identify/screen.h"

namespace espy::identify {

/// Ranks on the CPU: screens every reference, then computes exact distances of possible winners on
/// `control.threads` threads.
std::vector<Ranking> rankFast(const RankTask& task, ScreenStrategy strategy, const Control& control,
                              RunReport& report);

/// Query features that pass the screen.
class Screener {
 public:
  Screener(const ScreenLoops& loops, Ratio ratio) : loops_(loops), ratio_(ratio) {}

  /// Takes another reference, whose features must live until the next one.
  void take(const FeatureRows& reference);
  /// The features of a query that might match one of the reference; valid until the next call.
  std::span<const std::int32_t> passing(const PackedQuery& query);

 private:
  void test(const PackedQuery& query);
  bool testSketches(const PackedQuery& query);

  const ScreenLoops& loops_;
  Ratio ratio_;
  FeatureRows reference_;
  ReferenceGroups groups_;
  std::int32_t slack_ = 0;
  Sketches sketches_;
  bool isSketched_ = false;
  /// References left before sketches are tried again: some features have none that decide.
  int withoutSketches_ = 0;
  ScratchVector<std::int32_t> keys_;
  ScratchVector<std::int32_t> least_;
  ScratchVector<std::int32_t> greatest_;
  ScratchVector<std::int32_t> second_;
  ScratchVector<std::int32_t> passing_;
  ScratchVector<std::uint8_t> last_;
};

/// Counts by exact distances.
class Counter {
 public:
  explicit Counter(const RankOptions& options) : options_(options) {}
  /// The number of features that the query shares with a reference (`RankOptions::counting`). Only
  /// the query features in `passing` are compared.
  std::int32_t count(std::span<const std::uint8_t> query, std::span<const std::int32_t> passing,
                     const FeatureRows& reference);

 private:
  RankOptions options_;
  ScratchVector<std::int32_t> products_;
  ScratchVector<std::uint8_t> isMatched_;
};

}  // namespace espy::identify
