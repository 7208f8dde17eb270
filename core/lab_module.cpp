// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Forwards espy/engine/lab.h to the lab module.
#include "base/phrase.h"
#include "base/plugins.h"
#include "lab/plugin.h"

namespace espy {
namespace {

Registry loadLab() {
  Registry registry;
  registry.addEngine({lab::kLabEngine, true, "", ""});
  openPlugin("espy_lab.so", phrase("espy_lab.so was not found: install the package espy-lab"))
      .addEngines(registry);
  return registry;
}

const lab::LabFunctions& theLab() {
  static const Registry kRegistry = loadLab();
  return kRegistry.get<lab::Lab>(lab::kLabEngine);
}

}  // namespace

std::vector<LabExperiment> labExperiments() {
  return theLab().experiments();
}

LabReport runLab(const Registry& registry, const LabRequest& request, const Control& control) {
  return theLab().run(registry, request, control);
}

std::string labCsv(const LabReport& report) {
  return theLab().csv(report);
}

std::string labJson(const LabReport& report) {
  return theLab().json(report);
}

std::vector<LabPaper> labPapers() {
  return theLab().papers();
}

LabComparison compareWithPaper(const Registry& registry, const LabRequest& request,
                               const std::string& exhibit, const Control& control) {
  return theLab().compare(registry, request, exhibit, control);
}

std::vector<LabRemark> labRemarks(const LabExhibit& exhibit) {
  return theLab().remarks(exhibit);
}

std::string labComparisonCsv(const LabComparison& comparison) {
  return theLab().comparisonCsv(comparison);
}

std::string labComparisonJson(const LabComparison& comparison) {
  return theLab().comparisonJson(comparison);
}

}  // namespace espy
