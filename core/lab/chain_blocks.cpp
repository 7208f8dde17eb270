// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Strategies of chain-blocks on the processor, and its data.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/parallel.h"
#include "lab/chain_task.h"
#include "lab/motif_dice.h"

namespace espy::lab {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr std::int64_t kRowsAtOnce = 16;  ///< of a thread, in a rectangular block

std::vector<float> drawn(std::int64_t count, double most, MotifDice& dice) {
  std::vector<float> values(static_cast<std::size_t>(count));
  std::ranges::generate(values, [&] { return static_cast<float>(dice.between(1, most)); });
  return values;
}

/// Computes blocks of a table by the loops of Figures 7 and 8.
class ChainBlocks {
 public:
  ChainBlocks(const ChainTask& task, float* table, const Control& control)
      : task_(task), table_(table), control_(control) {}

  /// Rows `first` to `end` of c = min(c, a b).
  void multiply(const ChainCall& call, std::int64_t first, std::int64_t end) const {
    for (std::int64_t i = call.row + first; i < call.row + end; ++i) {
      for (std::int64_t k = call.middle; k < call.middle + call.size; ++k) {
        relax(i, k, call.column, call.column + call.size);
      }
    }
  }

  /// Completes a block, whose triangles are complete, or itself on the diagonal: by diagonals.
  void complete(const ChainCall& call) const {
    const std::int64_t size = call.size;
    const bool isOnDiagonal = call.row == call.column;
    const std::int64_t steps = isOnDiagonal ? size : 2 * size;
    for (std::int64_t step = 1; step < steps; ++step) {
      control_.check();
      for (std::int64_t i = 0; i < size; ++i) {
        const std::int64_t j = i + step - (isOnDiagonal ? 0 : size);
        if (j < 0 || j >= size) continue;
        float& own = cost(call.row + i, call.column + j);
        const auto divide = [&](std::int64_t from, std::int64_t to) {
          for (std::int64_t k = from; k < to; ++k) {
            own = std::min(own, divided(call.row + i, k, call.column + j));
          }
        };
        divide(call.row + i + 1, isOnDiagonal ? call.column + j : call.row + size);
        if (!isOnDiagonal) divide(call.column, call.column + j);
      }
    }
  }

 private:
  float& cost(std::int64_t i, std::int64_t j) const { return table_[i * task_.points + j]; }
  float factor(std::int64_t i) const { return task_.factors[static_cast<std::size_t>(i)]; }
  float divided(std::int64_t i, std::int64_t k, std::int64_t j) const {
    const float sum = cost(i, k) + cost(k, j);
    return task_.factors.empty() ? sum : sum + factor(i) * factor(k) * factor(j);
  }

  /// Divides the intervals from i to each j of `begin` to `end` at k.
  void relax(std::int64_t i, std::int64_t k, std::int64_t begin, std::int64_t end) const {
    const float left = cost(i, k);
    const float* const right = &cost(k, 0);
    float* const own = &cost(i, 0);
    if (task_.factors.empty()) {
      for (std::int64_t j = begin; j < end; ++j) own[j] = std::min(own[j], left + right[j]);
      return;
    }
    const float outer = factor(i) * factor(k);
    const float* const factors = task_.factors.data();
    for (std::int64_t j = begin; j < end; ++j) {
      own[j] = std::min(own[j], left + right[j] + outer * factors[j]);
    }
  }

  const ChainTask& task_;
  float* table_;
  const Control& control_;
};

Control quiet(const Control& control) {
  Control same = control;
  same.progress = nullptr;
  return same;
}

}  // namespace

