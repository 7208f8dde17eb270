// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The list of all experiments.
#include <fmt/format.h>

#include "espy/error.h"
#include "lab/experiment.h"

namespace espy {
namespace {

std::vector<std::unique_ptr<lab::Experiment>> all() {
  std::vector<std::unique_ptr<lab::Experiment>> experiments;
  experiments.push_back(lab::makeSignalSad());
  experiments.push_back(lab::makeWhereIsAPattern());
  return experiments;
}

}  // namespace

std::unique_ptr<lab::Experiment> lab::experimentNamed(const std::string& name) {
  std::vector<std::string> names;
  for (std::unique_ptr<Experiment>& experiment : all()) {
    names.push_back(experiment->description().name);
    if (names.back() == name) return std::move(experiment);
  }
  throw Error(ErrorCode::badUse, fmt::format("there is no experiment {}; the experiments are {}",
                                             name, fmt::join(names, " and ")));
}

std::vector<LabExperiment> labExperiments() {
  std::vector<LabExperiment> descriptions;
  for (const auto& experiment : all()) descriptions.push_back(experiment->description());
  return descriptions;
}

LabExperiment labExperiment(const std::string& name) {
  return lab::experimentNamed(name)->description();
}

}  // namespace espy
