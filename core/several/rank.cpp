// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A library is divided by slots: each member has its part of every slab, and keeps it.
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "espy/engine/identify.h"
#include "several/capabilities.h"

namespace espy::several {
namespace {

/// A member's part of a shelf.
struct Portion {
  std::unique_ptr<Shelf> shelf;
  /// The first slot of each slice, in the portion and in the whole shelf.
  std::vector<std::pair<std::int64_t, std::int64_t>> slices;

  std::int64_t whole(std::int64_t slot) const {
    const auto isBefore = [](std::int64_t at, const auto& slice) { return at < slice.first; };
    const auto next = std::upper_bound(slices.begin(), slices.end(), slot, isBefore);
    return std::prev(next)->second + slot - std::prev(next)->first;
  }
};
using Portions = std::vector<Portion>;

/// The portions of a shelf and of its successors; kept with it, so that members keep theirs.
class Divided {
 public:
  std::shared_ptr<const Portions> of(const Shelf& shelf, std::size_t count) {
    const std::lock_guard lock(mutex_);
    if (portions_ == nullptr || name_ != shelf.name()) {
      portions_ = divided(shelf, count);
      name_ = shelf.name();
    }
    return portions_;
  }

 private:
  std::shared_ptr<const Portions> divided(const Shelf& shelf, std::size_t count) {
    auto portions = std::make_shared<Portions>();
    Names names;
    for (std::size_t p = 0; p < count; ++p) {
      Portion portion;
      std::vector<Slab> slabs;
      std::vector<std::uint32_t> ranks;
      std::int64_t slots = 0;
      for (std::size_t s = 0; s < shelf.slabs().size(); ++s) {
        const Slab& slab = shelf.slabs()[s];
        const Part part = partOf(slab.places, p, count);
        if (part.count() == 0) continue;
        const auto known = names_.find({slab.name, p});
        const std::uint64_t name = known == names_.end() ? newSlabName() : known->second;
        names[{slab.name, p}] = name;
        slabs.push_back({name, part.count(),
                         slab.features + part.first * shelf.rows() * kFeatureBytes,
                         slab.norms + part.first * shelf.rows(),
                         slab.counts.subspan(static_cast<std::size_t>(part.first),
                                             static_cast<std::size_t>(part.count())),
                         slab.owner});
        const std::int64_t first = shelf.firsts()[s] + part.first;
        portion.slices.emplace_back(slots, first);
        if (!shelf.ranks().empty()) {
          const auto own = shelf.ranks().subspan(static_cast<std::size_t>(first),
                                                 static_cast<std::size_t>(part.count()));
          ranks.insert(ranks.end(), own.begin(), own.end());
        }
        slots += part.count();
      }
      portion.shelf =
          portions_ == nullptr
              ? std::make_unique<Shelf>(shelf.rows(), std::move(slabs), std::move(ranks))
              : std::make_unique<Shelf>(shelf.rows(), std::move(slabs), std::move(ranks),
                                        *(*portions_)[p].shelf);
      portions->push_back(std::move(portion));
    }
    names_ = std::move(names);
    return portions;
  }

  using Names = std::map<std::pair<std::uint64_t, std::size_t>, std::uint64_t>;

  std::mutex mutex_;
  std::uint64_t name_ = 0;
  std::shared_ptr<const Portions> portions_;
  Names names_;  ///< of slices, by slab and portion
};

/// The best of all portions, for one query.
Ranking merged(const Shelf& shelf, std::vector<Ranked> all, std::int64_t top) {
  const auto isBetter = [&](const Ranked& a, const Ranked& b) {
    if (a.count != b.count) return a.count > b.count;
    return shelf.rank(a.reference) < shelf.rank(b.reference);
  };
  std::sort(all.begin(), all.end(), isBetter);
  if (std::ssize(all) > top) all.resize(static_cast<std::size_t>(top));
  return all;
}

}  // namespace

void addRanking(Registry& registry, const SharedTeam& team) {
  addBy<RankReferences>(registry, team, [&](std::vector<RankReferences::Function> rank) {
    return [team, rank = std::move(rank)](const RankTask& task, const Control& control,
                                          RunReport& report) {
      const Shelf& shelf = task.shelf;
      const auto kept = std::static_pointer_cast<Divided>(
          shelf.kept(team->name(), [] { return std::make_shared<Divided>(); }));
      const std::shared_ptr<const Portions> portions = kept->of(shelf, team->size());
      std::vector<std::vector<Ranking>> parts(team->size());
      team->share(team->size(), team->all(), control, report, [&](const Task& own) {
        const Portion& portion = (*portions)[own.index];
        std::vector<Ranking> rankings =
            rank[own.member]({*portion.shelf, task.queries, task.options}, own.control, own.report);
        for (Ranking& ranking : rankings) {
          for (Ranked& one : ranking) one.reference = portion.whole(one.reference);
        }
        parts[own.index] = std::move(rankings);
      });
      std::vector<Ranking> rankings(task.queries.size());
      for (std::size_t q = 0; q < rankings.size(); ++q) {
        std::vector<Ranked> all;
        for (const auto& part : parts) all.insert(all.end(), part[q].begin(), part[q].end());
        rankings[q] = merged(shelf, std::move(all), task.options.top);
      }
      return rankings;
    };
  });
}

}  // namespace espy::several
