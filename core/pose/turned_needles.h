// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "pose/span_needle.h"

namespace espy::pose {

/// The needle of a level, turned to poses: shared by the threads of a search, and by the searches
/// of a stream. Thread-safe.
class TurnedNeedles {
 public:
  using Shared = std::shared_ptr<const SpanNeedle>;

  /// `bytes`: counts what is kept, perhaps by several such objects.
  explicit TurnedNeedles(std::atomic<std::size_t>& bytes) : bytes_(bytes) {}
  TurnedNeedles(const TurnedNeedles&) = delete;
  TurnedNeedles& operator=(const TurnedNeedles&) = delete;
  ~TurnedNeedles() { bytes_ -= own_; }

  /// The needle in this pose; made by `make` if it is not kept.
  template <class Make>
  Shared get(std::uint32_t pose, const Make& make) {
    constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
    {
      const std::lock_guard lock(mutex_);
      const auto known = kept_.find(pose);
      if (known != kept_.end()) return known->second;
    }
    Shared made = make();
    const std::size_t size = kEntry + (made ? made->bytes() : 0);
    const std::lock_guard lock(mutex_);
    if (bytes_ + size <= kMostBytes && kept_.try_emplace(pose, made).second) {
      bytes_ += size;
      own_ += size;
    }
    return made;
  }

 private:
  static constexpr std::size_t kEntry = 128;

  std::atomic<std::size_t>& bytes_;
  std::size_t own_ = 0;
  std::mutex mutex_;
  std::unordered_map<std::uint32_t, Shared> kept_;
};

}  // namespace espy::pose
