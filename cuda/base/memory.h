// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cuda/base/calls.h"
#include "espy/error.h"

namespace espy::cuda {

/// Out of device memory; a smaller task may succeed.
class OutOfDeviceMemory : public Error {
 public:
  explicit OutOfDeviceMemory(const Message& sentence) : Error(ErrorCode::device, sentence) {}
};

/// Device memory, or page-locked host memory ("pinned").
enum class MemoryKind : std::uint8_t { device, pinned };

/// Caching allocator: freed memory is kept for reuse, because allocation by the driver takes longer
/// than a search. Returns its cache to the driver before it reports out of memory. Thread-safe.
class MemoryPool {
 public:
  explicit MemoryPool(MemoryKind kind) : kind_(kind) {}
  ~MemoryPool() { trim(); }
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// Throws OutOfDeviceMemory. `capacity` receives the allocated size, at least `bytes`.
  void* take(std::size_t bytes, std::size_t& capacity);
  void giveBack(void* memory, std::size_t capacity) noexcept;
  /// Returns cached memory to the driver.
  void trim() noexcept;
  /// Bytes in the cache.
  std::size_t unused();

 private:
  void* allocate(std::size_t bytes);

  MemoryKind kind_;
  std::mutex mutex_;
  std::multimap<std::size_t, void*> free_;
};

/// For tests: simulates a device without blocks of more than `bytes` bytes; 0 removes the limit.
void limitDeviceBlocks(std::size_t bytes);

/// The pools of the current device; never destroyed. Memory from `pool(device)` may still be in use
/// by work queued in the search's stream, so access it only in that stream.
MemoryPool& pool(MemoryKind kind);
/// Device memory for kept pictures. Freed memory is no longer in use by any stream, so that uploads
/// can overlap with a search.
MemoryPool& picturePool();

/// An array in pooled memory, uninitialised. Move-only.
template <class T, MemoryKind kind>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t count, MemoryPool& from = pool(kind)) : from_(&from), count_(count) {
    if (count > 0) data_ = static_cast<T*>(from.take(count * sizeof(T), capacity_));
  }
  ~Buffer() {
    if (data_ != nullptr) from_->giveBack(data_, capacity_);
  }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(from_, other.from_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(capacity_, other.capacity_);
  }

  MemoryPool* from_ = nullptr;
  T* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t capacity_ = 0;
};

template <class T>
using DeviceBuffer = Buffer<T, MemoryKind::device>;
template <class T>
using PinnedBuffer = Buffer<T, MemoryKind::pinned>;

/// Whether this host memory is page-locked.
bool isPinned(const void* memory);

/// Free bytes of device memory, minus a reserve for a desktop on the same GPU.
std::int64_t availableDeviceBytes();

}  // namespace espy::cuda
