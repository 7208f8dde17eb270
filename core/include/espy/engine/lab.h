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
/// The lab: experiments that compare strategies for the same computation on this machine.
///
///     espy::LabRequest request{"signal-sad", {{"length", "500,1000,2000"}}};
///     espy::LabReport report = espy::runLab(registry, request);
///     for (const espy::LabPoint& point : report.points) show(point);
namespace espy {

/// A parameter of an experiment.
struct LabParameter {
  std::string name;                  ///< as in `--set`: "length"
  Message about;                     ///< one line for the user
  std::string value;                 ///< the default
  std::vector<std::string> choices;  ///< the valid values; empty: an integer
  std::int64_t least = 0;            ///< range of an integer
  std::int64_t most = 0;
  std::vector<std::string> sweep;  ///< values of the word "sweep"; may be empty
};

/// A figure published in a paper, for comparison; never mixed with measurements.
struct LabPublished {
  std::string strategy;  ///< our strategy that it corresponds to
  double least = 0;      ///< milliseconds; a range if the paper gives several
  double most = 0;
  Message words;  ///< work, machine and remarks
};

/// Description of an experiment.
struct LabExperiment {
  std::string name;   ///< as in `espy lab`: "signal-sad"
  Message title;      ///< one line
  Message about;      ///< a paragraph: what is compared, and the source
  Message operation;  ///< unit of work, plural: "differences"
  Message items;      ///< unit of results, plural: "references"; may be empty
  std::vector<LabParameter> parameters;
  std::vector<LabPublished> published;
};

/// Descriptions of all experiments.
std::vector<LabExperiment> labExperiments();

/// A figure of a strategy's results, not of its time: "recall".
struct LabFigure {
  std::string name;
  double value = 0;
  double spread = 0;  ///< standard deviation, over the queries of a run
};

/// Measurement of one strategy at one point: with a speed-up if there is a baseline, with rates if
/// the work can be counted.
struct LabRow {
  std::string strategy;
  int threads = 1;   ///< 0 for a GPU
  Message refusal;   ///< why it did not run; the rest is then empty
  bool same = true;  ///< every run returned the expected result
  /// For strategies with rounding: items that differ from the exact result, in the worst run.
  std::optional<std::int64_t> differing;
  /// For strategies in half precision, of the last run: mean relative error of the distances, and
  /// how many of them overflow.
  std::optional<double> error = {};
  std::optional<std::int64_t> overflows = {};
  std::vector<LabFigure> figures = {};  ///< of the last run; often none
  double firstWhole = 0;                ///< milliseconds of the first run, excluded from all others
  Statistics whole;                     ///< milliseconds per run, everything included
  /// Milliseconds without stages that only transfer or generate data ("upload", "download",
  /// "generate") and without time outside stages; the basis of all following figures but
  /// `wholeSpeedUp`.
  Statistics work;
  std::vector<MeasuredStage> stages;
  std::optional<double> speedUp;          ///< S: relative to `sequential`
  std::optional<double> wholeSpeedUp;     ///< the same for whole runs
  std::optional<double> relativeSpeedUp;  ///< RS: relative to one thread; for a GPU, to `naive`
  std::optional<double> efficiency;       ///< E: speed-up per thread
  std::optional<double> gigabytes;        ///< per second, counting bytes that must move
  std::optional<double> gigaoperations;   ///< per second
  std::optional<double> items;            ///< per second
  std::optional<double> ofFloor;          ///< fraction of the machine's measured peak
};

/// All strategies at one point of a sweep.
struct LabPoint {
  std::string value;      ///< of the swept parameter; empty without a sweep
  double operations = 0;  ///< per run; 0: not counted
  std::vector<LabRow> rows;
  double items = 0;  ///< results per run; 0: not counted
};

/// Result of an experiment.
struct LabReport {
  LabExperiment experiment;
  std::vector<std::pair<std::string, std::string>> settings;  ///< every parameter and its value
  std::string swept;                                          ///< name of a parameter, or empty
  int runs = 0;                                               ///< without the first
  std::vector<LabPoint> points;                               ///< completely measured points
  std::vector<Message> conclusions;                          ///< sentences derived from the figures
  std::vector<std::pair<std::string, std::string>> machine;  ///< where it was measured
  bool cancelled = false;                                    ///< not all points were measured
};

/// What to run.
struct LabRequest {
  std::string experiment;
  /// Parameters and values, as text. Comma-separated values, or the word "sweep", sweep a
  /// parameter; at most one can be swept.
  std::vector<std::pair<std::string, std::string>> settings;
  int runs = 10;  ///< without the first
  /// Seconds. A strategy is skipped, with a message, if a single run would take longer, as
  /// predicted from earlier points or by its first run, which is then stopped. A point is refused
  /// if preparing it takes longer than three times that.
  double patience = 20;
  /// Called after each run; the last point is the current one. May be empty.
  std::function<void(const LabReport& soFar)> onProgress = {};
  /// Strategies to run; empty: all.
  std::vector<std::string> strategies = {};
  /// Runs the baselines of their relative speed-ups, too.
  bool baselines = true;
};

/// Runs an experiment. Results are verified after each run, outside of the timing. After a stop
/// returns the completely measured points. Throws `badUse` for unknown settings, before anything
/// runs.
LabReport runLab(const Registry& registry, const LabRequest& request, const Control& control = {});

/// CSV: a header, then one line per strategy and point.
std::string labCsv(const LabReport& report);
/// One JSON object on one line.
std::string labJson(const LabReport& report);

/// One value of a paper and ours.
struct LabCell {
  std::string unit;                 ///< of both: "s", "us", "%"; empty for ratios
  std::optional<double> published;  ///< empty: not printed, or lost
  std::string words;                ///< printed with or instead of it: "± 0.37 %", "does not run"
  std::optional<double> ours;
  double spread = 0;  ///< of ours: its deviation if it is a mean, otherwise its MAD; 0 for ratios
  int threads = 0;    ///< that ours ran on; 0 for a GPU
  bool same = true;   ///< every run of ours gave the expected result
  Message refusal;    ///< why there is no value of ours

