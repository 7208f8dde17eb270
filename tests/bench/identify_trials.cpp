// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/identify_trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>

#include "base/parallel.h"
#include "identify/homography.h"

namespace espy::bench {
namespace {

constexpr std::int64_t kPart = 10000;
/// Queries per call.
constexpr std::int64_t kTogether = 100;

using Bytes = std::span<const std::uint8_t>;

std::vector<Ranking> ranked(const TrialPlace& place, const Shelf& shelf,
                            const std::vector<Features>& queries, Counting counting) {
  std::vector<Ranking> all;
  for (std::size_t first = 0; first < queries.size(); first += kTogether) {
    std::vector<Bytes> some;
    for (std::size_t q = first; q < std::min(queries.size(), first + kTogether); ++q) {
      some.emplace_back(queries[q].bytes);
    }
    Control control;
    control.threads = place.threads;
    const RankTask task{shelf, some, {.top = kRanked, .ratio = {}, .counting = counting}};
    RankFinding found = rankReferences(place.registry, place.engine, task, control);
    std::ranges::move(found.rankings, std::back_inserter(all));
  }
  return all;
}

void writeRankings(const std::string& path, const std::vector<Ranking>& rankings) {
  const std::string aside = path + ".part";
  std::ofstream file(aside);
  for (const Ranking& ranking : rankings) {
    for (const Ranked& one : ranking) file << one.reference << ' ' << one.count << ' ';
    file << '\n';
  }
  file.close();
  if (!file) throw std::runtime_error(aside + ": cannot be written");
  std::filesystem::rename(aside, path);
}

std::vector<Ranking> readRankings(const std::string& path) {
  std::ifstream file(path);
  std::vector<Ranking> rankings;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Ranked one;
    rankings.emplace_back();
    while (words >> one.reference >> one.count) rankings.back().push_back(one);
  }
  return rankings;
}

/// A batch of queries whose rankings share a file.
struct Question {
  test::SurfaceLevel level;
  Counting counting;
  LibraryPart part;
  std::int64_t firstQuery;
};
std::string fileOf(const TrialPlace& place, const Question& question) {
  return fmt::format("{}/ranks-{}-{}-{}-{}-{}.txt", place.folder, nameOf(question.level),
                     question.counting == Counting::plain ? "plain" : "distinct",
                     question.part.first, question.part.end, question.firstQuery);
}

/// References of a part of the library, loaded on first use.
class PartShelf {
 public:
  PartShelf(const TrialPlace& place, LibraryPart part) : place_(place), part_(part) {}

  const Shelf& shelf() {
    if (!shelf_) {
      std::vector<Features> references =
          referenceFeatures(place_.folder, part_.first, part_.end, place_.threads);
      for (Features& one : references) one = strongestOf(one, kReferenceFeatures);
      shelf_.emplace(kReferenceFeatures, std::vector{slabOf(references, kReferenceFeatures)});
    }
    return *shelf_;
  }

 private:
  const TrialPlace& place_;
  LibraryPart part_;
  std::optional<Shelf> shelf_;
};

/// Rankings from the file, which is made if missing.
std::vector<Ranking> rankingsOf(const TrialPlace& place, const Question& question,
                                PartShelf& part) {
  const std::string path = fileOf(place, question);
  if (!std::filesystem::exists(path)) {
    const auto queries = queryFeatures(place.folder, question.level, question.firstQuery,
                                       question.firstQuery + kInFile, place.threads);
    std::vector<Ranking> rankings = ranked(place, part.shelf(), queries, question.counting);
    for (Ranking& ranking : rankings) {
      for (Ranked& one : ranking) one.reference += question.part.first;
    }
    writeRankings(path, rankings);
    fmt::print(stderr, "{}\n", path);
  }
  return readRankings(path);
}

/// Largest error of the reference's corners, pixels of the query.
double cornerErrorOf(const Homography& found, const Homography& meant) {
  double farthest = 0;
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      constexpr auto kSide = static_cast<double>(test::kReferenceSide);
      const identify::Place corner{x * kSide, y * kSide};
      const identify::Place one = identify::moved(found, corner).place;
      const identify::Place other = identify::moved(meant, corner).place;
      farthest = std::max(farthest, std::hypot(one.x - other.x, one.y - other.y));
    }
  }
  return farthest;
}

/// `meant` is the true homography, if the query shows this reference.
Verified verify(const Features& query, const Features& reference,
                const std::optional<Homography>& meant) {
  const std::vector<FeaturePair> pairs = matchedPairs(query.bytes, reference.bytes);
  const Verification found = verifyPairs(query, reference, pairs);
  Verified result{std::ssize(pairs), std::ranges::count(found.inliers, true), found.inlierCount,
                  -1};
  if (meant && found.homography) result.cornerError = cornerErrorOf(*found.homography, *meant);
  return result;
}

/// Reads the cached verifications.
VerifiedPairs readVerified(const std::string& path) {
  VerifiedPairs known;
  std::ifstream file(path);
  std::int64_t query = 0;
  std::int64_t reference = 0;
  Verified one;
  while (file >> query >> reference >> one.pairs >> one.inlying >> one.inliers >> one.cornerError) {
    known[{query, reference}] = one;
  }
  return known;
}

/// A pair to verify; ordered by reference, then query.
struct QueryPair {
  std::int64_t reference;
  std::int64_t query;
  auto operator<=>(const QueryPair&) const = default;
};

