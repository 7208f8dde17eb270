// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/identify/gpu_search.h"

#include <algorithm>
#include <utility>

#include "cuda/identify/kernels.h"
#include "identify/best_references.h"

namespace espy::cuda {
namespace {

using identify::BestReferences;

/// References per batch: long enough to hide the host's part, short enough for fast cancellation.
constexpr std::int64_t kAtOnce = std::int64_t{1} << 18;
/// Counts of all queries on the GPU at once.
constexpr std::int64_t kMostCounts = std::int64_t{1} << 23;
/// References counted exactly per batch.
constexpr std::int64_t kMostListed = std::int64_t{1} << 16;

/// A query on the GPU, in parts of at most kMostQueryRows.
class QueryOnGpu {
 public:
  QueryOnGpu(std::span<const std::uint8_t> features, const Stream& stream) {
    const std::int64_t count = std::ssize(features) / kFeatureBytes;
    for (std::int64_t first = 0; first < count; first += kMostQueryRows) {
      const auto own = static_cast<int>(std::min<std::int64_t>(kMostQueryRows, count - first));
      const int padded = (own + kQueryStep - 1) / kQueryStep * kQueryStep;
      Part part{DeviceBuffer<std::uint8_t>(static_cast<std::size_t>(padded * kFeatureBytes)),
                DeviceBuffer<std::int32_t>(static_cast<std::size_t>(padded)),
                DeviceBuffer<std::int32_t>(1),
                {}};
      stream.copy(part.features.data(), features.data() + first * kFeatureBytes,
                  static_cast<std::size_t>(own * kFeatureBytes));
      stream.copy(part.count.data(), &own, sizeof(own));
      queuePrepare({part.features.data(), part.count.data(), part.norms.data(), nullptr, 1,
                    padded / kChunkRows},
                   stream);
      part.query = {part.features.data(), part.norms.data(), own, padded};
      stream.wait();
      parts_.push_back(std::move(part));
    }
  }

  template <class Do>
  void overParts(const Do& act) const {
    for (const Part& part : parts_) act(part.query);
  }

 private:
  struct Part {
    DeviceBuffer<std::uint8_t> features;
    DeviceBuffer<std::int32_t> norms;
    DeviceBuffer<std::int32_t> count;
    QueryPart query;
  };
  std::vector<Part> parts_;
};

/// A reference of a portion that may be among the best.
struct Candidate {
  std::int32_t screened = 0;
  std::uint32_t rank = 0;
  std::uint32_t index = 0;  ///< in the portion

  bool operator<(const Candidate& other) const {
    return screened != other.screened ? screened > other.screened : rank < other.rank;
  }
};

/// A range of a portion's references.
struct Piece {
  const ReferenceEntry* entries = nullptr;
  std::span<const std::int64_t> references;

