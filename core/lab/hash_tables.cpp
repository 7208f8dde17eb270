// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tables of hash-table on the processor.
#include <atomic>
#include <unordered_map>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "lab/hash_lines.h"
#include "lab/hash_lists.h"
#include "lab/hash_table.h"

namespace espy::lab {
namespace {

struct HostMemory {
  static std::uint32_t load(std::uint32_t* word) {
    return std::atomic_ref(*word).load(std::memory_order_acquire);
  }
  static void store(std::uint32_t* word, std::uint32_t value) {
    std::atomic_ref(*word).store(value, std::memory_order_relaxed);
  }
  template <class Word>
  static bool cas(Word* word, Word expected, Word value) {
    return std::atomic_ref(*word).compare_exchange_strong(expected, value);
  }
  static std::uint32_t add(std::uint32_t* word, std::uint32_t value) {
    return std::atomic_ref(*word).fetch_add(value, std::memory_order_relaxed);
  }
  static HashSector loadSector(std::uint64_t* slots) {
    HashSector sector;
    for (int i = 0; i < kSectorSlots; ++i) {
      sector.slots[i] = std::atomic_ref(slots[i]).load(std::memory_order_relaxed);
    }
    return sector;
  }
};

/// Calls body(i) for each operation of a batch; a thread has an equal part of them.
template <class Body>
void forEachOperation(std::size_t count, const Control& control, const Body& body) {
  const int threads = allThreads(control);
  parallelFor(threads, threads, {control.threads, control.stop, {}}, [&](std::int64_t part, int) {
    const auto at = [&](std::int64_t n) {
      return count * static_cast<std::size_t>(n) / static_cast<std::size_t>(threads);
    };
    constexpr std::size_t kBetweenChecks = 64;
    for (std::size_t i = at(part); i < at(part + 1); ++i) {
      if (i % kBetweenChecks == 0) control.check();
      body(i);
    }
  });
}

[[noreturn]] void refuseFull() {
  throw Error(ErrorCode::badUse, phrase("the hash table is full"));
}

class MapTable : public HashTable {
 public:
  explicit MapTable(const HashPlan& plan) { map_.reserve(static_cast<std::size_t>(plan.capacity)); }

  void run(const HashBatch& batch, std::span<std::uint32_t> answers, const Control& control,
           Timeline& timeline) override {
    const StageTimer timer(timeline, "operations");
    constexpr std::size_t kBetweenChecks = 4096;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (i % kBetweenChecks == 0) control.check();
      answers[i] = answer(batch.operations[i], batch.keys[i], batch.values[i]);
    }
  }
  void save() override { saved_ = map_; }
  void restore(Timeline& timeline) override {
    const StageTimer timer(timeline, "generate");
    map_ = saved_;
  }
  std::vector<HashPair> pairs() const override {
    std::vector<HashPair> pairs;
    for (const auto& [key, value] : map_) pairs.push_back({key, value});
    return pairs;
  }

 private:
  std::uint32_t answer(HashOperation operation, std::uint32_t key, std::uint32_t value) {
    if (operation == HashOperation::insert)
      return map_.try_emplace(key, value).second ? 0 : kNoAnswer;
    if (operation == HashOperation::erase) return map_.erase(key) > 0 ? 0 : kNoAnswer;
    const auto found = map_.find(key);
    return found == map_.end() ? kNoAnswer : found->second;
  }

  std::unordered_map<std::uint32_t, std::uint32_t> map_;
  std::unordered_map<std::uint32_t, std::uint32_t> saved_;
};

class ListTable : public HashTable {
 public:
  explicit ListTable(const HashPlan& plan) : spread_(plan.spread) {
    state_.heads.resize(static_cast<std::size_t>(spread_.lists()));
    state_.nodes.resize(static_cast<std::size_t>(plan.capacity));
  }

  void run(const HashBatch& batch, std::span<std::uint32_t> answers, const Control& control,
           Timeline& timeline) override {
    const StageTimer timer(timeline, "operations");
    const std::int64_t inserts = batch.count(HashOperation::insert);
    if (state_.used + inserts > std::ssize(state_.nodes)) refuseFull();
    const HashLists own = lists(state_);
    forEachOperation(batch.size(), control, [&](std::size_t i) {
      answers[i] = runOnLists<HostMemory>(own, batch.operations[i], batch.keys[i], batch.values[i]);
    });
  }
  void save() override { saved_ = state_; }
  void restore(Timeline& timeline) override {
    const StageTimer timer(timeline, "generate");
    state_ = saved_;
  }
  std::vector<HashPair> pairs() const override {
    State copy = state_;
    return pairsOf(lists(copy));
  }

 private:
  struct State {
    std::vector<std::uint32_t> heads;
    std::vector<HashNode> nodes;
    std::uint32_t used = 0;
  };

  HashLists lists(State& state) const {
    return {state.heads.data(), state.nodes.data(), &state.used, spread_};
  }

  HashSpread spread_;
  State state_;
  State saved_;
};

class LineTable : public HashTable {
 public:
  explicit LineTable(const HashPlan& plan)
      : lines_(linesFor(plan.capacity)), slots_(std::size_t{lines_} * kLineSlots, kEmptySlot) {}

  void run(const HashBatch& batch, std::span<std::uint32_t> answers, const Control& control,
           Timeline& timeline) override {
    const StageTimer timer(timeline, "operations");
    const HashLines own{slots_.data(), lines_};
    std::atomic<bool> full = false;
    for (const HashOperation phase : kHashPhases) {
      if (batch.count(phase) == 0) continue;
      forEachOperation(batch.size(), control, [&](std::size_t i) {
        if (batch.operations[i] != phase) return;
        answers[i] = runOnLines<HostMemory>(own, phase, batch.keys[i], batch.values[i]);
        if (phase == HashOperation::insert && answers[i] == kTableFull) full = true;
      });
    }
    if (full) refuseFull();
  }
  void save() override { saved_ = slots_; }
  void restore(Timeline& timeline) override {
    const StageTimer timer(timeline, "generate");
    slots_ = saved_;
  }
  std::vector<HashPair> pairs() const override { return pairsOf(slots_); }

 private:
  std::uint32_t lines_;
  std::vector<std::uint64_t> slots_;
  std::vector<std::uint64_t> saved_;
};

}  // namespace

std::unique_ptr<HashTable> makeHashTable(const HashPlan& plan) {
  if (plan.structure == HashStructure::map) return std::make_unique<MapTable>(plan);
  if (plan.structure == HashStructure::lists) return std::make_unique<ListTable>(plan);
  if (plan.structure == HashStructure::lines) return std::make_unique<LineTable>(plan);
  throw Error(ErrorCode::unsupported, phrase("this hash table is on a GPU only"));
}

}  // namespace espy::lab
