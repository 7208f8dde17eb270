// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The order of tiles of the GPU's interval dynamic programming, with threads in place of blocks of
// threads: each takes tickets, waits for what its items need, and counts shares, as the kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <thread>
#include <vector>

#include "cuda/contour/order.h"
#include "support/random_pictures.h"

namespace espy::cuda {
namespace {

/// A table of one cost a tile: diagonal tiles have a cost, others the least sum of (I, K), (K, J)
/// and both ends.
class EmulatedTable {
 public:
  EmulatedTable(IntervalOrder order, std::uint64_t seed)
      : order_(order),
        ready_(static_cast<std::size_t>(order.tiles * order.tiles)),
        arrived_(ready_.size()),
        sums_(ready_.size()),
        costs_(ready_.size(), kNever) {
    for (std::atomic<int>& sum : sums_) sum = kNever;
    test::Random random(seed);
    for (int i = 0; i < order.tiles; ++i) {
      ends_.push_back(static_cast<int>(random.below(1000)));
    }
  }

  /// Runs the items below ticket `end` on this many threads.
  void run(int threads, std::int64_t first, std::int64_t end) {
    tickets_ = 0;
    std::vector<std::jthread> blocks;
    for (int t = 0; t < threads; ++t) blocks.emplace_back([=, this] { block(first, end); });
  }

  int cost(int row, int column) const { return costs_[at(row, column)]; }
  std::int64_t items() const { return items_; }
  const std::vector<int>& ends() const { return ends_; }

  static constexpr int kNever = std::numeric_limits<int>::max() / 2;

 private:
  std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row * order_.tiles + column);
  }
  int complete(int row, int column) const {
    while (!ready_[at(row, column)].load(std::memory_order_acquire)) std::this_thread::yield();
    return costs_[at(row, column)];
  }

  void block(std::int64_t first, std::int64_t end) {
    IntervalWalk walk(order_);
    IntervalItem item;
    while (true) {
      const std::int64_t ticket = first + tickets_++;
      if (ticket >= end || !walk.find(ticket, item)) return;
      ++items_;
      int least = kNever;
      for (int entry = item.part; entry < item.products(); entry += item.parts) {
        const int middle = item.middle(entry);
        least = std::min(least, complete(item.row, middle) + complete(middle, item.column));
      }
      if (item.parts > 1 && !isLast(item, least)) continue;
      costs_[at(item.row, item.column)] = withEnds(item, least);
      ready_[at(item.row, item.column)].store(true, std::memory_order_release);
    }
  }

  bool isLast(const IntervalItem& item, int& least) {
    std::atomic<int>& sum = sums_[at(item.row, item.column)];
    int before = sum.load(std::memory_order_relaxed);
    while (least < before && !sum.compare_exchange_weak(before, least, std::memory_order_relaxed)) {
    }
    if (++arrived_[at(item.row, item.column)] < item.parts) return false;
    least = sum.load(std::memory_order_relaxed);
    return true;
  }

  int withEnds(const IntervalItem& item, int least) const {
    if (item.row == item.column) return ends_[static_cast<std::size_t>(item.row)];
    if (item.column == item.row + 1) least = 0;
    return least + complete(item.row, item.row) - complete(item.column, item.column);
  }

  IntervalOrder order_;
  std::vector<std::atomic<bool>> ready_;
  std::vector<std::atomic<int>> arrived_;
  std::vector<std::atomic<int>> sums_;
  std::vector<int> costs_;
  std::vector<int> ends_;
  std::atomic<std::int64_t> tickets_ = 0;
  std::atomic<std::int64_t> items_ = 0;
};

/// The same by plain loops.
std::vector<int> byPlainLoops(int tiles, const std::vector<int>& ends) {
  std::vector<int> costs(static_cast<std::size_t>(tiles * tiles), EmulatedTable::kNever);
  const auto cost = [&](int i, int j) -> int& {
    return costs[static_cast<std::size_t>(i * tiles + j)];
  };
  for (int i = 0; i < tiles; ++i) cost(i, i) = ends[static_cast<std::size_t>(i)];
  for (int apart = 1; apart < tiles; ++apart) {
    for (int i = 0; i + apart < tiles; ++i) {
      const int j = i + apart;
      int least = apart == 1 ? 0 : EmulatedTable::kNever;
      for (int k = i + 1; k < j; ++k) least = std::min(least, cost(i, k) + cost(k, j));
      cost(i, j) = least + cost(i, i) - cost(j, j);
    }
  }
  return costs;
}

