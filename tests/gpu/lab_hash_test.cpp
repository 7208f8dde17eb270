// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's hash-table on the GPU: each table against the checker, std::unordered_map and planted
// faults.

#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "gpu/lab_runs.h"
#include "gpu/on_gpu.h"
#include "lab/hash_data.h"
#include "support/hash_cases.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

using lab::HashFunction;
using lab::HashOperation;
using lab::HashPlan;
using lab::HashStructure;

HashPlan planOf(HashStructure structure, std::int64_t capacity, int block = 512) {
  HashPlan plan;
  plan.structure = structure;
  plan.capacity = capacity;
  plan.block = block;
  return plan;
}

std::vector<HashPlan> allHashPlans(std::int64_t nodes, std::int64_t slots) {
  std::vector<HashPlan> plans;
  for (const int block : {32, 96, 512, 1024}) {
    plans.push_back(planOf(HashStructure::cuckoo, slots, block));
    plans.push_back(planOf(HashStructure::lines, slots, block));
    for (const HashFunction function :
         {HashFunction::dek, HashFunction::sdbm, HashFunction::pjw, HashFunction::remainder}) {
      plans.push_back(planOf(HashStructure::lists, nodes, block));
      plans.back().spread = {function, block > 100, block == 32 ? 1U : 7U, block == 96 ? 1U : 64U};
    }
  }
  return plans;
}

class LabHash : public OnGpu {
 protected:
  /// Preloads a workload, runs it in batches, and verifies answers and contents.
  static void isRight(const HashPlan& plan, const lab::HashWorkload& work, std::size_t each) {
    const auto table = cuda::openHashOnGpu(plan);
    lab::insertAll(*table, work.preload, {});
    lab::HashChecker checker(work.preload);
    ASSERT_TRUE(checker.accepts(table->pairs()));
    for (std::size_t first = 0; first < work.operations.size(); first += each) {
      const lab::HashBatch batch = work.batch().part(first, each);
      ASSERT_TRUE(checker.accepts(batch, answersOf(*table, batch, 0)))
          << static_cast<int>(plan.structure) << ", operation " << first;
    }
    ASSERT_TRUE(checker.accepts(table->pairs())) << static_cast<int>(plan.structure);
  }

  Random random_{71};
  Timeline unheard_;
};

TEST_F(LabHash, BatchesAreExplainedBySomeOrder) {
  for (const HashPlan& plan : allHashPlans(1 << 19, 6000)) {
    for (const std::int64_t keys : {1, 4, 100, 4500}) {
      SCOPED_TRACE(static_cast<int>(plan.structure));
      playHashBatches(*cuda::openHashOnGpu(plan), random_, keys, 12, 3 * keys + 500, 0);
    }
  }
}

TEST_F(LabHash, BatchesWithoutRepeatedKeysAreThoseOfAMap) {
  for (const HashPlan& plan : allHashPlans(1 << 18, 1500)) {
    for (const std::int64_t keys : {1, 33, 1200}) {
      SCOPED_TRACE(static_cast<int>(plan.structure));
      playDistinctKeys(*cuda::openHashOnGpu(plan), random_, keys, 12, 0);
    }
  }
}

