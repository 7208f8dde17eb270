// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/identify_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "base/parallel.h"
#include "support/surface_layer.h"

namespace espy::bench {
namespace {

using test::Chance;
using test::mixedSeed;
using test::SurfaceKind;
using test::SurfaceSeed;

constexpr std::uint64_t kSurfaces = 0x5eed0001;
constexpr std::uint64_t kStrangers = 0x5eed0002;
constexpr std::uint64_t kSurroundings = 0x5eed0003;
constexpr std::uint64_t kPhotographs = 0x5eed0004;
constexpr std::int64_t kOneInLike = 8;

std::uint64_t numbered(std::uint64_t what, std::int64_t number) {
  return mixedSeed(what, static_cast<std::uint64_t>(number));
}
SurfaceKind kindOf(std::int64_t number) {
  return static_cast<SurfaceKind>(number % test::kSurfaceKinds);
}
bool sharesLayer(std::int64_t number) {
  return number % kOneInLike == kOneInLike - 1;
}
double sharedPart(std::uint64_t seed) {
  return Chance(mixedSeed(seed, 9)).between(0.3, 0.7);
}

SurfaceSeed seedOf(std::int64_t surface) {
  const std::uint64_t own = numbered(kSurfaces, surface);
  const std::int64_t like = likeOf(surface);
  if (like < 0) return {kindOf(surface), own, 0, 0};
  return {kindOf(surface), own, numbered(kSurfaces, like), sharedPart(own)};
}

SurfaceSeed seedOfStranger(std::int64_t number, std::int64_t like) {
  const std::uint64_t own = numbered(kStrangers, number);
  if (like < 0) return {kindOf(number), own, 0, 0};
  return {kindOf(like), own, numbered(kSurfaces, like), sharedPart(own)};
}

using MakeFeatures = std::function<Features(std::int64_t number)>;

Features featuresOnThisThread(const Image& photo, std::int64_t most) {
  Control alone;
  alone.threads = 1;
  return featuresOf(photo, {.most = most}, alone);
}

template <class Value>
void writeValues(std::ofstream& file, const Value* values, std::size_t count) {
  file.write(reinterpret_cast<const char*>(values),
             static_cast<std::streamsize>(count * sizeof(Value)));
}
template <class Value>
void readValues(std::ifstream& file, Value* values, std::size_t count) {
  file.read(reinterpret_cast<char*>(values), static_cast<std::streamsize>(count * sizeof(Value)));
}

void writeFile(const std::string& path, const std::vector<Features>& all) {
  const std::string aside = path + ".part";
  std::ofstream file(aside, std::ios::binary);
  for (const Features& one : all) {
    const std::int64_t head[3] = {one.picture.width, one.picture.height, one.count()};
    writeValues(file, head, 3);
    writeValues(file, one.points.data(), one.points.size());
    writeValues(file, one.bytes.data(), one.bytes.size());
  }
  file.close();
  if (!file) throw std::runtime_error(aside + ": cannot be written");
  std::filesystem::rename(aside, path);
}

std::vector<Features> readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<Features> all(static_cast<std::size_t>(kInFile));
  for (Features& one : all) {
    std::int64_t head[3] = {};
    readValues(file, head, 3);
    one.picture = {head[0], head[1]};
    one.points.resize(static_cast<std::size_t>(head[2]));
    one.bytes.resize(static_cast<std::size_t>(head[2] * kFeatureBytes));
    readValues(file, one.points.data(), one.points.size());
    readValues(file, one.bytes.data(), one.bytes.size());
  }
  if (!file) throw std::runtime_error(path + ": is not what it should be");
  return all;
}

/// Features of items first..end-1, from files of `kInFile` items each; missing files are made in
/// full.
std::vector<Features> keptFeatures(const std::string& folder, const std::string& name,
                                   std::int64_t first, std::int64_t end, int threads,
                                   const MakeFeatures& make) {
  std::filesystem::create_directories(folder);
  std::vector<Features> result;
  for (std::int64_t begin = first - first % kInFile; begin < end; begin += kInFile) {
    const std::string path = fmt::format("{}/{}-{:07}.bin", folder, name, begin);
    if (!std::filesystem::exists(path)) {
      std::vector<Features> made(static_cast<std::size_t>(kInFile));
      parallelFor(kInFile, threads, {}, [&](std::int64_t i, int) {
        made[static_cast<std::size_t>(i)] = make(begin + i);
      });
      writeFile(path, made);
      fmt::print(stderr, "{}\n", path);
    }
    std::vector<Features> part = readFile(path);
    const auto at = [&](std::int64_t number) {
      return part.begin() + std::clamp<std::int64_t>(number - begin, 0, kInFile);
    };
    std::move(at(first), at(end), std::back_inserter(result));
  }
  return result;
}

}  // namespace

std::int64_t likeOf(std::int64_t surface) {
  return sharesLayer(surface) && surface >= test::kSurfaceKinds ? surface - test::kSurfaceKinds
                                                                : -1;
}

SurfaceQuery surfaceQuery(std::int64_t number) {
  constexpr std::int64_t kOf = 3;
  const std::int64_t group = number / kOf;
  if (number % kOf != kOf - 1) return {(group * 2 + number % kOf) % kQueriedSurfaces, -1};
  if (!sharesLayer(group)) return {-1, -1};
  Chance chance(numbered(kStrangers, group));
  std::int64_t like = chance.below(kQueriedSurfaces);
  while (likeOf(like) >= 0) like = chance.below(kQueriedSurfaces);
  return {-1, like};
}

Image referencePhoto(std::int64_t surface) {
  const test::SurfaceSheet sheet = surfaceSheet(seedOf(surface));
  const std::uint64_t photograph = numbered(kPhotographs, surface);
  return surfacePhoto(sheet, sheet, test::referenceView(photograph), photograph);
}

test::SurfaceView viewOfQuery(test::SurfaceLevel level, std::int64_t number) {
  return test::queryView(level, numbered(kPhotographs, -1 - number));
}

Image queryPhoto(test::SurfaceLevel level, std::int64_t number) {
  const SurfaceQuery query = surfaceQuery(number);
  const SurfaceSeed seed =
      query.surface >= 0 ? seedOf(query.surface) : seedOfStranger(number / 3, query.like);
  const std::uint64_t photograph = numbered(kPhotographs, -1 - number);
  Chance chance(photograph);
  const SurfaceSeed around{kindOf(chance.below(test::kSurfaceKinds)),
                           numbered(kSurroundings, number), 0, 0};
  return surfacePhoto(surfaceSheet(seed), surfaceSheet(around), viewOfQuery(level, number),
                      photograph);
}

std::vector<Features> referenceFeatures(const std::string& folder, std::int64_t first,
                                        std::int64_t end, int threads) {
  return keptFeatures(folder, "reference", first, end, threads, [](std::int64_t surface) {
    const bool queried = surface < kQueriedSurfaces;
    return featuresOnThisThread(referencePhoto(surface),
                                queried ? kQueryFeatures : kReferenceFeatures);
  });
}

std::vector<Features> queryFeatures(const std::string& folder, test::SurfaceLevel level,
                                    std::int64_t first, std::int64_t end, int threads) {
  const std::string name = fmt::format("query-{}", nameOf(level));
  return keptFeatures(folder, name, first, end, threads, [level](std::int64_t number) {
    return featuresOnThisThread(queryPhoto(level, number), kQueryFeatures);
  });
}

}  // namespace espy::bench
