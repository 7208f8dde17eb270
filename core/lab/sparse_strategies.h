// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/network.h"

/// Processor strategies of sparse-network, as in the paper: layer by layer, sample by sample. All
/// are bit-equal to the engine `reference`. Stage: "layers". They poll control.stop before each
/// layer.
///
/// Preconditions: samples are rows, the network is not padded, and `outputs` has space for all
/// outputs.
namespace espy::lab {

/// A loop over the outputs of a layer, with an inner loop over their neighbours.
void runSequentially(const NetworkTask& task, std::span<float> outputs, const Control& control,
                     Timeline& timeline);

/// OpenMP schedule for the outputs of a layer.
struct OmpSchedule {
  enum class Kind : std::uint8_t {
    even,     ///< `static`
    dynamic,  ///< threads fetch chunks on demand
    guided,   ///< the same with decreasing chunks
  };
  Kind kind = Kind::even;
  int chunk = 0;  ///< outputs per chunk (`guided`: at least); 0: OpenMP's default
};

/// The same loop with the outputs of each layer divided among control.threads.
void runByOpenMp(const NetworkTask& task, OmpSchedule schedule, std::span<float> outputs,
                 const Control& control, Timeline& timeline);

}  // namespace espy::lab