  std::int64_t count() const { return std::ssize(references); }
};

}  // namespace

class GpuSearch::Inside {
 public:
  Inside(const RankTask& task, const Gpu& gpu, const Stream& urgent, const Control& control)
      : task_(task),
        gpu_(gpu),
        stream_(gpu.stream()),
        urgent_(urgent),
        control_(control),
        chunks_(static_cast<int>(chunksOf(task.shelf.rows()))),
        words_(chunks_ * kChunkRows / 32),
        best_(task.queries.size(), BestReferences(task.shelf, task.options.top)) {
    for (const auto& query : task.queries) queries_.emplace_back(query, stream_);
  }
  ~Inside() {
    // Pending work still uses the buffers.
    callQuietly([&] { return cudaStreamSynchronize(urgent_.get()); });
    callQuietly([&] { return cudaStreamSynchronize(stream_.get()); });
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

  /// References counted exactly so far.
  std::int64_t counted() const { return counted_; }

  /// Screens a portion while the results of the previous one are processed.
  void approximate(const Portion& portion) {
    const auto queries = std::max<std::int64_t>(1, std::ssize(queries_));
    const std::int64_t atOnce = std::max<std::int64_t>(1, std::min(kAtOnce, kMostCounts / queries));
    for (std::int64_t first = 0; first < portion.count(); first += atOnce) {
      control_.check();
      const auto count = static_cast<std::size_t>(std::min(atOnce, portion.count() - first));
      const Piece piece{
          portion.entries + first,
          std::span(portion.references).subspan(static_cast<std::size_t>(first), count)};
      if (!hasWarpGroups()) {
        countAll(piece);
        continue;
      }
      Screen& next = screens_[turn_];
      turn_ ^= 1U;
      screen(piece, next);
      finish(screens_[turn_]);
    }
  }
  /// Processes all pending results.
  void finish() { finish(screens_[turn_ ^ 1U]); }

  std::vector<Ranking> rankings() const {
    std::vector<Ranking> all;
    for (const auto& best : best_) all.push_back(best.sorted());
    return all;
  }

 private:
  /// The screen's counts for a piece, query by query.
  struct Screen {
    Piece piece;
    bool isUnderWay = false;
    DeviceBuffer<std::uint32_t> counts;
    PinnedBuffer<std::uint32_t> heard;
    Event done;
  };

  CountPiece countPiece(const ReferenceEntry* entries, std::int64_t count, const QueryPart& query,
                        std::uint32_t* counts) const {
    const Ratio ratio = task_.options.ratio;
    return {entries, count, chunks_, query, {ratio.over * ratio.over, ratio.under * ratio.under},
            counts};
  }

  void screen(const Piece& piece, Screen& to) {
    const std::size_t all = queries_.size() * static_cast<std::size_t>(piece.count());
    to.piece = piece;
    enlarge(to.counts, all);
    enlarge(to.heard, all);
    stream_.set(to.counts.data(), 0, all * sizeof(std::uint32_t));
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      std::uint32_t* const counts = to.counts.data() + static_cast<std::int64_t>(q) * piece.count();
      queries_[q].overParts([&](const QueryPart& part) {
        queueScreen(countPiece(piece.entries, piece.count(), part, counts), gpu_.multiprocessors(),
                    stream_);
      });
    }
    stream_.copy(to.heard.data(), to.counts.data(), all * sizeof(std::uint32_t));
    to.done.record(stream_);
    to.isUnderWay = true;
  }

  /// Counts the references that the screen left.
  void finish(Screen& screen) {
    if (!std::exchange(screen.isUnderWay, false)) return;
    screen.done.wait();
    std::vector<std::vector<Candidate>> candidates;
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      const std::uint32_t* const counts =
          screen.heard.data() + static_cast<std::int64_t>(q) * screen.piece.count();
      candidates.push_back(promising(screen.piece, counts, best_[q].least()));
    }
    countCandidates(screen.piece, candidates);
  }

  std::vector<Candidate> promising(const Piece& piece, const std::uint32_t* counts,
                                   std::int32_t least) const {
    std::vector<Candidate> found;
    for (std::int64_t i = 0; i < piece.count(); ++i) {
      if (counts[i] < static_cast<std::uint32_t>(least)) continue;
      found.push_back({static_cast<std::int32_t>(counts[i]),
                       task_.shelf.rank(piece.references[static_cast<std::size_t>(i)]),
                       static_cast<std::uint32_t>(i)});
    }
    return found;
  }

  /// In rounds, best first: each round raises the limit for the next.
  void countCandidates(const Piece& piece, std::vector<std::vector<Candidate>>& candidates) {
    std::vector<std::size_t> done(candidates.size());
    const auto share =
        std::max<std::int64_t>(1, kMostListed / std::max<std::int64_t>(1, std::ssize(candidates)));
    std::int64_t atOnce = std::min(share, std::max<std::int64_t>(32, 2 * task_.options.top));
    for (bool isFirst = true;; isFirst = false) {
      control_.check();
      lists_.clear();
      for (std::size_t q = 0; q < candidates.size(); ++q) {
        auto& own = candidates[q];
        const std::size_t end = std::min(own.size(), done[q] + static_cast<std::size_t>(atOnce));
        const auto from = own.begin() + static_cast<std::ptrdiff_t>(done[q]);
        std::partial_sort(from, own.begin() + static_cast<std::ptrdiff_t>(end), own.end());
        for (; done[q] < end; ++done[q]) {
          const Candidate& candidate = own[done[q]];
          const std::int64_t reference = piece.references[candidate.index];
          if (!best_[q].mayTake(reference, candidate.screened)) {
            own.resize(done[q]);
            break;
          }
          lists_.push_back({q, candidate.index, reference});
        }
        // The rest need not be sorted.
        const auto rest = own.begin() + static_cast<std::ptrdiff_t>(done[q]);
        own.erase(std::remove_if(rest, own.end(),
                                 [&](const Candidate& candidate) {
                                   return candidate.screened < best_[q].least();
                                 }),
                  own.end());
      }
      if (lists_.empty()) return;
      countListed(piece.entries);
      if (isFirst) atOnce = share;
    }
  }

