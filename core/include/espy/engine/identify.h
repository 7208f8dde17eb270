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
/// Which of many references has the most features in common with a photograph?
///
///     espy::Shelf shelf(espy::slabOf(references));  // or of a library, surfaces.h
///     auto found = espy::rankReferences(registry, "auto", shelf, {&query, 1});
///     std::cout << found.rankings[0][0].reference << ": " << found.rankings[0][0].count;
///
/// For each feature of the query the two nearest of one reference are looked for, by the squared
/// Euclidean distance of their bytes. It matches the nearest one if that is much nearer than the
/// second: distance to the nearest * ratio.under^2 < distance to the second * ratio.over^2. A
/// reference's count is how many of *its* features are matched. All of this is in whole numbers,
/// so that every engine counts the same, and nothing is left out that could have counted.
namespace espy {

/// References' features side by side, each reference in a slot of this many rows. Unused rows
/// may hold anything. Where references are kept on disk, this is a mapped file.
struct Slab {
  /// Tells these features from those of any other slab, also of one that was at the same address
  /// before: engines that keep copies know them by it (`newSlabName`).
  std::uint64_t name = 0;
  std::int64_t places = 0;
  const std::uint8_t* features = nullptr;  ///< kFeatureBytes of each row of each place
  /// Of each row the sum of its bytes' squares. A search is faster where a place's rows are in the
  /// order of these.
  const std::int32_t* norms = nullptr;
  /// Features of each place; 0 where there is no reference, or none any more.
  std::span<const std::int32_t> counts;
  std::shared_ptr<const void> owner;  ///< of all that; may be null
};

/// A name that no slab, and no shelf, of this process has had.
std::uint64_t newSlabName();

/// What is searched: slabs, and what engines keep of them. References are counted place by place,
/// empty ones too, from slab to slab. Many threads may search one shelf.
class Shelf {
 public:
  /// `rows` of each place. `ranks` orders references that have the same count, the least first; it
  /// has one for each place, or is empty: then the first one is the first.
  Shelf(std::int64_t rows, std::vector<Slab> slabs, std::vector<std::uint32_t> ranks = {});
  /// One after another: what engines kept of slabs that are in both stays kept.
  Shelf(std::int64_t rows, std::vector<Slab> slabs, std::vector<std::uint32_t> ranks,
        const Shelf& before);

  /// Tells this shelf from any other of this process.
  std::uint64_t name() const { return name_; }
  std::int64_t rows() const { return rows_; }
  const std::vector<Slab>& slabs() const { return slabs_; }
  std::span<const std::uint32_t> ranks() const { return ranks_; }
  std::uint32_t rank(std::int64_t reference) const {
    return ranks_.empty() ? static_cast<std::uint32_t>(reference)
                          : ranks_[static_cast<std::size_t>(reference)];
  }
  /// Places of all slabs, and the first of each; one more than there are slabs.
  std::int64_t places() const { return firsts_.back(); }
  std::span<const std::int64_t> firsts() const { return firsts_; }
  /// References, that is places that are not empty.
  std::int64_t references() const { return references_; }

  /// What an engine keeps with this shelf, made when it first asks.
  std::shared_ptr<void> kept(std::string_view engine,
                             const std::function<std::shared_ptr<void>()>& make) const;
  /// Does this engine keep something?
  bool isKept(std::string_view engine) const;
  /// Gives back what engines keep; searches that are under way still have it.
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

/// A slab of copies of some references' features, for those who have them in memory. Each
/// reference has at most `rows` features; they are put in the order of their norms.
Slab slabOf(std::span<const Features> references, std::int64_t rows);

/// How much nearer the nearest must be than the second, as a fraction below 1: over / under.
struct Ratio {
  std::int64_t over = 4;
  std::int64_t under = 5;  ///< at most 1000

  bool operator==(const Ratio&) const = default;
};

/// What a count counts.
enum class Counting : std::uint8_t {
  distinct,  ///< features of the reference that are matched
  plain,     ///< features of the query that match, several of them perhaps the same one
};

/// What is counted, and how much is returned.
struct RankOptions {
  std::int64_t top = 10;  ///< references returned for each query
  Ratio ratio = {};
  Counting counting = Counting::distinct;
};

/// A reference with something in common with the query.
struct Ranked {
  std::int64_t reference = 0;
  std::int32_t count = 0;  ///< at least 1

  bool operator==(const Ranked&) const = default;
};
/// The best references: by count, the greatest first, then by rank.
using Ranking = std::vector<Ranked>;

/// What is to be done: of each query the features, kFeatureBytes each, any number of them.
struct RankTask {
  const Shelf& shelf;
  std::span<const std::span<const std::uint8_t>> queries;
  RankOptions options = {};
};

/// The capability "identify", of tasks that `rankReferences` has looked at.
struct RankReferences {
  static constexpr const char* kName = "identify";
  using Function = std::function<std::vector<Ranking>(const RankTask& task, const Control& control,
                                                      RunReport& report)>;
};

/// The rankings, one of each query, and how they were found. Many queries at once take less time
/// than one by one.
struct RankFinding {
  std::vector<Ranking> rankings;
  RunReport report = {};
};

/// Ranks a shelf's references for some queries, by the engine of this name, or for `auto` by the
/// one that is likely to be the fastest. Throws `badUse` for options that make no sense, and what
/// the engine throws.
RankFinding rankReferences(const Registry& registry, std::string_view engine, const RankTask& task,
                           const Control& control = {});

/// Maps points of a reference to points of a query: rows of a 3 x 3 matrix.
using Homography = std::array<double, 9>;

/// What a reference's count counts, one by one in the order of the query. Where several features of
/// the query match the same one, it is the nearest of them, of equals the first.
std::vector<FeaturePair> matchedPairs(std::span<const std::uint8_t> query,
                                      std::span<const std::uint8_t> reference, Ratio ratio = {});

/// Looks for a homography between matched features, by OpenCV's MAGSAC in the module of
/// `featuresOf`. One that would turn the reference over, fold it, or make it less than 1/5 or more
/// than 5 times as large is none. The same pairs give the same answer.
Verification verifyPairs(const Features& query, const Features& reference,
                         std::span<const FeaturePair> pairs);

/// Adds `RankReferences` of the built-in engines.
void addIdentify(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
