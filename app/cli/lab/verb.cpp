// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/interrupts.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/suggestion.h"
#include "common/values.h"
#include "common/verb.h"
#include "espy/engine/all.h"
#include "espy/engine/lab.h"
#include "lab/lines.h"
#include "lab/papers.h"

namespace espy::cli {
namespace {

constexpr const char* kLabAbout =
    "Runs an experiment of the papers that Espy is based on, on this machine: several ways of\n"
    "computing the same thing, checked against each other, then timed. Without an experiment it\n"
    "lists them with their parameters, and the papers. With the name of a paper it repeats the\n"
    "paper's tables and figures, and prints the published values beside ours.\n"
    "\n"
    "S is the speed-up over the sequential strategy, RS that over the same strategy on one thread\n"
    "(on a GPU: over its naive strategy), E the speed-up for each thread.";

constexpr const char* kLabExamples =
    "Exit status:\n"
    "  0 done, 2 bad use, 130 cancelled; complete measurements are printed\n"
    "\n"
    "Examples:\n"
    "  espy lab\n"
    "  espy lab sad --only table-1\n"
    "  espy lab signal-sad\n"
    "  espy lab signal-sad --set values=floats --set samples=sweep --csv > samples.csv\n"
    "  espy lab signal-sad --set threads=1,2,4\n"
    "  espy lab where-is-a-pattern --set milestone=sweep\n"
    "  espy lab sparse-network --set threads=sweep --set scaling=weak\n"
    "  espy lab sparse-network --set samples=1,16,64\n"
    "  espy lab texture-search --set references=sweep --patience 3\n"
    "  espy lab md-dtw --set lag=sweep --set reach=2\n"
    "  espy lab motifs --only table-11 --runs 1 --patience 200\n";

/// Column of items per second, if the experiment has any.
constexpr std::ptrdiff_t kItemsColumn = 2;

std::string percent(const std::optional<double>& part) {
  return part ? fmt::format("{} %", figure(100 * *part)) : "-";
}

/// "yes", or the number of differing results, if known.
std::string sameness(const LabRow& row) {
  if (row.same) return "yes";
  return row.differing ? fmt::format("{} differ", *row.differing) : "NO";
}

Line lineOf(const LabRow& row, bool itemised) {
  Line line{row.strategy,
            row.threads > 0 ? std::to_string(row.threads) : "GPU",
            figure(row.work.median),
            figure(row.work.mad),
            figure(row.work.mean),
            figure(row.work.deviation),
            figure(row.whole.median),
            figure(row.firstWhole),
            figure(row.speedUp),
            figure(row.wholeSpeedUp),
            figure(row.relativeSpeedUp),
            figure(row.efficiency),
            figure(row.gigabytes),
            figure(row.gigaoperations),
            percent(row.ofFloor),
            sameness(row)};
  if (itemised) line.insert(line.begin() + kItemsColumn, figure(row.items));
  return line;
}

/// All experiments with their parameters.
std::string labList(std::span<const LabExperiment> experiments) {
  std::string text;
  for (const LabExperiment& experiment : experiments) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", experiment.name, experiment.title.text());
    for (const LabParameter& parameter : experiment.parameters) {
      const std::string takes = parameter.choices.empty()
                                    ? fmt::format("{}..{}", parameter.least, parameter.most)
                                    : fmt::format("{}", fmt::join(parameter.choices, "|"));
      fmt::format_to(std::back_inserter(text), "  {}={}  {} ({})\n", parameter.name,
                     parameter.value, parameter.about.text(), takes);
      if (parameter.sweep.empty()) continue;
      fmt::format_to(std::back_inserter(text), "      sweep: {}\n",
                     fmt::join(parameter.sweep, ","));
    }
  }
  return text;
}

/// Text above the tables: experiment, settings, machine.
std::string labTitle(const LabReport& report) {
  std::string text =
      fmt::format("{}: {}\n", report.experiment.name, report.experiment.title.text());
  std::vector<std::string> settings;
  for (const auto& [name, value] : report.settings)
    settings.push_back(fmt::format("{}={}", name, value));
  fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(settings, " "));
  for (const auto& [name, value] : report.machine) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", name, value);
  }
  fmt::format_to(std::back_inserter(text),
                 "median, MAD, mean and deviation of {} runs in milliseconds; whole: with "
                 "transfers; first: the warm-up run\n",
                 report.runs);
  return text;
}

