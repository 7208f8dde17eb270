// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/identify/shelf_on_gpu.h"
#include "espy/engine/identify.h"

namespace espy::cuda {

/// A search over portions: references are screened, and those that may be among the best are
/// counted exactly, best first. Screening overlaps with the host's selection. Without a fast screen
/// all are counted exactly. Requires the lease of the GPU.
class GpuSearch {
 public:
  /// `urgent` is a high-priority stream.
  GpuSearch(const RankTask& task, const Gpu& gpu, const Stream& urgent, const Control& control);
  /// Waits for pending work.
  ~GpuSearch();
  GpuSearch(const GpuSearch&) = delete;
  GpuSearch& operator=(const GpuSearch&) = delete;

  /// Screens a portion and finishes the previous one, whose memory may be reused then.
  void approximate(const Portion& portion);
  /// Finishes all portions.
  void finish();
  /// References counted exactly so far.
  std::int64_t counted() const;
  std::vector<Ranking> rankings() const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace espy::cuda
