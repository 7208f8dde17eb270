// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "espy/engine/lab.h"
#include "lab/engines.h"

/// Interface of an experiment. The driver (run.cpp) sets parameters, sweeps, measures, verifies and
/// reports; an experiment generates the work and its strategies.
namespace espy::lab {

/// Parameters of one point: a validated value for each name.
class Values {
 public:
  explicit Values(std::map<std::string, std::string> values) : values_(std::move(values)) {}
  const std::string& text(const std::string& name) const { return values_.at(name); }
  std::int64_t number(const std::string& name) const { return std::stoll(values_.at(name)); }

 private:
  std::map<std::string, std::string> values_;
};

/// Of the distances of a strategy in half precision.
struct Rounding {
  double error = 0;            ///< mean relative error of distances above 0
  std::int64_t overflows = 0;  ///< distances that are not finite
};

/// A strategy with its work.
struct Trial {
  std::string strategy;  ///< "openmp-lock"
  int threads = 1;       ///< 0 for a GPU
  Message refusal;       ///< why it cannot run here; if set, the other fields are unused
  /// Baseline of the relative speed-up: a strategy and its number of threads. Empty: none.
  std::string baseline;
  int baselineThreads = 1;
  double gpuThreads = 0;  ///< of a GPU's kernel, for the efficiency; 0: not counted
  double floorRate = 0;   ///< the machine's peak in operations per second; 0: unknown
  /// Runs once. Records stages, and keeps the result for `right`.
  std::function<void(const Control& control, Timeline& timeline)> run;
  /// Whether the last result is correct. Not timed.
  std::function<bool()> right;
  /// For strategies with rounding: number of items whose last result differs from the exact one.
  std::function<std::int64_t()> differing;
  /// Rounding of the last run; may be empty.
  std::function<Rounding()> rounding;
  /// Further figures of the last result; may be empty.
  std::function<std::vector<LabFigure>()> figures;
};

/// All strategies on the same work. `held` owns whatever the trials need.
struct Bench {
  std::vector<Trial> trials;
  double operations = 0;  ///< per run; 0: not counted
  double bytes = 0;       ///< that a run must move at least; 0: not counted
  double items = 0;       ///< results of a run; 0: not counted
  std::shared_ptr<const void> held;
};

class Experiment {
 public:
  virtual ~Experiment() = default;
  virtual LabExperiment description() const = 0;
  /// Throws `badUse` for incompatible values, with a message that names them.
  virtual Bench prepare(const Values& values, const Engines& engines,
                        const Control& control) const = 0;
  /// Summarises a complete report in sentences.
  virtual std::vector<Message> conclusions(const LabReport& report) const = 0;
};

/// Implements runLab for any experiment, listed or not.
LabReport run(const Experiment& experiment, const Engines& engines, const LabRequest& request,
              const Control& control);

/// Descriptions of all experiments.
std::vector<LabExperiment> experiments();
/// Creates the experiment of this name; throws `badUse` with the known names if there is none.
std::unique_ptr<Experiment> experimentNamed(const std::string& name);

std::unique_ptr<Experiment> makeSignalSad();
std::unique_ptr<Experiment> makeWhereIsAPattern();
std::unique_ptr<Experiment> makeSparseNetwork();
std::unique_ptr<Experiment> makeTextureSearch();
std::unique_ptr<Experiment> makeTextureSteps();
std::unique_ptr<Experiment> makeMotifWarping();
std::unique_ptr<Experiment> makeHashTableExperiment();
std::unique_ptr<Experiment> makeMotifSteps();
std::unique_ptr<Experiment> makeTensorDescent();
std::unique_ptr<Experiment> makeMemoryReuse();
std::unique_ptr<Experiment> makeChainBlocks();

}  // namespace espy::lab
