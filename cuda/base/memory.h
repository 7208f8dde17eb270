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

namespace espy::cuda {

/// Where memory comes from: the device's, or the host's that it can read by itself ("pinned").
enum class MemoryKind : std::uint8_t { device, pinned };

/// Memory that was had once is kept for the next who asks: taking it from the driver takes longer
/// than a search. Gives it all back before it says that there is none.
class MemoryPool {
 public:
  explicit MemoryPool(MemoryKind kind) : kind_(kind) {}
  ~MemoryPool() { trim(); }
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// Throws OutOfDeviceMemory. `capacity` becomes what was given, which is `bytes` or more.
  void* take(std::size_t bytes, std::size_t& capacity);
  void giveBack(void* memory, std::size_t capacity) noexcept;
  /// Returns what nobody uses to the driver.
  void trim() noexcept;
  /// Bytes that nobody uses.
  std::size_t unused();

 private:
  void* allocate(std::size_t bytes);

  MemoryKind kind_;
  std::mutex mutex_;
  std::multimap<std::size_t, void*> free_;
};

/// For tests: from now on the device seems to have no pieces of more than so many bytes; 0 takes
/// the limit back.
void limitDevicePieces(std::size_t bytes);

/// The pools of this process; they live as long as it does. What is taken from `pool(device)` may
/// still be in use by work queued in the search's stream, and so may only be touched behind that.
MemoryPool& pool(MemoryKind kind);
/// Device memory for pictures that stay. Nothing that was given back to it is in use any more, so
/// that a picture can travel into it beside a search.
MemoryPool& picturePool();

/// An array in pooled memory, of undefined content. Moves only.
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

/// Does the device read this host memory by itself?
bool isPinned(const void* memory);

/// Bytes of device memory that can be had, less a reserve for the desktop that may share the card.
std::int64_t availableDeviceBytes();

}  // namespace espy::cuda