ChainTask drawChain(ChainData data, std::int64_t size, std::int64_t block, bool isDivided,
                    std::uint64_t seed) {
  MotifDice dice(seed);
  ChainTask task;
  task.block = block;
  auto blocks = static_cast<std::uint64_t>((size + block - 1) / block);
  if (isDivided) blocks = std::bit_ceil(blocks);
  task.points = static_cast<std::int64_t>(blocks) * block;
  if (data == ChainData::chain) {
    constexpr double kMostRows = 32;
    task.first.assign(static_cast<std::size_t>(size - 1), 0);
    task.factors = drawn(size, kMostRows, dice);
    task.factors.resize(static_cast<std::size_t>(task.points), 0);
  } else {
    task.first = drawn(size - 1, 2, dice);
  }
  task.first.resize(static_cast<std::size_t>(task.points - 1), kNever);
  return task;
}

ChainRun chainPlainly(const ChainTask& task, const Control& control, Timeline& timeline) {
  const StageTimer timer(timeline, "table");
  ChainRun run{startOfChain(task)};
  const std::int64_t points = task.points;
  const auto at = [&](std::int64_t i, std::int64_t j) -> float& {
    return run.table[static_cast<std::size_t>(i * points + j)];
  };
  const auto factor = [&](std::int64_t i) { return task.factors[static_cast<std::size_t>(i)]; };
  for (std::int64_t apart = 2; apart < points; ++apart) {
    for (std::int64_t i = 0; i + apart < points; ++i) {
      if (i % kRowsAtOnce == 0) control.check();
      const std::int64_t j = i + apart;
      float least = kNever;
      for (std::int64_t k = i + 1; k < j; ++k) {
        float sum = at(i, k) + at(k, j);
        if (!task.factors.empty()) sum += factor(i) * factor(k) * factor(j);
        least = std::min(least, sum);
      }
      at(i, j) = least;
    }
  }
  return run;
}

ChainRun chainInBlocks(const ChainTask& task, ChainOrder order, const Control& control,
                       Timeline& timeline) {
  ChainRun run{startOfChain(task)};
  const ChainBlocks blocks(task, run.table.data(), control);
  const Control own = quiet(control);
  const int threads = allThreads(control);
  const auto triangular = [&](const ChainCall& call) {
    const StageTimer timer(timeline, "triangular");
    if (call.row != call.column) run.triangular += call.count;
    parallelFor(call.count, threads, own,
                [&](std::int64_t index, int /*thread*/) { blocks.complete(call.at(index)); });
  };
  const auto rectangular = [&](const ChainCall& call) {
    const StageTimer timer(timeline, "rectangular");
    run.rectangular += call.count;
    const std::int64_t bands = call.size / kRowsAtOnce;
    parallelFor(call.count * bands, threads, own, [&](std::int64_t index, int /*thread*/) {
      const std::int64_t first = index % bands * kRowsAtOnce;
      blocks.multiply(call.at(index / bands), first, first + kRowsAtOnce);
    });
  };
  runSchedule(task, order, triangular, rectangular);
  return run;
}

ChainProduct drawProduct(std::int64_t size, bool isSum, std::uint64_t seed) {
  MotifDice dice(seed);
  ChainProduct task{size, isSum, {}, {}};
  task.a = drawn(size * size, 2, dice);
  task.b = drawn(size * size, 2, dice);
  return task;
}

std::vector<float> productOf(const ChainProduct& task, const Control& control, Timeline& timeline) {
  const StageTimer timer(timeline, "product");
  const std::int64_t size = task.size;
  std::vector<float> product(static_cast<std::size_t>(size * size), task.isSum ? 0 : kNever);
  parallelFor(size, allThreads(control), quiet(control), [&](std::int64_t i, int /*thread*/) {
    float* const own = product.data() + i * size;
    for (std::int64_t k = 0; k < size; ++k) {
      const float left = task.a[static_cast<std::size_t>(i * size + k)];
      const float* const right = task.b.data() + k * size;
      if (task.isSum) {
        for (std::int64_t j = 0; j < size; ++j) own[j] += left * right[j];
      } else {
        for (std::int64_t j = 0; j < size; ++j) own[j] = std::min(own[j], left + right[j]);
      }
    }
  });
  return product;
}

}  // namespace espy::lab
