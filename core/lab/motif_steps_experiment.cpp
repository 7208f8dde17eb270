// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment motif-steps: parameters and strategies.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/motif_gpu.h"
#include "lab/motif_steps.h"
#include "lab/motif_steps_data.h"
#include "lab/parameters.h"
#include "lab/rates.h"

namespace espy::lab {
namespace {

/// Samples of all channels: 1 GiB as doubles.
constexpr std::int64_t kMostStepSamples = std::int64_t{1} << 27;
/// Table cells above which strategies are checked on the beginning of the recording.
constexpr double kManyCells = 2e10;

template <class Value>
Value chosen(const std::string& word, std::initializer_list<std::pair<const char*, Value>> words) {
  for (const auto& [name, value] : words) {
    if (word == name) return value;
  }
  return words.begin()->second;
}

StepDataOptions dataOptions(const Values& values) {
  StepDataOptions options;
  options.wearing = chosen<Wearing>(values.text("sensors"), {{"insole", Wearing::insole},
                                                             {"arm", Wearing::arm},
                                                             {"waist", Wearing::waist},
                                                             {"leg", Wearing::leg}});
  options.activity = chosen<Gait>(values.text("activity"), {{"walk", Gait::walk},
                                                            {"run", Gait::run},
                                                            {"jump", Gait::jump},
                                                            {"limp-right", Gait::limpRight},
                                                            {"limp-left", Gait::limpLeft}});
  options.channels = values.number("channels");
  options.people = values.number("people");
  options.samples = values.number("samples");
  options.queries = values.number("queries");
  options.length = values.number("length");
  options.seed = static_cast<std::uint64_t>(values.number("seed"));
  return options;
}

/// Data shared by all trials of a point.
struct StepWork {
  StepData drawn;
  StepRules rules;
  double bestPercent = 0;
  std::vector<std::vector<MotifSet>> expected;  ///< by query; empty until a strategy ran
  std::shared_ptr<StepWork> beginning;  ///< of the recording, one query; set if all is too much

  StepRules rulesOf(const StepQuery& query) const {
    StepRules made = rules;
    const auto samples = static_cast<double>(drawn.data.front().size());
    const auto length = static_cast<double>(query.rows.front().size());
    made.best = std::max<std::int64_t>(1, std::llround(bestPercent / 100 * samples / length));
    if (made.reach == 0) made.reach = std::ssize(drawn.data);
    return made;
  }
  double tableCells() const {
    double cells = 0;
    for (const StepQuery& query : drawn.queries) {
      const StepRules own = rulesOf(query);
      const PairTask task{query.rows,
                          drawn.data,
                          own.reach,
                          own.best,
                          scaledLengths(std::ssize(query.rows.front()), own.scale),
                          {}};
      cells += task.tableCells();
    }
    return cells;
  }
  std::shared_ptr<StepWork> cut(double share) const {
    auto made = std::make_shared<StepWork>();
    made->rules = rules;
    made->bestPercent = bestPercent;
    made->drawn.queries = {drawn.queries.front()};
    const std::int64_t least = 4 * std::ssize(drawn.queries.front().rows.front());
    for (const auto& row : drawn.data) {
      const auto wanted =
          static_cast<std::int64_t>(std::llround(share * static_cast<double>(row.size())));
      const std::int64_t kept = std::min(std::ssize(row), std::max(least, wanted));
      made->drawn.data.emplace_back(row.begin(), row.begin() + kept);
    }
    return made;
  }
};

using Found = std::vector<std::vector<MotifSet>>;
using Search = std::function<std::vector<MotifSet>(const StepQuery& query, const StepWork& work,
                                                   const Control& control, Timeline& timeline)>;

Search stepsWith(PairSearch search, SetSearch sets) {
  return [search = std::move(search), sets](const StepQuery& query, const StepWork& work,
                                            const Control& control, Timeline& timeline) {
    StepRules rules = work.rulesOf(query);
    rules.sets = sets;
    return searchBySteps(query.rows, work.drawn.data, rules, search, control, timeline);
  };
}

/// Tolerant of the order of summation.
bool sameSets(const std::vector<MotifSet>& found, const std::vector<MotifSet>& expected) {
  return std::ranges::equal(found, expected, [](const MotifSet& a, const MotifSet& b) {
    return a.start == b.start && a.matched() == b.matched() &&
           std::abs(a.distance - b.distance) <= 1e-9 * (1 + b.distance);
  });
}

/// The trials of one point.
class StepTrials {
 public:
  StepTrials(const Values& values, const Engines& engines, const Control& control)
      : values_(values), engines_(engines), work_(std::make_shared<StepWork>()) {
    work_->drawn = drawStepData(dataOptions(values));
    StepRules& rules = work_->rules;
    rules.steps =
        chosen<MotifSteps>(values.text("steps"), {{"dtw", MotifSteps::dtw},
                                                  {"segmentation", MotifSteps::segmentation},
                                                  {"exhausting", MotifSteps::exhausting}});
    rules.reach = values.number("reach");
    rules.elsewhere = static_cast<double>(values.number("alpha")) / 100;
    rules.scale = values.number("scale");
    rules.windowPercent = values.number("window");
    rules.leastPercent = values.number("least");
    rules.segments = values.number("segments");
    work_->bestPercent = static_cast<double>(values.number("best"));
    bench_.operations = work_->tableCells();
    bench_.items = static_cast<double>(work_->drawn.queries.size());
    bench_.held = work_;
    expect(control);
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    const SetSearch sets = values_.text("sets") == "all" ? SetSearch::all : SetSearch::assignment;
    addSteps("sequential", 1, stepsWith(searchPairsPlainly, sets));
    addSteps("early-abandoning", 1, stepsWith(searchPairsWithBounds, sets));
    if (threads > 1) {
      addSteps("early-abandoning", threads, stepsWith(searchPairsWithBounds, sets));
    }
    addSteps("vector-window", threads, stepsWith(searchPairsInLanes, sets));
    const Message refusal = engines_.gpuRefusal<SearchPairsOnGpu>();
    if (refusal.empty()) {
      addSteps("cuda-window", 0, onGpu(sets));
      addSteps("quickest", 0, onGpu(sets));
    } else {
      Trial trial;
      trial.strategy = "cuda-window";
      trial.threads = 0;
      trial.refusal = refusal;
      bench_.trials.push_back(std::move(trial));
      addSteps("quickest", threads, stepsWith(searchPairsInLanes, sets));
    }
    addEuclid();
    return std::move(bench_);
  }

