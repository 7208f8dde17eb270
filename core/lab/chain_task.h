// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "espy/control.h"
#include "espy/timeline.h"

/// Interval dynamic programming in blocks (chapter 3 of the dissertation), for a table of points
/// 0 to n - 1:
///
///   m(i, i + 1) = first[i]
///   m(i, j) = min over i < k < j of m(i, k) + m(k, j) + f[i] f[k] f[j]
namespace espy::lab {

struct ChainTask {
  std::int64_t points = 0;     ///< side of the table, a multiple of `block`
  std::int64_t block = 64;     ///< side of a block, a multiple of 16
  std::vector<float> first;    ///< points - 1 costs; infinite beyond the task's own points
  std::vector<float> factors;  ///< a number for each point, or empty: all are 0
};

/// In which order blocks are computed.
enum class ChainOrder : std::uint8_t {
  iterative,    ///< by diagonals of blocks (Figure 11)
  divided,      ///< divide and conquer as printed (Figure 10), which computes many blocks again
  dividedOnce,  ///< divide and conquer, each block once
};

/// `count` calls of a kernel; with each the block is one further down the diagonal.
struct ChainCall {
  std::int64_t row = 0;     ///< first point of the rows, and of the columns
  std::int64_t column = 0;  ///< equal to `row`: blocks on the diagonal by themselves
  std::int64_t middle = 0;  ///< rectangular: first point of the columns of a and the rows of b
  std::int64_t size = 0;    ///< points
  std::int64_t count = 1;

  /// The `index`-th of them.
  ChainCall at(std::int64_t index) const {
    const std::int64_t further = index * size;
    return {row + further, column + further, middle + further, size, 1};
  }
};

/// Passes the calls of an order to `triangular(call)` and `rectangular(call)`.
template <class Triangular, class Rectangular>
class ChainSchedule {
 public:
  ChainSchedule(const ChainTask& task, ChainOrder order, const Triangular& triangular,
                const Rectangular& rectangular)
      : task_(task), order_(order), triangular_(triangular), rectangular_(rectangular) {}

  void run() {
    const std::int64_t block = task_.block;
    const std::int64_t blocks = task_.points / block;
    triangular_(ChainCall{0, 0, 0, block, blocks});
    if (order_ == ChainOrder::iterative) {
      for (std::int64_t apart = 1; apart < blocks; ++apart) diagonal(apart, blocks - apart);
    } else {
      divide(0, task_.points);
    }
  }

 private:
  void diagonal(std::int64_t apart, std::int64_t count) {
    const std::int64_t block = task_.block;
    for (std::int64_t k = 1; k < apart; ++k) {
      rectangular_(ChainCall{0, apart * block, k * block, block, count});
    }
    triangular_(ChainCall{0, apart * block, 0, block, count});
  }

  /// The intervals within `points` points from `first` on, a power of two of blocks.
  void divide(std::int64_t first, std::int64_t points) {
    const std::int64_t block = task_.block;
    if (points <= block) return;
    const std::int64_t half = points / 2;
    if (order_ == ChainOrder::divided && half > block) {
      square(first, first + half, half / 2);  // completes the triangles, too
      return;
    }
    divide(first, half);
    divide(first + half, half);
    complete(first, first + half, half);
  }

  /// The block of rows from `row` and columns from `column`; both triangles are complete.
  void complete(std::int64_t row, std::int64_t column, std::int64_t size) {
    if (size > task_.block) return square(row, column, size / 2);
    triangular_(ChainCall{row, column, 0, size, 1});
  }

  /// A block in four quarters, c10 first, then c00 and c11, then c01.
  void square(std::int64_t row, std::int64_t column, std::int64_t size) {
    const std::int64_t row1 = row + size;
    const std::int64_t column1 = column + size;
    const bool again = order_ == ChainOrder::divided;
    if (again) complete(row, row1, size);
    complete(row1, column, size);
    if (again) complete(column, column1, size);
    multiply(row, row1, column, size);
    complete(row, column, size);
    multiply(row1, column, column1, size);
    complete(row1, column1, size);
    multiply(row, row1, column1, size);
    multiply(row, column, column1, size);
    complete(row, column1, size);
  }
  void multiply(std::int64_t row, std::int64_t middle, std::int64_t column, std::int64_t size) {
    rectangular_(ChainCall{row, column, middle, size, 1});
  }

  const ChainTask& task_;
  ChainOrder order_;
  const Triangular& triangular_;
  const Rectangular& rectangular_;
};

template <class Triangular, class Rectangular>
void runSchedule(const ChainTask& task, ChainOrder order, const Triangular& triangular,
                 const Rectangular& rectangular) {
  ChainSchedule<Triangular, Rectangular>(task, order, triangular, rectangular).run();
}

/// A table with its blocks' calls, without those for blocks on the diagonal.
struct ChainRun {
  std::vector<float> table;  ///< points^2 costs by row; defined for i < j
  std::int64_t triangular = 0;
  std::int64_t rectangular = 0;
};

enum class ChainData : std::uint8_t {
  initial,  ///< costs of neighbours only, 1 to 2
  chain,    ///< a chain of matrices: no costs of neighbours, factors of 1 to 32
};

/// A task of `size` points, drawn from a seed. Points are added up to a multiple of `block`; for
/// divide and conquer up to a power of two of blocks.
ChainTask drawChain(ChainData data, std::int64_t size, std::int64_t block, bool isDivided,
                    std::uint64_t seed);

/// The table before: infinite, but for neighbours. Inline, for the plug-in of GPU strategies.
inline std::vector<float> startOfChain(const ChainTask& task) {
  const auto points = static_cast<std::size_t>(task.points);
  std::vector<float> table(points * points, std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < task.first.size(); ++i) table[i * points + i + 1] = task.first[i];
  return table;
}

/// The recurrence, by diagonals of points, on one thread.
ChainRun chainPlainly(const ChainTask& task, const Control& control, Timeline& timeline);

/// In blocks, on the control's threads. Stages: "triangular" and "rectangular".
ChainRun chainInBlocks(const ChainTask& task, ChainOrder order, const Control& control,
                       Timeline& timeline);

/// Two square matrices of `size` rows, and what becomes of them.
struct ChainProduct {
  std::int64_t size = 0;
  bool isSum = false;  ///< products are added, in place of the least sum
  std::vector<float> a;
  std::vector<float> b;
};
ChainProduct drawProduct(std::int64_t size, bool isSum, std::uint64_t seed);
std::vector<float> productOf(const ChainProduct& task, const Control& control, Timeline& timeline);

/// How a GPU computes a table.
struct ChainKernels {
  ChainOrder order = ChainOrder::iterative;
  bool merged = false;     ///< triangular blocks in shared memory, of up to 32 points
  bool eachBlock = false;  ///< a launch for each block, in place of one for a diagonal
};
inline constexpr std::int64_t kMostMerged = 32;

/// The same on a GPU: capabilities of the engine `cuda`. Results are equal to the last bit, but for
/// sums of products. Stages: "upload", "triangular", "rectangular", "download"; of products
/// "upload", "product", "download".
struct ChainOnGpu {
  using Function = std::function<ChainRun(const ChainTask& task, const ChainKernels& kernels,
                                          const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "chain-blocks";
};
struct ChainProductOnGpu {
  using Function = std::function<std::vector<float>(const ChainProduct& task,
                                                    const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "chain product";
};

}  // namespace espy::lab
