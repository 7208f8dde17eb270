// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Included once for each level of processors, by a source that has defined, for itself only,
//   ESPY_LEVEL          what stands before a function of that level
//   kBlock              outputs whose sums are in registers at a time
//   kLanes, Vector      numbers of a register, and the register
//   load, store, all    from memory, into memory, and one number in all lanes
//   multiplyAdd, least, most, root   by lanes
// and who multiplies, divides and adds registers by the language's operators. No include guard: it
// is no header of declarations.

ESPY_LEVEL inline Vector activationOf(Vector sum) {
  const Vector z = least(most(sum, all(-kEdge)), all(kEdge));
  const Vector u = z * z;
  return z * multiplyAdd(u, multiplyAdd(u, all(kQuintic), all(kCubic)), all(1.0F));
}

/// Outputs from `first` on; kNeighbours is 0 where nobody knew when this was compiled.
template <int kVectors, int kOutputs, int kNeighbours>
ESPY_LEVEL inline void addBlock(const LineTask& task, std::int64_t first) {
  constexpr std::int64_t kSamples = kVectors * kLanes;
  const float* inputs = task.inputs + first * kSamples;
  const float* weights = task.weights + first;
  Vector sums[kOutputs][kVectors];
#pragma GCC unroll 16
  for (int k = 0; k < kOutputs; ++k) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      sums[k][v] = all(task.biases[first + k]);
    }
  }
  if constexpr (kNeighbours > 0) {
    // Every input is loaded once; it is neighbour j - k of output k.
#pragma GCC unroll 64
    for (int j = 0; j < kOutputs + kNeighbours - 1; ++j) {
      Vector input[kVectors];
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) input[v] = load(inputs + j * kSamples + v * kLanes);
#pragma GCC unroll 16
      for (int k = 0; k < kOutputs; ++k) {
        const int r = j - k;
        if (r < 0 || r >= kNeighbours) continue;
        const Vector weight = all(weights[r * task.weightPitch + k]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) sums[k][v] = multiplyAdd(weight, input[v], sums[k][v]);
      }
    }
  } else {
    for (int r = 0; r < task.neighbours; ++r) {
#pragma GCC unroll 16
      for (int k = 0; k < kOutputs; ++k) {
        const Vector weight = all(weights[r * task.weightPitch + k]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) {
          const Vector input = load(inputs + (r + k) * kSamples + v * kLanes);
          sums[k][v] = multiplyAdd(weight, input, sums[k][v]);
        }
      }
    }
  }
#pragma GCC unroll 16
  for (int k = 0; k < kOutputs; ++k) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      store(task.outputs + (first + k) * task.outputStep + v * kLanes, activationOf(sums[k][v]));
    }
  }
}

template <int kVectors, int kNeighbours>
ESPY_LEVEL void addLineOf(const LineTask& task) {
  std::int64_t i = 0;
  for (; i + kBlock <= task.count; i += kBlock) addBlock<kVectors, kBlock, kNeighbours>(task, i);
  for (; i < task.count; ++i) addBlock<kVectors, 1, kNeighbours>(task, i);
}

template <int kVectors>
void addLine(const LineTask& task) {
  switch (task.neighbours) {
    case 1:
      return addLineOf<kVectors, 1>(task);
    case 3:
      return addLineOf<kVectors, 3>(task);
    case 5:
      return addLineOf<kVectors, 5>(task);
    case 7:
      return addLineOf<kVectors, 7>(task);
    case 9:
      return addLineOf<kVectors, 9>(task);
    case 11:
      return addLineOf<kVectors, 11>(task);
    case 13:
      return addLineOf<kVectors, 13>(task);
    case 15:
      return addLineOf<kVectors, 15>(task);
    default:
      return addLineOf<kVectors, 0>(task);
  }
}

ESPY_LEVEL inline void keep(const RowTask& task, Vector sum, std::int64_t i) {
  if (task.sums != nullptr) store(task.sums + i, sum);
  store(task.outputs + i, activationOf(sum));
}

