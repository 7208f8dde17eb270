// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// Layout of a block's shared memory, computed at compile time: buffers that never hold values at
/// the same time share addresses.
///
///     enum Stage { kWrite, kRead };
///     enum Buffer { kSums, kSquares };
///     constexpr auto kPlan = planShared<2>({{{1024, kWrite, kRead}, {2048, kRead, kRead}}});
///     static_assert(kPlan.isMinimal && kPlan.bytes == 3072);
///
/// `SharedMemory` (cuda/base/plan.cuh) is its use in a kernel. Needs no CUDA.
namespace espy::cuda {

/// An array in shared memory. A kernel is a sequence of numbered stages; the array holds values
/// from its first to its last stage, both included.
struct SharedBuffer {
  std::uint32_t bytes = 0;       ///< at least 1
  int first = 0;                 ///< stage, 0..63
  int last = 0;                  ///< stage, first..63
  std::uint32_t alignment = 16;  ///< a power of two

  constexpr bool livesWith(const SharedBuffer& other) const {
    return first <= other.last && other.first <= last;
  }
};

template <std::size_t count>
using SharedBuffers = std::array<SharedBuffer, count>;

template <std::size_t count>
struct SharedPlan {
  SharedBuffers<count> buffers{};
  std::array<std::uint32_t, count> offsets{};
  std::uint32_t bytes = 0;     ///< of the layout
  bool isMinimal = false;      ///< proven: no layout has fewer bytes
  std::uint64_t barriers = 0;  ///< bit s: the block synchronises before stage s
  std::uint64_t added = 0;     ///< those of them that only the reuse of memory needs

  /// Bytes with an address range for each buffer.
  constexpr std::uint32_t separateBytes() const {
    std::uint32_t end = 0;
    for (const SharedBuffer& buffer : buffers) {
      end = (end + buffer.alignment - 1) / buffer.alignment * buffer.alignment + buffer.bytes;
    }
    return end;
  }
  constexpr bool synchronises(int stage) const { return (barriers >> stage & 1) != 0; }
};

/// Whether two buffers share addresses.
template <std::size_t count>
constexpr bool meet(const SharedBuffers<count>& buffers,
                    const std::array<std::uint32_t, count>& offsets, std::size_t a, std::size_t b) {
  return offsets[a] < offsets[b] + buffers[b].bytes && offsets[b] < offsets[a] + buffers[a].bytes;
}

/// The fewest barriers that, with those of the kernel, separate all pairs that share addresses: bit
/// s is one before stage s.
template <std::size_t count>
constexpr std::uint64_t barriersOfReuse(const SharedBuffers<count>& buffers,
                                        const std::array<std::uint32_t, count>& offsets,
                                        std::uint64_t synchronised) {
  std::uint64_t added = 0;
  for (int stage = 1; stage < 64; ++stage) {
    for (std::size_t later = 0; later < count; ++later) {
      if (buffers[later].first != stage) continue;
      for (std::size_t earlier = 0; earlier < count; ++earlier) {
        const int last = buffers[earlier].last;
        if (last >= stage || !meet(buffers, offsets, earlier, later)) continue;
        // Bits last + 1 .. stage.
        const std::uint64_t between = (std::uint64_t{2} << stage) - (std::uint64_t{2} << last);
        if (((synchronised | added) & between) == 0) added |= std::uint64_t{1} << stage;
      }
    }
  }
  return added;
}

/// Finds layouts. Stacks buffers in any order, each on the highest end among the placed buffers
/// that it lives with; some order gives a layout of the fewest bytes. Branch and bound over the
/// orders, from the best of three greedy layouts.
template <std::size_t count>
class SharedPlanner {
 public:
  /// Gives up its proof after `mostNodes` partial layouts.
  constexpr SharedPlanner(const SharedBuffers<count>& buffers, int mostNodes)
      : buffers_(buffers), nodesLeft_(mostNodes) {
    for (std::size_t a = 0; a < count; ++a) bySize_[a] = a;
    std::sort(bySize_.begin(), bySize_.end(), [&](std::size_t a, std::size_t b) {
      return buffers[a].bytes != buffers[b].bytes ? buffers[a].bytes > buffers[b].bytes : a < b;
    });
  }

