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

/// What an experiment is made of. The frame (run.cpp) sets parameters, sweeps, measures, checks and
/// reports; an experiment only makes work and says how each strategy does it.
namespace espy::lab {

/// The parameters of one point: a value for each name, already looked at.
class Values {
 public:
  explicit Values(std::map<std::string, std::string> values) : values_(std::move(values)) {}
  const std::string& text(const std::string& name) const { return values_.at(name); }
  std::int64_t number(const std::string& name) const { return std::stoll(values_.at(name)); }

 private:
  std::map<std::string, std::string> values_;
};

/// One strategy and the work that it is to do.
struct Trial {
  std::string strategy;  ///< "openmp-lock"
  int threads = 1;       ///< 0 of a card
  Message refusal;       ///< why it cannot run here; nothing else is looked at then
  /// What the relative speed-up refers to: a strategy and its threads. Empty: to nothing.
  std::string baseline;
  int baselineThreads = 1;
  double floorRate = 0;  ///< operations a second that the machine does at best; 0: unknown
  /// One run. Writes its stages and keeps the answer for `right`.
  std::function<void(const Control& control, Timeline& timeline)> run;
  /// Whether the answer of the last run is what it must be. Not timed.
  std::function<bool()> right;
  /// Of a strategy that rounds: items of which the last run's answer differs from the exact one.
  std::function<std::int64_t()> differing;
};

/// All strategies with the same work. Whatever the trials need lives in `held`.
struct Bench {
  std::vector<Trial> trials;
  double operations = 0;  ///< of one run; 0: not counted
  double bytes = 0;       ///< that one run must move at least; 0: not counted
  double items = 0;       ///< that one run answers about; 0: not counted
  std::shared_ptr<const void> held;
};

class Experiment {
 public:
  virtual ~Experiment() = default;
  virtual LabExperiment description() const = 0;
  /// Throws `badUse` for values that do not go together, with a sentence that names them.
  virtual Bench prepare(const Values& values, const Engines& engines,
                        const Control& control) const = 0;
  /// What the figures say, in sentences; told when all points are there.
  virtual std::vector<Message> conclusions(const LabReport& report) const = 0;
};

/// The frame: what runLab does, of an experiment that need not be in the list.
LabReport run(const Experiment& experiment, const Engines& engines, const LabRequest& request,
              const Control& control);

/// All that there are.
std::vector<LabExperiment> experiments();
/// The one of this name; throws `badUse` with the known names when there is none.
std::unique_ptr<Experiment> experimentNamed(const std::string& name);

std::unique_ptr<Experiment> makeSignalSad();
std::unique_ptr<Experiment> makeWhereIsAPattern();
std::unique_ptr<Experiment> makeSparseNetwork();
std::unique_ptr<Experiment> makeTextureSearch();
std::unique_ptr<Experiment> makeMotifWarping();

}  // namespace espy::lab
