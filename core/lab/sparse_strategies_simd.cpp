// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/sparse_strategies.h"

#include <omp.h>

#include "base/parallel.h"
#include "base/scratch.h"
#include "espy/timeline.h"
#include "lab/sparse_layer.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/sparse_strategies_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::lab::HWY_NAMESPACE {
namespace {

/// Levels without FMA call a library function for each weight.
ESPY_INLINE float outputOf(const SparseLayer& layer, std::int64_t i) {
  float sum = layer.biases[i];
  for (int r = 0; r < layer.neighbours; ++r) {
    sum = __builtin_fmaf(layer.weights[r * layer.count + i], layer.inputs[i + r], sum);
  }
  return activation(sum);
}

void addLayer(const SparseLayer layer) {
  for (std::int64_t i = 0; i < layer.count; ++i) layer.outputs[i] = outputOf(layer, i);
}

void addLayerByOpenMp(const SparseLayer layer, int threads) {
#pragma omp parallel for num_threads(threads) schedule(runtime)
  for (std::int64_t i = 0; i < layer.count; ++i) layer.outputs[i] = outputOf(layer, i);
}

}  // namespace
}  // namespace espy::lab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::lab {
namespace {

ESPY_SIMD_TABLE(addLayer);
ESPY_SIMD_TABLE(addLayerByOpenMp);

/// Calls add(layer) for each layer of each sample.
template <class Add>
void overLayers(const NetworkTask& task, std::span<float> outputs, const Control& control,
                const Add& add) {
  const Network& network = task.network;
  const std::vector<LayerShape> layers = layersOf(network.shape);
  const std::int64_t width = layers.back().outputs();
  ScratchVector<float> between[2];
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

omp_sched_t scheduleOf(OmpSchedule::Kind kind) {
  switch (kind) {
    case OmpSchedule::Kind::even:
      return omp_sched_static;
    case OmpSchedule::Kind::dynamic:
      return omp_sched_dynamic;
    default:
      return omp_sched_guided;
  }
}

}  // namespace

void runSequentially(const NetworkTask& task, std::span<float> outputs, const Control& control,
                     Timeline& timeline) {
  const StageTimer timer(timeline, "layers");
  overLayers(task, outputs, control, ESPY_SIMD_PICK(addLayer));
}

void runByOpenMp(const NetworkTask& task, OmpSchedule schedule, std::span<float> outputs,
                 const Control& control, Timeline& timeline) {
  const int threads = threadsFor(control);
  requireThreads(threads);
  const StageTimer timer(timeline, "layers");
  auto* const add = ESPY_SIMD_PICK(addLayerByOpenMp);
  omp_set_schedule(scheduleOf(schedule.kind), schedule.chunk);
  overLayers(task, outputs, control, [&](const SparseLayer& layer) { add(layer, threads); });
}

}  // namespace espy::lab
#endif  // HWY_ONCE
