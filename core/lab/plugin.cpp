// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/plugin.h"

#include "espy/engine/plugin.h"
#include "lab/experiment.h"
#include "lab/papers.h"
#include "lab/report.h"

namespace espy::lab {
namespace {

const Registry& own() {
  static const Registry kOwn = ownEngines();
  return kOwn;
}

LabReport runByName(const Registry& registry, const LabRequest& request, const Control& control) {
  return run(*experimentNamed(request.experiment), {registry, own()}, request, control);
}

LabComparison compareByName(const Registry& registry, const LabRequest& request,
                            const std::string& exhibit, const Control& control) {
  return compare(paperNamed(request.experiment), exhibit, {registry, own()}, request, control);
}

void addLab(Registry& registry) {
  registry.add<Lab>(kLabEngine, {experiments, runByName, csvOf, jsonOf, papers, compareByName,
                                 remarksOf, csvOf, jsonOf});
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addLab};

}  // namespace
}  // namespace espy::lab

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::lab::kPlugin;
}
