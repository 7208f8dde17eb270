// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The search on the card: references are screened, and those whose screen says that they might be
// among the best are counted exactly, the most promising first. Where the card has no fast screen,
// all are counted exactly.
#include <algorithm>
#include <cstring>
#include <utility>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/identify/engines.h"
#include "cuda/identify/kernels.h"
#include "cuda/identify/shelf_on_card.h"
#include "identify/best_references.h"

namespace espy::cuda {
namespace {

using identify::BestReferences;

/// References that are looked at before the host chooses: so long that choosing is nothing beside
/// it, and so short that a search stops soon.
constexpr std::int64_t kAtOnce = std::int64_t{1} << 18;
/// Counts of all queries that are on the card at once.
constexpr std::int64_t kMostCounts = std::int64_t{1} << 24;
/// References that are counted exactly at once.
constexpr std::int64_t kMostListed = std::int64_t{1} << 16;

/// A query on the card, in parts of what is done at once.
class QueryOnCard {
 public:
  QueryOnCard(std::span<const std::uint8_t> features, const Stream& stream) {
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
      part.told = {part.features.data(), part.norms.data(), own, padded};
      stream.wait();
      parts_.push_back(std::move(part));
    }
  }

  template <class Do>
  void overParts(const Do& act) const {
    for (const Part& part : parts_) act(part.told);
  }

 private:
  struct Part {
    DeviceBuffer<std::uint8_t> features;
    DeviceBuffer<std::int32_t> norms;
    DeviceBuffer<std::int32_t> count;
    QueryPart told;
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

class CardSearch {
 public:
  CardSearch(const RankTask& task, const Gpu& gpu, const Control& control)
      : task_(task),
        gpu_(gpu),
        stream_(gpu.stream()),
        control_(control),
        chunks_(static_cast<int>(chunksOf(task.shelf.rows()))),
        words_(chunks_ * kChunkRows / 32),
        best_(task.queries.size(), BestReferences(task.shelf, task.options.top)) {
    for (const auto& query : task.queries) queries_.emplace_back(query, stream_);
  }

  std::int64_t counted() const { return counted_; }

  void lookAtAll(const Portion& portion) {
    const auto queries = std::max<std::int64_t>(1, std::ssize(queries_));
    const std::int64_t atOnce = std::max<std::int64_t>(1, std::min(kAtOnce, kMostCounts / queries));
    for (std::int64_t first = 0; first < portion.count(); first += atOnce) {
      control_.check();
      const std::int64_t count = std::min(atOnce, portion.count() - first);
      if (hasWarpGroups()) {
        screen(portion, first, count);
      } else {
        countAll(portion, first, count);
      }
    }
  }

  std::vector<Ranking> rankings() const {
    std::vector<Ranking> all;
    for (const auto& best : best_) all.push_back(best.sorted());
    return all;
  }

 private:
  CountPiece piece(const ReferenceEntry* entries, std::int64_t count, const QueryPart& query,
                   std::uint32_t* counts) const {
    const Ratio ratio = task_.options.ratio;
    return {entries, count, chunks_, query, {ratio.over * ratio.over, ratio.under * ratio.under},
            counts};
  }

  /// Screens references for all queries, then counts those that might be among the best.
  void screen(const Portion& portion, std::int64_t first, std::int64_t count) {
    const std::size_t all = queries_.size() * static_cast<std::size_t>(count);
    enlarge(screened_, all);
    enlarge(heard_, all);
    stream_.set(screened_.data(), 0, all * sizeof(std::uint32_t));
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      queries_[q].overParts([&](const QueryPart& part) {
        queueScreen(piece(portion.entries + first, count, part,
                          screened_.data() + static_cast<std::int64_t>(q) * count),
                    gpu_.multiprocessors(), stream_);
      });
    }
    stream_.copy(heard_.data(), screened_.data(), all * sizeof(std::uint32_t));
    stream_.wait();
    std::vector<std::vector<Candidate>> candidates(queries_.size());
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      candidates[q] = promising(portion, first, count, q);
    }
    countCandidates(portion, first, candidates);
  }

  std::vector<Candidate> promising(const Portion& portion, std::int64_t first, std::int64_t count,
                                   std::size_t q) const {
    std::vector<Candidate> found;
    const std::uint32_t* const screened = heard_.data() + static_cast<std::int64_t>(q) * count;
    const auto least = static_cast<std::uint32_t>(best_[q].least());
    for (std::int64_t i = 0; i < count; ++i) {
      if (screened[i] < least) continue;
      const std::int64_t reference = portion.references[static_cast<std::size_t>(first + i)];
      found.push_back({static_cast<std::int32_t>(screened[i]), task_.shelf.rank(reference),
                       static_cast<std::uint32_t>(i)});
    }
    return found;
  }

