// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of memory-reuse on a GPU: transfers and iterations.
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/reuse_kernels.h"

namespace espy::cuda {

lab::ReuseRun runReuseOnGpu(const lab::ReuseTask& task, lab::ReuseLayout layout,
                            const Control& control, Timeline& timeline) {
  constexpr int kStepsAtOnce = 100;  // before the host waits
  control.check();
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  lab::ReuseRun run = factsOf(task.kernel, layout);
  const DeviceBuffer<float> pictures(task.pictures.size());
  const DeviceBuffer<float> values[2] = {DeviceBuffer<float>(task.start.size()),
                                         DeviceBuffer<float>(task.start.size())};
  clock.begin("upload");
  stream.copy(pictures.data(), task.pictures.data(), pictures.bytes());
  stream.copy(values[0].data(), task.start.data(), values[0].bytes());
  for (int i = 0; i < task.iterations; ++i) {
    if (i % kStepsAtOnce == 0) {
      clock.finish();
      control.check();
      clock.begin("iterate");
    }
    queueReuse(task.kernel, layout,
               {task.size, values[i % 2].data(), pictures.data(), values[1 - i % 2].data()},
               stream);
  }
  clock.begin("download");
  run.values.resize(task.start.size());
  stream.copy(run.values.data(), values[task.iterations % 2].data(), values[0].bytes());
  clock.finish();
  return run;
}

}  // namespace espy::cuda
