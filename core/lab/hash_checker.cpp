// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/hash_checker.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace espy::lab {
namespace {

using Words = std::vector<std::uint32_t>;

bool contains(const Words& words, std::uint32_t word) {
  return std::ranges::find(words, word) != words.end();
}

/// What the operations of a batch on one key answered.
struct AnswersOfKey {
  Words inserted;        ///< values of successful inserts
  Words found;           ///< answers of searches, without repetitions
  int erased = 0;        ///< successful erases
  bool saw = false;      ///< an operation found the key
  bool missed = false;   ///< an operation did not find the key
  bool invalid = false;  ///< an answer that no operation of this kind has

  void add(HashOperation operation, std::uint32_t value, std::uint32_t answer) {
    const bool succeeded = answer != kNoAnswer;
    (succeeded != (operation == HashOperation::insert) ? saw : missed) = true;
    if (!succeeded) return;
    if (operation == HashOperation::search) {
      if (!contains(found, answer)) found.push_back(answer);
      return;
    }
    invalid = invalid || answer != 0;
    if (operation == HashOperation::insert) {
      inserted.push_back(value);
    } else {
      ++erased;
    }
  }
};

/// Whether some order gives these answers for a key that has one of `values`, or is absent if there
/// are none. Replaces `values` by those after the batch.
///
/// Successful inserts and erases alternate; each other operation needs a moment at which the key is
/// present, or absent, and of inserts any can be the last.
bool explain(const AnswersOfKey& answers, Words& values) {
  const bool present = !values.empty();
  const auto inserts = static_cast<int>(answers.inserted.size());
  const int after = (present ? 1 : 0) + inserts - answers.erased;
  if (answers.invalid || after < 0 || after > 1) return false;
  if (answers.saw && !present && inserts == 0) return false;
  if (answers.missed && present && answers.erased == 0) return false;
  Words before;  // found values that were there before the batch
  for (const std::uint32_t value : answers.found) {
    if (!contains(answers.inserted, value)) before.push_back(value);
  }
  if (before.size() > 1 || (before.size() == 1 && !contains(values, before.front()))) return false;
  if (after == 0) {
    values.clear();
  } else if (inserts > 0) {
    values = answers.inserted;
  } else if (!before.empty()) {
    values = before;
  }
  return true;
}

}  // namespace

HashChecker::HashChecker(std::span<const HashPair> pairs) {
  values_.reserve(pairs.size());
  for (const HashPair& pair : pairs) values_[pair.key].push_back(pair.value);
}

bool HashChecker::accepts(const HashBatch& batch, std::span<const std::uint32_t> answers) {
  if (answers.size() != batch.size()) return false;
  std::vector<std::size_t> order(batch.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return batch.keys[i]; });
  for (auto first = order.begin(); first != order.end();) {
    const std::uint32_t key = batch.keys[*first];
    AnswersOfKey own;
    for (; first != order.end() && batch.keys[*first] == key; ++first) {
      own.add(batch.operations[*first], batch.values[*first], answers[*first]);
    }
    const auto known = values_.find(key);
    Words values = known == values_.end() ? Words() : known->second;
    if (!explain(own, values)) return false;
    if (values.empty()) {
      if (known != values_.end()) values_.erase(known);
    } else {
      values_[key] = std::move(values);
    }
  }
  return true;
}

bool HashChecker::accepts(std::vector<HashPair> pairs) const {
  if (pairs.size() != values_.size()) return false;
  std::ranges::sort(pairs, {}, &HashPair::key);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i > 0 && pairs[i].key == pairs[i - 1].key) return false;
    const auto known = values_.find(pairs[i].key);
    if (known == values_.end() || !contains(known->second, pairs[i].value)) return false;
  }
  return true;
}

}  // namespace espy::lab
