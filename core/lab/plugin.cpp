// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/plugin.h"

#include "espy/engine/plugin.h"
#include "lab/experiment.h"
#include "lab/report.h"

namespace espy::lab {
namespace {

LabReport runByName(const Registry& registry, const LabRequest& request, const Control& control) {
  static const Registry kOwn = ownEngines();
  return run(*experimentNamed(request.experiment), {registry, kOwn}, request, control);
}

void addLab(Registry& registry) {
  registry.add<Lab>(kLabEngine, {experiments, runByName, csvOf, jsonOf});
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addLab};

}  // namespace
}  // namespace espy::lab

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::lab::kPlugin;
}
