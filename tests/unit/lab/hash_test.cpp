// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// hash-table: the checker against all orders, the tables against the checker and
// std::unordered_map, their interleavings, and planted faults.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "espy/error.h"
#include "lab/hash_lines.h"
#include "lab/hash_lists.h"
#include "support/hash_cases.h"

namespace espy::lab {
namespace {

using test::hashKey;
using test::OwnedHashBatch;
using test::Random;

constexpr HashOperation kOperations[] = {HashOperation::insert, HashOperation::search,
                                         HashOperation::erase};

using Answers = std::vector<std::uint32_t>;
using Contents = std::map<std::uint32_t, std::uint32_t>;

std::vector<HashPair> pairsOf(const Contents& contents) {
  std::vector<HashPair> pairs;
  for (const auto& [key, value] : contents) pairs.push_back({key, value});
  return pairs;
}

/// Runs a batch in this order.
Answers runInOrder(const HashBatch& batch, const std::vector<std::size_t>& order,
                   Contents& contents) {
  Answers answers(batch.size());
  for (const std::size_t i : order) {
    const auto found = contents.find(batch.keys[i]);
    const bool present = found != contents.end();
    answers[i] = present == (batch.operations[i] == HashOperation::insert) ? kNoAnswer : 0;
    if (batch.operations[i] == HashOperation::search) {
      if (present) answers[i] = found->second;
    } else if (batch.operations[i] == HashOperation::insert) {
      contents.try_emplace(batch.keys[i], batch.values[i]);
    } else {
      contents.erase(batch.keys[i]);
    }
  }
  return answers;
}

/// All answers and contents of all orders of a batch.
std::set<std::pair<Answers, Contents>> allOutcomes(const HashBatch& batch, const Contents& before) {
  std::set<std::pair<Answers, Contents>> outcomes;
  std::vector<std::size_t> order(batch.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Contents contents = before;
    const Answers answers = runInOrder(batch, order, contents);
    outcomes.emplace(answers, contents);
  } while (std::ranges::next_permutation(order).found);
  return outcomes;
}

Contents drawContents(Random& random, int keys) {
  Contents contents;
  for (int k = 0; k < keys; ++k) {
    if (random.oneIn(2)) contents[hashKey(k, keys)] = static_cast<std::uint32_t>(random.below(4));
  }
  return contents;
}

TEST(LabHashChecker, AcceptsTheAnswersOfAllOrdersAndNoOthers) {
  Random random(1);
  constexpr int kKeys = 2;
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const Contents before = drawContents(random, kKeys);
    OwnedHashBatch batch;
    for (auto left = 1 + random.below(5); left > 0; --left) {
      batch.add(kOperations[random.below(3)], hashKey(random.below(kKeys), kKeys),
                static_cast<std::uint32_t>(random.below(4)));
    }
    const auto outcomes = allOutcomes(batch.view(), before);
    for (int guess = 0; guess < 12; ++guess) {
      // An outcome, of which one answer and one pair may be another.
      auto outcome = *std::next(outcomes.begin(), random.below(std::ssize(outcomes)));
      auto& answers = outcome.first;
      auto& contents = outcome.second;
      const std::uint32_t some[] = {0, 1, 2, 3, kNoAnswer};
      if (guess % 2 == 1) {
        answers[static_cast<std::size_t>(random.below(std::ssize(answers)))] =
            some[random.below(5)];
      }
      if (guess % 3 == 2) {
        const std::uint32_t key = hashKey(random.below(kKeys), kKeys);
        if (random.oneIn(2)) {
          contents.erase(key);
        } else {
          contents[key] = some[random.below(4)];
        }
      }
      const bool possible =
          std::ranges::any_of(outcomes, [&](const auto& other) { return other.first == answers; });
      HashChecker checker(pairsOf(before));
      ASSERT_EQ(checker.accepts(batch.view(), answers), possible) << round;
      ++(possible ? accepted : refused);
      if (!possible) continue;
      ASSERT_EQ(checker.accepts(pairsOf(contents)), outcomes.contains(outcome)) << round;
    }
  }
  EXPECT_GT(accepted, 10'000);
  EXPECT_GT(refused, 5'000);
}

TEST(LabHashChecker, KnowsTheValuesOverSeveralBatches) {
  const std::uint32_t key = hashKey(0, 1);
  OwnedHashBatch inserts;
  inserts.add(HashOperation::insert, key, 5);
  inserts.add(HashOperation::insert, key, 6);
  inserts.add(HashOperation::erase, key, 0);
  OwnedHashBatch searches;
  searches.add(HashOperation::search, key, 0);
  searches.add(HashOperation::search, key, 0);
  HashChecker checker({});
  ASSERT_TRUE(checker.accepts(inserts.view(), Answers{0, 0, 0}));  // either may be the last
  HashChecker other = checker;
  EXPECT_TRUE(other.accepts(searches.view(), Answers{5, 5}));
  EXPECT_FALSE(other.accepts(searches.view(), Answers{6, 6}));  // it is 5 now
  EXPECT_FALSE(checker.accepts(searches.view(), Answers{5, 6}));
  EXPECT_TRUE(checker.accepts({{key, 6}}));
  EXPECT_FALSE(checker.accepts({{key, 7}}));
  EXPECT_FALSE(checker.accepts(std::vector<HashPair>{}));
}

HashPlan planOf(HashStructure structure, HashSpread spread = {}) {
  HashPlan plan;
  plan.structure = structure;
  plan.spread = spread;
  plan.capacity = structure == HashStructure::lists ? 1 << 18 : 1024;
  return plan;
}

std::vector<HashPlan> allPlans() {
  std::vector<HashPlan> plans{planOf(HashStructure::map), planOf(HashStructure::lines)};
  for (const HashFunction function :
       {HashFunction::dek, HashFunction::sdbm, HashFunction::pjw, HashFunction::remainder}) {
    plans.push_back(planOf(HashStructure::lists, {function, true, 1, 1}));
    plans.push_back(planOf(HashStructure::lists, {function, false, 3, 8}));
  }
  return plans;
}

TEST(LabHashTables, BatchesAreExplainedBySomeOrder) {
  Random random(2);
  for (const HashPlan& plan : allPlans()) {
    for (const std::int64_t keys : {1, 4, 60, 700}) {
      const auto table = makeHashTable(plan);
      test::playHashBatches(*table, random, keys, 30, 3 * keys + 20, 3);
    }
  }
}

TEST(LabHashTables, BatchesWithoutRepeatedKeysAreThoseOfAMap) {
  Random random(3);
  for (const HashPlan& plan : allPlans()) {
    for (const std::int64_t keys : {1, 5, 300}) {
      const auto table = makeHashTable(plan);
      test::playDistinctKeys(*table, random, keys, 40, 2);
    }
  }
}

TEST(LabHashTables, LinesFillToTheLastSlotAndRefuseMore) {
  HashPlan plan = planOf(HashStructure::lines);
  plan.capacity = 100;  // 7 lines
  const auto table = makeHashTable(plan);
  OwnedHashBatch all;
  for (int k = 0; k < 112; ++k) all.add(HashOperation::insert, hashKey(k, 300), 7);
  EXPECT_EQ(test::answersOf(*table, all.view(), 2), Answers(112, 0));
  OwnedHashBatch present;
  OwnedHashBatch absent;
  for (int k = 0; k < 112; ++k) {
    present.add(HashOperation::search, hashKey(k, 300), 0);
    absent.add(HashOperation::search, hashKey(120 + k, 300), 0);
  }
  EXPECT_EQ(test::answersOf(*table, present.view(), 2), Answers(112, 7));
  EXPECT_EQ(test::answersOf(*table, absent.view(), 2), Answers(112, kNoAnswer));
  OwnedHashBatch more;
  more.add(HashOperation::insert, hashKey(130, 300), 7);
  EXPECT_THROW(test::answersOf(*table, more.view(), 1), Error);
  more.operations[0] = HashOperation::erase;
  more.keys[0] = hashKey(3, 300);
  EXPECT_EQ(test::answersOf(*table, more.view(), 1), Answers{0});
  more.operations[0] = HashOperation::insert;
  EXPECT_EQ(test::answersOf(*table, more.view(), 1), Answers{0});  // the tombstone is used again
}

TEST(LabHashTables, ListsRefuseMoreInsertsThanThePoolHasNodes) {
  HashPlan plan = planOf(HashStructure::lists);
  plan.capacity = 2;
  const auto table = makeHashTable(plan);
  OwnedHashBatch batch;
  for (int k = 0; k < 3; ++k) batch.add(HashOperation::insert, hashKey(k, 3), 1);
  EXPECT_THROW(test::answersOf(*table, batch.view(), 1), Error);
  EXPECT_EQ(test::answersOf(*table, batch.view().part(0, 2), 1), Answers(2, 0));
  EXPECT_THROW(test::answersOf(*table, batch.view().part(2, 9), 1), Error);
  EXPECT_THROW(makeHashTable(planOf(HashStructure::cuckoo)), Error);
}

TEST(LabHashTables, AStopIsHeeded) {
  std::stop_source stop;
  stop.request_stop();
  OwnedHashBatch batch;
  batch.add(HashOperation::search, hashKey(0, 1), 1);
  for (const HashPlan& plan : allPlans()) {
    Answers answers(1);
    Timeline unheard;
    EXPECT_THROW(
        makeHashTable(plan)->run(batch.view(), answers, {1, stop.get_token(), {}}, unheard), Error);
  }
}

/// How the memory of a test misbehaves.
enum class Fault { none, torn, lost, denied };

/// Memory for one thread, which runs `between` before the step that `countdown` reaches: what
/// another thread would do at this moment.
template <Fault kFault>
struct SteppedMemory {
  static inline std::function<void()> between;
  static inline int countdown = -1;
  static inline int casesOfCas = 0;

  static void step() {
    if (countdown < 0 || countdown-- > 0) return;
    const std::function<void()> now = between;
    now();
  }
  static std::uint32_t load(std::uint32_t* word) {
    step();
    return *word;
  }
  static void store(std::uint32_t* word, std::uint32_t value) { *word = value; }
  template <class Word>
  static bool cas(Word* word, Word expected, Word value) {
    step();
    if (*word != expected) return false;
    if (kFault == Fault::torn) step();  // comparison and write are two steps
    const bool fails = ++casesOfCas % 3 == 0;
    if (kFault != Fault::lost || !fails) *word = value;
    return kFault != Fault::denied || !fails;
  }
  static std::uint32_t add(std::uint32_t* word, std::uint32_t value) {
    step();
    return std::exchange(*word, *word + value);
  }
  static HashSector loadSector(std::uint64_t* slots) {
    HashSector sector;
    for (int i = 0; i < kSectorSlots; ++i) {
      step();
      sector.slots[i] = slots[i];
    }
    return sector;
  }
};

/// Lists of one bucket, or lines, with a memory of this kind.
template <class Memory>
class SteppedTable {
 public:
  explicit SteppedTable(bool lines) : lines_(lines) {}

  std::uint32_t run(HashOperation operation, std::uint32_t key, std::uint32_t value) {
    if (lines_) return runOnLines<Memory>({slots_.data(), 1}, operation, key, value);
    return runOnLists<Memory>(lists(), operation, key, value);
  }
  std::vector<HashPair> pairs() {
    return lines_ ? lab::pairsOf(std::span<const std::uint64_t>(slots_)) : lab::pairsOf(lists());
  }

 private:
  HashLists lists() { return {&head_, nodes_.data(), &used_, {HashFunction::dek, true, 1, 1}}; }

  bool lines_;
  std::uint32_t head_ = 0;
  std::uint32_t used_ = 0;
  std::vector<HashNode> nodes_ = std::vector<HashNode>(64);
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(kLineSlots, kEmptySlot);
};

/// Runs three operations: the second within the first, and the third within the second, each at the
/// given step. Returns whether the outcome is one of some order.
template <Fault kFault>
bool outcomeIsRight(Random& random, bool lines, int firstStep, int secondStep) {
  using Memory = SteppedMemory<kFault>;
  constexpr int kKeys = 3;
  SteppedTable<Memory> table(lines);
  OwnedHashBatch before;
  for (int i = 0; i < 6; ++i) {  // also deleted nodes and tombstones
    before.add(kOperations[random.below(3)], hashKey(random.below(kKeys), kKeys),
               static_cast<std::uint32_t>(i));
  }
  OwnedHashBatch batch;
  const HashOperation phase = kOperations[random.below(3)];
  for (int i = 0; i < 3; ++i) {  // lines run a kind of operation at a time
    batch.add(lines ? phase : kOperations[random.below(3)], hashKey(random.below(kKeys), kKeys),
              static_cast<std::uint32_t>(10 + i));
  }
  Answers answersBefore;
  HashChecker checker({});
  Memory::countdown = -1;
  for (std::size_t i = 0; i < before.keys.size(); ++i) {
    answersBefore = {table.run(before.operations[i], before.keys[i], before.values[i])};
    if (!checker.accepts(before.view().part(i, 1), answersBefore)) return false;
  }
  Answers answers(3);
  std::vector<bool> ran(3);
  const auto runOne = [&](std::size_t i) {
    ran[i] = true;
    answers[i] = table.run(batch.operations[i], batch.keys[i], batch.values[i]);
  };
  Memory::between = [&] {
    Memory::countdown = secondStep;
    Memory::between = [&] { runOne(2); };
    runOne(1);
    Memory::countdown = -1;
  };
  Memory::countdown = firstStep;
  runOne(0);
  Memory::countdown = -1;
  for (std::size_t i = 1; i < 3; ++i) {
    if (!ran[i]) runOne(i);
  }
  return checker.accepts(batch.view(), answers) && checker.accepts(table.pairs());
}

/// Wrong outcomes of many random ones.
template <Fault kFault>
int wrongOutcomes(bool lines, int rounds) {
  Random random(5);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto first = static_cast<int>(random.below(25));
    const auto second = static_cast<int>(random.below(25));
    wrong += outcomeIsRight<kFault>(random, lines, first, second) ? 0 : 1;
  }
  return wrong;
}

TEST(LabHashInterleavings, EachIsExplainedBySomeOrder) {
  EXPECT_EQ(wrongOutcomes<Fault::none>(false, 60'000), 0);
  EXPECT_EQ(wrongOutcomes<Fault::none>(true, 60'000), 0);
}

TEST(LabHashInterleavings, PlantedFaultsAreCaught) {
  for (const bool lines : {false, true}) {
    EXPECT_GT(wrongOutcomes<Fault::torn>(lines, 20'000), 0) << lines;
    EXPECT_GT(wrongOutcomes<Fault::lost>(lines, 20'000), 0) << lines;
    EXPECT_GT(wrongOutcomes<Fault::denied>(lines, 20'000), 0) << lines;
  }
}

}  // namespace
}  // namespace espy::lab