  /// Ours over the published value, if there are both and neither is 0.
  std::optional<double> ratio() const {
    const bool both = published && ours && *published != 0 && *ours != 0;
    return both ? std::optional(*ours / *published) : std::nullopt;
  }
};

/// A column of a table or a curve of a figure: a cell for each row of its exhibit.
struct LabSeries {
  std::string name;  ///< in the paper's words
  std::vector<LabCell> cells;
  std::string reason;  ///< why ours differs much from the published values; may be empty
};

/// A table or figure of a paper.
struct LabExhibit {
  std::string id;  ///< "table-1", "figure-2-left"
  std::string title;
  std::string rowName;            ///< what the rows are; of a figure, its x axis
  std::vector<std::string> rows;  ///< of a figure, the values of x
  std::vector<LabSeries> series;
  std::vector<std::string>
      notes;  ///< what the paper says about it, and where it contradicts itself
};

/// A sentence below an exhibit.
struct LabRemark {
  enum class Kind { notMeasured, differs, note };
  Kind kind = Kind::note;
  std::vector<std::string> series;  ///< that it is about; empty for notes
  Message text;
};

/// A paper whose experiments the lab repeats.
struct LabPaper {
  std::string name;  ///< as in `espy lab`: "sad"
  std::string title;
  std::string authors;
  std::string machine;               ///< that the published values are from
  std::vector<LabExhibit> exhibits;  ///< published values only
};

/// An exhibit with our values, and where and how these were measured.
struct LabComparison {
  std::string paper;
  LabExhibit exhibit;
  int runs = 0;  ///< without the first
  std::vector<std::pair<std::string, std::string>> machine;
  bool cancelled = false;  ///< not everything was measured
};

/// All papers, with their published values.
std::vector<LabPaper> labPapers();

/// Measures our values of one exhibit, each with the settings that the paper states; `threads` is
/// at most what this machine has. `request.experiment` is the paper's name. `request.settings`
/// replace the paper's: one value for all rows, or for the parameter that the rows vary a value for
/// each row, separated by commas. `request.strategies`, `baselines` and `onProgress` are not used.
/// Throws `badUse` for unknown papers, exhibits and settings.
LabComparison compareWithPaper(const Registry& registry, const LabRequest& request,
                               const std::string& exhibit, const Control& control = {});

/// Why values of ours are missing, why others differ from the published ones by a factor of 2 and
/// more, and the exhibit's notes. Each reason is there once, with all its series.
std::vector<LabRemark> labRemarks(const LabExhibit& exhibit);

/// CSV: a header, then one line per row and series.
std::string labComparisonCsv(const LabComparison& comparison);
/// One JSON object on one line.
std::string labComparisonJson(const LabComparison& comparison);

}  // namespace espy
#pragma GCC visibility pop