std::vector<QueryPair> missingOf(const VerifiedPairs& known,
                                 const std::vector<std::vector<Ranking>>& ranked) {
  std::set<QueryPair> missing;
  for (const std::vector<Ranking>& rankings : ranked) {
    for (std::size_t q = 0; q < rankings.size(); ++q) {
      const std::size_t most = std::min(kLongShortlist, rankings[q].size());
      for (const Ranked& one : std::span(rankings[q]).first(most)) {
        const auto query = static_cast<std::int64_t>(q);
        if (!known.contains({query, one.reference})) missing.insert({one.reference, query});
      }
    }
  }
  return {missing.begin(), missing.end()};
}

}  // namespace

std::vector<LibraryPart> partsOf(std::int64_t references) {
  std::vector<LibraryPart> parts{{0, std::min(references, kQueriedSurfaces)}};
  while (parts.back().end < references) {
    const std::int64_t first = parts.back().end;
    parts.push_back({first, std::min(references, (first / kPart + 1) * kPart)});
  }
  return parts;
}

Features strongestOf(const Features& features, std::int64_t most) {
  const auto count = static_cast<std::size_t>(std::min(most, features.count()));
  Features some;
  some.picture = features.picture;
  const auto points = std::span(features.points).first(count);
  some.points.assign(points.begin(), points.end());
  const auto bytes = std::span(features.bytes).first(count * kFeatureBytes);
  some.bytes.assign(bytes.begin(), bytes.end());
  return some;
}

std::vector<Ranking> rankingsIn(const TrialPlace& place, test::SurfaceLevel level,
                                std::int64_t references, Counting counting) {
  std::vector<Ranking> all(static_cast<std::size_t>(place.queries));
  for (const LibraryPart& part : partsOf(references)) {
    PartShelf shelf(place, part);
    for (std::int64_t first = 0; first < place.queries; first += kInFile) {
      const std::vector<Ranking> some = rankingsOf(place, {level, counting, part, first}, shelf);
      for (std::int64_t q = first; q < std::min(place.queries, first + kInFile); ++q) {
        Ranking& ranking = all[static_cast<std::size_t>(q)];
        const Ranking& more = some[static_cast<std::size_t>(q - first)];
        ranking.insert(ranking.end(), more.begin(), more.end());
      }
    }
  }
  for (Ranking& ranking : all) {
    std::ranges::stable_sort(ranking, std::ranges::greater{}, &Ranked::count);
    if (std::ssize(ranking) > kRanked) ranking.resize(static_cast<std::size_t>(kRanked));
  }
  return all;
}

Share firstIn(const TrialPlace& place, const Shelf& shelf, const std::vector<Features>& queries,
              std::int64_t most) {
  std::vector<Features> strongest;
  std::vector<std::int64_t> surfaces;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const SurfaceQuery query = surfaceQuery(static_cast<std::int64_t>(q));
    if (query.surface < 0) continue;
    strongest.push_back(strongestOf(queries[q], most));
    surfaces.push_back(query.surface);
  }
  const std::vector<Ranking> rankings = ranked(place, shelf, strongest, Counting::distinct);
  Share first;
  for (std::size_t q = 0; q < rankings.size(); ++q) {
    first.count(!rankings[q].empty() && rankings[q][0].reference == surfaces[q]);
  }
  return first;
}

VerifiedPairs verifiedPairs(const TrialPlace& place, test::SurfaceLevel level,
                            const std::vector<std::vector<Ranking>>& ranked) {
  const std::string path = fmt::format("{}/verified-{}.txt", place.folder, nameOf(level));
  VerifiedPairs known = readVerified(path);
  const std::vector<QueryPair> missing = missingOf(known, ranked);
  if (missing.empty()) return known;

  const auto queries = queryFeatures(place.folder, level, 0, place.queries, place.threads);
  std::ofstream file(path, std::ios::app);
  const auto fileNumber = [](const QueryPair& one) { return one.reference / kInFile; };
  for (auto from = missing.begin(); from != missing.end();) {
    const auto to = std::find_if(from, missing.end(), [&](const QueryPair& one) {
      return fileNumber(one) != fileNumber(*from);
    });
    const std::int64_t first = fileNumber(*from) * kInFile;
    const std::vector<Features> references =
        referenceFeatures(place.folder, first, first + kInFile, place.threads);
    std::vector<Verified> found(static_cast<std::size_t>(to - from));
    parallelFor(to - from, std::max(1, place.threads), {}, [&](std::int64_t i, int) {
      const QueryPair& pair = from[i];
      std::optional<Homography> meant;
      if (surfaceQuery(pair.query).surface == pair.reference) {
        meant = test::homographyTo(viewOfQuery(level, pair.query));
      }
      const Features reference = strongestOf(
          references[static_cast<std::size_t>(pair.reference - first)], kReferenceFeatures);
      found[static_cast<std::size_t>(i)] =
          verify(queries[static_cast<std::size_t>(pair.query)], reference, meant);
    });
    for (const Verified& one : found) {
      known[{from->query, from->reference}] = one;
      file << fmt::format("{} {} {} {} {} {}\n", from->query, from->reference, one.pairs,
                          one.inlying, one.inliers, one.cornerError);
      ++from;
    }
  }
  return known;
}

}  // namespace espy::bench
