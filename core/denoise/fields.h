// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "denoise/field_memory.h"
#include "denoise/rows.h"
#include "espy/control.h"
#include "espy/engine/denoise.h"

namespace espy::variation {

/// The single-precision fields of a problem (rows.h) and the passes over them that are not
/// iterations. A slab is a row of a picture, or a slice of a volume.
class Fields {
 public:
  /// Copies the data, on `control.threads` threads. The dual variable is 0, or that of
  /// `problem.start`.
  Fields(const DenoiseProblem& problem, const Control& control);

  const FieldLayout& layout() const { return layout_; }
  std::int64_t slabs() const { return slabs_; }
  std::int64_t slabRows() const { return slabRows_; }

  /// First sample of a row; of a row of zeros for a slab or a row of -1.
  float* row(std::int64_t slab, std::int64_t row) {
    const bool isInside = slab >= 0 && row >= 0;
    return isInside ? first_ + (slab * slabRows_ + row) * layout_.rowFloats() : zeros_;
  }
  /// Bytes of a slab.
  std::size_t slabBytes() const {
    return static_cast<std::size_t>(slabRows_ * layout_.rowFloats()) * sizeof(float);
  }

  /// Steps of all iterations; momentum and relaxation are to be filled in.
  const Steps& steps() const { return steps_; }

  /// The duality gap per voxel.
  double gap(const Control& control);
  /// Writes samples and dual variable to the solution.
  void answer(const Control& control, bool wantDual, DenoiseSolution& solution);

 private:
  void fillRow(std::int64_t slab, std::int64_t row);
  void findRange(const Control& control);
  /// v of all rows of a slab, by p.
  void makeAnswer(std::int64_t slab, float* v);
  void writeRow(std::int64_t slab, std::int64_t row, const float* v, bool wantDual,
                DenoiseSolution& solution) const;

  const DenoiseProblem& problem_;
  FieldLayout layout_;
  std::int64_t slabs_;
  std::int64_t slabRows_;
  Steps steps_;
  std::vector<float> roots_;  ///< of weights
  std::vector<float> least_;  ///< tvl1: of each channel
  std::vector<float> most_;
  FieldMemory memory_;
  float* zeros_ = nullptr;
  float* first_ = nullptr;
};

/// v of a slab (rows.h), aligned.
class Potentials {
 public:
  Potentials(const FieldLayout& layout, std::int64_t slabRows)
      : rowFloats_(layout.potentialFloats()) {
    // Samples begin behind the padding of a row, and the last row has one sample more.
    memory_.assign(static_cast<std::size_t>(slabRows * rowFloats_ + kPadding), 0);
  }
  float* row(std::int64_t row) { return memory_.data() + row * rowFloats_; }
  std::size_t bytes() const { return memory_.size() * sizeof(float); }

 private:
  std::int64_t rowFloats_;
  ScratchVector<float> memory_;
};

}  // namespace espy::variation
