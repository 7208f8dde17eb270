// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// hash-table: where keys go, how they are drawn, and the experiment.
#include <cmath>
#include <map>
#include <set>

#include "espy/engine/lab.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/hash_data.h"
#include "support/hash_cases.h"

namespace espy::lab {
namespace {

std::uint32_t bitsOf(float key) {
  return std::bit_cast<std::uint32_t>(key);
}

TEST(LabHashSpread, HashesAreTheirDefinitions) {
  constexpr std::uint32_t kKey = 0x41424344;  // "ABCD"
  EXPECT_EQ(hashOf(HashFunction::dek, true, kKey),
            (((((4U << 5 ^ 0x41) << 5 ^ 0x42) << 5 ^ 0x43) << 5) ^ 0x44));
  EXPECT_EQ(hashOf(HashFunction::pjw, true, kKey), 0x41000U + 0x4200 + 0x430 + 0x44);
  std::uint32_t sdbm = 0;
  for (const std::uint32_t byte : {0x41U, 0x42U, 0x43U, 0x44U}) sdbm = sdbm * 65599 + byte;
  EXPECT_EQ(hashOf(HashFunction::sdbm, true, kKey), sdbm);
  EXPECT_EQ(hashOf(HashFunction::remainder, true, kKey), kKey);
  for (const HashFunction function : {HashFunction::dek, HashFunction::sdbm, HashFunction::pjw}) {
    EXPECT_EQ(hashOf(function, false, 0x44434241), hashOf(function, true, kKey));
  }
}

TEST(LabHashSpread, TablesAreMillionthsModuloTheirNumber) {
  EXPECT_EQ(tableOf(320, bitsOf(0.5F)), 500'000 % 320);
  EXPECT_EQ(tableOf(7, bitsOf(0.25F)), 250'000 % 7);
  EXPECT_EQ(tableOf(1, bitsOf(0.7F)), 0);
  const HashSpread spread{HashFunction::remainder, true, 5, 64};
  EXPECT_EQ(listOf(spread, bitsOf(0.5F)), 500'000 % 5 * 64 + bitsOf(0.5F) % 64);
}

/// As the lab's page says: with the low byte first, few of the lists of DEK are used.
TEST(LabHashSpread, TheOrderOfBytesDecidesHowEvenDekIs) {
  const HashWorkload work({20'000, 0, 0, 0, 0, HashKeys::uniform, 0.05}, 1, {});
  std::set<std::uint32_t> high;
  std::set<std::uint32_t> low;
  for (const HashPair& pair : work.preload) {
    high.insert(listOf({HashFunction::dek, true, 1, 1024}, pair.key));
    low.insert(listOf({HashFunction::dek, false, 1, 1024}, pair.key));
  }
  EXPECT_GT(high.size(), 1000U);
  EXPECT_LT(low.size(), 300U);
}

HashWorkload::Sizes sizesOf(HashKeys keys, double variance = 0.05) {
  return {3000, 20'000, 50, 20, 40, keys, variance};
}

TEST(LabHashWorkload, MixAndHitsAreAsStated) {
  for (const HashKeys keys :
       {HashKeys::normal, HashKeys::uniform, HashKeys::twoNormals, HashKeys::distinct}) {
    const HashWorkload work(sizesOf(keys), 1, {});
    ASSERT_EQ(work.preload.size(), 3000U);
    ASSERT_EQ(work.operations.size(), 20'000U);
    EXPECT_NEAR(static_cast<double>(work.batch().count(HashOperation::search)), 10'000, 500);
    EXPECT_NEAR(static_cast<double>(work.batch().count(HashOperation::erase)), 4000, 300);
    std::set<std::uint32_t> preloaded;
    for (const HashPair& pair : work.preload) preloaded.insert(pair.key);
    EXPECT_EQ(preloaded.size(), work.preload.size());
    std::set<std::uint32_t> inserted;
    double hits = 0;
    for (std::size_t i = 0; i < work.keys.size(); ++i) {
      const auto key = std::bit_cast<float>(work.keys[i]);
      ASSERT_TRUE(key > 0 && key < 1);
      if (work.operations[i] == HashOperation::insert) {
        inserted.insert(work.keys[i]);
        ASSERT_FALSE(keys == HashKeys::distinct && preloaded.contains(work.keys[i]));
      } else if (preloaded.contains(work.keys[i])) {
        ++hits;
      }
    }
    EXPECT_NEAR(hits, 0.4 * 14'000, 400);
    EXPECT_EQ(work.distinct, keys == HashKeys::distinct);
    if (work.distinct) {
      EXPECT_EQ(std::ssize(inserted), work.batch().count(HashOperation::insert));
    }
  }
}

TEST(LabHashWorkload, NormalKeysHaveTheirVariance) {
  for (const double variance : {0.001, 0.01}) {
    const HashWorkload work(sizesOf(HashKeys::normal, variance), 2, {});
    double sum = 0;
    double squares = 0;
    for (const HashPair& pair : work.preload) {
      const double key = std::bit_cast<float>(pair.key) - 0.5;
      sum += key;
      squares += key * key;
    }
    EXPECT_NEAR(sum / 3000, 0, 5 * std::sqrt(variance / 3000));
    EXPECT_NEAR(squares / 3000, variance, 0.2 * variance);
  }
}

TEST(LabHashWorkload, MoreDistinctKeysThanThereAreAreRefused) {
  EXPECT_THROW(HashWorkload({1, (1 << 24) - 1, 0, 0, 0, HashKeys::distinct, 0.05}, 1, {}), Error);
}

/// A table that loses the answer of an operation.
class Forgetful : public HashTable {
 public:
  Forgetful(std::unique_ptr<HashTable> table, const bool& forgets)
      : table_(std::move(table)), forgets_(forgets) {}
  void run(const HashBatch& batch, std::span<std::uint32_t> answers, const Control& control,
           Timeline& timeline) override {
    table_->run(batch, answers, control, timeline);
    if (forgets_) answers.back() = answers.back() == kNoAnswer ? 0 : kNoAnswer;
  }
  void save() override { table_->save(); }
  void restore(Timeline& timeline) override { table_->restore(timeline); }
  std::vector<HashPair> pairs() const override { return table_->pairs(); }

 private:
  std::unique_ptr<HashTable> table_;
  const bool& forgets_;
};

class LabHashExperiment : public testing::Test {
 protected:
  void SetUp() override { addBuiltInEngines(registry_); }

  Bench prepare(const std::map<std::string, std::string>& some) const {
    std::map<std::string, std::string> all;
    for (const LabParameter& parameter : experiment_->description().parameters) {
      all[parameter.name] = parameter.value;
    }
    for (const auto& [name, value] : std::map<std::string, std::string>{
             {"threads", "2"}, {"operations", "3000"}, {"preload", "2000"}, {"batch", "700"}}) {
      all[name] = value;
    }
    for (const auto& [name, value] : some) all.at(name) = value;
    return experiment_->prepare(Values(all), registry_, {});
  }
  std::string whyNot(const std::map<std::string, std::string>& some) const {
    try {
      prepare(some);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      return error.what();
    }
    return "";
  }

  Registry registry_;
  std::unique_ptr<Experiment> experiment_ = makeHashTableExperiment();
  Timeline unheard_;
};

TEST_F(LabHashExperiment, EachStrategyIsRightInEachRun) {
  registry_.addEngine({"cuda", false, "no driver was found", ""});
  for (const char* keys : {"normal", "distinct"}) {
    const Bench bench = prepare({{"keys", keys}});
    EXPECT_EQ(bench.operations, 3000);
    std::vector<std::string> ran;
    for (const Trial& trial : bench.trials) {
      ran.push_back(trial.strategy + std::to_string(trial.threads));
      if (!trial.refusal.empty()) {
        EXPECT_EQ(trial.refusal.text(), "no driver was found");
        continue;
      }
      EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
      for (int run = 0; run < 3; ++run) {
        trial.run({}, unheard_);
        EXPECT_TRUE(trial.right()) << trial.strategy << ", run " << run;
      }
    }
    EXPECT_EQ(ran, (std::vector<std::string>{"sequential1", "cpu-basic2", "cpu-ph2", "best2",
                                             "cuda-basic0", "cuda-ph0", "cuda-big0", "cuda-cuckoo0",
                                             "cuda-best0"}));
  }
}

TEST_F(LabHashExperiment, AGpuHasThePapersTables) {
  registry_.addEngine({"cuda", true, "a GPU", ""});
  EXPECT_EQ(prepare({}).trials.back().refusal.text(), "this build has no such kernels");
  std::vector<HashPlan> plans;
  bool forgets = false;
  registry_.add<OpenHashOnGpu>("cuda", [&](HashPlan plan) -> std::unique_ptr<HashTable> {
    plans.push_back(plan);
    if (plan.structure == HashStructure::cuckoo) plan.structure = HashStructure::map;
    return std::make_unique<Forgetful>(makeHashTable(plan), forgets);
  });
  const Bench bench = prepare({{"tables", "5"},
                               {"buckets", "16"},
                               {"load", "50"},
                               {"hash", "pjw"},
                               {"bytes", "low-first"},
                               {"block", "64"}});
  for (const Trial& trial : bench.trials) {
    if (trial.threads != 0) continue;
    EXPECT_EQ(trial.baseline, "cuda-basic");
    forgets = false;
    trial.run({}, unheard_);
    EXPECT_TRUE(trial.right()) << trial.strategy;
    forgets = true;
    trial.run({}, unheard_);
    EXPECT_FALSE(trial.right()) << trial.strategy;
  }
  ASSERT_EQ(plans.size(), 5U);
  const std::pair<std::uint32_t, std::uint32_t> wanted[] = {{1, 16}, {5, 16}, {1, 80}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(plans[i].structure, HashStructure::lists);
    EXPECT_EQ(plans[i].spread.tables, wanted[i].first);
    EXPECT_EQ(plans[i].spread.buckets, wanted[i].second);
    EXPECT_EQ(plans[i].spread.function, HashFunction::pjw);
    EXPECT_FALSE(plans[i].spread.highFirst);
    EXPECT_EQ(plans[i].block, 64);
  }
  EXPECT_EQ(plans[3].structure, HashStructure::cuckoo);
  EXPECT_EQ(plans[4].structure, HashStructure::lines);
  EXPECT_EQ(plans[4].capacity, 2 * plans[0].capacity + 1);
}

TEST_F(LabHashExperiment, WhatMakesNoSenseIsRefusedByName) {
  registry_.addEngine({"cuda", false, "no driver was found", ""});
  EXPECT_EQ(whyNot({{"searches", "60"}, {"erases", "41"}}),
            "searches: 60 per cent and 41 per cent of erases are more than all");
  EXPECT_EQ(whyNot({{"block", "33"}}), "block: must be a multiple of 32, not 33");
  EXPECT_EQ(whyNot({{"tables", "4096"}, {"buckets", "32768"}}),
            "tables: 4096 tables of 32768 lists are more than 67108864 lists");
  EXPECT_EQ(whyNot({{"operations", "16777216"}, {"keys", "distinct"}}),
            "operations: of 16777215 keys in (0, 1) that differ there are no 16779216");
}

}  // namespace
}  // namespace espy::lab
