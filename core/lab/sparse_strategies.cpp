// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/sparse_strategies.h"

#include <omp.h>

#include <algorithm>

#include "base/cpu.h"
#include "base/parallel.h"
#include "base/work_memory.h"
#include "espy/timeline.h"
#include "judge/arithmetic.h"

namespace espy::lab {
namespace {

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

// What has no fused multiply-add of its own computes it by a call, for each weight.
namespace plain {
#define ESPY_LEVEL
#include "lab/sparse_loops_of_level.h"
#undef ESPY_LEVEL
}  // namespace plain

#ifdef ESPY_X86
namespace avx2 {
#define ESPY_LEVEL ESPY_AVX2_FMA
#include "lab/sparse_loops_of_level.h"
#undef ESPY_LEVEL
}  // namespace avx2

bool hasFusedAdd() {
  return hasSimd(SimdLevel::avx2);
}
#else
namespace avx2 = plain;

bool hasFusedAdd() {
  return false;
}
#endif

/// Calls add(layer) for each layer of each sample.
template <class Add>
void overLayers(const NetworkTask& task, std::span<float> outputs, const Control& control,
                const Add& add) {
  const Network& network = task.network;
  const std::vector<LayerShape> layers = layersOf(network.shape);
  const std::int64_t width = layers.back().outputs();
  WorkVector<float> between[2];
  for (auto& numbers : between) {
    numbers.resize(static_cast<std::size_t>(layers.front().outputs()));
  }
  for (std::int64_t s = 0; s < task.count(); ++s) {
    const float* inputs = task.samples.data() + s * network.shape.inputs;
    for (std::size_t l = 0; l < layers.size(); ++l) {
      control.check();
      const bool last = l + 1 == layers.size();
      float* to = last ? outputs.data() + s * width : between[l % 2].data();
      add(SparseLayer{inputs, network.weights.data() + layers[l].firstWeight,
                      network.biases.data() + layers[l].firstBias, to, layers[l].outputs(),
                      network.shape.neighbours});
      inputs = to;
    }
  }
}

omp_sched_t scheduleOf(Sharing::Kind kind) {
  switch (kind) {
    case Sharing::Kind::even:
      return omp_sched_static;
    case Sharing::Kind::dynamic:
      return omp_sched_dynamic;
    default:
      return omp_sched_guided;
  }
}

}  // namespace

void runSequentially(const NetworkTask& task, std::span<float> outputs, const Control& control,
                     Timeline& timeline) {
  const StageTimer timer(timeline, "layers");
  const auto add = hasFusedAdd() ? avx2::addLayer : plain::addLayer;
  overLayers(task, outputs, control, add);
}

void runByOpenMp(const NetworkTask& task, Sharing sharing, std::span<float> outputs,
                 const Control& control, Timeline& timeline) {
  const int threads = threadsFor(control);
  requireThreads(threads);
  const StageTimer timer(timeline, "layers");
  const auto add = hasFusedAdd() ? avx2::addLayerByOpenMp : plain::addLayerByOpenMp;
  omp_set_schedule(scheduleOf(sharing.kind), sharing.chunk);
  overLayers(task, outputs, control, [&](const SparseLayer& layer) { add(layer, threads); });
}

}  // namespace espy::lab
