// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Layouts of shared memory against all orders of stacking.
#include "cuda/base/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace espy::test {
namespace {

using cuda::SharedBuffer;
using cuda::SharedBuffers;
using cuda::SharedPlan;

std::uint32_t alignedTo(std::uint32_t alignment, std::uint32_t at) {
  return (at + alignment - 1) / alignment * alignment;
}

/// The fewest bytes: stacks the buffers in every order.
template <std::size_t count>
std::uint32_t fewestBytes(const SharedBuffers<count>& buffers) {
  std::array<std::size_t, count> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint32_t fewest = ~std::uint32_t{0};
  do {
    std::array<std::uint32_t, 16> ends{};  // by stage
    std::uint32_t bytes = 0;
    for (const std::size_t b : order) {
      const auto from = ends.begin() + buffers[b].first;
      const auto to = ends.begin() + buffers[b].last + 1;
      const std::uint32_t end =
          alignedTo(buffers[b].alignment, *std::max_element(from, to)) + buffers[b].bytes;
      std::fill(from, to, end);
      bytes = std::max(bytes, end);
    }
    fewest = std::min(fewest, bytes);
  } while (std::next_permutation(order.begin(), order.end()));
  return fewest;
}

template <std::size_t count>
void checkIsValid(const SharedPlan<count>& plan, std::uint64_t synchronised) {
  EXPECT_EQ(plan.barriers, plan.added | synchronised);
  EXPECT_EQ(plan.added & synchronised, 0U);
  std::uint32_t end = 0;
  for (std::size_t a = 0; a < count; ++a) {
    const SharedBuffer& one = plan.buffers[a];
    ASSERT_EQ(plan.offsets[a] % one.alignment, 0U);
    end = std::max(end, plan.offsets[a] + one.bytes);
    for (std::size_t b = 0; b < count; ++b) {
      const SharedBuffer& other = plan.buffers[b];
      const bool meet = plan.offsets[a] < plan.offsets[b] + other.bytes &&
                        plan.offsets[b] < plan.offsets[a] + one.bytes;
      if (a == b || !meet) continue;
      ASSERT_FALSE(one.first <= other.last && other.first <= one.last) << a << " and " << b;
      if (one.last > other.first) continue;
      bool separated = false;
      for (int stage = one.last + 1; stage <= other.first; ++stage) {
        separated = separated || plan.synchronises(stage);
      }
      ASSERT_TRUE(separated) << a << " and " << b;
    }
  }
  EXPECT_EQ(plan.bytes, end);
}

template <std::size_t count>
SharedBuffers<count> draw(std::mt19937& dice, int stages) {
  const auto below = [&](int most) {
    return static_cast<int>(dice() % static_cast<unsigned>(most));
  };
  SharedBuffers<count> buffers;
  const bool uneven = below(4) == 0;
  for (SharedBuffer& buffer : buffers) {
    buffer.first = below(stages);
    buffer.last = std::min(stages - 1, buffer.first + below(stages));
    buffer.bytes = static_cast<std::uint32_t>(1 + below(uneven ? 2000 : 30) * (uneven ? 1 : 64));
    buffer.alignment = 1U << below(8);
  }
  return buffers;
}

struct Quality {
  double worst = 1;
  int sets = 0;
  int proven = 0;
};

template <std::size_t count>
void compare(std::mt19937& dice, int sets, Quality& quality) {
  for (int i = 0; i < sets; ++i) {
    const auto buffers = draw<count>(dice, 1 + static_cast<int>(dice() % 8));
    const std::uint64_t synchronised = dice() & 0xffU;
    const SharedPlan<count> plan =
        cuda::SharedPlanner<count>(buffers, cuda::kPlanNodes).plan(synchronised);
    checkIsValid(plan, synchronised);
    const std::uint32_t fewest = fewestBytes(buffers);
    ASSERT_GE(plan.bytes, fewest);
    if (plan.isMinimal) {
      ASSERT_EQ(plan.bytes, fewest);
    }
    quality.worst = std::max(quality.worst, static_cast<double>(plan.bytes) / fewest);
    ++quality.sets;
    quality.proven += plan.isMinimal ? 1 : 0;
  }
}

TEST(SharedPlan, IsAtMostHalfAPerCentAboveTheBestOfAllOrders) {
  std::mt19937 dice(1);
  Quality quality;
  compare<1>(dice, 200, quality);
  compare<2>(dice, 1000, quality);
  compare<3>(dice, 2000, quality);
  compare<4>(dice, 2500, quality);
  compare<5>(dice, 2500, quality);
  compare<6>(dice, 1500, quality);
  compare<7>(dice, 300, quality);
  EXPECT_EQ(quality.sets, 10'000);
  EXPECT_LE(quality.worst, 1.005);
  EXPECT_GE(quality.proven, 9'950);
}

/// Cuts a rectangle of stages and bytes into buffers, so that the least is known.
template <std::size_t count>
SharedBuffers<count> cut(std::mt19937& dice, std::uint32_t bytes) {
  std::vector<SharedBuffer> parts{{bytes, 0, 11, 1}};
  while (parts.size() < count) {
    std::swap(parts[dice() % parts.size()], parts.back());
    SharedBuffer& whole = parts.back();
    SharedBuffer rest = whole;
    if (dice() % 2 == 0 && whole.bytes > 1) {
      whole.bytes = static_cast<std::uint32_t>(1 + dice() % (whole.bytes - 1));
      rest.bytes -= whole.bytes;
    } else if (whole.last > whole.first) {
      whole.last =
          whole.first + static_cast<int>(dice() % static_cast<unsigned>(whole.last - whole.first));
      rest.first = whole.last + 1;
    } else {
      continue;
    }
    parts.push_back(rest);
  }
  std::shuffle(parts.begin(), parts.end(), dice);
  SharedBuffers<count> buffers;
  std::copy(parts.begin(), parts.end(), buffers.begin());
  return buffers;
}

TEST(SharedPlan, ManyBuffersThatFitExactlyAreAtMostATenthAbove) {
  std::mt19937 dice(2);
  for (int i = 0; i < 300; ++i) {
    const auto plan = cuda::SharedPlanner<12>(cut<12>(dice, 4096), cuda::kPlanNodes).plan(0);
    checkIsValid(plan, 0);
    EXPECT_GE(plan.bytes, 4096U);
    if (plan.isMinimal) {
      EXPECT_EQ(plan.bytes, 4096U);
    }
    EXPECT_LE(plan.bytes, 4506U);
  }
}

TEST(SharedPlan, BarriersAreOnlyWhereMemoryIsShared) {
  // The second could replace the first, with a barrier, but has room beside it.
  constexpr auto kBeside = cuda::planShared<3>({{{64, 0, 0}, {64, 1, 1}, {128, 2, 2}}}, 1U << 2U);
  static_assert(kBeside.bytes == 128 && kBeside.added == 0);
  constexpr auto kOver = cuda::planShared<2>({{{64, 0, 0}, {64, 1, 1}}});
  static_assert(kOver.bytes == 64 && kOver.isMinimal && kOver.added == 1U << 1U);
  // One barrier separates two pairs.
  constexpr auto kTwo = cuda::planShared<4>({{{64, 0, 0}, {64, 0, 1}, {64, 2, 3}, {64, 3, 3}}});
  static_assert(kTwo.bytes == 128 && kTwo.added == 1U << 2U);
  constexpr auto kNone = cuda::planShared<2>({{{64, 0, 1}, {32, 1, 2}}});
  static_assert(kNone.bytes == 96 && kNone.separateBytes() == 96 && kNone.barriers == 0);
}

TEST(SharedPlan, BuffersThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(cuda::isValid<1>({{{1, 0, 63, 1}}}));
  EXPECT_FALSE(cuda::isValid<1>({{{0, 0, 0, 1}}}));
  EXPECT_FALSE(cuda::isValid<1>({{{1, 1, 0, 1}}}));
  EXPECT_FALSE(cuda::isValid<1>({{{1, -1, 0, 1}}}));
  EXPECT_FALSE(cuda::isValid<1>({{{1, 0, 64, 1}}}));
  EXPECT_FALSE(cuda::isValid<1>({{{1, 0, 0, 3}}}));
  EXPECT_FALSE(cuda::isValid<1>({{{1, 0, 0, 0}}}));
}

TEST(SharedPlan, BlocksOfAMultiprocessorAreLimitedByMemoryThreadsAndNumber) {
  EXPECT_EQ(cuda::blocksThatFit(cuda::kHopper, 0, 256), 8);
  EXPECT_EQ(cuda::blocksThatFit(cuda::kHopper, 0, 32), 32);
  EXPECT_EQ(cuda::blocksThatFit(cuda::kHopper, 227 << 10, 32), 1);
  EXPECT_EQ(cuda::blocksThatFit(cuda::kHopper, (227 << 10) + 1, 32), 0);
  EXPECT_EQ(cuda::blocksThatFit(cuda::kAmpereSmall, 24'576, 256), 4);
  EXPECT_EQ(cuda::blocksThatFit(cuda::kAmpereSmall, 24'577, 256), 3);
  EXPECT_EQ(cuda::blocksThatFit(cuda::kTuring, 32 << 10, 256), 2);
}

}  // namespace
}  // namespace espy::test
