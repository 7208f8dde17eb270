// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "common/interrupts.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/values.h"
#include "common/verb.h"
#include "espy/engine/all.h"
#include "lab/output.h"

namespace espy::cli {
namespace {

constexpr const char* kAbout =
    "Runs an experiment of the papers that Espy is based on, on this machine: several ways of\n"
    "computing the same thing, checked against each other, then timed. Without an experiment it\n"
    "lists them with their parameters.\n"
    "\n"
    "S is the speed-up over the sequential strategy, RS that over the same strategy on one thread\n"
    "(on a GPU: over its naive strategy), E the speed-up for each thread.";

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 done, 2 bad use, 130 cancelled; complete measurements are printed\n"
    "\n"
    "Examples:\n"
    "  espy lab\n"
    "  espy lab signal-sad\n"
    "  espy lab signal-sad --set values=floats --set samples=sweep --csv > samples.csv\n"
    "  espy lab signal-sad --set threads=1,2,4\n"
    "  espy lab where-is-a-pattern --set milestone=sweep\n"
    "  espy lab sparse-network --set threads=sweep --set scaling=weak\n"
    "  espy lab sparse-network --set samples=1,16,64\n"
    "  espy lab texture-search --set references=sweep --patience 3\n"
    "  espy lab md-dtw --set lag=sweep --set reach=2\n";

struct LabArguments {
  LabRequest request;
  std::vector<std::string> settings;  ///< as written
  std::vector<std::string> names;
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
  parser.group("Output");
  parser.flag("--json", "print one JSON object at the end", arguments.json);
  parser.flag("--csv", "print a CSV line for each strategy and point", arguments.csv);
  parser.words(arguments.names, knownExperiments());
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
  if (names.empty() && !arguments.settings.empty()) throw UseError("--set: no experiment given");
}

/// Prints points as they complete, and progress on a terminal.
class Teller {
 public:
  explicit Teller(const LabArguments& arguments)
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
  out.text(labList(labExperiments()));
  out.flush();
  return kDone;
}

int run(LabArguments& arguments) {
  check(arguments);
  if (arguments.request.experiment.empty()) return list();

  // Leaves time to print results before the process exits.
  const Interrupts interrupts(std::chrono::milliseconds(180));
  const Registry registry = makeRegistry();
  Teller teller(arguments);
  Control control;
  control.stop = interrupts.token();
  control.progress = [&](double done) { teller.progress(done); };
  arguments.request.onProgress = [&](const LabReport& soFar) {
    teller.points(soFar, soFar.points.size() - 1);
  };
  const LabReport report = runLab(registry, arguments.request, control);
  teller.end(report);
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
                    "espy lab [EXPERIMENT] [OPTION...]",
                    kAbout,
                    kExamples,
                    setUpLab};

}  // namespace espy::cli
