// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// List of all experiments.
#include <fmt/format.h>

#include "base/phrase.h"
#include "espy/error.h"
#include "lab/experiment.h"

namespace espy::lab {
namespace {

std::vector<std::unique_ptr<Experiment>> all() {
  std::vector<std::unique_ptr<Experiment>> experiments;
  experiments.push_back(makeSignalSad());
  experiments.push_back(makeWhereIsAPattern());
  experiments.push_back(makeSparseNetwork());
  experiments.push_back(makeTextureSearch());
  experiments.push_back(makeTextureSteps());
  experiments.push_back(makeMotifWarping());
  experiments.push_back(makeMotifSteps());
  experiments.push_back(makeHashTableExperiment());
  experiments.push_back(makeChainBlocks());
  experiments.push_back(makeMemoryReuse());
  experiments.push_back(makeTensorDescent());
  return experiments;
}

}  // namespace

std::unique_ptr<Experiment> experimentNamed(const std::string& name) {
  std::vector<std::string> names;
  for (std::unique_ptr<Experiment>& experiment : all()) {
    names.push_back(experiment->description().name);
    if (names.back() == name) return std::move(experiment);
  }
  const std::string joined = fmt::format("{}", fmt::join(names, ", "));
  throw Error(ErrorCode::badUse,
              phrase("there is no experiment {}; the experiments are {}", name, joined));
}

std::vector<LabExperiment> experiments() {
  std::vector<LabExperiment> descriptions;
  for (const auto& experiment : all()) descriptions.push_back(experiment->description());
  return descriptions;
}

}  // namespace espy::lab