TEST_F(LabHash, LargeMixesAreRight) {
  for (const lab::HashKeys keys :
       {lab::HashKeys::normal, lab::HashKeys::uniform, lab::HashKeys::distinct}) {
    const lab::HashWorkload work({100'000, 200'000, 33, 33, 50, keys, 0.05}, 3, {});
    for (const std::size_t each : {std::size_t{4096}, std::size_t{200'000}}) {
      HashPlan plan = planOf(HashStructure::lists, 300'000);
      for (const std::uint32_t tables : {1U, 320U}) {
        plan.spread.tables = tables;
        isRight(plan, work, each);
      }
      isRight(planOf(HashStructure::cuckoo, 170'000), work, each);
      isRight(planOf(HashStructure::lines, 170'000), work, each);
    }
  }
}

/// At 0.9 most buckets overflow: pairs move, or go to other lines.
TEST_F(LabHash, NearlyFullTablesAreRight) {
  const lab::HashWorkload work({50'000, 400'000, 0, 0, 0, lab::HashKeys::distinct, 0.05}, 4, {});
  for (const HashStructure structure : {HashStructure::cuckoo, HashStructure::lines}) {
    isRight(planOf(structure, 500'000), work, 1 << 24);
    isRight(planOf(structure, 500'000), work, 70'000);
  }
}

TEST_F(LabHash, AllThreadsOnOneKeyAgree) {
  for (const HashOperation operation : {HashOperation::insert, HashOperation::erase}) {
    for (const HashPlan& plan : allHashPlans(1 << 18, 64)) {
      const auto table = cuda::openHashOnGpu(plan);
      OwnedHashBatch batch;
      batch.add(HashOperation::insert, hashKey(0, 1), 5);
      if (operation == HashOperation::erase) answersOf(*table, batch.view(), 0);
      batch = {};
      for (std::uint32_t i = 0; i < 100'000; ++i) batch.add(operation, hashKey(0, 1), i);
      const auto answers = answersOf(*table, batch.view(), 0);
      EXPECT_EQ(std::ranges::count(answers, 0U), 1) << static_cast<int>(plan.structure);
      EXPECT_EQ(table->pairs().size(), operation == HashOperation::insert ? 1U : 0U);
    }
  }
}

TEST_F(LabHash, WrongAnswersOfTheGpuAreCaught) {
  const lab::HashWorkload work({1000, 5000, 33, 33, 50, lab::HashKeys::distinct, 0.05}, 5, {});
  for (const HashPlan& plan : allHashPlans(10'000, 10'000)) {
    const auto table = cuda::openHashOnGpu(plan);
    lab::insertAll(*table, work.preload, {});
    auto answers = answersOf(*table, work.batch(), 0);
    auto pairs = table->pairs();
    const lab::HashChecker before(work.preload);
    for (int i = 0; i < 20; ++i) {
      const auto at = static_cast<std::size_t>(random_.below(std::ssize(answers)));
      // Each inserted key occurs once; a search or an erase may be of a key with both answers.
      if (work.operations[at] != HashOperation::insert) continue;
      const std::uint32_t old = std::exchange(answers[at], lab::kNoAnswer);
      EXPECT_FALSE(lab::HashChecker(before).accepts(work.batch(), answers));
      answers[at] = old;
    }
    lab::HashChecker after(before);
    ASSERT_TRUE(after.accepts(work.batch(), answers));
    EXPECT_TRUE(after.accepts(pairs));
    pairs.push_back(pairs.front());
    EXPECT_FALSE(after.accepts(pairs));
    pairs.resize(pairs.size() - 2);
    EXPECT_FALSE(after.accepts(pairs));
  }
}

TEST_F(LabHash, FullTablesAndOddPlansAreRefused) {
  const auto codeOf = [&](const HashPlan& plan) {
    OwnedHashBatch batch;
    for (int k = 0; k < 300; ++k) batch.add(HashOperation::insert, hashKey(k, 300), 1);
    try {
      answersOf(*cuda::openHashOnGpu(plan), batch.view(), 0);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::system;
  };
  for (const HashStructure structure :
       {HashStructure::lists, HashStructure::cuckoo, HashStructure::lines}) {
    EXPECT_EQ(codeOf(planOf(structure, 192)), ErrorCode::badUse);
    EXPECT_EQ(codeOf(planOf(structure, 400)), ErrorCode::system) << "was refused";
    for (const int block : {0, 33, 1056}) {
      EXPECT_EQ(codeOf(planOf(structure, 400, block)), ErrorCode::badUse);
    }
  }
  EXPECT_EQ(codeOf(planOf(HashStructure::map, 400)), ErrorCode::unsupported);
}

TEST_F(LabHash, AFailingGpuIsReportedAndATableCanBeRestored) {
  for (const HashStructure structure :
       {HashStructure::lists, HashStructure::cuckoo, HashStructure::lines}) {
    const auto table = cuda::openHashOnGpu(planOf(structure, 20'000));
    const OwnedHashBatch batch = drawHashBatch(random_, 900, 3000);
    table->save();
    for (const auto kind : {cuda::Call::allocation, cuda::Call::launch, cuda::Call::other}) {
      cuda::pool(cuda::MemoryKind::device).trim();
      cuda::planFault(kind, 1, cudaErrorInvalidValue);
      EXPECT_THROW(answersOf(*table, batch.view(), 0), Error);
      cuda::planFault(kind, 0, cudaSuccess);
      table->restore(unheard_);
      lab::HashChecker checker({});
      EXPECT_TRUE(checker.accepts(batch.view(), answersOf(*table, batch.view(), 0)));
      table->restore(unheard_);
    }
    std::vector<std::uint32_t> answers(batch.keys.size());
    EXPECT_THROW(table->run(batch.view(), answers, stoppedControl(), unheard_), Error);
  }
}

TEST_F(LabHash, TheExperimentRunsEachStrategyOfTheGpu) {
  expectExperiment("hash-table",
                   {{"operations", "30000"}, {"preload", "20000"}, {"batch", "8000,16777216"}}, 5,
                   2);
}

}  // namespace
}  // namespace espy::test