  /// A reference to be counted exactly.
  struct Listed {
    std::size_t query;
    std::uint32_t index;
    std::int64_t reference;
  };

  void countListed(const ReferenceEntry* entries) {
    const std::size_t count = lists_.size();
    enlarge(listHere_, count);
    enlarge(list_, count);
    prepareExact(static_cast<std::int64_t>(count));
    for (std::size_t i = 0; i < count; ++i) listHere_.data()[i] = lists_[i].index;
    urgent_.copy(list_.data(), listHere_.data(), count * sizeof(std::uint32_t));
    for (std::size_t from = 0; from < count;) {
      std::size_t end = from;
      while (end < count && lists_[end].query == lists_[from].query) ++end;
      queueExactOf(lists_[from].query, entries, list_.data() + from,
                   static_cast<std::int64_t>(from), static_cast<std::int64_t>(end - from));
      from = end;
    }
    takeExact(static_cast<std::int64_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      best_[lists_[i].query].take(
          {lists_[i].reference, static_cast<std::int32_t>(exactHere_.data()[i])});
    }
  }

  /// Every reference for every query, without a screen.
  void countAll(const Piece& piece) {
    moment_.record(stream_);
    moment_.holdBack(urgent_);
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      prepareExact(piece.count());
      queueExactOf(q, piece.entries, nullptr, 0, piece.count());
      takeExact(piece.count());
      for (std::int64_t i = 0; i < piece.count(); ++i) {
        best_[q].take({piece.references[static_cast<std::size_t>(i)],
                       static_cast<std::int32_t>(exactHere_.data()[i])});
      }
    }
  }

  void prepareExact(std::int64_t count) {
    const auto size = static_cast<std::size_t>(count);
    const std::size_t words = size * static_cast<std::size_t>(words_);
    enlarge(exact_, size);
    enlarge(exactHere_, size);
    enlarge(matched_, words);
    urgent_.set(exact_.data(), 0, size * sizeof(std::uint32_t));
    urgent_.set(matched_.data(), 0, words * sizeof(std::uint32_t));
    counted_ += count;
  }
  void queueExactOf(std::size_t q, const ReferenceEntry* entries, const std::uint32_t* list,
                    std::int64_t at, std::int64_t count) const {
    queries_[q].overParts([&](const QueryPart& part) {
      queueExact({countPiece(entries, count, part, exact_.data() + at), list,
                  matched_.data() + at * words_},
                 urgent_);
    });
  }
  void takeExact(std::int64_t count) {
    if (task_.options.counting == Counting::distinct) {
      queueCountBits(matched_.data(), count, chunks_, exact_.data(), urgent_);
    }
    urgent_.copy(exactHere_.data(), exact_.data(),
                 static_cast<std::size_t>(count) * sizeof(std::uint32_t));
    urgent_.wait();
  }

  template <class Memory>
  static void enlarge(Memory& memory, std::size_t count) {
    if (memory.size() < count) memory = Memory(count);
  }

  const RankTask& task_;
  const Gpu& gpu_;
  const Stream& stream_;
  const Stream& urgent_;
  const Control& control_;
  int chunks_;
  int words_;  ///< per reference, of bits
  std::vector<QueryOnGpu> queries_;
  std::vector<BestReferences> best_;
  std::int64_t counted_ = 0;
  std::vector<Listed> lists_;
  Screen screens_[2];  ///< double buffer
  unsigned turn_ = 0;
  Event moment_;
  DeviceBuffer<std::uint32_t> list_;
  PinnedBuffer<std::uint32_t> listHere_;
  DeviceBuffer<std::uint32_t> matched_;
  DeviceBuffer<std::uint32_t> exact_;
  PinnedBuffer<std::uint32_t> exactHere_;
};

GpuSearch::GpuSearch(const RankTask& task, const Gpu& gpu, const Stream& urgent,
                     const Control& control)
    : inside_(std::make_unique<Inside>(task, gpu, urgent, control)) {}
GpuSearch::~GpuSearch() = default;

void GpuSearch::approximate(const Portion& portion) {
  inside_->approximate(portion);
}
void GpuSearch::finish() {
  inside_->finish();
}
std::int64_t GpuSearch::counted() const {
  return inside_->counted();
}
std::vector<Ranking> GpuSearch::rankings() const {
  return inside_->rankings();
}

}  // namespace espy::cuda
