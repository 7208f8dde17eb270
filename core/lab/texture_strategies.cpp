// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/texture_strategies.h"

#include <limits>

#include "lab/texture_counting.h"
#include "lab/texture_products.h"

namespace espy::lab {
namespace {

/// The two least distances so far.
template <class Distance>
struct NearestTwo {
  Distance nearest = std::numeric_limits<Distance>::max();
  Distance second = nearest;

  void insert(Distance distance) {
    if (distance < nearest) {
      second = nearest;
      nearest = distance;
    } else if (distance < second) {
      second = distance;
    }
  }
};

std::int32_t countOfLoop(std::span<const std::uint8_t> query,
                         std::span<const std::uint8_t> reference, Ratio ratio) {
  const FeatureDistance distance = squaredDistance();
  std::int32_t count = 0;
  for (std::size_t q = 0; q < query.size(); q += kFeatureBytes) {
    NearestTwo<std::int32_t> two;
    for (std::size_t r = 0; r < reference.size(); r += kFeatureBytes) {
      two.insert(distance(query.data() + q, reference.data() + r));
    }
    count += isMatch(two.nearest, two.second, ratio) ? 1 : 0;
  }
  return count;
}

/// Multiplies a query with a reference's features as float columns.
class ProductScheduler {
 public:
  std::int32_t count(const FloatRows& query, std::span<const std::uint8_t> reference,
                     std::span<const std::int32_t> norms, Ratio ratio) {
    const ProductLoops& loops = productLoops();
    const std::int64_t columns = packColumns(reference, columns_);
    products_.resize(static_cast<std::size_t>(loops.rows * columns));
    std::int32_t count = 0;
    for (std::int64_t first = 0; first < query.count; first += loops.rows) {
      loops.multiply(query.numbers.data() + first * kFeatureBytes, columns_.data(), columns,
                     products_.data());
      for (std::int64_t row = 0; row < std::min(loops.rows, query.count - first); ++row) {
        const float* const products = products_.data() + row * columns;
        NearestTwo<float> two;
        for (std::size_t r = 0; r < norms.size(); ++r) {
          two.insert(static_cast<float>(norms[r]) - 2 * products[r]);
        }
        const float norm = query.norms[static_cast<std::size_t>(first + row)];
        const auto whole = [&](float distance) {
          return static_cast<std::int64_t>(norm + distance);
        };
        count += isMatch(whole(two.nearest), whole(two.second), ratio) ? 1 : 0;
      }
    }
    return count;
  }

 private:
  ScratchVector<float> columns_;
  ScratchVector<float> products_;
};

}  // namespace

void countByLoop(const TextureTask& task, std::span<std::int32_t> counts, const Control& control,
                 Timeline& timeline) {
  overReferences(task, counts, control, timeline, [&](std::size_t q, std::int64_t reference, int) {
    return countOfLoop(task.queries[q], task.reference(reference), task.ratio);
  });
}

void countByProducts(const TextureTask& task, std::span<std::int32_t> counts,
                     const Control& control, Timeline& timeline) {
  std::vector<FloatRows> queries;
  for (const auto& query : task.queries) queries.push_back(floatRows(query));
  std::vector<ProductScheduler> desks(static_cast<std::size_t>(threadsFor(control)));
  overReferences(task, counts, control, timeline,
                 [&](std::size_t q, std::int64_t reference, int thread) {
                   return desks[static_cast<std::size_t>(thread)].count(
                       queries[q], task.reference(reference), task.normsOf(reference), task.ratio);
                 });
}

}  // namespace espy::lab