/// The table of one point.
std::string labTable(const LabReport& report, const LabPoint& point) {
  std::string text =
      report.swept.empty() ? "\n" : fmt::format("\n{} = {}\n", report.swept, point.value);
  const std::string rate = fmt::format("G {}/s", report.experiment.operation.text());
  std::vector<Line> lines{{"strategy", "threads", "median", "MAD", "mean", "sd", "whole", "first",
                           "S", "S whole", "RS", "E", "GB/s", rate, "of floor", "same"}};
  const Message& items = report.experiment.items;
  if (!items.empty()) {
    lines[0].insert(lines[0].begin() + kItemsColumn, fmt::format("{}/s", items.text()));
  }
  std::string refusals;
  for (const LabRow& row : point.rows) {
    if (row.refusal.empty()) {
      lines.push_back(lineOf(row, !items.empty()));
    } else {
      fmt::format_to(std::back_inserter(refusals), "  {}{} did not run: {}\n", row.strategy,
                     row.threads > 1 ? fmt::format(" ({} threads)", row.threads) : "",
                     row.refusal.text());
    }
  }
  return text + aligned(lines) + refusals;
}

/// Text below the tables: published figures and conclusions.
std::string labClosing(const LabReport& report) {
  std::string text = "\n";
  for (const LabPublished& figure : report.experiment.published) {
    fmt::format_to(std::back_inserter(text), "published, {}: {}\n", figure.strategy,
                   figure.words.text());
  }
  for (const Message& sentence : report.conclusions) text += sentence.text() + '\n';
  return text.size() > 1 ? text : "";
}

struct LabArguments {
  LabRequest request;
  std::vector<std::string> settings;  ///< as written
  std::vector<std::string> names;
  std::vector<std::string> only;  ///< tables and figures of a paper
  bool json = false;
  bool csv = false;
};

std::pair<std::string, std::string> parseSetting(const std::string& text) {
  const auto middle = text.find('=');
  if (middle == std::string::npos || middle == 0) {
    throw UseError("--set: takes NAME=VALUE, not " + text);
  }
  return {text.substr(0, middle), text.substr(middle + 1)};
}

/// Empty if the lab is not installed; its options are parsed all the same.
std::vector<std::string> knownExperiments() {
  std::vector<std::string> names;
  try {
    for (const LabExperiment& experiment : labExperiments()) names.push_back(experiment.name);
    for (const LabPaper& paper : labPapers()) names.push_back(paper.name);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
  }
  return names;
}

void addOptions(OptionParser& parser, LabArguments& arguments) {
  parser.group("The experiment");
  parser.list("--set", "NAME=VALUE",
              "a parameter's value; several values V1,V2,... or the word sweep\n"
              "sweep one parameter; may be repeated",
              arguments.settings);
  parser.option("--runs", "N", "runs of each strategy after the first, 1..10000 (default: 10)",
                [&](const std::string& text) {
                  arguments.request.runs = static_cast<int>(parseInteger("--runs", text, 1, 10000));
                });
  parser.option("--patience", "SECONDS",
                "skip a strategy whose single run would take longer, in seconds\n"
                "(default: 20)",
                [&](const std::string& text) {
                  arguments.request.patience = parseReal("--patience", text, 0, 1e6);
                });
  parser.group("A paper");
  parser.list("--only", "NAME",
              "a table or figure of the paper, such as table-1; may be repeated\n"
              "(default: all)",
              arguments.only);
  parser.group("Output");
  parser.flag("--json",
              "print one JSON object at the end; of a paper one for each table and\n"
              "figure",
              arguments.json);
  parser.flag("--csv", "print a CSV line for each strategy and point", arguments.csv);
  parser.words(arguments.names, knownExperiments());
}

/// Throws for the name of a setting that the experiment, or any experiment of a paper, does not
/// have.
void checkSettings(const LabRequest& request, bool paper) {
  std::vector<std::string> known;
  for (const LabExperiment& experiment : labExperiments()) {
    if (!paper && experiment.name != request.experiment) continue;
    for (const LabParameter& parameter : experiment.parameters) {
      if (std::ranges::find(known, parameter.name) == known.end()) known.push_back(parameter.name);
    }
  }
  for (const auto& [name, value] : request.settings) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw UseError(
        fmt::format("{} has no parameter {}{}", request.experiment, name, suggestion(name, known)) +
        (paper ? "" : fmt::format("; the parameters are {}", fmt::join(known, ", "))));
  }
}

