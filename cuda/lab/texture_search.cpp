// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of the engine: converts the library, then for each batch runs a matrix product and
// scans its columns.
#include <algorithm>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "base/scratch.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/identify/engines.h"
#include "cuda/identify/shared_scan.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/texture_kernels.h"
#include "cuda/lab/texture_products.h"
#include "espy/error.h"
#include "lab/hybrid_cache.h"

namespace espy::cuda {
namespace {

using lab::TextureGpuRequest;
using lab::TextureNumbers;
using lab::TexturePlace;
using lab::TextureTask;

constexpr std::int64_t bytesOfNumber(TextureNumbers numbers) {
  return numbers == TextureNumbers::fp32 ? sizeof(float) : sizeof(std::uint16_t);
}
constexpr std::int64_t bytesOfProduct(TextureNumbers numbers) {
  return numbers == TextureNumbers::fp16 ? sizeof(std::uint16_t) : sizeof(float);
}

/// Bytes of a shelf that may stay on the GPU.
constexpr std::int64_t kNothingStays = 0;

/// A device buffer that grows on demand.
class GrowingBuffer {
 public:
  std::uint8_t* of(std::int64_t bytes) {
    const auto wanted = static_cast<std::size_t>(bytes);
    if (memory_.size() < wanted) memory_ = DeviceBuffer<std::uint8_t>(wanted, picturePool());
    return memory_.data();
  }

 private:
  DeviceBuffer<std::uint8_t> memory_;
};

/// A stream with its buffers.
class BufferedStream {
 public:
  BufferedStream() : multiplier_(stream_) {}
  ~BufferedStream() { finish(); }  // before its memory is reused
  BufferedStream(const BufferedStream&) = delete;
  BufferedStream& operator=(const BufferedStream&) = delete;

  const Stream& stream() const { return stream_; }
  void finish() const {
    callQuietly([&] { return cudaStreamSynchronize(stream_.get()); });
  }
  const MatrixMultiplier& multiplier() const { return multiplier_; }
  std::uint8_t* products(std::int64_t bytes) { return products_.of(bytes); }
  std::uint8_t* arrivals(std::int64_t bytes) { return arrivals_.of(bytes); }

  /// Limits pending batches: enough to keep the GPU busy, few enough to cancel quickly.
  void awaitOlder() {
    if (moments_.size() < kAhead) {
      moments_.emplace_back();
    } else {
      moments_[turn_].wait();
    }
  }
  void batchQueued() {
    moments_[turn_].record(stream_);
    turn_ = (turn_ + 1) % kAhead;
  }
  void batchesDone() {
    moments_.clear();
    turn_ = 0;
  }

 private:
  static constexpr std::size_t kAhead = 16;

  GrowingBuffer products_;
  GrowingBuffer arrivals_;  ///< references from the host
  Stream stream_;
  MatrixMultiplier multiplier_;
  std::vector<Event> moments_;
  std::size_t turn_ = 0;
};

using Streams = std::vector<std::unique_ptr<BufferedStream>>;

/// Waits for pending work, also after an exception.
struct AllDone {
  const Streams& streams;

  ~AllDone() {
    for (const auto& buffered : streams) buffered->finish();
  }
};

/// A query on the GPU.
struct TextureQuery {
  GrowingBuffer bytes;
  GrowingBuffer numbers;
  DeviceBuffer<std::int32_t> norms;
};

class TextureLibraryOnGpu : public lab::TextureOnGpu {
 public:
  TextureLibraryOnGpu(const TextureTask& task, TextureNumbers numbers, TexturePlace place,
                      const Control& control)
      : task_(task), place_(place), bytesOfNumber_(bytesOfNumber(numbers)) {
    Timeline unheard;
    const GpuLease gpu(unheard);
    openLanes(1);  // fails early without cuBLAS
    makeRoom();
    norms_ = DeviceBuffer<std::int32_t>(task.norms.size(), picturePool());
    gpu->stream().copy(norms_.data(), task.norms.data(), task.norms.size_bytes());
    constexpr std::int64_t kAtOnce = std::int64_t{1} << 24;
    const DeviceBuffer<std::uint8_t> bytes(static_cast<std::size_t>(kAtOnce));
    const DeviceBuffer<float> converted(static_cast<std::size_t>(kAtOnce));
    for (std::int64_t at = 0; at < std::ssize(task.library); at += kAtOnce) {
      control.check();
      const std::int64_t count = std::min(kAtOnce, std::ssize(task.library) - at);
      gpu->stream().copy(bytes.data(), task.library.data() + at, static_cast<std::size_t>(count));
      queueConvert(bytes.data(), count, numbers, converted.data(), gpu->stream());
      gpu->stream().copy(library_ + at * bytesOfNumber_, converted.data(),
                         static_cast<std::size_t>(count * bytesOfNumber_));
      gpu->stream().wait();
    }
  }

