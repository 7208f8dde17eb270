// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What Espy sees of this library.
#include "espy/engine/plugin.h"
#include "cuda/base/gpu.h"
#include "cuda/base/resident.h"
#include "cuda/contour/engines.h"
#include "cuda/denoise/engines.h"
#include "cuda/exact/engines.h"
#include "cuda/find/engines.h"
#include "cuda/identify/engines.h"
#include "cuda/index/engines.h"
#include "cuda/judge/engines.h"
#include "cuda/mark/engines.h"
#include "cuda/pose/engines.h"
#include "cuda/score/engines.h"
#include "cuda/signal/engines.h"
#include "espy/engine/network.h"

namespace espy::cuda {
namespace {

void addIntervals(Registry& registry) {
  registry.add<FillIntervals<float>>("cuda", fillIntervalsOnGpu<float>);
  registry.add<FillIntervals<std::int32_t>>("cuda", fillIntervalsOnGpu<std::int32_t>);
  registry.add<FillIntervals<std::uint16_t>>("cuda", fillIntervalsOnGpu<std::uint16_t>);
  registry.add<DivideIntervals<float>>("cuda", divideIntervalsOnGpu<float>);
  registry.add<DivideIntervals<std::int32_t>>("cuda", divideIntervalsOnGpu<std::int32_t>);
}

void addEngines(Registry& registry) {
  const Availability device = findDevice();
  for (const char* name : {"cuda", "cuda-passes"}) {
    Engine engine = registry.engine(name);
    engine.available = device.available;
    engine.detail = device.detail;
    registry.setEngine(engine);
  }
  if (!device.available) return;

  registry.add<FindExact>("cuda", findExact);
  registry.add<FindIndexed>("cuda", findIndexed);
  registry.add<FlagMatches>("cuda", flagMatches);
  registry.add<KeepPicture>("cuda", keepPicture);
  registry.add<FillDistances>("cuda", fillDistances);
  registry.add<MarkPicture>("cuda", markPicture);
  registry.add<FindScored>("cuda", findScored);
  registry.add<MapScores>("cuda", mapScores);
  registry.add<FindPosed>("cuda", findPosed);
  registry.add<DenoiseSamples>("cuda", denoiseOnGpu);
  addIntervals(registry);
  registry.add<FindSignal<std::int32_t>>("cuda", findSignal<std::int32_t>);
  registry.add<FindSignal<float>>("cuda", findSignal<float>);
  registry.add<FindMotif>("cuda", findMotifOnGpu);
  registry.add<FindMotifAgain>("cuda", findMotifAgainOnGpu);
  registry.add<RankReferences>("cuda", rankOnGpu);
  registry.add<RunNetwork>("cuda", runNetwork);
  registry.add<RateSamples>("cuda", rateSamples);
  registry.add<TrainNetwork>("cuda", trainNetwork);
  registry.add<FindExact>("cuda-passes", findByPasses);
  registry.add<FlagMatches>("cuda-passes", flagByPasses);
  registry.add<RunNetwork>("cuda-passes", runNetworkPlainly);
  registry.add<RateSamples>("cuda-passes", rateSamplesPlainly);
  for (const char* name : {"cuda", "cuda-passes"}) {
    registry.add<PaintMarks>(name, paintMarks);
    registry.add<ScreenColour>(name, screenColour);
  }
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addEngines};

}  // namespace
}  // namespace espy::cuda

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::cuda::kPlugin;
}
