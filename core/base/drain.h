// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/large_pages.h"

/// Lists of millions of matches go from hand to hand without being there twice: the memory of what
/// was taken out goes back to the system meanwhile.
namespace espy {

/// Elements of a vector from the first to the last, whose memory goes as they are taken.
template <class T>
class Drain {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit Drain(std::vector<T>& from) : from_(from) {}
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;
  ~Drain() { std::vector<T>().swap(from_); }

  bool empty() const { return next_ == from_.size(); }
  const T& front() const { return from_[next_]; }
  void pop() {
    if (++next_ - forgotten_ < kStep) return;
    forgetPages(from_.data() + forgotten_, (next_ - forgotten_) * sizeof(T));
    forgotten_ = next_;
  }

 private:
  static constexpr std::size_t kStep = (std::size_t{4} << 20U) / sizeof(T);

  std::vector<T>& from_;
  std::size_t next_ = 0;
  std::size_t forgotten_ = 0;
};

/// Hands all over, in order, and leaves the vector empty.
template <class T, class Take>
void drain(std::vector<T>& from, const Take& take) {
  for (Drain<T> rest(from); !rest.empty(); rest.pop()) take(rest.front());
}

/// Leaves only the first so many. The others' memory goes back to the system, though the vector
/// could hold them still.
template <class T>
void cutOff(std::vector<T>& from, std::size_t count) {
  static_assert(std::is_trivially_destructible_v<T>);
  T* const end = from.data() + count;
  const std::size_t others = from.size() - count;
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(count), from.end());
  forgetPages(end, others * sizeof(T));
}

/// Leaves none. Freed only, the memory of a large one might be kept for what is allocated next,
/// which may never be as large.
template <class T>
void discard(std::vector<T>& from) {
  cutOff(from, 0);
  std::vector<T>().swap(from);
}

/// `push_back`, but where a vector grows its elements are not there twice.
template <class T>
void pushBack(std::vector<T>& to, const T& one) {
  if (to.size() == to.capacity()) {
    const T kept = one;  // which may be an element
    std::vector<T> larger;
    larger.reserve(to.empty() ? 16 : 2 * to.size());
    drain(to, [&](const T& other) { larger.push_back(other); });
    larger.push_back(kept);
    to = std::move(larger);
    return;
  }
  to.push_back(one);
}

}  // namespace espy