/// Validates the arguments; throws UseError.
void check(LabArguments& arguments) {
  const std::vector<std::string>& names = arguments.names;
  if (arguments.json && arguments.csv) throw UseError("--csv: cannot be combined with --json");
  if (names.size() > 1) {
    throw UseError("unexpected argument " + names[1] + ": takes one experiment");
  }
  for (const std::string& text : arguments.settings) {
    arguments.request.settings.push_back(parseSetting(text));
  }
  if (!names.empty()) arguments.request.experiment = names.front();
  const std::vector<std::string> exhibits =
      names.empty() ? std::vector<std::string>() : exhibitsOf(names.front());
  const bool paper = !exhibits.empty();
  const std::vector<std::string> known = knownExperiments();
  if (!names.empty() && !known.empty() && std::ranges::find(known, names.front()) == known.end()) {
    throw UseError(fmt::format("there is no experiment or paper {}{}; there are {}", names.front(),
                               suggestion(names.front(), known), fmt::join(known, ", ")));
  }
  if (!paper && !arguments.only.empty()) throw UseError("--only: is for a paper");
  if (paper && arguments.csv) throw UseError("--csv: a paper has none; use --json");
  if (paper && arguments.only.empty()) arguments.only = exhibits;
  for (const std::string& one : arguments.only) {
    if (std::ranges::find(exhibits, one) != exhibits.end()) continue;
    throw UseError(fmt::format("--only: {} has no {}{}; its tables and figures are {}",
                               names.front(), one, suggestion(one, exhibits),
                               fmt::join(exhibits, ", ")));
  }
  if (names.empty() && !arguments.settings.empty()) throw UseError("--set: no experiment given");
  if (!arguments.settings.empty() && !known.empty()) checkSettings(arguments.request, paper);
}

/// Prints points as they complete, and progress on a terminal.
class PointPrinter {
 public:
  explicit PointPrinter(const LabArguments& arguments)
      : plain_(!arguments.json && !arguments.csv), watched_(::isatty(STDERR_FILENO) == 1) {}

  void progress(double done) const {
    if (watched_) printText(fmt::format("\r{:3.0f} % ", 100 * done));
  }

  /// `complete` is the number of finished points.
  void points(const LabReport& report, std::size_t complete) {
    if (!plain_ || printed_ == complete) return;
    clearProgress();
    if (printed_ == 0) out_.text(labTitle(report));
    for (; printed_ < complete; ++printed_) out_.text(labTable(report, report.points[printed_]));
    out_.flush();
  }

  void end(const LabReport& report) {
    points(report, report.points.size());
    clearProgress();
    if (plain_ && !report.points.empty()) out_.text(labClosing(report));
    out_.flush();
  }

 private:
  void clearProgress() const {
    if (watched_) printText("\r      \r");
  }

  bool plain_;
  bool watched_;
  std::size_t printed_ = 0;
  Output out_;
};

int list() {
  Output out;
  out.text(labList(labExperiments()) + "\nThe papers:\n" + paperList());
  out.flush();
  return kDone;
}

int run(LabArguments& arguments) {
  check(arguments);
  if (arguments.request.experiment.empty()) return list();

  // Leaves time to print results before the process exits.
  const Interrupts interrupts(std::chrono::milliseconds(180));
  const Registry registry = makeRegistry();
  PointPrinter printer(arguments);
  Control control;
  control.stop = interrupts.token();
  control.progress = [&](double done) { printer.progress(done); };
  if (!arguments.only.empty()) {
    printPaper(registry, arguments.request, arguments.only, arguments.json, control);
    control.check();
    return kDone;
  }
  arguments.request.onProgress = [&](const LabReport& soFar) {
    printer.points(soFar, soFar.points.size() - 1);
  };
  const LabReport report = runLab(registry, arguments.request, control);
  printer.end(report);
  if (arguments.json || arguments.csv) {
    Output out;
    out.text(arguments.json ? labJson(report) + "\n" : labCsv(report));
    out.flush();
  }
  control.check();
  return kDone;
}

std::function<int()> setUpLab(OptionParser& parser) {
  const auto arguments = std::make_shared<LabArguments>();
  addOptions(parser, *arguments);
  return [arguments] { return run(*arguments); };
}

}  // namespace

const Verb kLabVerb{"lab",
                    "run the papers' experiments on this machine",
                    "espy lab [EXPERIMENT|PAPER] [OPTION...]",
                    kLabAbout,
                    kLabExamples,
                    setUpLab};

}  // namespace espy::cli
