// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/network.h"
#include "judge/loops.h"

namespace espy::judge {

struct FastOptions {
  /// Floats of a thread's two buffers that should fit into L2.
  std::int64_t cached = std::int64_t{160} << 10;
};

enum class NetworkResult : std::uint8_t { outputs, evidence };

/// Loads each weight once for two registers of samples; of long rows, runs as many layers as
/// possible on a tile in cache.
void runFast(const NetworkTask& task, NetworkResult result, std::span<float> results,
             const FastOptions& options, const Control& control, RunReport& report);
TrainedNetwork trainFast(const TrainingTask& task, const Control& control);

// The strategies of `runFast`.

struct FastTask {
  const NetworkTask& task;
  std::vector<LayerShape> layers;
  NetworkResult result;
  std::span<float> results;
  const Loops& loops;
  const FastOptions& options;

  std::int64_t width() const { return layers.back().outputs(); }  ///< outputs per sample
};
/// Groups of samples, each through all layers, one group per thread.
void runWhole(const FastTask& task, int registers, const Control& control);
/// One-dimensional networks, tile by tile through several layers; 0 registers: one sample, outputs
/// in lanes.
void runTiles(const FastTask& task, int registers, const Control& control);
/// One sample after the other, row by row.
void runRows(const FastTask& task, const Control& control);

/// The evidence of samples whose outputs are in lanes, or of one sample.
void evidenceOfLanes(const FastTask& task, int registers, const float* outputs,
                     std::int64_t firstSample);
float evidenceOf(const Network& network, const float* outputs);

/// Rows of a layer for one sample, zero-padded.
struct PaddedPlane {
  std::int64_t pitch = 0;
  std::int64_t first = 0;  ///< index of row 0, column 0
  std::int64_t size = 0;
};
PaddedPlane planeOf(std::int64_t rows, std::int64_t columns, int margin);
/// `sums` and `outputs` are planes; `sums` may be null.
void addRows(const Network& network, const LayerShape& layer, const Loops& loops,
             std::int64_t fromRow, std::int64_t toRow, const float* inputs, float* sums,
             const PaddedPlane& plane, float* outputs);

}  // namespace espy::judge
