// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tables of hash-table on a GPU: memory, transfers, and the launches of a batch.
#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/hash_kernels.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

using lab::HashBatch;
using lab::HashOperation;
using lab::HashPair;
using lab::HashPlan;
using Bytes = DeviceBuffer<std::uint8_t>;

void check(const HashPlan& plan) {
  if (plan.block < 32 || plan.block > 1024 || plan.block % 32 != 0) {
    throw Error(
        ErrorCode::badUse,
        phrase("a block must have 32 to 1024 threads, a multiple of 32, not {}", plan.block));
  }
}

[[noreturn]] void refuseFull() {
  throw Error(ErrorCode::badUse, phrase("the hash table is full"));
}

/// A table in one block of device memory.
class TableOnGpu : public lab::HashTable {
 public:
  /// Each byte is `fill` first.
  TableOnGpu(const HashPlan& plan, std::size_t bytes, int fill) : block_(plan.block) {
    Timeline unheard;
    const GpuLease gpu(unheard);
    state_ = Bytes(bytes);
    gpu->stream().set(state_.data(), fill, bytes);
  }

  void run(const HashBatch& batch, std::span<std::uint32_t> answers, const Control& control,
           Timeline& timeline) override {
    control.check();
    if (batch.size() == 0) return;
    const GpuLease gpu(timeline);
    const Stream& stream = gpu->stream();
    prepare(batch);
    const DeviceBuffer<HashOperation> operations(batch.size());
    const DeviceBuffer<std::uint32_t> keys(batch.size());
    const DeviceBuffer<std::uint32_t> values(batch.size());
    const DeviceBuffer<std::uint32_t> found(batch.size());
    const DeviceBuffer<std::uint32_t> full(1);
    StageClock clock(stream, timeline);
    clock.begin("upload");
    stream.copy(operations.data(), batch.operations.data(), operations.bytes());
    stream.copy(keys.data(), batch.keys.data(), keys.bytes());
    stream.copy(values.data(), batch.values.data(), values.bytes());
    stream.set(full.data(), 0, full.bytes());
    clock.begin("operations");
    queue(batch,
          {operations.data(), keys.data(), values.data(), found.data(),
           static_cast<std::int64_t>(batch.size()), block_},
          full.data(), stream);
    clock.begin("download");
    std::uint32_t isFull = 0;
    stream.copy(answers.data(), found.data(), found.bytes());
    stream.copy(&isFull, full.data(), full.bytes());
    clock.finish();
    if (isFull != 0) refuseFull();
  }

  void save() override {
    Timeline unheard;
    const GpuLease gpu(unheard);
    saved_ = Bytes(state_.size());
    gpu->stream().copy(saved_.data(), state_.data(), state_.bytes());
  }
  void restore(Timeline& timeline) override {
    const GpuLease gpu(timeline);
    StageClock clock(gpu->stream(), timeline);
    clock.begin("generate");
    gpu->stream().copy(state_.data(), saved_.data(), saved_.bytes());
    clock.finish();
  }

 protected:
  /// Allocates what the batch needs, before anything is timed; throws if the table is too small.
  virtual void prepare(const HashBatch& batch) = 0;
  virtual void queue(const HashBatch& batch, const DeviceBatch& onDevice, std::uint32_t* full,
                     const Stream& stream) = 0;

  std::uint8_t* memory() const { return state_.data(); }
  /// A copy of the table, as elements of this type.
  template <class Element>
  std::vector<Element> downloaded() const {
    std::vector<Element> copy(state_.size() / sizeof(Element));
    Timeline unheard;
    const GpuLease gpu(unheard);
    gpu->stream().copy(copy.data(), state_.data(), state_.bytes());
    gpu->stream().wait();
    return copy;
  }

 private:
  int block_;
  Bytes state_;
  Bytes saved_;
};

/// In memory: heads, the number of used nodes, nodes. All 0: empty.
class ListsOnGpu : public TableOnGpu {
 public:
  explicit ListsOnGpu(const HashPlan& plan)
      : TableOnGpu(plan, words(plan) * sizeof(std::uint32_t), 0),
        spread_(plan.spread),
        capacity_(plan.capacity) {}

