// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Included once for each level of processors, by a source that has defined ESPY_LEVEL, which stands
// before a function of that level. No include guard: it is no header of declarations.

ESPY_LEVEL inline float outputOf(const SparseLayer& layer, std::int64_t i) {
  float sum = layer.biases[i];
  for (int r = 0; r < layer.neighbours; ++r) {
    sum = __builtin_fmaf(layer.weights[r * layer.count + i], layer.inputs[i + r], sum);
  }
  return judge::activation(sum);
}

ESPY_LEVEL void addLayer(const SparseLayer layer) {
  for (std::int64_t i = 0; i < layer.count; ++i) layer.outputs[i] = outputOf(layer, i);
}

ESPY_LEVEL void addLayerByOpenMp(const SparseLayer layer, int threads) {
#pragma omp parallel for num_threads(threads) schedule(runtime)
  for (std::int64_t i = 0; i < layer.count; ++i) layer.outputs[i] = outputOf(layer, i);
}
