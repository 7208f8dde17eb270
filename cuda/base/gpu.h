// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuda/base/stage_clock.h"
#include "espy/control.h"
#include "espy/error.h"
#include "espy/timeline.h"

namespace espy::cuda {

/// Whether a device can be used, with its description or the reason.
struct Availability {
  bool available = false;
  Message detail;
  std::int64_t memory = 0;      ///< bytes
  std::vector<int> peers = {};  ///< devices whose memory it reads directly
};
/// All devices that the driver shows, at most `kMostDevices`. Without any, one that says why.
std::vector<Availability> findDevices();
/// The GPUs of this machine that `CUDA_VISIBLE_DEVICES` hides: address on the bus and model.
std::vector<std::string> hiddenGpus();

/// Does the current device have warp-group matrix instructions (wgmma, Hopper)?
bool hasWarpGroups();

/// The current device; its context is created on first use, because that is slow.
class Gpu {
 public:
  /// The instance of the current device. The first call creates the context and records the stage
  /// "context". Every thread that makes CUDA calls must call this first.
  static Gpu& ofProcess(Timeline& timeline);

  const Stream& stream() const { return stream_; }
  /// Stream for uploading kept pictures while others are searched.
  const Stream& arrivals() const { return arrivals_; }
  int multiprocessors() const { return multiprocessors_; }

 private:
  Gpu();

  Stream stream_;
  Stream arrivals_;
  int multiprocessors_ = 1;
};

/// RAII: exclusive use of the current device, one search at a time. Its end waits for the main
/// stream.
class GpuLease {
 public:
  explicit GpuLease(Timeline& timeline);
  ~GpuLease();
  GpuLease(const GpuLease&) = delete;
  GpuLease& operator=(const GpuLease&) = delete;

  Gpu* operator->() const { return gpu_; }
  Gpu& operator*() const { return *gpu_; }

 private:
  std::unique_lock<std::mutex> lock_;
  Gpu* gpu_ = nullptr;
};

}  // namespace espy::cuda
