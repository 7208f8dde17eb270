// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "espy/engine/surfaces.h"
#include "identify/catalogue.h"
#include "identify/norms.h"
#include "unit/io/support.h"

/// Libraries of surfaces with random features.
namespace espy::identifytest {

using iotest::expectRefused;
using iotest::Folder;
using iotest::load;
using iotest::store;

/// Features determined by this seed.
inline Features featuresBy(std::uint32_t seed, std::int64_t count) {
  std::mt19937 random(seed);
  Features features;
  features.picture = {640 + seed % 100, 480};
  for (std::int64_t i = 0; i < count; ++i) {
    const auto number = [&](std::uint32_t below) { return static_cast<float>(random() % below); };
    features.points.push_back(
        {number(64000) / 100, number(48000) / 100, number(1000) / 10, number(36000) / 100});
    for (std::int64_t byte = 0; byte < kFeatureBytes; ++byte) {
      features.bytes.push_back(static_cast<std::uint8_t>(random() % 178));
    }
  }
  return features;
}

/// As a library stores them.
inline Features keptOf(const Features& features) {
  Features kept;
  kept.picture = features.picture;
  for (const std::int64_t index : identify::orderOfNorms(features.bytes)) {
    const auto feature = features.feature(index);
    kept.bytes.insert(kept.bytes.end(), feature.begin(), feature.end());
    kept.points.push_back(features.points[static_cast<std::size_t>(index)]);
  }
  kept.points = identify::unpackPoints(identify::packPoints(kept.points));
  return kept;
}

/// Small surfaces, which are quick to write.
inline SurfaceOptions smallOptions(std::int64_t most = 4) {
  SurfaceOptions options;
  options.features.most = most;
  options.leastFeatures = 1;
  options.maker = "random";
  return options;
}

/// The surface under each id: the seed of its features.
using Model = std::map<std::string, std::uint32_t>;

inline Features smallFeatures(std::uint32_t seed) {
  return featuresBy(seed, 1 + seed % 4);
}

/// A library's content by the ids of `smallFeatures`, each compared in full.
inline Model contentOf(const SurfaceLibrary& library) {
  Model content;
  const auto shelf = library.shelf();
  std::string after;
  std::int64_t seen = 0;
  for (;;) {
    const std::vector<std::string> ids = library.ids(after, 100);
    if (ids.empty()) break;
    for (const std::string& id : ids) {
      const auto reference = library.find(id);
      if (!reference) throw Error(ErrorCode::badUse, "an id that is not found: " + id);
      const Surface surface = library.surface(*reference);
      const auto seed = static_cast<std::uint32_t>(std::stoul(surface.name));
      if (surface.id != id || library.idOf(*reference) != id ||
          surface.features != keptOf(smallFeatures(seed))) {
        throw Error(ErrorCode::badUse, "not what was added: " + id);
      }
      content.emplace(id, seed);
      ++seen;
    }
    after = ids.back();
  }
  if (seen != shelf->references() || seen != library.facts().references) {
    throw Error(ErrorCode::badUse, "not as many references as ids");
  }
  return content;
}

inline void addSmall(SurfaceWriter& writer, const std::string& id, std::uint32_t seed) {
  writer.add(id, smallFeatures(seed), std::to_string(seed));
}
inline void updateSmall(SurfaceWriter& writer, const std::string& id, std::uint32_t seed) {
  writer.update(id, smallFeatures(seed), std::to_string(seed));
}

/// A new library in a temporary folder.
struct SmallLibrary {
  Folder around;
  std::string folder = around / "small.esl";

  SmallLibrary() { SurfaceLibrary::create(folder, smallOptions()); }
  /// With this number of surfaces, "s0", "s1", ..., made by their numbers.
  explicit SmallLibrary(std::uint32_t surfaces) : SmallLibrary() {
    SurfaceWriter writer(folder);
    for (std::uint32_t i = 0; i < surfaces; ++i) addSmall(writer, "s" + std::to_string(i), i);
    writer.commit();
  }

  std::string file(const std::string& name) const { return folder + "/" + name; }
};

}  // namespace espy::identifytest
