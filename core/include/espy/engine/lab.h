// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/measure.h"

#pragma GCC visibility push(default)
/// The lab: experiments that compare ways of computing the same thing, run on this machine.
///
///     espy::LabRequest request{"signal-sad", {{"length", "500,1000,2000"}}};
///     espy::LabReport report = espy::runLab(registry, request);
///     for (const espy::LabPoint& point : report.points) show(point);
namespace espy {

/// What an experiment can be run with.
struct LabParameter {
  std::string name;                  ///< what `--set` takes: "length"
  Message about;                     ///< one line for people
  std::string value;                 ///< the default
  std::vector<std::string> choices;  ///< the only values; empty: a whole number
  std::int64_t least = 0;            ///< of a number
  std::int64_t most = 0;
  std::vector<std::string> sweep;  ///< what "sweep" stands for; may be empty
};

/// A figure that a paper prints, to be shown beside ours and never among them.
struct LabPublished {
  std::string strategy;  ///< the one of ours that it is to be compared with
  double least = 0;      ///< milliseconds; the range, where the paper gives several
  double most = 0;
  Message words;  ///< of what work and what machine it is, and what to think of it
};

/// An experiment that can be run.
struct LabExperiment {
  std::string name;   ///< what `espy lab` takes: "signal-sad"
  Message title;      ///< one line
  Message about;      ///< a paragraph: what is compared, and whose experiment it is
  Message operation;  ///< what is counted, plural: "differences"
  Message items;      ///< what a run answers about, plural: "references"; may be empty
  std::vector<LabParameter> parameters;
  std::vector<LabPublished> published;
};

/// All that there are.
std::vector<LabExperiment> labExperiments();
/// The one of this name; throws `badUse` with the known names when there is none.
LabExperiment labExperiment(const std::string& name);

/// One strategy at one point of a sweep: with a speed-up if there is a baseline, with a rate if
/// the work can be counted.
struct LabRow {
  std::string strategy;
  int threads = 1;   ///< 0 of a card, whose threads are not what a processor's are
  Message refusal;   ///< why it did not run here; the rest is empty then
  bool same = true;  ///< every run gave the answer that it had to give
  /// Of strategies that round: items whose answer was another than the exact one, in the worst run.
  std::optional<std::int64_t> differing;
  double firstWhole = 0;  ///< milliseconds of the first run, which is in none of the others
  Statistics whole;       ///< milliseconds of a run, all included
  /// Milliseconds without the stages that only carry or make data ("upload", "download",
  /// "generate") and what is in no stage; what all that follows refers to, but `wholeSpeedUp`.
  Statistics work;
  std::vector<MeasuredStage> stages;
  std::optional<double> speedUp;       ///< S: by this it is faster than `sequential`
  std::optional<double> wholeSpeedUp;  ///< the same, of whole runs
  std::optional<double>
      relativeSpeedUp;                   ///< RS: than itself on one thread; of a card: than `naive`
  std::optional<double> efficiency;      ///< E: the speed-up for each thread
  std::optional<double> gigabytes;       ///< a second, that must move at least
  std::optional<double> gigaoperations;  ///< a second
  std::optional<double> items;           ///< a second
  std::optional<double> ofFloor;         ///< part of what the machine was measured to do at best
};

/// All strategies with the same work.
struct LabPoint {
  std::string value;      ///< of the swept parameter; empty where nothing is swept
  double operations = 0;  ///< of a run; 0: not counted
  std::vector<LabRow> rows;
  double items = 0;  ///< likewise, what it answers about
};

/// What an experiment came to.
struct LabReport {
  LabExperiment experiment;
  std::vector<std::pair<std::string, std::string>> settings;  ///< every parameter and its value
  std::string swept;                                          ///< the parameter, or empty
  int runs = 0;                                               ///< after the first
  std::vector<LabPoint> points;                               ///< all that were measured to the end
  std::vector<Message> conclusions;  ///< sentences that the figures bear out
  std::vector<std::pair<std::string, std::string>> machine;  ///< what it was measured on
  bool cancelled = false;                                    ///< there would have been more points
};

/// What is to be run.
struct LabRequest {
  std::string experiment;
  /// Parameters and values, as text. Several values with commas between them sweep a parameter, as
  /// does the word "sweep"; at most one can be swept.
  std::vector<std::pair<std::string, std::string>> settings;
  int runs = 10;  ///< after the first
  /// Seconds. A strategy whose single run would take longer, judged by the points before or by its
  /// first run, which is stopped then, is left out and says so. A point of which the preparing
  /// alone takes longer than three times that is refused.
  double patience = 20;
  /// Told after each run, with the point under way as the last one; may be empty.
  std::function<void(const LabReport& soFar)> told;
};

/// Runs an experiment. Every strategy's answer is looked at after each of its runs, outside of the
/// times. A stop does not throw: the report holds the points that were measured to the end. Throws
/// `badUse` for what the experiment does not know, before anything runs.
LabReport runLab(const Registry& registry, const LabRequest& request, const Control& control = {});

/// One line for each strategy and point, with a line of titles.
std::string labCsv(const LabReport& report);
/// One object, on one line.
std::string labJson(const LabReport& report);

}  // namespace espy
#pragma GCC visibility pop
