// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::lab {

/// Some numbers of one sample on their way through a layer. By value: a number that is written may
/// be part of anything that is referred to, which would then be read again for each output.
struct SparseLayer {
  const float* inputs;
  const float* weights;
  const float* biases;
  float* outputs;
  std::int64_t count;  ///< of outputs
  int neighbours;
};

}  // namespace espy::lab