  /// `synchronised`: bit s is set if the kernel synchronises before stage s in any case.
  constexpr SharedPlan<count> plan(std::uint64_t synchronised) {
    for (int order = 0; order < kGreedyOrders; ++order) placeGreedily(order);
    Placement none;
    const std::uint32_t least = bound(none);
    if (bestBytes_ > least) search(none, 0, 0);
    SharedPlan<count> plan{buffers_, best_, bestBytes_, bestBytes_ == least || nodesLeft_ > 0};
    avoidBarriers(plan, synchronised);
    plan.added = barriersOfReuse(buffers_, plan.offsets, synchronised);
    plan.barriers = synchronised | plan.added;
    return plan;
  }

 private:
  static constexpr int kGreedyOrders = 3;
  using Offsets = std::array<std::uint32_t, count>;

  struct Placement {
    Offsets offsets{};
    std::array<bool, count> placed{};
    std::uint32_t bytes = 0;
  };

  constexpr std::uint32_t aligned(std::uint32_t at, std::size_t buffer) const {
    const std::uint32_t alignment = buffers_[buffer].alignment;
    return (at + alignment - 1) / alignment * alignment;
  }
  constexpr std::uint32_t endOf(const Offsets& offsets, std::size_t buffer) const {
    return offsets[buffer] + buffers_[buffer].bytes;
  }
  constexpr bool isFree(const Placement& at, std::size_t buffer) const {
    for (std::size_t other = 0; other < count; ++other) {
      if (other != buffer && at.placed[other] && buffers_[buffer].livesWith(buffers_[other]) &&
          meet(buffers_, at.offsets, buffer, other)) {
        return false;
      }
    }
    return true;
  }

  /// A lower bound for layouts on top of these: most buffers live together where one begins.
  constexpr std::uint32_t bound(const Placement& at) const {
    std::uint32_t most = at.bytes;
    for (std::size_t a = 0; a < count; ++a) {
      const int stage = buffers_[a].first;
      std::uint32_t end = 0;
      std::uint32_t open = 0;
      for (std::size_t b = 0; b < count; ++b) {
        if (buffers_[b].first > stage || buffers_[b].last < stage) continue;
        if (at.placed[b]) {
          end = std::max(end, endOf(at.offsets, b));
        } else {
          open += buffers_[b].bytes;
        }
      }
      most = std::max(most, end + open);
    }
    return most;
  }

  constexpr void keep(const Placement& found) {
    if (bestBytes_ != 0 && found.bytes >= bestBytes_) return;
    best_ = found.offsets;
    bestBytes_ = found.bytes;
  }

  /// In order of falling size, of bytes times stages, or of first stages; each at its lowest free
  /// offset.
  constexpr void placeGreedily(int order) {
    std::array<std::size_t, count> sequence = bySize_;
    const auto key = [&](std::size_t a) {
      const SharedBuffer& own = buffers_[a];
      if (order == 0) return std::uint64_t{own.bytes};
      if (order == 1)
        return std::uint64_t{own.bytes} * static_cast<unsigned>(own.last - own.first + 1);
      return static_cast<std::uint64_t>(63 - own.first) << 32U | own.bytes;
    };
    std::sort(sequence.begin(), sequence.end(), [&](std::size_t a, std::size_t b) {
      return key(a) != key(b) ? key(a) > key(b) : a < b;
    });
    Placement at;
    for (const std::size_t buffer : sequence) {
      std::uint32_t lowest = ~std::uint32_t{0};
      for (std::size_t below = 0; below <= count; ++below) {
        if (below < count && !at.placed[below]) continue;
        at.offsets[buffer] = aligned(below == count ? 0 : endOf(at.offsets, below), buffer);
        if (at.offsets[buffer] < lowest && isFree(at, buffer)) lowest = at.offsets[buffer];
      }
      at.offsets[buffer] = lowest;
      at.placed[buffer] = true;
      at.bytes = std::max(at.bytes, endOf(at.offsets, buffer));
    }
    keep(at);
  }

  /// Places one more buffer, in order of offset and index, which visits each layout once. It is
  /// not below the one placed last, `before`.
  constexpr void search(const Placement& at, std::size_t depth, std::size_t before) {
    if (depth == count) return keep(at);
    for (const std::size_t buffer : bySize_) {
      if (at.placed[buffer]) continue;
      if (nodesLeft_ == 0) return;
      --nodesLeft_;
      std::uint32_t top = 0;
      for (std::size_t other = 0; other < count; ++other) {
        if (at.placed[other] && buffers_[buffer].livesWith(buffers_[other])) {
          top = std::max(top, endOf(at.offsets, other));
        }
      }
      top = aligned(top, buffer);
      if (depth > 0 &&
          (top < at.offsets[before] || (top == at.offsets[before] && buffer < before))) {
        continue;
      }
      Placement next = at;
      next.offsets[buffer] = top;
      next.placed[buffer] = true;
      next.bytes = std::max(at.bytes, endOf(next.offsets, buffer));
      if (bound(next) < bestBytes_) search(next, depth + 1, buffer);
    }
  }