 private:
  Search onGpu(SetSearch sets) const {
    return stepsWith(pairSearchOnGpu(engines_.own.get<SearchPairsOnGpu>(kGpu)), sets);
  }

  /// Expected is what early abandoning finds, where all would take too long in the beginning.
  void expect(const Control& control) {
    StepWork* checked = work_.get();
    if (bench_.operations > kManyCells) {
      work_->beginning = work_->cut(kManyCells / bench_.operations);
      checked = work_->beginning.get();
    }
    Control withoutProgress = control;
    withoutProgress.progress = nullptr;
    const Search search = stepsWith(searchPairsWithBounds, SetSearch::assignment);
    Timeline unused;
    for (const StepQuery& query : checked->drawn.queries) {
      checked->expected.push_back(search(query, *checked, withoutProgress, unused));
    }
  }

  /// Adds a trial; `isRight` gets the results of its queries.
  void add(const std::string& strategy, int threads, const Search& search,
           std::function<bool(const Found&)> isRight) {
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    auto found = std::make_shared<Found>();
    trial.run = [work = work_, found, search, threads](Control control, Timeline& timeline) {
      if (threads > 0) control.threads = threads;
      found->clear();
      for (const StepQuery& query : work->drawn.queries) {
        found->push_back(search(query, *work, control, timeline));
      }
    };
    trial.right = [found, isRight = std::move(isRight)] { return isRight(*found); };
    trial.figures = [work = work_, found] {
      std::vector<StepQuality> qualities;
      for (std::size_t i = 0; i < found->size(); ++i) {
        qualities.push_back(qualityOf((*found)[i], work->drawn, work->drawn.queries[i]));
      }
      return figuresOf(qualities);
    };
    bench_.trials.push_back(std::move(trial));
  }

  void addSteps(const std::string& strategy, int threads, const Search& search) {
    const auto beginsRight = std::make_shared<std::optional<bool>>();
    add(strategy, threads, search, [work = work_, search, beginsRight](const Found& found) {
      if (work->beginning != nullptr && !beginsRight->has_value()) {
        const StepWork& part = *work->beginning;
        Timeline unused;
        *beginsRight =
            sameSets(search(part.drawn.queries.front(), part, {}, unused), part.expected.front());
      }
      if (work->expected.empty()) work->expected = found;
      return beginsRight->value_or(true) && std::ranges::equal(found, work->expected, sameSets);
    });
    Trial& trial = bench_.trials.back();
    if (strategy != "sequential") trial.baseline = "early-abandoning";
    if (threads > 0) trial.floorRate = peakRate(Rate::warpedCells, threads);
  }

  /// EDT is compared by its results only; there is no other way of computing it here.
  void addEuclid() {
    const Search search = [](const StepQuery& query, const StepWork& work, const Control& control,
                             Timeline& timeline) {
      return searchByEuclid(query.rows, work.drawn.data, work.rulesOf(query).best, control,
                            timeline);
    };
    add("edt", 1, search, [](const Found& found) {
      return !found.empty() &&
             std::ranges::none_of(found, [](const auto& windows) { return windows.empty(); });
    });
  }