ESPY_LEVEL void addRow(const RowTask& task) {
  constexpr int kRegisters = 4;
  std::int64_t i = 0;
  for (; i + kRegisters * kLanes <= task.count; i += kRegisters * kLanes) {
    Vector sums[kRegisters];
#pragma GCC unroll 4
    for (int v = 0; v < kRegisters; ++v) sums[v] = load(task.biases + i + v * kLanes);
    for (int r = 0; r < task.neighbours; ++r) {
      const float* weights = task.weights + r * task.weightPitch + i;
      const float* inputs = task.inputs + r * task.inputStep + i;
#pragma GCC unroll 4
      for (int v = 0; v < kRegisters; ++v) {
        sums[v] = multiplyAdd(load(weights + v * kLanes), load(inputs + v * kLanes), sums[v]);
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kRegisters; ++v) keep(task, sums[v], i + v * kLanes);
  }
  for (; i + kLanes <= task.count; i += kLanes) {
    Vector sum = load(task.biases + i);
    for (int r = 0; r < task.neighbours; ++r) {
      sum = multiplyAdd(load(task.weights + r * task.weightPitch + i),
                        load(task.inputs + r * task.inputStep + i), sum);
    }
    keep(task, sum, i);
  }
  for (; i < task.count; ++i) {
    float sum = task.biases[i];
    for (int r = 0; r < task.neighbours; ++r) {
      sum = __builtin_fmaf(task.weights[r * task.weightPitch + i],
                           task.inputs[r * task.inputStep + i], sum);
    }
    if (task.sums != nullptr) task.sums[i] = sum;
    task.outputs[i] = activation(sum);
  }
}

ESPY_LEVEL void addBack(const BackTask& task) {
  std::int64_t i = 0;
  for (; i + kLanes <= task.count; i += kLanes) {
    store(task.before + i,
          multiplyAdd(load(task.weights + i), load(task.deltas + i), load(task.before + i)));
  }
  for (; i < task.count; ++i) {
    task.before[i] = __builtin_fmaf(task.weights[i], task.deltas[i], task.before[i]);
  }
}

ESPY_LEVEL void multiplyBySlopes(float* deltas, const float* sums, std::int64_t count) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Vector z = least(most(load(sums + i), all(-kEdge)), all(kEdge));
    const Vector q = multiplyAdd(z * z, all(-kOverEdge2), all(1.0F));
    store(deltas + i, load(deltas + i) * (q * q));
  }
  for (; i < count; ++i) deltas[i] *= slope(sums[i]);
}

/// One number, or a register of them, as the reference moves it.
ESPY_LEVEL inline Vector movedBy(const MoveTask& task, Vector slope, std::int64_t i) {
  const StepFactors& factors = *task.factors;
  const Vector number = load(task.numbers + i);
  slope = multiplyAdd(all(task.decay), number, slope);
  Vector mean = load(task.means + i);
  if (task.squares == nullptr) {
    mean = multiplyAdd(all(factors.momentum), mean, slope);
    store(task.means + i, mean);
    return multiplyAdd(all(-factors.rate), mean, number);
  }
  mean = multiplyAdd(all(factors.momentum), mean, all(factors.newMomentum) * slope);
  const Vector square = multiplyAdd(all(factors.spread), load(task.squares + i),
                                    all(factors.newSpread) * slope * slope);
  store(task.means + i, mean);
  store(task.squares + i, square);
  const Vector divisor = root(square * all(factors.spreadScale)) + all(kAdamFloor);
  return multiplyAdd(all(-factors.rate), mean * all(factors.momentumScale) / divisor, number);
}

ESPY_LEVEL void moveNumbers(const MoveTask& task) {
  std::int64_t i = 0;
  for (; i + kLanes <= task.count; i += kLanes) {
    Vector slope = all(0.0F);
    for (std::int64_t s = 0; s < task.samples; ++s) {
      const Vector delta = load(task.deltas[s] + i);
      slope = task.values == nullptr ? slope + delta
                                     : multiplyAdd(delta, load(task.values[s] + i), slope);
    }
    store(task.numbers + i, movedBy(task, slope, i));
  }
  for (; i < task.count; ++i) {
    float slope = 0;
    for (std::int64_t s = 0; s < task.samples; ++s) {
      const float delta = task.deltas[s][i];
      slope =
          task.values == nullptr ? slope + delta : __builtin_fmaf(delta, task.values[s][i], slope);
    }
    moveOne(*task.factors, task.decay, slope, task.numbers[i], task.means[i],
            task.squares == nullptr ? nullptr : task.squares + i);
  }
}

template <int kVectors>
ESPY_LEVEL void readOutOf(const float* readout, const float* values, std::int64_t count,
                          float* sums) {
  constexpr std::int64_t kSamples = kVectors * kLanes;
  for (std::int64_t half = 0; half < 16; half += 8) {
    Vector eight[8][kVectors];
    for (auto& vectors : eight) {
      for (Vector& vector : vectors) vector = all(0.0F);
    }
    std::int64_t i = half;
    for (; i + 8 <= count; i += 16) {
#pragma GCC unroll 8
      for (int j = 0; j < 8; ++j) {
        const Vector weight = all(readout[i + j]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) {
          eight[j][v] =
              multiplyAdd(weight, load(values + (i + j) * kSamples + v * kLanes), eight[j][v]);
        }
      }
    }
    for (int j = 0; j < 8; ++j) {
      for (int v = 0; v < kVectors; ++v) {
        if (i + j < count) {
          eight[j][v] = multiplyAdd(all(readout[i + j]),
                                    load(values + (i + j) * kSamples + v * kLanes), eight[j][v]);
        }
        store(sums + (half + j) * kSamples + v * kLanes, eight[j][v]);
      }
    }
  }
}

constexpr Loops kLoopsOfLevel{
    kLanes,      {addLine<1>, addLine<2>},    addRow, addBack, multiplyBySlopes,
    moveNumbers, {readOutOf<1>, readOutOf<2>}};