  /// In rounds, the most promising first: after each, fewer are left that might be among the best.
  void countCandidates(const Portion& portion, std::int64_t first,
                       std::vector<std::vector<Candidate>>& candidates) {
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
          const std::int64_t reference =
              portion.references[static_cast<std::size_t>(first + candidate.index)];
          if (!best_[q].mayTake(reference, candidate.screened)) {
            own.resize(done[q]);
            break;
          }
          lists_.push_back({q, candidate.index, reference});
        }
        // The others need not be sorted where they cannot be taken any more.
        const auto rest = own.begin() + static_cast<std::ptrdiff_t>(done[q]);
        own.erase(std::remove_if(rest, own.end(),
                                 [&](const Candidate& candidate) {
                                   return candidate.screened < best_[q].least();
                                 }),
                  own.end());
      }
      if (lists_.empty()) return;
      countListed(portion.entries + first);
      if (isFirst) atOnce = share;
    }
  }

  /// One that is to be counted exactly.
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
    stream_.copy(list_.data(), listHere_.data(), count * sizeof(std::uint32_t));
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

  /// Every reference of every query, where there is no screen.
  void countAll(const Portion& portion, std::int64_t first, std::int64_t count) {
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      prepareExact(count);
      queueExactOf(q, portion.entries + first, nullptr, 0, count);
      takeExact(count);
      for (std::int64_t i = 0; i < count; ++i) {
        best_[q].take({portion.references[static_cast<std::size_t>(first + i)],
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
    stream_.set(exact_.data(), 0, size * sizeof(std::uint32_t));
    stream_.set(matched_.data(), 0, words * sizeof(std::uint32_t));
    counted_ += count;
  }
  void queueExactOf(std::size_t q, const ReferenceEntry* entries, const std::uint32_t* list,
                    std::int64_t at, std::int64_t count) const {
    queries_[q].overParts([&](const QueryPart& part) {
      queueExact(
          {piece(entries, count, part, exact_.data() + at), list, matched_.data() + at * words_},
          stream_);
    });
  }
  void takeExact(std::int64_t count) {
    if (task_.options.counting == Counting::distinct) {
      queueCountBits(matched_.data(), count, chunks_, exact_.data(), stream_);
    }
    stream_.copy(exactHere_.data(), exact_.data(),
                 static_cast<std::size_t>(count) * sizeof(std::uint32_t));
    stream_.wait();
  }

  template <class Memory>
  static void enlarge(Memory& memory, std::size_t count) {
    if (memory.size() < count) memory = Memory(count);
  }

  const RankTask& task_;
  const Gpu& gpu_;
  const Stream& stream_;
  const Control& control_;
  int chunks_;
  int words_;  ///< of a reference's bits
  std::vector<QueryOnCard> queries_;
  std::vector<BestReferences> best_;
  std::int64_t counted_ = 0;
  std::vector<Listed> lists_;
  DeviceBuffer<std::uint32_t> screened_;
  PinnedBuffer<std::uint32_t> heard_;
  DeviceBuffer<std::uint32_t> list_;
  PinnedBuffer<std::uint32_t> listHere_;
  DeviceBuffer<std::uint32_t> matched_;
  DeviceBuffer<std::uint32_t> exact_;
  PinnedBuffer<std::uint32_t> exactHere_;
};

Message strategyOf(const ShelfOnCard& shelf, std::int64_t counted) {
  if (shelf.passing().empty()) {
    return phrase("all slabs stay on the card; the distances of {} references", counted);
  }
  return phrase("{} slabs stay on the card, {} pass through it; the distances of {} references",
                shelf.residentSlabs(), shelf.passing().size(), counted);
}

}  // namespace

std::vector<Ranking> rankOnCard(const RankTask& task, const Control& control, RunReport& report) {
  control.check();
  report.engine = "cuda";
  report.threads = 1;
  const GpuLease gpu(report.timeline);
  const Stream& stream = gpu->stream();
  const auto kept = std::static_pointer_cast<ShelfOnCard>(
      task.shelf.kept("cuda", [] { return std::make_shared<ShelfOnCard>(); }));
  {
    const StageTimer timer(report.timeline, "upload");
    kept->follow(task.shelf, stream, control);
  }
  const StageTimer timer(report.timeline, "count");
  CardSearch search(task, *gpu, control);
  const std::size_t passing = kept->passing().size();
  for (std::size_t number = 0; number + 1 < ShelfOnCard::kRing; ++number) {
    kept->bring(task.shelf, number, control);
  }
  search.lookAtAll(kept->resident());
  for (std::size_t number = 0; number < passing; ++number) {
    kept->bring(task.shelf, number + ShelfOnCard::kRing - 1, control);
    search.lookAtAll(kept->brought(number, stream));
    kept->release(number, stream);
    if (control.progress) {
      control.progress(static_cast<double>(number + 1) / static_cast<double>(passing));
    }
  }
  report.strategy = strategyOf(*kept, search.counted());
  return search.rankings();
}

}  // namespace espy::cuda
