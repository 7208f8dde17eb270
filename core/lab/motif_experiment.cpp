// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment md-dtw: parameters and strategies.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/motif.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/motif_dice.h"
#include "lab/motif_strategies.h"
#include "lab/parameters.h"
#include "lab/rates.h"

namespace espy::lab {
namespace {

/// Samples of all channels: 8 GiB as doubles.
constexpr std::int64_t kMostSamples = std::int64_t{1} << 30;

/// Data shared by all trials of a point.
struct MotifWork {
  Rows query;
  Rows data;
  MotifSearch search{query, data};
  MotifPlace expected;

  MotifWork() = default;
  MotifWork(const MotifWork&) = delete;
  MotifWork& operator=(const MotifWork&) = delete;

  /// Generates data that contains the query once, each channel shifted by up to `lag`.
  void draw(const Values& values) {
    MotifDice dice(static_cast<std::uint64_t>(values.number("seed")));
    const std::int64_t length = values.number("length");
    const std::int64_t samples = values.number("samples");
    const std::int64_t width = std::max<std::int64_t>(2, length / 9);
    const double noise = std::pow(10, -static_cast<double>(values.number("decibels")) / 20);
    search.lag = values.number("lag");
    search.reach = values.number("reach");
    search.band = length * values.number("band") / 100;
    const std::int64_t at = (samples - length) * 2 / 3;
    for (std::int64_t i = values.number("channels"); i > 0; --i) {
      query.push_back(smoothNoise(length, width, dice.next()));
      data.push_back(smoothNoise(samples, width, dice.next()));
      const std::int64_t lag = dice.below(static_cast<int>(2 * search.lag + 1)) - search.lag;
      const std::int64_t start = std::clamp<std::int64_t>(at + lag, 0, samples - length);
      std::copy(query.back().begin(), query.back().end(), data.back().begin() + start);
      for (double& sample : data.back()) sample += noise * dice.normal();
    }
  }
};

MotifTask taskOf(const MotifSearch& search) {
  MotifTask task{samplesOf(search.query), samplesOf(search.data), {}};
  task.options.band = search.band;
  task.options.lag = search.lag;
  task.options.reach = search.reach;
  task.options.elsewhere = search.elsewhere;
  return resolved(task);
}

MotifPlace placeOf(const MotifMatch& match) {
  MotifPlace place{match.distance, 0, match.start};
  for (const ChannelMatch& channel : match.channels) place.shift += std::abs(channel.lag);
  return place;
}

/// Tolerant of the order of summation.
bool same(const MotifPlace& found, const MotifPlace& expected) {
  return found.start == expected.start && found.shift == expected.shift &&
         std::abs(found.distance - expected.distance) <= 1e-9 * (1 + expected.distance);
}

/// The trials of one point.
class MotifTrials {
 public:
  MotifTrials(const Values& values, const Engines& engines, const Control& control)
      : values_(values), registry_(engines.registry), work_(std::make_shared<MotifWork>()) {
    work_->draw(values);
    Control withoutProgress = control;
    withoutProgress.progress = nullptr;
    Timeline unusedReport;
    // Espy's result is the expected one; strategies that differ are reported.
    const char* engine = threadsFor(control) > 1 ? "openmp" : "sequential";
    work_->expected = searchAs(engine)(work_->search, withoutProgress, unusedReport);
    bench_.operations = work_->search.cells();
    bench_.bytes = static_cast<double>(std::ssize(work_->data) * std::ssize(work_->data.front())) *
                   sizeof(double);
    bench_.items = static_cast<double>(work_->search.places());
    bench_.held = work_;
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    add("sequential", 1, searchMotifPlainly);
    if (threads > 1) add("openmp-tables", threads, searchMotifPlainly);
    addWithThreads("early-abandoning", threads, searchMotifWithBounds);
    add("best", 1, searchAs("sequential"));
    if (threads > 1) add("best", threads, searchAs("openmp"));
    addGpu();
    return std::move(bench_);
  }

 private:
  using Search = std::function<MotifPlace(const MotifSearch&, const Control&, Timeline&)>;

  /// Searches with an engine of Espy.
  Search searchAs(const std::string& engine) const {
    return [find = registry_.get<FindMotif>(engine)](const MotifSearch& search,
                                                     const Control& control, Timeline& timeline) {
      RunReport report;
      const std::vector<MotifMatch> matches = find(taskOf(search), control, report);
      timeline.add(report.timeline);
      return matches.empty() ? MotifPlace{} : placeOf(matches.front());
    };
  }

  void add(const std::string& strategy, int threads, const Search& search) {
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    if (threads > 0) {
      if (strategy != "sequential") trial.baseline = strategy;
      trial.floorRate = peakRate(Rate::warpedCells, threads);
    } else {
      // The paper's baseline: a processor with early abandoning.
      trial.baseline = "early-abandoning";
    }
    auto found = std::make_shared<MotifPlace>();
    trial.run = [work = work_, found, search, threads](Control control, Timeline& timeline) {
      if (threads > 0) control.threads = threads;
      *found = {};
      *found = search(work->search, control, timeline);
    };
    trial.right = [work = work_, found] { return same(*found, work->expected); };
    bench_.trials.push_back(std::move(trial));
  }

