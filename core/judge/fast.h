// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/network.h"
#include "judge/loops.h"

/// The fast ways to run networks and to train them.
namespace espy::judge {

struct FastOptions {
  /// Floats of a thread's two buffers together that its second cache should hold.
  std::int64_t cached = std::int64_t{160} << 10;
};

enum class Wanted : std::uint8_t { outputs, evidence };

/// Weights first: each is loaded once for as many samples as two registers hold. Layers second: as
/// many as a thread can do of a tile while that is in its cache.
void runFast(const NetworkTask& task, Wanted wanted, std::span<float> results,
             const FastOptions& options, const Control& control, RunReport& report);
TrainedNetwork trainFast(const TrainingTask& task, const Control& control);

// The ways that `runFast` has.

/// What all of them need.
struct FastTask {
  const NetworkTask& task;
  std::vector<LayerShape> layers;
  Wanted wanted;
  std::span<float> results;
  const Loops& loops;
  const FastOptions& options;

  std::int64_t width() const { return layers.back().outputs(); }  ///< outputs of a sample
};
/// Groups of samples, each through all layers of the network, a group a thread.
void runWhole(const FastTask& task, int registers, const Control& control);
/// Networks of one dimension, tile by tile through some layers; 0 registers: one sample, whose
/// outputs lie beside each other.
void runTiles(const FastTask& task, int registers, const Control& control);
/// One sample after the other, row by row.
void runRows(const FastTask& task, const Control& control);

/// The evidence of samples whose outputs lie in lanes, or of one.
void evidenceOfLanes(const FastTask& task, int registers, const float* outputs,
                     std::int64_t firstSample);
float evidenceOf(const Network& network, const float* outputs);

/// Rows of a layer for one sample; inputs are rows with zeros around them.
struct PaddedPlane {
  std::int64_t pitch = 0;
  std::int64_t first = 0;  ///< where row 0, column 0 is
  std::int64_t size = 0;
};
PaddedPlane planeOf(std::int64_t rows, std::int64_t columns, int margin);
/// `sums` and `outputs` are planes; `sums` may be null.
void addRows(const Network& network, const LayerShape& layer, const Loops& loops,
             std::int64_t fromRow, std::int64_t toRow, const float* inputs, float* sums,
             const PaddedPlane& plane, float* outputs);

}  // namespace espy::judge
