// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/identify/shelf_on_card.h"
#include "espy/engine/identify.h"

namespace espy::cuda {

/// One search, portion after portion: references are screened, and those whose screen says that
/// they might be among the best are counted exactly, the most promising first. While the host
/// chooses these of some references, the card screens the next ones. Where it has no fast screen,
/// all are counted exactly. To be used by who has the lease of the card.
class CardSearch {
 public:
  /// `urgent` is a stream whose work goes before others'.
  CardSearch(const RankTask& task, const Gpu& gpu, const Stream& urgent, const Control& control);
  /// Waits for what is under way.
  ~CardSearch();
  CardSearch(const CardSearch&) = delete;
  CardSearch& operator=(const CardSearch&) = delete;

  /// Begins to look at a portion's references, and ends with those of the portion before, which may
  /// make room for others then.
  void lookAt(const Portion& portion);
  /// Ends with all that was begun.
  void finish();
  /// References that were counted exactly so far.
  std::int64_t counted() const;
  std::vector<Ranking> rankings() const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace espy::cuda