  /// Moves single buffers to other free offsets while that saves barriers.
  constexpr void avoidBarriers(SharedPlan<count>& plan, std::uint64_t synchronised) const {
    Placement at;
    at.offsets = plan.offsets;
    at.placed.fill(true);
    int fewest = bits(barriersOfReuse(buffers_, at.offsets, synchronised));
    for (std::size_t buffer = 0; buffer < count && fewest > 0; ++buffer) {
      for (std::size_t below = 0; below < count; ++below) {
        const std::uint32_t before = at.offsets[buffer];
        at.offsets[buffer] = aligned(below == buffer ? 0 : endOf(at.offsets, below), buffer);
        const bool fits = endOf(at.offsets, buffer) <= plan.bytes && isFree(at, buffer);
        const int barriers =
            fits ? bits(barriersOfReuse(buffers_, at.offsets, synchronised)) : fewest;
        if (barriers < fewest) {
          fewest = barriers;
        } else {
          at.offsets[buffer] = before;
        }
      }
    }
    plan.offsets = at.offsets;
  }
  static constexpr int bits(std::uint64_t word) {
    int ones = 0;
    for (; word != 0; word &= word - 1) ++ones;
    return ones;
  }

  SharedBuffers<count> buffers_;
  std::array<std::size_t, count> bySize_{};
  Offsets best_{};
  std::uint32_t bestBytes_ = 0;
  int nodesLeft_;
};

/// Partial layouts that are tried for a proof: a tenth of a second of compilation.
inline constexpr int kPlanNodes = 4000;

template <std::size_t count>
constexpr bool isValid(const SharedBuffers<count>& buffers) {
  for (const SharedBuffer& buffer : buffers) {
    const bool aligned = buffer.alignment > 0 && (buffer.alignment & (buffer.alignment - 1)) == 0;
    if (buffer.bytes == 0 || !aligned || buffer.first < 0 || buffer.last < buffer.first ||
        buffer.last > 63) {
      return false;
    }
  }
  return true;
}

/// Not constexpr: named by the compiler's error if a buffer is not valid.
void sharedBufferIsNotValid();

/// Plans the shared memory of a kernel. `synchronised` has bit s set if the kernel synchronises
/// before stage s in any case; a kernel that repeats its stages sets bit 0.
template <std::size_t count>
consteval SharedPlan<count> planShared(const SharedBuffers<count>& buffers,
                                       std::uint64_t synchronised = 0, int mostNodes = kPlanNodes) {
  if (!isValid(buffers)) sharedBufferIsNotValid();
  return SharedPlanner<count>(buffers, mostNodes).plan(synchronised);
}

/// Limits of a multiprocessor (CUDA C++ Programming Guide, compute capabilities).
struct Multiprocessor {
  std::uint32_t sharedBytes;
  std::uint32_t reservedBytes;  ///< for each block, by CUDA
  std::uint32_t granularity;    ///< bytes are allocated in multiples of it
  int threads;
  int blocks;
};
inline constexpr Multiprocessor kTuring{64 << 10, 0, 256, 1024, 16};           ///< 7.5
inline constexpr Multiprocessor kAmpere{164 << 10, 1024, 128, 2048, 32};       ///< 8.0
inline constexpr Multiprocessor kAmpereSmall{100 << 10, 1024, 128, 1536, 16};  ///< 8.6
inline constexpr Multiprocessor kHopper{228 << 10, 1024, 128, 2048, 32};       ///< 9.0

/// The number of blocks of `threads` threads and `bytes` bytes of shared memory that run at the
/// same time on a multiprocessor, unless registers allow fewer.
constexpr int blocksThatFit(const Multiprocessor& on, std::uint32_t bytes, int threads) {
  const int byThreads = std::min(on.threads / threads, on.blocks);
  const std::uint32_t each =
      (bytes + on.reservedBytes + on.granularity - 1) / on.granularity * on.granularity;
  return each == 0 ? byThreads : std::min(byThreads, static_cast<int>(on.sharedBytes / each));
}

}  // namespace espy::cuda
