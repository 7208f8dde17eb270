// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"
#include "lab/texture_gpu.h"

/// Kernels of texture-search and texture-steps besides matrix products. The matrices of
/// texture-steps are `MatrixProduct::products`.
namespace espy::cuda {

/// Converts bytes to floats, or to scaled halves (`kHalfScale`).
void queueConvert(const std::uint8_t* bytes, std::int64_t count, lab::TextureNumbers numbers,
                  void* converted, const Stream& stream);

/// Products of some references (`MatrixProduct`), to be converted to counts.
struct TextureCounts {
  const void* products;
  const std::int32_t* norms;       ///< per feature of these references
  const std::int32_t* queryNorms;  ///< per feature of the query
  std::int64_t queryRows;
  std::int64_t rows;  ///< features of a reference
  std::int64_t references;
  std::int64_t over;  ///< the ratio, squared
  std::int64_t under;
  std::int32_t* counts;  ///< per reference; accumulated
};

/// One thread per column of products (one query feature against one reference): finds the two least
/// distances and counts the matches.
void queueCountMatches(const TextureCounts& piece, lab::TextureNumbers numbers,
                       const Stream& stream);

// texture-steps.

/// Numbers are halves or floats.
struct StepMatrix {
  void* numbers;
  bool halves;
  std::int64_t queryRows;
  std::int64_t rows;  ///< features of a reference
  std::int64_t references;
};

/// Converts features: bytes times `scale`, or divided by their length.
void queueStepFeatures(const std::uint8_t* bytes, std::int64_t features, bool unitLength,
                       float scale, bool halves, void* to, const Stream& stream);
/// Sums of squares of features' bytes, times `scale` squared.
void queueStepNorms(const std::uint8_t* bytes, std::int64_t features, float scale, float* norms,
                    const Stream& stream);
/// Step 4: adds each reference feature's norm to its row.
void queueAddNorms(const StepMatrix& matrix, const float* norms, const Stream& stream);

/// The two least numbers of each column, [reference][2][query feature], and their rows.
struct StepTwo {
  void* numbers;  ///< as the matrix's
  std::int32_t* rows;
};
/// Step 5, a thread per column: by insertion in memory, or in registers. `roots`: of 2 + number, as
/// in algorithm 2.
void queueSort(const StepMatrix& matrix, bool byInsertion, bool roots, const StepTwo& two,
               const Stream& stream);
/// Steps 6 and 7: adds the query's norms and takes roots.
void queueRoots(const StepMatrix& matrix, const float* queryNorms, const StepTwo& two,
                const Stream& stream);

}  // namespace espy::cuda
