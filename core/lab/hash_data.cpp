// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/hash_data.h"

#include <bit>
#include <cmath>
#include <random>
#include <unordered_set>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::lab {
namespace {

constexpr std::uint32_t kFractions = 1U << 24;

std::uint32_t bitsOf(double key) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(key));
}

/// A bijection of 24 bits.
std::uint32_t shuffled(std::uint32_t number) {
  number = (number ^ number >> 13) * 0x6b43a9b5U % kFractions;
  number = (number ^ number >> 11) * 0x2c1b3c6dU % kFractions;
  return number ^ number >> 12;
}

/// The generator is standardised, the library's distributions are not.
class KeySource {
 public:
  KeySource(const HashWorkload::Sizes& sizes, std::uint64_t seed)
      : keys_(sizes.keys), deviation_(std::sqrt(sizes.variance)), random_(seed) {}

  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(bound));
  }

  std::uint32_t next() {
    for (;;) {
      const double key = draw();
      const auto rounded = static_cast<float>(key);
      if (rounded > 0 && rounded < 1) return bitsOf(key);
    }
  }

 private:
  double uniform() { return static_cast<double>(random_() >> 40) / kFractions; }

  double draw() {
    if (keys_ == HashKeys::uniform) return uniform();
    if (keys_ == HashKeys::distinct) return static_cast<double>(shuffled(drawn_++)) / kFractions;
    const double deviation = keys_ == HashKeys::normal ? deviation_ : (below(2) == 0 ? 0.05 : 0.1);
    return 0.5 + deviation * normal();
  }

  /// Box and Muller's polar form yields two numbers; the second is kept.
  double normal() {
    if (kept_) {
      kept_ = false;
      return second_;
    }
    for (;;) {
      const double x = 2 * uniform() - 1;
      const double y = 2 * uniform() - 1;
      const double square = x * x + y * y;
      if (square >= 1 || square == 0) continue;
      const double factor = std::sqrt(-2 * std::log(square) / square);
      second_ = y * factor;
      kept_ = true;
      return x * factor;
    }
  }

  HashKeys keys_;
  double deviation_;
  std::mt19937_64 random_;
  std::uint32_t drawn_ = 0;
  bool kept_ = false;
  double second_ = 0;
};

HashOperation operationOf(std::int64_t percent, const HashWorkload::Sizes& sizes) {
  if (percent < sizes.searches) return HashOperation::search;
  if (percent < sizes.searches + sizes.erases) return HashOperation::erase;
  return HashOperation::insert;
}

}  // namespace

HashWorkload::HashWorkload(const Sizes& sizes, std::uint64_t seed, const Control& control)
    : distinct(sizes.keys == HashKeys::distinct) {
  if (distinct && sizes.preload + sizes.operations >= kFractions) {
    throw Error(ErrorCode::badUse,
                phrase("operations: of {} keys in (0, 1) that differ there are no {}",
                       kFractions - 1, sizes.preload + sizes.operations));
  }
  KeySource source(sizes, seed);
  constexpr std::int64_t kBetweenChecks = 4096;
  std::int64_t drawn = 0;
  const auto nextKey = [&] {
    if (++drawn % kBetweenChecks == 0) control.check();
    return source.next();
  };
  std::unordered_set<std::uint32_t> used;
  while (std::ssize(preload) < sizes.preload) {
    const std::uint32_t key = nextKey();
    if (!distinct && !used.insert(key).second) continue;
    preload.push_back({key, static_cast<std::uint32_t>(preload.size())});
  }
  for (std::int64_t i = 0; i < sizes.operations; ++i) {
    const HashOperation operation = operationOf(source.below(100), sizes);
    const bool hit =
        operation != HashOperation::insert && !preload.empty() && source.below(100) < sizes.hits;
    operations.push_back(operation);
    keys.push_back(hit ? preload[static_cast<std::size_t>(source.below(sizes.preload))].key
                       : nextKey());
    values.push_back(static_cast<std::uint32_t>(sizes.preload + i));
  }
}

void insertAll(HashTable& table, std::span<const HashPair> pairs, const Control& control) {
  std::vector<HashOperation> operations(pairs.size(), HashOperation::insert);
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> values;
  for (const HashPair& pair : pairs) {
    keys.push_back(pair.key);
    values.push_back(pair.value);
  }
  std::vector<std::uint32_t> answers(pairs.size());
  Timeline unheard;
  table.run({operations, keys, values, true}, answers, control, unheard);
}

}  // namespace espy::lab
