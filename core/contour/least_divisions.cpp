// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <map>

#include "base/phrase.h"
#include "espy/engine/contour.h"
#include "espy/error.h"

namespace espy {

std::vector<std::array<std::int64_t, 3>> leastTriangulation(const Registry& registry,
                                                            std::string_view engine,
                                                            std::span<const SubPixel> polygon,
                                                            const Control& control) {
  if (polygon.size() < 3) {
    throw Error(ErrorCode::badUse, phrase("a polygon has at least three corners"));
  }
  const auto corners = static_cast<std::int64_t>(polygon.size());
  IntervalTask<double> task;
  task.pairs.resize(polygon.size() * polygon.size());
  const auto apart = [&](std::int64_t i, std::int64_t j) {
    const SubPixel& a = polygon[static_cast<std::size_t>(i)];
    const SubPixel& b = polygon[static_cast<std::size_t>(j)];
    return std::hypot(a.x - b.x, a.y - b.y);
  };
  // A diagonal is a side of two triangles: each of them pays for it once.
  for (std::int64_t i = 0; i + 1 < corners; ++i) {
    task.first.push_back(apart(i, i + 1));
    for (std::int64_t j = i + 2; j < corners; ++j) {
      task.pairs[static_cast<std::size_t>(i * corners + j)] = 2 * apart(i, j);
    }
  }
  return intervalSplits(task, intervalCosts(registry, engine, task, control));
}

std::string bestParentheses(const Registry& registry, std::string_view engine,
                            std::span<const std::int64_t> sizes, std::int64_t& multiplications,
                            const Control& control) {
  if (sizes.size() < 2) throw Error(ErrorCode::badUse, phrase("there is no matrix to multiply"));
  constexpr double kMostWhole = 0x1p53;
  double largest = 0;
  IntervalTask<double> task;
  for (const std::int64_t size : sizes) {
    if (size < 1) throw Error(ErrorCode::badUse, phrase("a matrix has no row or no column"));
    task.factors.push_back(static_cast<double>(size));
    largest = std::max(largest, static_cast<double>(size));
  }
  task.first.resize(sizes.size() - 1);
  if (largest * largest * largest * static_cast<double>(sizes.size()) >= kMostWhole) {
    throw Error(ErrorCode::tooLarge,
                phrase("these matrices may need 2^53 multiplications or more"));
  }
  const IntervalTable<double> table = intervalCosts(registry, engine, task, control);
  const std::int64_t last = task.points() - 1;
  multiplications = static_cast<std::int64_t>(table.at(0, last));
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> split;
  for (const auto& [i, k, j] : intervalSplits(task, table)) split[{i, j}] = k;
  std::string text;
  // What is still to be written, the next last: intervals, and texts as {-1, character}.
  std::vector<std::pair<std::int64_t, std::int64_t>> open{{0, last}};
  while (!open.empty()) {
    const auto [i, j] = open.back();
    open.pop_back();
    if (i < 0) {
      text += static_cast<char>(j);
    } else if (j - i == 1) {
      text += std::to_string(i);
    } else {
      const std::int64_t k = split.at({i, j});
      for (const auto& part :
           {std::pair<std::int64_t, std::int64_t>{-1, ')'}, {k, j}, {-1, ' '}, {i, k}, {-1, '('}}) {
        open.push_back(part);
      }
    }
  }
  return text;
}

}  // namespace espy
