// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda/identify/card_search.h"
#include "cuda/identify/shelf_on_card.h"

namespace espy::cuda {

/// Searches of one shelf, from any threads, that share what passes through the card: each gets on
/// wherever the slabs are that pass just now, and leaves when these come round again. So the bus is
/// paid once for all that search at the same time. One of their threads drives, another one goes on
/// when that one's own search has ended.
class SharedScan {
 public:
  /// No more bytes than this stay on the card; less than 0: as many as there is room for.
  explicit SharedScan(std::int64_t mostBytes = -1) : shelf_(mostBytes) {}

  /// Returns when the search has ended; throws what it ends with.
  std::vector<Ranking> ride(const RankTask& task, const Control& control, RunReport& report);
  /// What has passed must come again, also where there was room for it to wait.
  void forgetPassing();

 private:
  /// A search on its way.
  struct Rider {
    const RankTask& task;
    const Control& control;
    RunReport& report;
    std::optional<CardSearch> search = std::nullopt;
    std::size_t left = 0;  ///< guests that it has not seen
    bool isDone = false;
    std::exception_ptr failure = nullptr;
    std::vector<Ranking> rankings = {};
  };

  void drive(Rider& own);
  void admit(const Gpu& gpu);
  void passOn(const Gpu& gpu);
  void end(Rider& rider);
  template <class Work>
  void onBehalfOfAll(const Work& work);
  template <class Work>
  void forEach(const Work& work);
  bool tookBack(Rider& rider);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool isDriven_ = false;
  std::vector<Rider*> waiting_;

  // Of the driver alone.
  ShelfOnCard shelf_;
  std::vector<Rider*> riders_;
  std::size_t turn_ = 0;  ///< guests that have passed since the shelf was followed
};

}  // namespace espy::cuda
