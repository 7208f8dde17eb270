// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda/identify/gpu_search.h"
#include "cuda/identify/shelf_on_gpu.h"

namespace espy::cuda {

/// Concurrent searches of one shelf that share uploads: each joins at the current slabs and leaves
/// when these come round again. One of the searching threads drives; when its search ends, another
/// takes over.
class SharedScan {
 public:
  /// `mostBytes`: limit of resident bytes; negative: as many as fit.
  explicit SharedScan(std::int64_t mostBytes = -1) : shelf_(mostBytes) {}

  /// Returns or throws when the search has ended.
  std::vector<Ranking> rank(const RankTask& task, const Control& control, RunReport& report);
  /// Forgets the slabs that are not resident: the next search uploads them all again, even those
  /// still in the ring.
  void forgetPassing();

 private:
  /// An active search.
  struct Request {
    const RankTask& task;
    const Control& control;
    RunReport& report;
    std::optional<GpuSearch> search = std::nullopt;
    std::size_t left = 0;  ///< slabs that it has not seen
    bool isDone = false;
    std::exception_ptr failure = nullptr;
    std::vector<Ranking> rankings = {};
  };

  void drive(Request& own);
  void admit(const Gpu& gpu);
  void passOn(const Gpu& gpu);
  void end(Request& rider);
  template <class Work>
  void onBehalfOfAll(const Work& work);
  template <class Work>
  void forEach(const Work& work);
  bool withdraw(Request& rider);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool isDriven_ = false;
  std::vector<Request*> waiting_;

  // Used by the driver only.
  ShelfOnGpu shelf_;
  std::vector<Request*> riders_;
  std::size_t turn_ = 0;  ///< slabs passed since `follow`
};

}  // namespace espy::cuda
