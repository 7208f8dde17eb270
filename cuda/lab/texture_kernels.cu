// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/texture_kernels.h"

#include <cuda_fp16.h>

#include "cuda/base/launch.cuh"
#include "cuda/lab/texture_products.h"
#include "espy/features.h"

namespace espy::cuda {
namespace {

using lab::TextureNumbers;

constexpr int kThreads = 256;
constexpr unsigned kMostBlocks = 132 * 16;

unsigned fewBlocks(std::int64_t count) {
  return std::min(blocksFor(count, kThreads), kMostBlocks);
}

__device__ inline void storeByte(float* to, std::uint8_t byte) {
  *to = static_cast<float>(byte);
}
__device__ inline void storeByte(__half* to, std::uint8_t byte) {
  *to = __float2half_rn(static_cast<float>(byte) * kHalfScale);
}

template <class Number>
__global__ void __launch_bounds__(kThreads)
    convertBytes(const std::uint8_t* bytes, std::int64_t count, Number* converted) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    storeByte(converted + i, bytes[i]);
  }
}

template <class Number>
void convert(const std::uint8_t* bytes, std::int64_t count, void* converted, const Stream& stream) {
  launch("convertBytes", convertBytes<Number>, fewBlocks(count), kThreads, stream, bytes, count,
         static_cast<Number*>(converted));
}

__device__ inline float numberOf(float number) {
  return number;
}
__device__ inline float numberOf(__half number) {
  return __half2float(number);
}

/// blockIdx.y is the reference. `scale` converts to products of bytes.
template <class Number>
__global__ void __launch_bounds__(kThreads) countMatches(TextureCounts piece, float scale) {
  const std::int64_t q = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t reference = blockIdx.y;
  bool matches = false;
  if (q < piece.queryRows) {
    const Number* product =
        static_cast<const Number*>(piece.products) + reference * piece.rows * piece.queryRows + q;
    const std::int32_t* const norms = piece.norms + reference * piece.rows;
    float nearest = INFINITY;
    float second = INFINITY;
    for (std::int64_t row = 0; row < piece.rows; ++row) {
      const float distance = static_cast<float>(norms[row]) + numberOf(*product) * scale;
      product += piece.queryRows;
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
      } else if (distance < second) {
        second = distance;
      }
    }
    const auto norm = static_cast<float>(piece.queryNorms[q]);
    matches =
        __float2ll_rn(norm + nearest) * piece.under < __float2ll_rn(norm + second) * piece.over;
  }
  const int count = __syncthreads_count(matches ? 1 : 0);
  if (threadIdx.x == 0 && count > 0) atomicAdd(piece.counts + reference, count);
}

template <class Number>
void count(const TextureCounts& piece, float scale, const Stream& stream) {
  const dim3 grid(blocksFor(piece.queryRows, kThreads), static_cast<unsigned>(piece.references));
  launch("countMatches", countMatches<Number>, grid, kThreads, stream, piece, scale);
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

/// Calls body(Number{}) for the type of number.
template <class Body>
void withNumber(bool halves, const Body& body) {
  if (halves) {
    body(__half{});
  } else {
    body(float{});
  }
}

}  // namespace

void queueConvert(const std::uint8_t* bytes, std::int64_t count, TextureNumbers numbers,
                  void* converted, const Stream& stream) {
  if (numbers == TextureNumbers::fp32) return convert<float>(bytes, count, converted, stream);
  convert<__half>(bytes, count, converted, stream);
}

void queueCountMatches(const TextureCounts& piece, TextureNumbers numbers, const Stream& stream) {
  constexpr float kOfHalves = 1 / (kHalfScale * kHalfScale);
  switch (numbers) {
    case TextureNumbers::fp32:
      return count<float>(piece, 1, stream);
    case TextureNumbers::mixed:
      return count<float>(piece, kOfHalves, stream);
    case TextureNumbers::fp16:
      return count<__half>(piece, kOfHalves, stream);
  }
}

void queueStepFeatures(const std::uint8_t* bytes, std::int64_t features, bool unitLength,
                       float scale, bool halves, void* to, const Stream& stream) {
  withNumber(halves, [&]<class Number>(Number) {
    launch("convertFeatures", convertFeatures<Number>, fewBlocks(features), kThreads, stream, bytes,
           features, unitLength, scale, static_cast<Number*>(to));
  });
}

void queueStepNorms(const std::uint8_t* bytes, std::int64_t features, float scale, float* norms,
                    const Stream& stream) {
  launch("featureNorms", featureNorms, blocksFor(features, kThreads), kThreads, stream, bytes,
         features, scale, norms);
}

void queueAddNorms(const StepMatrix& matrix, const float* norms, const Stream& stream) {
  const std::int64_t count = matrix.references * matrix.rows * matrix.queryRows;
  withNumber(matrix.halves, [&]<class Number>(Number) {
    launch("addNorms", addNorms<Number>, fewBlocks(count), kThreads, stream,
           static_cast<Number*>(matrix.numbers), count, matrix.queryRows, norms);
  });
}

void queueSort(const StepMatrix& matrix, bool byInsertion, bool roots, const StepTwo& two,
               const Stream& stream) {
  const dim3 grid(blocksFor(matrix.queryRows, kThreads), static_cast<unsigned>(matrix.references));
  withNumber(matrix.halves, [&]<class Number>(Number) {
    launch("sortColumns", byInsertion ? sortColumns<Number, true> : sortColumns<Number, false>,
           grid, kThreads, stream, static_cast<Number*>(matrix.numbers), matrix.queryRows,
           matrix.rows, roots, static_cast<Number*>(two.numbers), two.rows);
  });
}

void queueRoots(const StepMatrix& matrix, const float* queryNorms, const StepTwo& two,
                const Stream& stream) {
  const std::int64_t count = 2 * matrix.references * matrix.queryRows;
  withNumber(matrix.halves, [&]<class Number>(Number) {
    launch("takeRoots", takeRoots<Number>, fewBlocks(count), kThreads, stream,
           static_cast<Number*>(two.numbers), count, matrix.queryRows, queryNorms);
  });
}

}  // namespace espy::cuda