  /// Such large memory is not kept in the pools.
  ~TextureLibraryOnGpu() override {
    streams_.clear();
    onGpu_ = {};
    slots_ = {};
    pinned_ = {};
    picturePool().trim();
    pool(MemoryKind::pinned).trim();
  }
  TextureLibraryOnGpu(const TextureLibraryOnGpu&) = delete;
  TextureLibraryOnGpu& operator=(const TextureLibraryOnGpu&) = delete;

  void count(const TextureGpuRequest& request, std::span<std::int32_t> counts,
             const Control& control, Timeline& timeline) override {
    check(request, counts);
    control.check();
    const GpuLease gpu(timeline);
    const Stream& stream = gpu->stream();
    openLanes(request.streams);
    fillCache(request, stream, control);
    std::vector<TextureQuery> queries(task_.queries.size());
    const DeviceBuffer<std::int32_t> found(counts.size());
    const AllDone allDone{streams_};
    StageClock clock(stream, timeline);
    clock.begin("upload");
    for (std::size_t q = 0; q < queries.size(); ++q) send(q, request.numbers, queries[q], stream);
    stream.set(found.data(), 0, found.bytes());

    clock.begin("count");
    Event moment;
    moment.record(stream);
    for (int l = 0; l < request.streams; ++l) moment.holdBack(streams_[idx(l)]->stream());
    for (std::size_t q = 0; q < queries.size(); ++q) {
      countQuery(request, q, queries[q], found.data() + static_cast<std::int64_t>(q) * references(),
                 control);
    }
    for (int l = 0; l < request.streams; ++l) {
      Event done;
      done.record(streams_[idx(l)]->stream());
      done.holdBack(stream);
      streams_[idx(l)]->batchesDone();
    }

    clock.begin("download");
    stream.copy(counts.data(), found.data(), found.bytes());
    clock.finish();
  }

 private:
  static std::size_t idx(int index) { return static_cast<std::size_t>(index); }
  std::int64_t references() const { return task_.references(); }

  /// Allocates the library where it is to be.
  void makeRoom() {
    const std::int64_t bytes = std::ssize(task_.library) * bytesOfNumber_;
    const auto size = static_cast<std::size_t>(bytes);
    switch (place_) {
      case TexturePlace::gpu:
        library_ = onGpu_.of(bytes);
        break;
      case TexturePlace::ordinary:
        ordinary_.resize(size);
        library_ = ordinary_.data();
        break;
      case TexturePlace::pinned:
        pinned_ = PinnedBuffer<std::uint8_t>(size);
        library_ = pinned_.data();
        break;
    }
  }

  void check(const TextureGpuRequest& request, std::span<const std::int32_t> counts) const {
    if (bytesOfNumber(request.numbers) != bytesOfNumber_) {
      throw Error(ErrorCode::badUse, phrase("the library was prepared for another type of number"));
    }
    if (request.batch < 1 || request.batch > 4096 || request.streams < 1 || request.streams > 64) {
      throw Error(
          ErrorCode::badUse,
          phrase("a batch must have 1 to 4096 references, and the streams must be 1 to 64"));
    }
    if (request.resident < 0 || request.resident > 100 ||
        (request.resident > 0 && (request.hostThreads || place_ == TexturePlace::gpu))) {
      throw Error(ErrorCode::badUse, phrase("a hybrid cache has a library on the host, one host "
                                            "thread, and 0 to 100 % on the GPU"));
    }
    if (std::ssize(counts) != references() * std::ssize(task_.queries)) {
      throw Error(ErrorCode::badUse, phrase("there must be a count for each reference and query"));
    }
  }

