// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "cuda/base/stream.h"
#include "espy/control.h"
#include "espy/error.h"
#include "espy/timeline.h"

namespace espy::cuda {

/// Whether there is a device that this library has code for, and what it is; or why not.
struct Availability {
  bool available = false;
  Message detail;
};
Availability findDevice();

/// The device in use. Made when it is first asked for, since making a context takes long.
class Gpu {
 public:
  /// Of this process. The first call makes the context and writes down how long that took, as the
  /// stage "context". Each thread that talks to the device begins with this.
  static Gpu& ofProcess(Timeline& timeline);

  const Stream& stream() const { return stream_; }
  /// For pictures that travel here to stay, while others are searched.
  const Stream& arrivals() const { return arrivals_; }
  int multiprocessors() const { return multiprocessors_; }

 private:
  Gpu();

  Stream stream_;
  Stream arrivals_;
  int multiprocessors_ = 1;
};

/// The right to compute on the device, one search at a time. When it ends, nothing is under way any
/// more on the device's main stream.
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
