// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/texture_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/half.h"
#include "lab/texture_products.h"

namespace espy::lab {
namespace {

using Numbers = ScratchVector<float>;

/// The two least of a column.
struct LeastTwo {
  float value[2];
  std::int32_t index[2];
};

/// Garcia's insertion sort for k = 2: the column's first two elements are kept sorted.
LeastTwo sortColumn(float* column, std::int64_t count) {
  std::int32_t index[2] = {0, 1};
  if (count > 1 && column[1] < column[0]) {
    std::swap(column[0], column[1]);
    std::swap(index[0], index[1]);
  }
  for (std::int64_t i = 2; i < count; ++i) {
    const float value = column[i];
    if (!(value < column[1])) continue;
    const std::size_t at = value < column[0] ? 0 : 1;
    if (at == 0) {
      column[1] = column[0];
      index[1] = index[0];
    }
    column[at] = value;
    index[at] = static_cast<std::int32_t>(i);
  }
  return {{column[0], count > 1 ? column[1] : INFINITY}, {index[0], index[1]}};
}

LeastTwo topTwoOf(const float* column, std::int64_t count) {
  LeastTwo two{{INFINITY, INFINITY}, {-1, -1}};
  for (std::int64_t i = 0; i < count; ++i) {
    const float value = column[i];
    if (value < two.value[0]) {
      two = {{value, two.value[0]}, {static_cast<std::int32_t>(i), two.index[0]}};
    } else if (value < two.value[1]) {
      two.value[1] = value;
      two.index[1] = static_cast<std::int32_t>(i);
    }
  }
  return two;
}

/// A query's matrix and its norms.
struct StepQuery {
  FloatRows rows;
  Numbers norms;
};

/// Runs the steps for one query and one reference after another.
class StepRunner {
 public:
  StepRunner(const TextureTask& task, TextureSteps steps, float scale, Timeline& timeline)
      : task_(task), steps_(steps), scale_(scale), timeline_(timeline) {}

  StepQuery queryOf(std::span<const std::uint8_t> bytes) {
    StepQuery query;
    {
      const StageTimer timer(timeline_, "upload");
      query.rows = floatRows(bytes);
    }
    const StageTimer timer(timeline_, "norms");
    query.norms.resize(static_cast<std::size_t>(query.rows.count));
    for (std::int64_t q = 0; q < query.rows.count; ++q) {
      float* const row = query.rows.numbers.data() + q * kFeatureBytes;
      float norm = 0;
      for (std::int64_t k = 0; k < kFeatureBytes; ++k) norm += row[k] * row[k];
      if (steps_ == TextureSteps::rootSift) {
        const float one = norm > 0 ? 1 / std::sqrt(norm) : 0;
        for (std::int64_t k = 0; k < kFeatureBytes; ++k) row[k] *= one;
      }
      if (steps_ == TextureSteps::half) {
        for (std::int64_t k = 0; k < kFeatureBytes; ++k) row[k] = toHalf(row[k] * scale_);
        norm = toHalf(norm * scale_ * scale_);
      }
      query.norms[static_cast<std::size_t>(q)] = norm;
    }
    return query;
  }

  std::int32_t count(const StepQuery& query, std::int64_t reference) {
    upload(reference);
    multiply(query);
    addNorms(query.rows.count, reference);
    two_.resize(static_cast<std::size_t>(query.rows.count));
    {
      const StageTimer timer(timeline_, "sort");
      for (std::int64_t q = 0; q < query.rows.count; ++q) {
        two_[static_cast<std::size_t>(q)] = steps_ == TextureSteps::insertionSort
                                                ? sortColumn(columnOf(q), task_.rows)
                                                : topTwoOf(columnOf(q), task_.rows);
      }
    }
    takeRoots(query);
    {
      const StageTimer timer(timeline_, "copy");
      copied_.assign(two_.begin(), two_.end());
    }
    const StageTimer timer(timeline_, "ratio");
    std::int32_t count = 0;
    for (const LeastTwo& two : copied_) {
      count += two.value[0] * static_cast<float>(task_.ratio.under) <
                       two.value[1] * static_cast<float>(task_.ratio.over)
                   ? 1
                   : 0;
    }
    return count;
  }

  /// Adds the errors of all distances of the last products, against exact ones.
  void addErrors(const StepQuery& query, std::span<const std::uint8_t> bytes,
                 std::int64_t reference) {
    const FeatureDistance distance = squaredDistance();
    const auto features = task_.reference(reference);
    for (std::int64_t q = 0; q < query.rows.count; ++q) {
      const float norm = query.norms[static_cast<std::size_t>(q)];
      for (std::int64_t r = 0; r < task_.rows; ++r) {
        const double exact = std::sqrt(static_cast<double>(
            distance(bytes.data() + q * kFeatureBytes, features.data() + r * kFeatureBytes)));
        const float rounded = rootOf(columnOf(q)[r], norm);
        if (!std::isfinite(columnOf(q)[r]) || !std::isfinite(rounded)) {
          ++rounding_.overflows;
        } else if (exact > 0) {
          errors_ += std::abs(exact - static_cast<double>(rounded / scale_)) / exact;
          ++distances_;
        }
      }
    }
  }

