// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace espy::cuda {

/// Devices are numbered from 0. Each GPU is one; for tests `ESPY_CUDA_VIRTUAL=N` makes each of them
/// N devices, each with its own streams and memory pools.
inline constexpr int kMostDevices = 64;

/// Devices per GPU, 1 to 8.
int devicesPerGpu();
/// For tests: sets it. No search may be running.
void splitGpus(int devices);
/// The GPU of a device, as CUDA numbers them.
int gpuOf(int device);

/// The device that this thread computes on, and the engine for which it does: 0 and "cuda" unless
/// an `OnDevice` exists.
int currentDevice();
const std::string& currentEngine();

/// RAII: this thread computes on a device. Threads that help it need their own.
class OnDevice {
 public:
  OnDevice(int device, std::string engine);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int device_;
  std::string engine_;
  const OnDevice* before_;

  friend int currentDevice();
  friend const std::string& currentEngine();
};

/// A value for each device, made when it is first asked for there. Thread-safe.
template <class T>
class PerDevice {
 public:
  template <class Make>
  T& here(const Make& make) {
    const auto device = static_cast<std::size_t>(currentDevice());
    std::call_once(made_[device], [&] { values_[device].emplace(make()); });
    return *values_[device];
  }

 private:
  std::array<std::once_flag, kMostDevices> made_;
  std::array<std::optional<T>, kMostDevices> values_;
};

}  // namespace espy::cuda