  void save() override {
    TableOnGpu::save();
    savedUsed_ = used_;
  }
  void restore(Timeline& timeline) override {
    TableOnGpu::restore(timeline);
    used_ = savedUsed_;
  }
  std::vector<HashPair> pairs() const override {
    auto copy = downloaded<std::uint32_t>();
    return lab::pairsOf(lists(copy.data()));
  }

 protected:
  void prepare(const HashBatch& batch) override {
    const std::int64_t inserts = batch.count(HashOperation::insert);
    if (used_ + inserts > capacity_) refuseFull();
    used_ += inserts;
  }
  void queue(const HashBatch& /*batch*/, const DeviceBatch& onDevice, std::uint32_t* /*full*/,
             const Stream& stream) override {
    queueHashLists(lists(reinterpret_cast<std::uint32_t*>(memory())), onDevice, stream);
  }

 private:
  static std::size_t words(const HashPlan& plan) {
    constexpr std::int64_t kNodeWords = sizeof(lab::HashNode) / sizeof(std::uint32_t);
    return static_cast<std::size_t>(plan.spread.lists() + 1 + kNodeWords * plan.capacity);
  }
  lab::HashLists lists(std::uint32_t* words) const {
    std::uint32_t* const used = words + spread_.lists();
    return {words, reinterpret_cast<lab::HashNode*>(used + 1), used, spread_};
  }

  lab::HashSpread spread_;
  std::int64_t capacity_;
  std::int64_t used_ = 0;  ///< nodes, as on the device
  std::int64_t savedUsed_ = 0;
};

std::size_t bytesOf(std::uint32_t lines) {
  return std::size_t{lines} * lab::kLineSlots * sizeof(std::uint64_t);
}

/// All bits 1: empty.
constexpr int kEmptyByte = 0xff;

class LinesOnGpu : public TableOnGpu {
 public:
  explicit LinesOnGpu(const HashPlan& plan)
      : TableOnGpu(plan, bytesOf(lab::linesFor(plan.capacity)), kEmptyByte),
        lines_(lab::linesFor(plan.capacity)) {}

  std::vector<HashPair> pairs() const override { return lab::pairsOf(downloaded<std::uint64_t>()); }

 protected:
  void prepare(const HashBatch& /*batch*/) override {}
  void queue(const HashBatch& batch, const DeviceBatch& onDevice, std::uint32_t* full,
             const Stream& stream) override {
    for (const HashOperation phase : lab::kHashPhases) {
      if (batch.count(phase) > 0) queueHashLines(table(), onDevice, phase, full, stream);
    }
  }
  lab::HashLines table() const { return {reinterpret_cast<std::uint64_t*>(memory()), lines_}; }

 private:
  std::uint32_t lines_;
};

class CuckooOnGpu : public LinesOnGpu {
 public:
  using LinesOnGpu::LinesOnGpu;

 protected:
  void prepare(const HashBatch& batch) override {
    claimLines_ = lab::linesFor(2 * batch.count(HashOperation::insert));
    if (!batch.distinct) claims_ = Bytes(bytesOf(claimLines_));
  }
  void queue(const HashBatch& batch, const DeviceBatch& onDevice, std::uint32_t* full,
             const Stream& stream) override {
    for (const HashOperation phase : lab::kHashPhases) {
      if (batch.count(phase) == 0) continue;
      if (phase != HashOperation::insert) {
        queueCuckoo(table(), onDevice, phase, stream);
        continue;
      }
      if (!batch.distinct) {
        stream.set(claims_.data(), kEmptyByte, claims_.bytes());
        queueCuckooClaims(table(), {reinterpret_cast<std::uint64_t*>(claims_.data()), claimLines_},
                          onDevice, stream);
      }
      queueCuckooInserts(table(), onDevice, !batch.distinct, full, stream);
    }
  }

 private:
  std::uint32_t claimLines_ = 1;
  Bytes claims_;
};

}  // namespace

std::unique_ptr<lab::HashTable> openHashOnGpu(const HashPlan& plan) {
  check(plan);
  using lab::HashStructure;
  if (plan.structure == HashStructure::lists) return std::make_unique<ListsOnGpu>(plan);
  if (plan.structure == HashStructure::lines) return std::make_unique<LinesOnGpu>(plan);
  if (plan.structure == HashStructure::cuckoo) return std::make_unique<CuckooOnGpu>(plan);
  throw Error(ErrorCode::unsupported, phrase("this hash table is on the CPU only"));
}

}  // namespace espy::cuda