  std::int64_t bytesOfBatch(const TextureGpuRequest& request) const {
    return request.batch * task_.rows * kFeatureBytes * bytesOfNumber_;
  }

  /// Enqueues all batches, as they would be added one after another, unless they are there.
  void fillCache(const TextureGpuRequest& request, const Stream& stream, const Control& control) {
    const std::pair wanted{request.batch, request.resident};
    if (wanted == cachedFor_) return;
    cachedFor_ = {};
    cache_ = lab::HybridCache(0);
    if (request.resident == 0) return;
    const std::int64_t batches = (references() + request.batch - 1) / request.batch;
    lab::HybridCache cache(batches * request.resident / 100);
    const std::int64_t size = bytesOfBatch(request);
    const std::int64_t whole = std::ssize(task_.library) * bytesOfNumber_;
    std::uint8_t* const slots =
        slots_.of(std::max<std::int64_t>(1, batches * request.resident / 100) * size);
    const auto lengthOf = [&](std::int64_t batch) {
      return static_cast<std::size_t>(std::min(size, whole - batch * size));
    };
    for (std::int64_t b = 0; b < batches; ++b) {
      control.check();
      const auto entry = cache.enqueue(b);
      if (!entry.slot) break;
      std::uint8_t* const slot = slots + *entry.slot * size;
      if (entry.evicted) {
        stream.copy(library_ + *entry.evicted * size, slot, lengthOf(*entry.evicted));
      }
      stream.copy(slot, library_ + b * size, lengthOf(b));
    }
    stream.wait();
    cache_ = std::move(cache);
    cachedFor_ = wanted;
  }

  void openLanes(int count) {
    while (streams_.size() < idx(count)) streams_.push_back(std::make_unique<BufferedStream>());
  }

  void send(std::size_t q, TextureNumbers numbers, TextureQuery& to, const Stream& stream) const {
    const auto query = task_.queries[q];
    const std::int64_t bytes = std::ssize(query);
    std::vector<std::int32_t> norms(query.size() / kFeatureBytes);
    for (std::size_t i = 0; i < query.size(); ++i) norms[i / kFeatureBytes] += query[i] * query[i];
    to.norms = DeviceBuffer<std::int32_t>(norms.size());
    stream.copy(to.bytes.of(bytes), query.data(), query.size());
    stream.copy(to.norms.data(), norms.data(), to.norms.bytes());
    queueConvert(to.bytes.of(bytes), bytes, numbers, to.numbers.of(bytes * bytesOfNumber_), stream);
    stream.wait();  // the norms are local
  }

  void countQuery(const TextureGpuRequest& request, std::size_t q, TextureQuery& query,
                  std::int32_t* found, const Control& control) {
    if (request.hostThreads) return countQueryByThreads(request, q, query, found, control);
    int turn = 0;
    for (std::int64_t first = 0; first < references(); first += request.batch) {
      control.check();
      BufferedStream& buffered = *streams_[idx(turn)];
      turn = (turn + 1) % request.streams;
      buffered.awaitOlder();
      countBatch(request, q, query, first, std::min(request.batch, references() - first), found,
                 buffered);
      buffered.batchQueued();
    }
  }

