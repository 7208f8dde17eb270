// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/gpu.h"

#include "base/phrase.h"

namespace espy::cuda {
namespace {

constexpr int kDevice = 0;
/// Compute capability of the oldest code in this library: Turing.
constexpr int kOldestMajor = 7;
constexpr int kOldestMinor = 5;

std::string inWords(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

Availability findDevice() {
  // Called directly: a missing device is a result, not an error.
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  int driver = 0;
  (void)cudaDriverGetVersion(&driver);
  (void)cudaGetLastError();
  if (driver == 0) return {false, phrase("no CUDA driver found")};
  if (status == cudaErrorInsufficientDriver) {
    return {false, phrase("the CUDA driver supports version {}, but this engine needs {}",
                          inWords(driver), inWords(CUDART_VERSION))};
  }
  if (status == cudaErrorNoDevice || (status == cudaSuccess && devices == 0)) {
    return {false, phrase("there is a CUDA driver, but no device")};
  }
  if (status != cudaSuccess) return {false, cudaGetErrorString(status)};

  cudaDeviceProp facts{};
  if (cudaGetDeviceProperties(&facts, kDevice) != cudaSuccess) {
    return {false, phrase("the device does not report its properties")};
  }
  const std::string capability = std::to_string(facts.major) + "." + std::to_string(facts.minor);
  if (facts.major * 10 + facts.minor < kOldestMajor * 10 + kOldestMinor) {
    return {false,
            phrase("{} has compute capability {}, but 7.5 is required", facts.name, capability)};
  }
  return {true, phrase("{}, {} GiB, driver for CUDA {}", facts.name,
                       (facts.totalGlobalMem + (std::size_t{1} << 29)) >> 30, inWords(driver))};
}

Gpu::Gpu() {
  call("cudaDeviceGetAttribute", [&] {
    return cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, kDevice);
  });
}

Gpu& Gpu::ofProcess(Timeline& timeline) {
  static std::mutex mutex;
  static Gpu* gpu = nullptr;  // never destroyed, like the pools in memory.cpp
  const std::lock_guard lock(mutex);
  if (gpu == nullptr) {
    const StageTimer timer(timeline, "context");
    call("cudaSetDevice", [] { return cudaSetDevice(kDevice); });
    gpu = new Gpu;
  } else {
    // The current device is per thread.
    call("cudaSetDevice", [] { return cudaSetDevice(kDevice); });
  }
  return *gpu;
}

GpuLease::GpuLease(Timeline& timeline) {
  static std::mutex mutex;
  lock_ = std::unique_lock(mutex);
  gpu_ = &Gpu::ofProcess(timeline);
}

GpuLease::~GpuLease() {
  callQuietly([&] { return cudaStreamSynchronize(gpu_->stream().get()); });
}

}  // namespace espy::cuda