  const Values& values_;
  const Engines& engines_;
  std::shared_ptr<StepWork> work_;
  Bench bench_;
};

/// "cuda-window: nDCG 0.9, precision 0.8, recall 0.7" of the strategies at the last point.
std::vector<Message> qualities(const LabReport& report) {
  std::vector<Message> sentences;
  if (report.points.empty()) return sentences;
  std::vector<std::string> known;
  for (const LabRow& row : report.points.back().rows) {
    if (row.figures.size() != 3 || std::ranges::find(known, row.strategy) != known.end()) continue;
    known.push_back(row.strategy);
    sentences.push_back(phrase("{} found motifs with nDCG {}, precision {} and recall {}.",
                               row.strategy, shown(row.figures[0].value),
                               shown(row.figures[1].value), shown(row.figures[2].value)));
  }
  return sentences;
}

void checkSteps(const Values& values) {
  const bool insole = values.text("sensors") == "insole";
  if (!insole && values.text("activity").starts_with("limp")) {
    throw Error(ErrorCode::badUse, phrase("activity: limps are recorded by the insole only"));
  }
  const std::int64_t channels = insole ? values.number("channels") : 3;
  const std::int64_t people = values.number("people");
  if (values.number("samples") > kMostStepSamples / channels / people) {
    throw Error(ErrorCode::badUse,
                phrase("samples: {} in {} channels of {} people take more than 1 GiB",
                       values.text("samples"), channels, people));
  }
}

class MotifStepsExperiment : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "motif-steps";
    experiment.title = phrase("The search for motifs of the dissertation, step by step");
    experiment.about = phrase(
        "Searches recordings of several people for an activity: each channel of the query is "
        "searched in the channels of the data near it, by dynamic time warping with the complete "
        "table; matches at about the same time become sets in which no channel occurs twice, and "
        "sets with more channels rank first. Query segmentation adds windows that are similar to a "
        "part of the query, search exhausting adds windows of other lengths for channels that are "
        "missing. Early abandoning and the GPU's kernel, a thread for each window, return the same "
        "sets. EDT, the sum of the channels' Euclidean distances, is measured for comparison. The "
        "data are drawn: an insole with pressure sensors, or an accelerometer at arm, waist or "
        "leg.");
    experiment.operation = phrase("cells");
    experiment.items = phrase("queries");
    experiment.parameters = dataParameters();
    for (LabParameter& parameter : ruleParameters()) {
      experiment.parameters.push_back(std::move(parameter));
    }
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    checkSteps(values);
    return StepTrials(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    constexpr const char* kGrowing[] = {"sequential", "early-abandoning", "vector-window",
                                        "cuda-window"};
    std::vector<Message> sentences = qualities(report);
    if (Message sentence = growth(report, kGrowing); !sentence.empty()) {
      sentences.push_back(std::move(sentence));
    }
    return sentences;
  }

 private:
  static std::vector<LabParameter> dataParameters() {
    return {
        choice("sensors", phrase("a shoe's insole, or the position of an accelerometer"),
               {"insole", "arm", "waist", "leg"}),
        choice("activity", phrase("what the query is"),
               {"walk", "run", "jump", "limp-right", "limp-left"}),
        number("channels", phrase("pressure sensors of the insole"), 12, 2, 99,
               {"3", "6", "12", "24", "48", "99"}),
        number("people", phrase("each with a recording and sensors of their own"), 1, 1, 1000, {}),
        number("samples", phrase("of each person, 25 a second"), 2000, 100, 1 << 26,
               doublings(2000, 64000)),
        number("queries", phrase("each a random one of the annotated cycles"), 1, 1, 1000, {}),
        number("length", phrase("samples of a query; 0: a cycle"), 0, 0, 1024, doublings(32, 256))};
  }

  static std::vector<LabParameter> ruleParameters() {
    return {
        choice("steps", phrase("how far the search goes"), {"dtw", "segmentation", "exhausting"}),
        choice("sets",
               phrase("the first set in rank by optimal assignment, or of all that are listed"),
               {"assignment", "all"}),
        number("reach", phrase("distance below which a channel may replace another; 0: any"), 3, 0,
               99, {"1", "2", "3"}),
        number("best",
               phrase("windows kept for each pair of channels, in % of the data over the "
                      "query's length"),
               15, 1, 200, {"5", "10", "15", "30"}),
        number("alpha", phrase("weight of a match with another channel, in %"), 100, 1, 1000,
               {"100", "125", "150"}),
        number("scale", phrase("by how much windows may be shorter or longer, in %"), 5, 0,
               kMostScale, {"0", "5", "10", "20"}),
        number("window", phrase("how far apart matches are combined, in % of the query's length"),
               100, 1, 100, {"25", "50", "100"}),
        number("least", phrase("channels that a reported set has at least, in %"), 50, 1, 100,
               {"25", "50", "75"}),
        number("segments", phrase("parts of the query for its segmentation"), 2, 2, 8,
               {"2", "3", "4"}),
        threadsParameter(phrase("threads of OpenMP")),
        seedParameter()};
  }
};

}  // namespace

std::unique_ptr<Experiment> makeMotifSteps() {
  return std::make_unique<MotifStepsExperiment>();
}

}  // namespace espy::lab
