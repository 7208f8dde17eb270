// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

#include "base/phrase.h"
#include "espy/engine/identify.h"
#include "espy/error.h"
#include "identify/features_module.h"
#include "identify/homography.h"

namespace espy {
namespace {

using identify::Place;

/// Inlier threshold in pixels, at the default size for features.
constexpr double kWithin = 4;
constexpr std::size_t kLeastPairs = 4;
constexpr std::size_t kMostVerifySaid = 1000;

/// The factor by which a photograph is shrunk for features.
double shrinkOf(Size picture) {
  const auto longer = static_cast<double>(std::max(picture.width, picture.height));
  const auto most = static_cast<double>(FeatureOptions{}.longestSide);
  return longer > most ? most / longer : 1;
}

Place placeOf(const FeaturePoint& point, double shrink) {
  return {point.x * shrink, point.y * shrink};
}

struct PlacePair {
  Place reference;
  Place query;

  std::array<double, 4> numbers() const { return {reference.x, reference.y, query.x, query.y}; }
  bool finite() const {
    return std::ranges::all_of(numbers(), [](double number) { return std::isfinite(number); });
  }
};

std::vector<PlacePair> placesOf(const Features& query, const Features& reference,
                                std::span<const FeaturePair> pairs) {
  const double shrinkQuery = shrinkOf(query.picture);
  const double shrinkReference = shrinkOf(reference.picture);
  std::vector<PlacePair> places;
  for (const FeaturePair& pair : pairs) {
    const bool inside = pair.query >= 0 && pair.query < query.count() && pair.reference >= 0 &&
                        pair.reference < reference.count();
    if (!inside) {
      throw Error(ErrorCode::badUse, phrase("a pair refers to a feature that does not exist"));
    }
    places.push_back(
        {placeOf(reference.points[static_cast<std::size_t>(pair.reference)], shrinkReference),
         placeOf(query.points[static_cast<std::size_t>(pair.query)], shrinkQuery)});
  }
  return places;
}

/// Features at one point with different orientations are one piece of evidence.
using DistinctPlaces = std::set<std::array<double, 4>>;

struct Evidence {
  std::vector<double> from;
  std::vector<double> to;

  std::size_t count() const { return from.size() / 2; }
};
Evidence evidenceOf(const std::vector<PlacePair>& places) {
  Evidence evidence;
  DistinctPlaces known;
  for (const PlacePair& pair : places) {
    if (!pair.finite() || !known.insert(pair.numbers()).second) continue;
    evidence.from.insert(evidence.from.end(), {pair.reference.x, pair.reference.y});
    evidence.to.insert(evidence.to.end(), {pair.query.x, pair.query.y});
  }
  return evidence;
}

std::optional<Homography> homographyOf(const Evidence& evidence) {
  if (evidence.count() < kLeastPairs) return std::nullopt;
  const EspyFeatureFinder& module = identify::featuresModule();
  Homography homography{};
  std::array<char, kMostVerifySaid> said{};
  const int failed = module.homography(evidence.from.data(), evidence.to.data(),
                                       static_cast<std::int64_t>(evidence.count()), kWithin,
                                       homography.data(), said.data(), said.size());
  if (failed == 0) return homography;
  if (said[0] != '\0') {
    throw Error(ErrorCode::system,
                phrase("a homography between features cannot be found: {}", said.data()));
  }
  return std::nullopt;
}

bool isInlier(const Homography& homography, const PlacePair& pair) {
  const identify::Moved there = identify::moved(homography, pair.reference);
  return there.ahead > 0 &&
         std::hypot(there.place.x - pair.query.x, there.place.y - pair.query.y) <= kWithin;
}

Place centreOf(const DistinctPlaces& places) {
  Place sum;
  for (const auto& [x, y, queryX, queryY] : places) {
    sum.x += x;
    sum.y += y;
  }
  const auto count = static_cast<double>(places.size());
  return {sum.x / count, sum.y / count};
}

Size shrunk(Size picture) {
  const double shrink = shrinkOf(picture);
  return {std::llround(static_cast<double>(picture.width) * shrink),
          std::llround(static_cast<double>(picture.height) * shrink)};
}

/// The homography between the unshrunk photographs, normalised to last number 1, which is possible
/// since the first corner is in front of the camera.
Homography unshrunk(const Homography& m, double reference, double query) {
  Homography result{m[0] * reference / query, m[1] * reference / query, m[2] / query,
                    m[3] * reference / query, m[4] * reference / query, m[5] / query,
                    m[6] * reference,         m[7] * reference,         m[8]};
  for (double& number : result) number /= m[8];
  return result;
}

}  // namespace

Verification verifyPairs(const Features& query, const Features& reference,
                         std::span<const FeaturePair> pairs) {
  Verification none;
  none.inliers.resize(pairs.size());
  const std::vector<PlacePair> places = placesOf(query, reference, pairs);
  const std::optional<Homography> homography = homographyOf(evidenceOf(places));
  if (!homography) return none;

  Verification found = none;
  DistinctPlaces inlying;
  for (std::size_t i = 0; i < places.size(); ++i) {
    found.inliers[i] = isInlier(*homography, places[i]);
    if (found.inliers[i]) inlying.insert(places[i].numbers());
  }
  if (inlying.size() < kLeastPairs) return none;
  found.inlierCount = std::ssize(inlying);
  const identify::TwoPictures pictures{shrunk(reference.picture), shrunk(query.picture)};
  if (!identify::makesSense(*homography, pictures, centreOf(inlying))) return none;
  found.homography = unshrunk(*homography, shrinkOf(reference.picture), shrinkOf(query.picture));
  return found;
}

}  // namespace espy