  void addWithThreads(const std::string& strategy, int threads, const Search& search) {
    add(strategy, 1, search);
    if (threads > 1) add(strategy, threads, search);
  }

  void addGpu() {
    const Message refusal = Engines(registry_).gpuRefusal<FindMotif>();
    if (refusal.empty()) {
      add("cuda-best", 0, searchAs("cuda"));
      return;
    }
    Trial trial;
    trial.strategy = "cuda-best";
    trial.threads = 0;
    trial.refusal = refusal;
    bench_.trials.push_back(std::move(trial));
  }

  const Values& values_;
  const Registry& registry_;
  std::shared_ptr<MotifWork> work_;
  Bench bench_;
};

/// Gain by early abandoning, over all points.
Message gainOfBounds(const LabReport& report) {
  double least = 0;
  double most = 0;
  for (const LabPoint& point : report.points) {
    const LabRow* early = rowOf(point, "early-abandoning");
    const LabRow* best = rowOf(point, "best");
    if (early == nullptr || best == nullptr || best->work.median <= 0) continue;
    if (early->threads != best->threads) continue;
    const double gain = early->work.median / best->work.median;
    least = most == 0 ? gain : std::min(least, gain);
    most = std::max(most, gain);
  }
  if (most == 0) return {};
  return phrase(
      "On the same number of threads, early-abandoning took {} to {} times as long as best.",
      shown(least), shown(most));
}

/// The dissertation's figure: gain of a GPU over a processor with early abandoning.
Message gainOfGpu(const LabReport& report) {
  double most = 0;
  for (const LabPoint& point : report.points) {
    const LabRow* gpu = rowOf(point, "cuda-best");
    if (gpu == nullptr || gpu->work.median <= 0) continue;
    for (const LabRow& row : point.rows) {
      if (row.strategy != "early-abandoning" || row.threads != 1 || !row.refusal.empty()) continue;
      most = std::max(most, row.work.median / gpu->work.median);
    }
  }
  if (most == 0) return {};
  return phrase("The GPU was up to {} times faster than early-abandoning on one thread.",
                shown(most));
}

void checkWork(const Values& values) {
  if (values.number("length") > values.number("samples")) {
    throw Error(ErrorCode::badUse, phrase("length: a query of {} does not fit into {} samples",
                                          values.text("length"), values.text("samples")));
  }
  if (values.number("samples") > kMostSamples / values.number("channels")) {
    throw Error(ErrorCode::badUse, phrase("samples: {} in {} channels take more than 8 GiB",
                                          values.text("samples"), values.text("channels")));
  }
}

class MotifWarping : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "md-dtw";
    experiment.title =
        phrase("A motif of several channels in a recording, by dynamic time warping");
    experiment.about = phrase(
        "Finds the position where a query of several channels is nearest to a recording: each "
        "window of each channel is normalised and warped within a band, each channel may lag or be "
        "switched with a neighbour, and the channels are assigned to each other so that the sum is "
        "smallest. A plain loop computes every table completely, on one thread and on several; the "
        "early-abandoning strategies prune windows by lower bounds and abandon tables early, as "
        "the UCR suite does. Espy's own strategy is measured for comparison. After the "
        "dissertation on multi-dimensional motifs, which found a GPU up to 25 times faster than "
        "early abandoning.");
    experiment.operation = phrase("cells");
    experiment.items = phrase("places");
    experiment.parameters = {
        number("channels", phrase("of the query and of the recording"), 3, 1, 99,
               {"1", "3", "6", "12", "24", "48", "99"}),
        number("samples", phrase("in each channel of the recording"), 20000, 1, kMostSamples,
               doublings(5000, 640000)),
        number("length", phrase("samples in a channel of the query"), 128, 1, 1 << 16,
               doublings(32, 1024)),
        number("band", phrase("how far a path may leave the diagonal, in % of the query"), 5, 0,
               100, {"0", "5", "10", "20", "50", "100"}),
        number("lag", phrase("how many samples each channel may be early or late"), 0, 0, 1 << 16,
               {"0", "2", "4", "8", "16"}),
        number("reach", phrase("distance below which a channel may replace another"), 1, 1, 99,
               {"1", "2", "3"}),
        number("decibels", phrase("signal-to-noise ratio of the recording"), 10, -20, 100,
               {"0", "5", "10", "20", "40"}),
        threadsParameter(phrase("threads of OpenMP")),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    checkWork(values);
    return MotifTrials(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    std::vector<Message> sentences;
    constexpr const char* kGrowing[] = {"sequential", "early-abandoning", "best", "cuda-best"};
    for (Message sentence : {growth(report, kGrowing), gainOfBounds(report), gainOfGpu(report)}) {
      if (!sentence.empty()) sentences.push_back(std::move(sentence));
    }
    return sentences;
  }
};

}  // namespace

std::unique_ptr<Experiment> makeMotifWarping() {
  return std::make_unique<MotifWarping>();
}

}  // namespace espy::lab
