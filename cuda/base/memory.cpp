// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <new>

#include "base/phrase.h"
#include "cuda/base/device.h"

namespace espy::cuda {
namespace {

/// Requests are rounded up to this granularity, for reuse.
constexpr std::size_t kGrain = std::size_t{64} << 10;

std::atomic<std::size_t> largestPiece{0};  // 0: no limit

struct DevicePools {
  MemoryPool device{MemoryKind::device};
  MemoryPool pinned{MemoryKind::pinned};
  MemoryPool pictures{MemoryKind::device};
};

DevicePools& poolsOf(int device) {
  // Never destroyed: the driver may be unloaded before static destructors run.
  static auto* all = new std::array<DevicePools, kMostDevices>;
  return (*all)[static_cast<std::size_t>(device)];
}

/// Returns the cached memory of the current GPU to the driver.
void trimDevices() {
  for (int device = 0; device < kMostDevices; ++device) {
    if (gpuOf(device) != gpuOf(currentDevice())) continue;
    poolsOf(device).device.trim();
    poolsOf(device).pictures.trim();
  }
}

}  // namespace

void* MemoryPool::allocate(std::size_t bytes) {
  void* memory = nullptr;
  if (kind_ == MemoryKind::device) {
    call(
        "cudaMalloc", [&] { return cudaMalloc(&memory, bytes); }, Call::allocation);
  } else {
    call(
        "cudaHostAlloc", [&] { return cudaHostAlloc(&memory, bytes, cudaHostAllocDefault); },
        Call::allocation);
  }
  return memory;
}

void* MemoryPool::take(std::size_t bytes, std::size_t& capacity) {
  capacity = (bytes + kGrain - 1) / kGrain * kGrain;
  if (kind_ == MemoryKind::device && largestPiece > 0 && bytes > largestPiece) {
    throw OutOfDeviceMemory(phrase("the test's limit on GPU memory blocks was exceeded"));
  }
  {
    const std::lock_guard lock(mutex_);
    const auto fitting = free_.lower_bound(capacity);
    // Not a much larger block, which another request may need.
    if (fitting != free_.end() && fitting->first <= 2 * capacity) {
      void* memory = fitting->second;
      capacity = fitting->first;
      free_.erase(fitting);
      return memory;
    }
  }
  try {
    return allocate(capacity);
  } catch (const OutOfDeviceMemory&) {
    trim();
    if (kind_ == MemoryKind::device) trimDevices();
    return allocate(capacity);
  }
}

void MemoryPool::giveBack(void* memory, std::size_t capacity) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    free_.emplace(capacity, memory);
  } catch (const std::bad_alloc&) {
    // Leaks the block: there is no memory to record it, and this must not throw.
  }
}

void MemoryPool::trim() noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& [capacity, memory] : free_) {
    void* unused = memory;
    callQuietly(
        [&] { return kind_ == MemoryKind::device ? cudaFree(unused) : cudaFreeHost(unused); });
  }
  free_.clear();
}

void limitDeviceBlocks(std::size_t bytes) {
  largestPiece = bytes;
}

MemoryPool& pool(MemoryKind kind) {
  DevicePools& here = poolsOf(currentDevice());
  return kind == MemoryKind::device ? here.device : here.pinned;
}

MemoryPool& picturePool() {
  return poolsOf(currentDevice()).pictures;
}

bool isPinned(const void* memory) {
  cudaPointerAttributes attributes{};
  call("cudaPointerGetAttributes", [&] { return cudaPointerGetAttributes(&attributes, memory); });
  return attributes.type == cudaMemoryTypeHost;
}

std::size_t MemoryPool::unused() {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = 0;
  for (const auto& [capacity, memory] : free_) bytes += capacity;
  return bytes;
}

std::int64_t availableDeviceBytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  call("cudaMemGetInfo", [&] { return cudaMemGetInfo(&free, &total); });
  free += pool(MemoryKind::device).unused() + picturePool().unused();
  const std::size_t reserve = std::max<std::size_t>(total / 16, std::size_t{128} << 20);
  const std::size_t left = free > reserve ? free - reserve : free / 2;
  return static_cast<std::int64_t>(left / static_cast<std::size_t>(devicesPerGpu()));
}

}  // namespace espy::cuda
