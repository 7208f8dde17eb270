// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/texture_steps.h"

#include <cuda_fp16.h>

#include "cuda/base/launch.cuh"
#include "espy/features.h"

namespace espy::cuda {
namespace {

constexpr int kThreads = 256;
constexpr unsigned kMostBlocks = 132 * 16;

__device__ inline float numberOf(float number) {
  return number;
}
__device__ inline float numberOf(__half number) {
  return __half2float(number);
}
__device__ inline void store(float* to, float number) {
  *to = number;
}
__device__ inline void store(__half* to, float number) {
  *to = __float2half_rn(number);
}
__device__ inline bool less(float a, float b) {
  return a < b;
}
__device__ inline bool less(__half a, __half b) {
  return __hlt(a, b);
}

__device__ inline float normOf(const std::uint8_t* feature) {
  int norm = 0;
  for (int k = 0; k < kFeatureBytes; ++k) norm += int{feature[k]} * int{feature[k]};
  return static_cast<float>(norm);
}

/// A thread per feature.
template <class Number>
__global__ void convertFeatures(const std::uint8_t* bytes, std::int64_t features, bool unitLength,
                                float scale, Number* to) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < features;
       i += step) {
    const std::uint8_t* const feature = bytes + i * kFeatureBytes;
    float factor = scale;
    if (unitLength) {
      const float norm = normOf(feature);
      factor = norm > 0 ? 1 / sqrtf(norm) : 0;
    }
    for (int k = 0; k < kFeatureBytes; ++k) {
      store(to + i * kFeatureBytes + k, static_cast<float>(feature[k]) * factor);
    }
  }
}

__global__ void featureNorms(const std::uint8_t* bytes, std::int64_t features, float scale,
                             float* norms) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < features) norms[i] = normOf(bytes + i * kFeatureBytes) * scale * scale;
}

template <class Number>
__global__ void addNorms(Number* numbers, std::int64_t count, std::int64_t queryRows,
                         const float* norms) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    store(numbers + i, numberOf(numbers[i]) + norms[i / queryRows]);
  }
}

/// The two least of a column, sorted into its first two elements.
template <class Number>
__device__ void sortColumn(Number* column, std::int64_t rows, std::int64_t pitch, int (&row)[2]) {
  row[0] = 0;
  row[1] = 1;
  if (less(column[pitch], column[0])) {
    const Number first = column[0];
    column[0] = column[pitch];
    column[pitch] = first;
    row[0] = 1;
    row[1] = 0;
  }
  for (std::int64_t i = 2; i < rows; ++i) {
    const Number number = column[i * pitch];
    if (!less(number, column[pitch])) continue;
    if (less(number, column[0])) {
      column[pitch] = column[0];
      row[1] = row[0];
      column[0] = number;
      row[0] = static_cast<int>(i);
    } else {
      column[pitch] = number;
      row[1] = static_cast<int>(i);
    }
  }
}

/// blockIdx.y is the reference, a thread a column.
template <class Number, bool kInsertion>
__global__ void __launch_bounds__(kThreads)
    sortColumns(Number* numbers, std::int64_t queryRows, std::int64_t rows, bool roots, Number* two,
                std::int32_t* twoRows) {
  const std::int64_t q = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (q >= queryRows) return;
  const std::int64_t reference = blockIdx.y;
  Number* const column = numbers + reference * rows * queryRows + q;
  int row[2] = {0, 1};
  Number nearest;
  Number second;
  if constexpr (kInsertion) {
    sortColumn(column, rows, queryRows, row);
    nearest = column[0];
    second = column[queryRows];
  } else {
    nearest = column[0];
    second = column[queryRows];
    if (less(second, nearest)) {
      const Number first = nearest;
      nearest = second;
      second = first;
      row[0] = 1;
      row[1] = 0;
    }
    for (std::int64_t i = 2; i < rows; ++i) {
      const Number number = column[i * queryRows];
      if (less(number, nearest)) {
        second = nearest;
        row[1] = row[0];
        nearest = number;
        row[0] = static_cast<int>(i);
      } else if (less(number, second)) {
        second = number;
        row[1] = static_cast<int>(i);
      }
    }
  }
  const std::int64_t at = 2 * reference * queryRows + q;
  if (roots) {
    store(two + at, sqrtf(fmaxf(2 + numberOf(nearest), 0.0F)));
    store(two + at + queryRows, sqrtf(fmaxf(2 + numberOf(second), 0.0F)));
  } else {
    two[at] = nearest;
    two[at + queryRows] = second;
  }
  twoRows[at] = row[0];
  twoRows[at + queryRows] = row[1];
}