TEST(IntervalOrder, ThreadsInPlaceOfBlocksComputeEveryTileOnce) {
  for (const int tiles : {1, 2, 3, 7, 24, 60}) {
    for (const int threads : {1, 2, 5, 16}) {
      for (const int wanted : {1, 6, 200}) {
        const IntervalOrder order{tiles, wanted, 2};
        EmulatedTable table(order, static_cast<std::uint64_t>(tiles + threads));
        std::int64_t end = 0;
        for (int d = 0; d < tiles; ++d) end += order.itemsOf(d);
        // In two launches, as a long table.
        const std::int64_t half = tiles > 2 ? order.itemsOf(0) + order.itemsOf(1) : end;
        table.run(threads, 0, half);
        table.run(threads, half, end);
        EXPECT_EQ(table.items(), end);
        const std::vector<int> expected = byPlainLoops(tiles, table.ends());
        for (int i = 0; i < tiles; ++i) {
          for (int j = i; j < tiles; ++j) {
            ASSERT_EQ(table.cost(i, j), expected[static_cast<std::size_t>(i * tiles + j)])
                << tiles << " tiles, " << threads << " threads: " << i << ' ' << j;
          }
        }
      }
    }
  }
}

TEST(IntervalOrder, AnItemNeedsOnlyTilesOfLowerTickets) {
  for (const int tiles : {2, 9, 40}) {
    for (const int wanted : {1, 64}) {
      const IntervalOrder order{tiles, wanted};
      IntervalWalk walk(order);
      IntervalItem item;
      std::set<std::pair<int, int>> complete;  // by the items before
      std::set<std::pair<int, int>> open;      // of this diagonal
      int diagonal = 0;
      std::int64_t ticket = 0;
      for (; walk.find(ticket, item); ++ticket) {
        if (item.column - item.row != diagonal) {
          complete.merge(open);
          diagonal = item.column - item.row;
        }
        open.insert({item.row, item.column});
        if (diagonal > 0) {
          EXPECT_TRUE(complete.contains({item.row, item.row}));
          EXPECT_TRUE(complete.contains({item.column, item.column}));
        }
        for (int entry = item.part; entry < item.products(); entry += item.parts) {
          EXPECT_TRUE(complete.contains({item.row, item.middle(entry)}));
          EXPECT_TRUE(complete.contains({item.middle(entry), item.column}));
        }
      }
      complete.merge(open);
      EXPECT_EQ(static_cast<int>(complete.size()), tiles * (tiles + 1) / 2);
    }
  }
}

TEST(IntervalOrder, EveryMiddleTileIsTakenOnce) {
  for (int column = 0; column < 40; ++column) {
    const IntervalItem item{0, column, 0, 1};
    std::set<int> middles;
    for (int entry = 0; entry < item.products(); ++entry) middles.insert(item.middle(entry));
    EXPECT_EQ(static_cast<int>(middles.size()), std::max(0, column - 1));
    if (middles.empty()) continue;
    EXPECT_EQ(*middles.begin(), 1);
    EXPECT_EQ(*middles.rbegin(), column - 1);
  }
}

TEST(IntervalOrder, FewTilesAreSharedAndManyAreNot) {
  const IntervalOrder order{100, 64};
  EXPECT_EQ(order.partsOf(0), 1);
  EXPECT_EQ(order.partsOf(30), 1);   // 70 tiles for 64 blocks
  EXPECT_EQ(order.partsOf(90), 7);   // 10 tiles
  EXPECT_EQ(order.partsOf(99), 25);  // 98 products, at least 4 each
}

}  // namespace
}  // namespace espy::cuda
