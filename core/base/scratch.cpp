// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/scratch.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/large_pages.h"
#include "espy/control.h"

#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace espy {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kLargePage = std::size_t{2} << 20U;
/// Bytes; smaller allocations go to malloc.
constexpr std::size_t kSmall = std::size_t{16} << 10U;
/// Bytes of address space reserved at a time, or more for a larger request. Pages are committed
/// when they are used.
constexpr std::size_t kRegion = 32 * kLargePage;
constexpr std::size_t kMostKept = std::size_t{256} << 20U;

std::size_t roundUp(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Maps whole huge pages, zeroed on first access.
std::byte* fromSystem(std::size_t bytes) {
#ifdef __linux__
  // Trims both ends to the alignment.
  void* all = mmap(nullptr, bytes + kLargePage, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  auto* begin = static_cast<std::byte*>(all);
  const std::size_t before = roundUp(reinterpret_cast<std::uintptr_t>(begin), kLargePage) -
                             reinterpret_cast<std::uintptr_t>(begin);
  if (before > 0) munmap(begin, before);
  if (before < kLargePage) munmap(begin + before + bytes, kLargePage - before);
  adviseLargePages(begin + before, bytes);
  return begin + before;
#else
  return static_cast<std::byte*>(::operator new (bytes, std::align_val_t{kAlignment}));
#endif
}

void toSystem(std::byte* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  munmap(begin, bytes);
#else
  ::operator delete (begin, std::align_val_t{kAlignment});
#endif
}

/// A mapped address range with a first-fit allocator; freed parts merge with adjacent gaps.
class Region {
 public:
  explicit Region(std::size_t bytes) : begin_(fromSystem(bytes)), bytes_(bytes) {
    gaps_.push_back({begin_, bytes_, 0});
  }

  std::byte* begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }
  /// Free bytes that are still backed by memory.
  std::size_t kept() const {
    std::size_t bytes = 0;
    for (const Gap& gap : gaps_) bytes += gap.kept;
    return bytes;
  }
  bool isUnused() const { return out_ == 0; }
  bool owns(const std::byte* at) const { return at >= begin_ && at < begin_ + bytes_; }

  std::byte* take(std::size_t wanted) {
    const auto gap = std::find_if(gaps_.begin(), gaps_.end(),
                                  [&](const Gap& one) { return one.bytes >= wanted; });
    if (gap == gaps_.end()) return nullptr;
    const auto index = gap - gaps_.begin();
    gaps_.reserve(out_ + 2);  // the most there can be: freeing must not allocate
    Gap& from = gaps_[static_cast<std::size_t>(index)];
    std::byte* const taken = from.begin;
    from.begin += wanted;
    from.bytes -= wanted;
    from.kept -= std::min(from.kept, wanted);
    if (from.bytes == 0) gaps_.erase(gaps_.begin() + index);
    ++out_;
    return taken;
  }

  void give(std::byte* memory, std::size_t bytes) {
    --out_;
    auto next = std::find_if(gaps_.begin(), gaps_.end(),
                             [&](const Gap& one) { return one.begin > memory; });
    if (next != gaps_.end() && memory + bytes == next->begin) {
      *next = {memory, bytes + next->bytes, bytes + next->kept};
    } else {
      next = gaps_.insert(next, {memory, bytes, bytes});
    }
    if (next == gaps_.begin()) return;
    const auto before = next - 1;
    if (before->begin + before->bytes != next->begin) return;
    before->bytes += next->bytes;
    before->kept += next->kept;
    gaps_.erase(next);
  }

  /// Returns the pages of the gaps to the system.
  void forget() {
    for (Gap& gap : gaps_) {
      if (gap.kept > 0) releasePages(gap.begin, gap.bytes);
      gap.kept = 0;
    }
  }

 private:
  struct Gap {
    std::byte* begin;
    std::size_t bytes;
    std::size_t kept;  ///< upper bound of the bytes backed by memory
  };

  std::byte* begin_;
  std::size_t bytes_;
  std::size_t out_ = 0;    ///< number of allocated parts
  std::vector<Gap> gaps_;  ///< by address
};

class Pool {
 public:
  void* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (Region& region : regions_) {
      if (std::byte* memory = region.take(bytes)) return memory;
    }
    regions_.reserve(regions_.size() + 1);
    addRegion(roundUp(bytes, kLargePage));
    return regions_.back().take(bytes);
  }

  void give(std::byte* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto region = std::find_if(regions_.begin(), regions_.end(),
                                     [&](const Region& one) { return one.owns(memory); });
    region->give(memory, bytes);
    if (keptBytes() > kMostKept) release(region);
  }

  void release() {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = regions_.size(); i-- > 0;) {
      release(regions_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  std::size_t kept() {
    const std::lock_guard lock(mutex_);
    return keptBytes();
  }

 private:
  void addRegion(std::size_t least) {
    try {
      regions_.emplace_back(std::max(kRegion, least));
    } catch (const std::bad_alloc&) {
      if (least >= kRegion) throw;
      regions_.emplace_back(least);  // the address space may be limited
    }
  }

  std::size_t keptBytes() const {
    std::size_t bytes = 0;
    for (const Region& region : regions_) bytes += region.kept();
    return bytes;
  }

  void release(std::vector<Region>::iterator region) {
    if (!region->isUnused()) return region->forget();
    toSystem(region->begin(), region->bytes());
    regions_.erase(region);
  }

  std::mutex mutex_;
  std::vector<Region> regions_;  ///< few
};

/// Never destroyed: threads may free memory while the program ends.
Pool& pool() {
  static auto* const thePool = new Pool;
  return *thePool;
}

/// Whether an allocation of this size comes from the pool. Not with AddressSanitizer, which tracks
/// malloc.
bool isPooled([[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  return false;
#else
  return bytes >= kSmall;
#endif
}

}  // namespace

void* takeScratch(std::size_t bytes) {
  if (!isPooled(bytes)) return ::operator new (bytes, std::align_val_t{kAlignment});
  return pool().take(roundUp(bytes, kAlignment));
}

void returnScratch(void* memory, std::size_t bytes) noexcept {
  if (!isPooled(bytes)) {
    ::operator delete (memory, std::align_val_t{kAlignment});
  } else {
    pool().give(static_cast<std::byte*>(memory), roundUp(bytes, kAlignment));
  }
}

void releaseScratch() {
  pool().release();
#ifdef __GLIBC__
  // Growing lists live in malloc's arenas, one per thread, which cache what was freed.
  malloc_trim(0);
#endif
}

std::size_t cachedScratch() {
  return pool().kept();
}

}  // namespace espy
