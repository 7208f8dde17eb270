// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <unordered_map>
#include <vector>

#include "lab/hash_checker.h"
#include "lab/hash_table.h"
#include "support/random_pictures.h"

/// Random operations on hash tables, verified.
namespace espy::test {

struct OwnedHashBatch {
  std::vector<lab::HashOperation> operations;
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> values;

  lab::HashBatch view() const { return {operations, keys, values}; }
  void add(lab::HashOperation operation, std::uint32_t key, std::uint32_t value) {
    operations.push_back(operation);
    keys.push_back(key);
    values.push_back(value);
  }
};

/// The n-th of `count` keys in (0, 1), n from 0.
inline std::uint32_t hashKey(std::int64_t n, std::int64_t count) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(n + 1) / static_cast<float>(count + 1));
}

/// Operations on `keys` different keys, in a random mix; with `once`, each on a key of its own.
inline OwnedHashBatch drawHashBatch(Random& random, std::int64_t keys, std::int64_t count,
                                    bool once = false) {
  OwnedHashBatch batch;
  const std::int64_t inserts = random.below(101);
  const std::int64_t erases = random.below(101 - inserts);
  std::vector<bool> used(static_cast<std::size_t>(keys));
  while (std::ssize(batch.keys) < count) {
    const std::int64_t n = random.below(keys);
    if (once && used[static_cast<std::size_t>(n)]) continue;
    used[static_cast<std::size_t>(n)] = true;
    const std::int64_t percent = random.below(100);
    const auto operation = percent < inserts            ? lab::HashOperation::insert
                           : percent < inserts + erases ? lab::HashOperation::erase
                                                        : lab::HashOperation::search;
    batch.add(operation, hashKey(n, keys), static_cast<std::uint32_t>(random.below(1 << 20)));
  }
  return batch;
}

inline std::vector<std::uint32_t> answersOf(lab::HashTable& table, const lab::HashBatch& batch,
                                            int threads) {
  std::vector<std::uint32_t> answers(batch.size(), 12345);
  Timeline unheard;
  table.run(batch, answers, {threads, {}, {}}, unheard);
  return answers;
}

/// Batches in which keys repeat: each must be explained by some order of its operations. After
/// half of them the contents are saved, and after the last restored.
inline void playHashBatches(lab::HashTable& table, Random& random, std::int64_t keys, int batches,
                            std::int64_t largest, int threads) {
  lab::HashChecker checker({});
  std::vector<lab::HashPair> saved;
  for (int i = 0; i < batches; ++i) {
    if (i == batches / 2) {
      table.save();
      saved = table.pairs();
    }
    const OwnedHashBatch batch = drawHashBatch(random, keys, 1 + random.below(largest));
    ASSERT_TRUE(checker.accepts(batch.view(), answersOf(table, batch.view(), threads)))
        << keys << " keys, batch " << i << " of " << batch.keys.size();
    ASSERT_TRUE(checker.accepts(table.pairs())) << keys << " keys, batch " << i;
  }
  Timeline timeline;
  table.restore(timeline);
  EXPECT_EQ(timeline.stages().back().name, "generate");
  EXPECT_TRUE(lab::HashChecker(saved).accepts(table.pairs()));
}

/// Batches without repeated keys have one answer: that of std::unordered_map.
inline void playDistinctKeys(lab::HashTable& table, Random& random, std::int64_t keys, int batches,
                             int threads) {
  std::unordered_map<std::uint32_t, std::uint32_t> map;
  for (int i = 0; i < batches; ++i) {
    const OwnedHashBatch batch = drawHashBatch(random, keys, 1 + random.below(keys), true);
    const auto answers = answersOf(table, batch.view(), threads);
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const auto found = map.find(batch.keys[k]);
      const bool present = found != map.end();
      std::uint32_t wanted = present ? 0 : lab::kNoAnswer;
      if (batch.operations[k] == lab::HashOperation::insert) {
        wanted = present ? lab::kNoAnswer : 0;
        map.try_emplace(batch.keys[k], batch.values[k]);
      } else if (batch.operations[k] == lab::HashOperation::search) {
        if (present) wanted = found->second;
      } else {
        map.erase(batch.keys[k]);
      }
      ASSERT_EQ(answers[k], wanted) << keys << " keys, batch " << i << ", operation " << k;
    }
    const auto pairs = table.pairs();
    ASSERT_EQ(pairs.size(), map.size());
    for (const lab::HashPair& pair : pairs) ASSERT_EQ(map.at(pair.key), pair.value);
  }
}

}  // namespace espy::test