  Rounding rounding() const {
    Rounding all = rounding_;
    if (distances_ > 0) all.error = errors_ / static_cast<double>(distances_);
    return all;
  }

 private:
  float* columnOf(std::int64_t q) { return products_.data() + q * columns_; }

  void upload(std::int64_t reference) {
    const StageTimer timer(timeline_, "upload");
    columns_ = packColumns(task_.reference(reference), packed_);
    if (steps_ == TextureSteps::half) {
      for (float& number : packed_) number = toHalf(number * scale_);
    }
    if (steps_ != TextureSteps::rootSift) return;
    const auto norms = task_.normsOf(reference);
    for (std::int64_t r = 0; r < task_.rows; ++r) {
      const auto norm = static_cast<float>(norms[static_cast<std::size_t>(r)]);
      const float one = norm > 0 ? 1 / std::sqrt(norm) : 0;
      for (std::int64_t k = 0; k < kFeatureBytes; ++k) {
        packed_[static_cast<std::size_t>(k * columns_ + r)] *= one;
      }
    }
  }

  /// A = -2 R^T Q, a column for each feature of the query.
  void multiply(const StepQuery& query) {
    const StageTimer timer(timeline_, "products");
    const ProductLoops& loops = productLoops();
    const std::int64_t rows = (query.rows.count + loops.rows - 1) / loops.rows * loops.rows;
    products_.resize(static_cast<std::size_t>(rows * columns_));
    if (steps_ == TextureSteps::half) return multiplyHalves(query);
    for (std::int64_t first = 0; first < query.rows.count; first += loops.rows) {
      loops.multiply(query.rows.numbers.data() + first * kFeatureBytes, packed_.data(), columns_,
                     columnOf(first));
    }
    for (float& product : products_) product *= -2;
  }

  void multiplyHalves(const StepQuery& query) {
    for (std::int64_t q = 0; q < query.rows.count; ++q) {
      float* const column = columnOf(q);
      std::fill_n(column, columns_, 0.0F);
      for (std::int64_t k = 0; k < kFeatureBytes; ++k) {
        const float number = query.rows.numbers[static_cast<std::size_t>(q * kFeatureBytes + k)];
        const float* const packed = packed_.data() + k * columns_;
        // The product of two halves is exact in float.
        for (std::int64_t r = 0; r < columns_; ++r) {
          column[r] = toHalf(column[r] + number * packed[r]);
        }
      }
      for (std::int64_t r = 0; r < columns_; ++r) column[r] = toHalf(-2 * column[r]);
    }
  }

  void addNorms(std::int64_t queryRows, std::int64_t reference) {
    if (steps_ == TextureSteps::rootSift) return;
    const StageTimer timer(timeline_, "add norms");
    const auto norms = task_.normsOf(reference);
    norms_.resize(norms.size());
    for (std::size_t r = 0; r < norms.size(); ++r) {
      const auto norm = static_cast<float>(norms[r]);
      norms_[r] = steps_ == TextureSteps::half ? toHalf(norm * scale_ * scale_) : norm;
    }
    for (std::int64_t q = 0; q < queryRows; ++q) {
      float* const column = columnOf(q);
      for (std::size_t r = 0; r < norms_.size(); ++r) {
        const float sum = column[r] + norms_[r];
        column[r] = steps_ == TextureSteps::half ? toHalf(sum) : sum;
      }
    }
  }

  /// Steps 6 and 7 for one number.
  float rootOf(float product, float norm) const {
    if (steps_ == TextureSteps::half)
      return toHalf(std::sqrt(std::max(toHalf(product + norm), 0.0F)));
    const float sum = product + (steps_ == TextureSteps::rootSift ? 2.0F : norm);
    return std::sqrt(std::max(sum, 0.0F));
  }

  void takeRoots(const StepQuery& query) {
    // Algorithm 2 takes roots while it sorts.
    const StageTimer timer(timeline_, steps_ == TextureSteps::rootSift ? "sort" : "roots");
    for (std::size_t q = 0; q < two_.size(); ++q) {
      for (float& value : two_[q].value) value = rootOf(value, query.norms[q]);
    }
  }

  const TextureTask& task_;
  TextureSteps steps_;
  float scale_;
  Timeline& timeline_;
  std::int64_t columns_ = 0;  ///< of the packed reference: its features, padded
  Numbers packed_;
  Numbers products_;
  Numbers norms_;
  std::vector<LeastTwo> two_;
  std::vector<LeastTwo> copied_;
  Rounding rounding_;
  double errors_ = 0;
  std::int64_t distances_ = 0;
};

}  // namespace

Rounding countBySteps(const TextureTask& task, TextureSteps steps, float scale,
                      std::span<std::int32_t> counts, const Control& control, Timeline& timeline) {
  StepRunner runner(task, steps, steps == TextureSteps::half ? scale : 1, timeline);
  std::size_t at = 0;
  for (const auto& bytes : task.queries) {
    const StepQuery query = runner.queryOf(bytes);
    for (std::int64_t reference = 0; reference < task.references(); ++reference) {
      control.check();
      counts[at++] = runner.count(query, reference);
      if (steps == TextureSteps::half) runner.addErrors(query, bytes, reference);
    }
  }
  return runner.rounding();
}

}  // namespace espy::lab