  /// A thread per stream, each with an equal part of the references.
  void countQueryByThreads(const TextureGpuRequest& request, std::size_t q, TextureQuery& query,
                           std::int32_t* found, const Control& control) {
    int device = 0;
    call("cudaGetDevice", [&] { return cudaGetDevice(&device); });
    std::vector<std::exception_ptr> failures(idx(request.streams));
    {
      std::vector<std::jthread> threads;
      for (int l = 0; l < request.streams; ++l) {
        threads.emplace_back([&, l] {
          try {
            call("cudaSetDevice", [&] { return cudaSetDevice(device); });
            countPart(request, q, query, found, *streams_[idx(l)],
                      references() * l / request.streams, references() * (l + 1) / request.streams,
                      control);
          } catch (...) {
            failures[idx(l)] = std::current_exception();
          }
        });
      }
    }
    for (const std::exception_ptr& failure : failures) {
      if (failure != nullptr) std::rethrow_exception(failure);
    }
  }

  void countPart(const TextureGpuRequest& request, std::size_t q, TextureQuery& query,
                 std::int32_t* found, BufferedStream& buffered, std::int64_t first,
                 std::int64_t end, const Control& control) {
    for (; first < end; first += request.batch) {
      control.check();
      buffered.awaitOlder();
      countBatch(request, q, query, first, std::min(request.batch, end - first), found, buffered);
      buffered.batchQueued();
    }
  }

  void countBatch(const TextureGpuRequest& request, std::size_t q, TextureQuery& query,
                  std::int64_t first, std::int64_t references, std::int32_t* found,
                  BufferedStream& buffered) {
    const std::int64_t queryRows = std::ssize(task_.queries[q]) / kFeatureBytes;
    const std::int64_t rows = references * task_.rows;
    const std::int64_t bytes = rows * kFeatureBytes * bytesOfNumber_;
    const std::uint8_t* numbers = library_ + first * task_.rows * kFeatureBytes * bytesOfNumber_;
    const std::optional<std::int64_t> slot =
        request.resident > 0 ? cache_.slotOf(first / request.batch) : std::nullopt;
    if (slot) {
      numbers = slots_.of(0) + *slot * bytesOfBatch(request);
    } else if (place_ != TexturePlace::gpu) {
      std::uint8_t* const here =
          buffered.arrivals(request.batch * task_.rows * kFeatureBytes * bytesOfNumber_);
      buffered.stream().copy(here, numbers, static_cast<std::size_t>(bytes));
      numbers = here;
    }
    std::uint8_t* const products =
        buffered.products(request.batch * task_.rows * queryRows * bytesOfProduct(request.numbers));
    buffered.multiplier().queue({request.numbers, query.numbers.of(0), queryRows, numbers, rows,
                                 products, request.tensorCores});
    const Ratio ratio = task_.ratio;
    queueCountMatches(
        {products, norms_.data() + first * task_.rows, query.norms.data(), queryRows, task_.rows,
         references, ratio.over * ratio.over, ratio.under * ratio.under, found + first},
        request.numbers, buffered.stream());
  }

  TextureTask task_;
  TexturePlace place_;
  std::int64_t bytesOfNumber_;
  GrowingBuffer onGpu_;
  GrowingBuffer slots_;  ///< of the cache
  lab::HybridCache cache_{0};
  std::pair<std::int64_t, int> cachedFor_;  ///< batch and share that the cache was filled for
  ScratchVector<std::uint8_t> ordinary_;
  PinnedBuffer<std::uint8_t> pinned_;
  std::uint8_t* library_ = nullptr;
  DeviceBuffer<std::int32_t> norms_;
  Streams streams_;
};

}  // namespace

std::shared_ptr<lab::TextureOnGpu> openTextureOnGpu(const TextureTask& task, TextureNumbers numbers,
                                                    TexturePlace place, const Control& control) {
  return std::make_shared<TextureLibraryOnGpu>(task, numbers, place, control);
}

std::vector<Ranking> rankFromHost(const RankTask& task, const Control& control, RunReport& report) {
  const auto scan = std::static_pointer_cast<SharedScan>(
      task.shelf.kept("cuda", [] { return std::make_shared<SharedScan>(kNothingStays); }));
  scan->forgetPassing();
  return rankOnGpu(task, control, report);
}

}  // namespace espy::cuda
