// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/plugin.h"
#include "cuda/base/gpu.h"
#include "cuda/lab/engines.h"
#include "lab/engines.h"

namespace espy::cuda {
namespace {

void addStrategies(Registry& registry) {
  const Availability device = findDevice();
  registry.setEngine({lab::kGpu, device.available, device.detail, ""});
  if (!device.available) return;
  registry.add<lab::SearchOnCard<std::int32_t>>(lab::kGpu, searchOnCard<std::int32_t>);
  registry.add<lab::SearchOnCard<float>>(lab::kGpu, searchOnCard<float>);
  registry.add<lab::GenerateOnCard<std::int32_t>>(lab::kGpu, generateOnCard<std::int32_t>);
  registry.add<lab::GenerateOnCard<float>>(lab::kGpu, generateOnCard<float>);
  registry.add<lab::MeasureCardRates>(lab::kGpu, measureCardRates);
  registry.add<lab::RunSparseOnCard>(lab::kGpu, runSparseOnCard);
  registry.add<lab::OpenTextureOnCard>(lab::kGpu, openTextureOnCard);
  registry.add<lab::RankFromHost>(lab::kGpu, rankFromHost);
  registry.add<lab::MeasureTextureRates>(lab::kGpu, measureTextureRates);
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addStrategies};

}  // namespace
}  // namespace espy::cuda

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::cuda::kPlugin;
}
