// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/gpu.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/phrase.h"
#include "cuda/base/device.h"

namespace espy::cuda {
namespace {

/// Compute capability of the oldest code in this library: Turing.
constexpr int kOldestMajor = 7;
constexpr int kOldestMinor = 5;

std::string inWords(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// A GPU's address on the bus, as in /proc/driver/nvidia/gpus.
std::string busOf(int gpu) {
  std::array<char, 32> id{};
  if (cudaDeviceGetPCIBusId(id.data(), static_cast<int>(id.size()), gpu) != cudaSuccess) return {};
  std::string bus(id.data());
  std::transform(bus.begin(), bus.end(), bus.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return bus;
}

/// Devices other than this one on GPUs whose memory it reads.
std::vector<int> peersOf(int device, int devices) {
  std::vector<int> peers;
  for (int other = 0; other < devices; ++other) {
    int can = gpuOf(other) == gpuOf(device) ? 1 : 0;
    if (can == 0) (void)cudaDeviceCanAccessPeer(&can, gpuOf(device), gpuOf(other));
    if (other != device && can != 0) peers.push_back(other);
  }
  return peers;
}

Availability describe(int device, int devices, int driver) {
  cudaDeviceProp facts{};
  if (cudaGetDeviceProperties(&facts, gpuOf(device)) != cudaSuccess) {
    return {false, phrase("the device does not report its properties")};
  }
  const std::string capability = std::to_string(facts.major) + "." + std::to_string(facts.minor);
  if (facts.major * 10 + facts.minor < kOldestMajor * 10 + kOldestMinor) {
    return {false,
            phrase("{} has compute capability {}, but 7.5 is required", facts.name, capability)};
  }
  return {true,
          phrase("{}, {} GiB, driver for CUDA {}", facts.name,
                 (facts.totalGlobalMem + (std::size_t{1} << 29)) >> 30, inWords(driver)),
          static_cast<std::int64_t>(facts.totalGlobalMem), peersOf(device, devices)};
}

/// What is found if there is no device: its detail is the reason. Otherwise the number of GPUs.
Availability whyNone(int& gpus, int& driver) {
  // Called directly: a missing device is a result, not an error.
  const cudaError_t status = cudaGetDeviceCount(&gpus);
  (void)cudaDriverGetVersion(&driver);
  (void)cudaGetLastError();
  if (driver == 0) return {false, phrase("no CUDA driver found")};
  if (status == cudaErrorInsufficientDriver) {
    return {false, phrase("the CUDA driver supports version {}, but this engine needs {}",
                          inWords(driver), inWords(CUDART_VERSION))};
  }
  if (status == cudaErrorNoDevice || (status == cudaSuccess && gpus == 0)) {
    return {false, phrase("there is a CUDA driver, but no device")};
  }
  if (status != cudaSuccess) return {false, cudaGetErrorString(status)};
  return {true, {}};
}

}  // namespace

std::vector<Availability> findDevices() {
  int gpus = 0;
  int driver = 0;
  const Availability why = whyNone(gpus, driver);
  if (!why.available) return {why};
  const int devices = std::min(gpus * devicesPerGpu(), kMostDevices);
  std::vector<Availability> all;
  for (int device = 0; device < devices; ++device) {
    all.push_back(describe(device, devices, driver));
  }
  (void)cudaGetLastError();
  return all;
}

bool hasWarpGroups() {
  static PerDevice<bool> devices;
  return devices.here([] {
    int major = 0;
    int minor = 0;
    int device = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) ==
               cudaSuccess &&
           cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) ==
               cudaSuccess &&
           major == 9 && minor == 0;
  });
}

std::vector<std::string> hiddenGpus() {
  namespace fs = std::filesystem;
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess) gpus = 0;
  (void)cudaGetLastError();
  std::vector<std::string> shown;
  for (int gpu = 0; gpu < gpus; ++gpu) shown.push_back(busOf(gpu));
  std::vector<std::string> hidden;
  std::error_code none;
  for (const fs::directory_entry& entry :
       fs::directory_iterator("/proc/driver/nvidia/gpus", none)) {
    const std::string bus = entry.path().filename().string();
    if (std::find(shown.begin(), shown.end(), bus) != shown.end()) continue;
    std::string line;
    std::string model;
    std::ifstream facts(entry.path() / "information");
    while (model.empty() && std::getline(facts, line)) {
      if (line.starts_with("Model:")) model = line.substr(line.find_first_not_of(" \t", 6));
    }
    hidden.push_back(model.empty() ? bus : bus + ", " + model);
  }
  std::sort(hidden.begin(), hidden.end());
  return hidden;
}

Gpu::Gpu() {
  call("cudaDeviceGetAttribute", [&] {
    return cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount,
                                  gpuOf(currentDevice()));
  });
}

Gpu& Gpu::ofProcess(Timeline& timeline) {
  struct One {
    std::mutex mutex;
    Gpu* gpu = nullptr;
  };
  static auto* all = new std::array<One, kMostDevices>;  // never destroyed, like the pools
  One& one = (*all)[static_cast<std::size_t>(currentDevice())];
  const std::lock_guard lock(one.mutex);
  const auto select = [] {
    // CUDA's current device is per thread.
    call("cudaSetDevice", [] { return cudaSetDevice(gpuOf(currentDevice())); });
  };
  if (one.gpu == nullptr) {
    const StageTimer timer(timeline, "context");
    select();
    one.gpu = new Gpu;
  } else {
    select();
  }
  return *one.gpu;
}

GpuLease::GpuLease(Timeline& timeline) {
  static auto* mutexes = new std::array<std::mutex, kMostDevices>;
  lock_ = std::unique_lock((*mutexes)[static_cast<std::size_t>(currentDevice())]);
  gpu_ = &Gpu::ofProcess(timeline);
}

GpuLease::~GpuLease() {
  callQuietly([&] { return cudaStreamSynchronize(gpu_->stream().get()); });
}

}  // namespace espy::cuda
