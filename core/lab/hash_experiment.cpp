// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment hash-table: parameters and strategies.
#include <algorithm>

#include "base/phrase.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/hash_checker.h"
#include "lab/hash_data.h"
#include "lab/hash_table.h"
#include "lab/parameters.h"
#include "lab/rates.h"

namespace espy::lab {
namespace {

/// A table, made and filled by the first run, and the answers of its last run.
struct HashTrialTable {
  std::unique_ptr<HashTable> table;
  std::vector<std::uint32_t> answers;
};

HashWorkload::Sizes sizesOf(const Values& values) {
  const auto percent = [&](const char* name) { return static_cast<int>(values.number(name)); };
  const std::string& keys = values.text("keys");
  constexpr double kVarianceUnits = 1e4;
  return {values.number("preload"),
          values.number("operations"),
          percent("searches"),
          percent("erases"),
          percent("hits"),
          keys == "uniform"       ? HashKeys::uniform
          : keys == "two-normals" ? HashKeys::twoNormals
          : keys == "distinct"    ? HashKeys::distinct
                                  : HashKeys::normal,
          static_cast<double>(values.number("variance")) / kVarianceUnits};
}

HashFunction functionOf(const std::string& name) {
  if (name == "sdbm") return HashFunction::sdbm;
  if (name == "pjw") return HashFunction::pjw;
  return name == "remainder" ? HashFunction::remainder : HashFunction::dek;
}

void check(const Values& values) {
  if (values.number("searches") + values.number("erases") > 100) {
    throw Error(ErrorCode::badUse,
                phrase("searches: {} per cent and {} per cent of erases are more than all",
                       values.text("searches"), values.text("erases")));
  }
  constexpr std::int64_t kMostLists = 1 << 26;
  if (values.number("tables") * values.number("buckets") > kMostLists) {
    throw Error(ErrorCode::badUse,
                phrase("tables: {} tables of {} lists are more than {} lists",
                       values.text("tables"), values.text("buckets"), kMostLists));
  }
  if (values.number("block") % 32 != 0) {
    throw Error(ErrorCode::badUse,
                phrase("block: must be a multiple of 32, not {}", values.text("block")));
  }
}

/// The trials of one point.
class HashTrials {
 public:
  HashTrials(const Values& values, const Engines& engines, const Control& control)
      : values_(values),
        engines_(engines),
        work_(std::make_shared<HashWorkload>(
            sizesOf(values), static_cast<std::uint64_t>(values.number("seed")), control)) {
    const auto operations = static_cast<double>(work_->operations.size());
    const double changes =
        operations - static_cast<double>(work_->batch().count(HashOperation::search));
    // Kind, key, value and answer; a sector of the table, written back after a change.
    bench_.bytes = 13 * operations + 32 * (operations + changes);
    bench_.operations = operations;
    bench_.held = work_;
  }

  Bench all() {
    const auto tables = static_cast<std::uint32_t>(values_.number("tables"));
    const auto buckets = static_cast<std::uint32_t>(values_.number("buckets"));
    const auto threads = static_cast<int>(values_.number("threads"));
    const HashPlan basic = listPlan(1, buckets);
    const HashPlan parallel = listPlan(tables, buckets);
    add("sequential", 1, slotPlan(HashStructure::map));
    add("cpu-basic", threads, basic);
    add("cpu-ph", threads, parallel);
    add("best", threads, slotPlan(HashStructure::lines));
    addGpu("cuda-basic", basic);
    addGpu("cuda-ph", parallel);
    addGpu("cuda-big", listPlan(1, tables * buckets));
    addGpu("cuda-cuckoo", slotPlan(HashStructure::cuckoo));
    addGpu("cuda-best", slotPlan(HashStructure::lines));
    return std::move(bench_);
  }

 private:
  using Open = std::function<std::unique_ptr<HashTable>(const HashPlan& plan)>;

  std::int64_t pairs() const {
    return std::ssize(work_->preload) + work_->batch().count(HashOperation::insert);
  }

  HashPlan listPlan(std::uint32_t tables, std::uint32_t buckets) const {
    HashPlan plan;
    plan.spread = {functionOf(values_.text("hash")), values_.text("bytes") == "high-first", tables,
                   buckets};
    plan.capacity = pairs();
    plan.block = static_cast<int>(values_.number("block"));
    return plan;
  }

  HashPlan slotPlan(HashStructure structure) const {
    HashPlan plan;
    plan.structure = structure;
    plan.capacity = 100 * pairs() / values_.number("load") + 1;
    plan.block = static_cast<int>(values_.number("block"));
    return plan;
  }

  void add(const std::string& strategy, int threads, const HashPlan& plan) {
    Trial& trial = addTrial(strategy, threads, plan, makeHashTable);
    if (strategy != "sequential" && strategy != "cpu-basic") trial.baseline = "cpu-basic";
    trial.baselineThreads = threads;
    trial.floorRate = peakRate(Rate::memory, threads) * bench_.operations / bench_.bytes;
  }

  void addGpu(const std::string& strategy, const HashPlan& plan) {
    const Message refusal = engines_.gpuRefusal<OpenHashOnGpu>();
    const Open open = refusal.empty() ? engines_.own.get<OpenHashOnGpu>(kGpu) : Open();
    Trial& trial = addTrial(strategy, 0, plan, open);
    trial.refusal = refusal;
    trial.baseline = "cuda-basic";
    trial.baselineThreads = 0;
  }

