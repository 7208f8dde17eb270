// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "espy/features.h"
#include "espy/surfaces.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// Ranks many references by the features that they share with a photograph.
///
///     espy::Shelf shelf(768, {espy::slabOf(references, 768)});  // or of a library, surfaces.h
///     auto found = espy::rankReferences(registry, "auto", {shelf, {&query, 1}});
///     std::cout << found.rankings[0][0].reference << ": " << found.rankings[0][0].count;
///
/// For each feature of the query, finds its two nearest features in a reference, by squared
/// Euclidean distance of the bytes. Lowe's ratio test: it matches the nearest if nearest distance *
/// ratio.under^2 < second distance * ratio.over^2. A reference's count is the number of *its*
/// features that are matched. Integer arithmetic throughout, so every engine returns the same
/// counts.
namespace espy {

/// Features of references, each reference in a slot ("place") of equally many rows. Unused rows may
/// hold anything. For a library on disk this is a mapped file.
struct Slab {
  /// Unique id of these features (`newSlabName`), by which engines recognise their cached copies;
  /// addresses may be reused.
  std::uint64_t name = 0;
  std::int64_t places = 0;
  const std::uint8_t* features = nullptr;  ///< kFeatureBytes per row of each place
  /// Per row, the sum of squares of its bytes. Searches are faster if the rows of a place are
  /// ordered by it.
  const std::int32_t* norms = nullptr;
  /// Features per place; 0 for empty or removed references.
  std::span<const std::int32_t> counts;
  std::shared_ptr<const void> owner;  ///< keeps the memory alive; may be null
};

/// Returns an id that no slab or shelf of this process has had.
std::uint64_t newSlabName();

/// Searchable slabs, with the engines' caches of them. References are numbered place by place
/// across the slabs, empty places included. Thread-safe.
class Shelf {
 public:
  /// `rows` per place. `ranks`: tie-breaking order of references with equal counts, lowest first,
  /// one per place; empty: by number.
  Shelf(std::int64_t rows, std::vector<Slab> slabs, std::vector<std::uint32_t> ranks = {});
  /// A successor of `before`: caches of slabs that both contain are kept.
  Shelf(std::int64_t rows, std::vector<Slab> slabs, std::vector<std::uint32_t> ranks,
        const Shelf& before);

  /// Unique id in this process.
  std::uint64_t name() const { return name_; }
  std::int64_t rows() const { return rows_; }
  const std::vector<Slab>& slabs() const { return slabs_; }
  std::span<const std::uint32_t> ranks() const { return ranks_; }
  std::uint32_t rank(std::int64_t reference) const {
    return ranks_.empty() ? static_cast<std::uint32_t>(reference)
                          : ranks_[static_cast<std::size_t>(reference)];
  }
  /// Number of places in all slabs, and the first place of each slab plus the end.
  std::int64_t places() const { return firsts_.back(); }
  std::span<const std::int64_t> firsts() const { return firsts_; }
  /// Number of non-empty places.
  std::int64_t references() const { return references_; }

  /// The engine's cache for this shelf, created by `make` at the first call.
  std::shared_ptr<void> kept(std::string_view engine,
                             const std::function<std::shared_ptr<void>()>& make) const;
  /// Whether this engine has a cache.
  bool isKept(std::string_view engine) const;
  /// Drops the engines' caches; running searches keep theirs.
  void release() const;

 private:
  struct Keeper;

  std::uint64_t name_;
  std::int64_t rows_;
  std::vector<Slab> slabs_;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::int64_t> firsts_;
  std::int64_t references_ = 0;
  std::shared_ptr<Keeper> keeper_;
};

/// Copies references' features into a slab. Each reference has at most `rows` features; they are
/// sorted by norm.
Slab slabOf(std::span<const Features> references, std::int64_t rows);

/// Threshold of the ratio test, a fraction below 1: over / under.
struct Ratio {
  std::int64_t over = 4;
  std::int64_t under = 5;  ///< at most 1000

  bool operator==(const Ratio&) const = default;
};

/// Definition of a count.
enum class Counting : std::uint8_t {
  distinct,  ///< matched features of the reference
  plain,     ///< matching features of the query; several may match the same one
};

/// Options of ranking.
struct RankOptions {
  std::int64_t top = 10;  ///< references returned per query
  Ratio ratio = {};
  Counting counting = Counting::distinct;
};

/// A reference that shares features with the query.
struct Ranked {
  std::int64_t reference = 0;
  std::int32_t count = 0;  ///< at least 1

  bool operator==(const Ranked&) const = default;
};
/// References by count, greatest first, then by rank.
using Ranking = std::vector<Ranked>;

/// A ranking task: the features of each query, kFeatureBytes each, any number.
struct RankTask {
  const Shelf& shelf;
  std::span<const std::span<const std::uint8_t>> queries;
  RankOptions options = {};
};

/// Capability "identify", for tasks validated by `rankReferences`.
struct RankReferences {
  static constexpr const char* kName = "identify";
  using Function = std::function<std::vector<Ranking>(const RankTask& task, const Control& control,
                                                      RunReport& report)>;
};

/// The rankings, one per query. Many queries at once are faster than one by one.
struct RankFinding {
  std::vector<Ranking> rankings;
  RunReport report = {};
};

/// Ranks a shelf's references for some queries with this engine; `auto` chooses by estimated cost.
/// Throws `badUse` for invalid options, and errors of the engine.
RankFinding rankReferences(const Registry& registry, std::string_view engine, const RankTask& task,
                           const Control& control = {});

/// Throws `badUse` for invalid options.
void checkRankOptions(const RankOptions& options);

/// A feature of a query that passes the ratio test, and its nearest one in a reference.
struct FeatureMatch {
  FeaturePair pair;
  std::int64_t distance = 0;  ///< squared

  bool operator==(const FeatureMatch&) const = default;
};

/// Capability "ORB features": all matches of two photographs, in the order of the query. As above,
/// with the Hamming distance in place of the Euclidean one.
struct MatchOrb {
  static constexpr const char* kName = "ORB features";
  using Function = std::function<std::vector<FeatureMatch>(
      const Features& query, const Features& reference, Ratio ratio, const Control& control)>;
};

/// Maps points of a reference to points of a query: a 3 x 3 matrix, row-major.
using Homography = std::array<double, 9>;

/// The pairs that make up a reference's count, in the order of the query. If several query features
/// match the same one, the nearest is used, of ties the first.
std::vector<FeaturePair> matchedPairs(std::span<const std::uint8_t> query,
                                      std::span<const std::uint8_t> reference, Ratio ratio = {});
/// The same of two photographs, by SIFT or ORB. Throws `badUse` if their features differ in kind.
std::vector<FeaturePair> matchedPairs(const Features& query, const Features& reference,
                                      Ratio ratio = {});
/// Those of all matches.
std::vector<FeaturePair> distinctPairs(std::span<const FeatureMatch> matches);

/// Finds a homography between matched features with OpenCV's MAGSAC (module of `featuresOf`).
/// Rejects one that mirrors, folds, or scales by less than 1/5 or more than 5. Deterministic.
Verification verifyPairs(const Features& query, const Features& reference,
                         std::span<const FeaturePair> pairs);

/// Adds `RankReferences` and `MatchOrb` of the built-in engines.
void addIdentify(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