template <class Number>
__global__ void takeRoots(Number* two, std::int64_t count, std::int64_t queryRows,
                          const float* norms) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    store(two + i, sqrtf(fmaxf(numberOf(two[i]) + norms[i % queryRows], 0.0F)));
  }
}

unsigned fewBlocks(std::int64_t count) {
  return std::min(blocksFor(count, kThreads), kMostBlocks);
}

template <class Number>
void sort(const StepMatrix& matrix, bool byInsertion, bool roots, const StepTwo& two,
          const Stream& stream) {
  const dim3 grid(blocksFor(matrix.queryRows, kThreads), static_cast<unsigned>(matrix.references));
  launch("sortColumns", byInsertion ? sortColumns<Number, true> : sortColumns<Number, false>, grid,
         kThreads, stream, static_cast<Number*>(matrix.numbers), matrix.queryRows, matrix.rows,
         roots, static_cast<Number*>(two.numbers), two.rows);
}

}  // namespace

void queueStepFeatures(const std::uint8_t* bytes, std::int64_t features, bool unitLength,
                       float scale, bool halves, void* to, const Stream& stream) {
  if (halves) {
    launch("convertFeatures", convertFeatures<__half>, fewBlocks(features), kThreads, stream, bytes,
           features, unitLength, scale, static_cast<__half*>(to));
  } else {
    launch("convertFeatures", convertFeatures<float>, fewBlocks(features), kThreads, stream, bytes,
           features, unitLength, scale, static_cast<float*>(to));
  }
}

void queueStepNorms(const std::uint8_t* bytes, std::int64_t features, float scale, float* norms,
                    const Stream& stream) {
  launch("featureNorms", featureNorms, blocksFor(features, kThreads), kThreads, stream, bytes,
         features, scale, norms);
}

void queueAddNorms(const StepMatrix& matrix, const float* norms, const Stream& stream) {
  const std::int64_t count = matrix.references * matrix.rows * matrix.queryRows;
  if (matrix.halves) {
    launch("addNorms", addNorms<__half>, fewBlocks(count), kThreads, stream,
           static_cast<__half*>(matrix.numbers), count, matrix.queryRows, norms);
  } else {
    launch("addNorms", addNorms<float>, fewBlocks(count), kThreads, stream,
           static_cast<float*>(matrix.numbers), count, matrix.queryRows, norms);
  }
}

void queueSort(const StepMatrix& matrix, bool byInsertion, bool roots, const StepTwo& two,
               const Stream& stream) {
  if (matrix.halves) return sort<__half>(matrix, byInsertion, roots, two, stream);
  sort<float>(matrix, byInsertion, roots, two, stream);
}

void queueRoots(const StepMatrix& matrix, const float* queryNorms, const StepTwo& two,
                const Stream& stream) {
  const std::int64_t count = 2 * matrix.references * matrix.queryRows;
  if (matrix.halves) {
    launch("takeRoots", takeRoots<__half>, fewBlocks(count), kThreads, stream,
           static_cast<__half*>(two.numbers), count, matrix.queryRows, queryNorms);
  } else {
    launch("takeRoots", takeRoots<float>, fewBlocks(count), kThreads, stream,
           static_cast<float*>(two.numbers), count, matrix.queryRows, queryNorms);
  }
}

}  // namespace espy::cuda