  Trial& addTrial(const std::string& strategy, int threads, const HashPlan& plan,
                  const Open& open) {
    const auto held = std::make_shared<HashTrialTable>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    trial.run = [work = work_, held, plan, open, threads, each = each()](Control control,
                                                                         Timeline& timeline) {
      control.threads = threads;
      run(*work, *held, plan, open, each, control, timeline);
    };
    trial.right = [work = work_, held, each = each()] { return isRight(*work, *held, each); };
    bench_.trials.push_back(std::move(trial));
    return bench_.trials.back();
  }

  std::size_t each() const { return static_cast<std::size_t>(values_.number("batch")); }

  /// `each`: operations of a batch.
  static void run(const HashWorkload& work, HashTrialTable& held, const HashPlan& plan,
                  const Open& open, std::size_t each, const Control& control, Timeline& timeline) {
    if (!held.table) {
      const StageTimer timer(timeline, "generate");
      auto table = open(plan);
      insertAll(*table, work.preload, control);
      table->save();
      held.table = std::move(table);
    } else {
      held.table->restore(timeline);
    }
    held.answers.assign(work.operations.size(), kNoAnswer);
    for (std::size_t first = 0; first < work.operations.size(); first += each) {
      const HashBatch batch = work.batch().part(first, each);
      held.table->run(batch, std::span(held.answers).subspan(first, batch.size()), control,
                      timeline);
    }
  }

  static bool isRight(const HashWorkload& work, const HashTrialTable& held, std::size_t each) {
    if (!held.table) return false;
    HashChecker checker(work.preload);
    for (std::size_t first = 0; first < work.operations.size(); first += each) {
      const HashBatch batch = work.batch().part(first, each);
      if (!checker.accepts(batch, std::span(held.answers).subspan(first, batch.size()))) {
        return false;
      }
    }
    return checker.accepts(held.table->pairs());
  }

  const Values& values_;
  const Engines& engines_;
  std::shared_ptr<HashWorkload> work_;
  Bench bench_;
};

class HashTableExperiment : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "hash-table";
    experiment.title = phrase("Hash tables with inserts, searches and erases in batches");
    experiment.about = phrase(
        "Fills a table, then inserts, searches and erases random keys in batches, whose operations "
        "run concurrently. Michael's lock-free lists on threads and on a GPU: one table (basic), n "
        "tables among which k 10^6 mod n chooses (ph), or one table with n times the lists (big). "
        "Beside them bucketed cuckoo hashing, Espy's open addressing in cache lines (best), and "
        "std::unordered_map on one thread (sequential). After each run it is verified that answers "
        "and contents are those of some order of each batch.");
    experiment.operation = phrase("operations");
    experiment.parameters = {
        number("operations", phrase("after the table is filled"), 262'144, 1, 1 << 24,
               doublings(4096, 1 << 20)),
        number("batch", phrase("operations of a batch"), 1 << 24, 1, 1 << 24,
               doublings(4096, 1 << 18)),
        number("preload", phrase("pairs with which the table is filled before"), 262'144, 0,
               1 << 22, doublings(1 << 14, 1 << 20)),
        number("searches", phrase("per cent of the operations"), 33, 0, 100,
               {"33", "50", "60", "80", "90"}),
        number("erases", phrase("per cent of the operations; the rest are inserts"), 33, 0, 100,
               {"0", "5", "10", "20", "25", "33"}),
        number("hits", phrase("per cent of searches and erases of a key of the filled table"), 50,
               0, 100, {"0", "25", "50", "75", "100"}),
        choice("keys", phrase("distribution of the keys in (0, 1)"),
               {"normal", "uniform", "two-normals", "distinct"}),
        number("variance", phrase("of normal keys, in ten-thousandths"), 500, 10, 10'000,
               {"5000", "1000", "500", "100"}),
        choice("hash", phrase("hash function of the lists"), {"dek", "sdbm", "pjw", "remainder"}),
        choice("bytes", phrase("the byte of a key that is hashed first"),
               {"high-first", "low-first"}),
        number("tables", phrase("n, tables of ph"), 320, 1, 4096,
               {"1", "4", "16", "64", "128", "256", "320", "400"}),
        number("buckets", phrase("lists of a table"), 1024, 1, 1 << 20, doublings(256, 1 << 14)),
        number("load", phrase("per cent of the slots that the pairs of cuckoo and best fill"), 80,
               10, 95, {"50", "60", "70", "80", "90", "95"}),
        threadsParameter(phrase("threads on the processor"), 8),
        number("block", phrase("threads of a block on the GPU, a multiple of 32"), 512, 32, 1024,
               doublings(32, 1024)),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    check(values);
    return HashTrials(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    constexpr const char* kGrowing[] = {"sequential", "cpu-basic", "cpu-ph",      "best",
                                        "cuda-basic", "cuda-ph",   "cuda-cuckoo", "cuda-best"};
    Message sentence = growth(report, kGrowing);
    if (sentence.empty()) return {};
    return {std::move(sentence)};
  }
};

}  // namespace

std::unique_ptr<Experiment> makeHashTableExperiment() {
  return std::make_unique<HashTableExperiment>();
}

}  // namespace espy::lab
