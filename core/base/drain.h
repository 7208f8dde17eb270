// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/large_pages.h"
#include "espy/control.h"

/// Moves lists of millions of matches without holding them twice: pages of consumed elements are
/// returned to the system while the rest is read.
namespace espy {

/// Consumes a vector from front to back and releases its memory on the way.
template <class T>
class Drain {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit Drain(std::vector<T>& from) : from_(from) {}
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;
  ~Drain() {
    // malloc would cache the pages of a block that is too small for a mapping of its own.
    const std::size_t rest = (from_.size() - forgotten_) * sizeof(T);
    if (rest >= kCached) releasePages(from_.data() + forgotten_, rest);
    std::vector<T>().swap(from_);
  }

  bool empty() const { return next_ == from_.size(); }
  const T& front() const { return from_[next_]; }
  void pop() {
    if (++next_ - forgotten_ < kStep) return;
    releasePages(from_.data() + forgotten_, (next_ - forgotten_) * sizeof(T));
    forgotten_ = next_;
  }

 private:
  static constexpr std::size_t kStep = (std::size_t{4} << 20U) / sizeof(T);
  /// Bytes from which they are returned.
  static constexpr std::size_t kCached = std::size_t{32} << 10U;

  std::vector<T>& from_;
  std::size_t next_ = 0;
  std::size_t forgotten_ = 0;
};

/// Calls `take` for every element in order, and leaves the vector empty.
template <class T, class Take>
void drain(std::vector<T>& from, const Take& take) {
  for (Drain<T> rest(from); !rest.empty(); rest.pop()) take(rest.front());
}

/// Truncates to `count` elements and returns the pages behind them to the system; the capacity
/// stays.
template <class T>
void cutOff(std::vector<T>& from, std::size_t count) {
  static_assert(std::is_trivially_destructible_v<T>);
  T* const end = from.data() + count;
  const std::size_t others = from.size() - count;
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(count), from.end());
  releasePages(end, others * sizeof(T));
}

/// Empties the vector and frees its memory, also the part that malloc would cache.
template <class T>
void discard(std::vector<T>& from) {
  cutOff(from, 0);
  std::vector<T>().swap(from);
}

/// `push_back` that never holds the elements twice when the vector grows.
template <class T>
void pushBack(std::vector<T>& to, const T& one) {
  if (to.size() == to.capacity()) {
    const T kept = one;  // `one` may be an element
    std::vector<T> larger;
    larger.reserve(to.empty() ? 16 : 2 * to.size());
    drain(to, [&](const T& other) { larger.push_back(other); });
    larger.push_back(kept);
    to = std::move(larger);
    return;
  }
  to.push_back(one);
}

/// Appends `from` without holding its elements twice.
template <class T>
void moveTo(std::vector<T>& to, std::vector<T> from) {
  if (to.empty()) {
    to = std::move(from);
  } else {
    drain(from, [&](const T& one) { pushBack(to, one); });
  }
}

/// Concatenates the lists of several workers, freeing each one as it is moved.
template <class T>
std::vector<T> joined(std::vector<std::vector<T>>&& parts, const Control& control) {
  if (parts.size() == 1) return std::move(parts.front());
  std::size_t count = 0;
  for (const std::vector<T>& part : parts) count += part.size();
  std::vector<T> all;
  all.reserve(count);
  for (std::vector<T>& part : parts) {
    control.check();
    drain(part, [&](const T& one) { all.push_back(one); });
  }
  return all;
}

}  // namespace espy
