// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/plugin.h"
#include "cuda/base/gpu.h"
#include "cuda/lab/engines.h"
#include "lab/engines.h"

namespace espy::cuda {
namespace {

void addStrategies(Registry& registry) {
  const Availability device = findDevices().front();
  registry.setEngine({lab::kGpu, device.available, device.detail, ""});
  if (!device.available) return;
  registry.add<lab::SearchOnGpu<std::int32_t>>(lab::kGpu, searchOnGpu<std::int32_t>);
  registry.add<lab::SearchOnGpu<float>>(lab::kGpu, searchOnGpu<float>);
  registry.add<lab::GenerateOnGpu<std::int32_t>>(lab::kGpu, generateOnGpu<std::int32_t>);
  registry.add<lab::GenerateOnGpu<float>>(lab::kGpu, generateOnGpu<float>);
  registry.add<lab::MeasureGpuRates>(lab::kGpu, measureGpuRates);
  registry.add<lab::pattern::ScreenOnGpu>(lab::kGpu, screenOnGpu);
  registry.add<lab::RunSparseOnGpu>(lab::kGpu, runSparseOnGpu);
  registry.add<lab::RunSparseDoublesOnGpu>(lab::kGpu, runSparseDoublesOnGpu);
  registry.add<lab::SearchPairsOnGpu>(lab::kGpu, searchPairsOnGpu);
  registry.add<lab::OpenTextureOnGpu>(lab::kGpu, openTextureOnGpu);
  registry.add<lab::CountTextureStepsOnGpu>(lab::kGpu, countTextureStepsOnGpu);
  registry.add<lab::RankFromHost>(lab::kGpu, rankFromHost);
  registry.add<lab::OpenHashOnGpu>(lab::kGpu, openHashOnGpu);
  registry.add<lab::ChainOnGpu>(lab::kGpu, runChainOnGpu);
  registry.add<lab::ChainProductOnGpu>(lab::kGpu, multiplyOnGpu);
  registry.add<lab::RunReuseOnGpu>(lab::kGpu, runReuseOnGpu);
  registry.add<lab::DescendOnGpu>(lab::kGpu, descendOnGpu);
  registry.add<lab::MeasureTextureRates>(lab::kGpu, measureTextureRates);
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addStrategies};

}  // namespace
}  // namespace espy::cuda

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::cuda::kPlugin;
}
