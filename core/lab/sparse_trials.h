// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "espy/engine/network.h"
#include "lab/experiment.h"

namespace espy::lab {

/// A trial whose run gets the task and the outputs of `data`. `threads` 0: the GPU's.
template <class Data, class Run>
Trial sparseTrial(const std::string& strategy, int threads, const std::shared_ptr<Data>& data,
                  Run run) {
  Trial trial;
  trial.strategy = strategy;
  trial.threads = threads;
  trial.run = [data, threads, run = std::move(run)](Control control, Timeline& timeline) {
    if (threads > 0) control.threads = threads;
    run(data->task(), data->found, control, timeline);
  };
  trial.right = [data] { return data->isRight(); };
  return trial;
}

/// Network of a point of sparse-network. With weak scaling the inputs of p threads follow the
/// paper's equation 6: each thread has as many outputs as one thread alone.
NetworkShape sparseShape(const Values& values);

/// The trials with the paper's arithmetic (`values=doubles`).
Bench sparseDoublesBench(const Values& values, const Engines& engines, const Control& control);

}  // namespace espy::lab
