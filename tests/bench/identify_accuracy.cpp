// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Accuracy of surface identification for libraries of several sizes; results are in
// docs/measurements/identify.md. Features, rankings and verifications are cached in a folder, so
// that an interrupted run continues. 100,000 surfaces take more than an hour and 6 GB.
//
//     identify_accuracy --folder DIR [--references 1000,10000] [--engine NAME] [--threads N]
//                       [--part make|study|grid|floats] [--queries N] [--json FILE]
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "bench/identify_float.h"
#include "bench/identify_study.h"
#include "bench/options.h"
#include "espy/engine/all.h"

namespace espy::bench {
namespace {

using Json = nlohmann::ordered_json;

struct AccuracyOptions {
  std::string folder;
  std::vector<std::int64_t> references{1000};
  std::string engine = "openmp";
  int threads = 1;
  std::string part = "study";
  std::int64_t queries = kQueries;
  std::string json;
};

test::SurfaceLevel levelAt(int index) {
  return static_cast<test::SurfaceLevel>(index);
}

void make(const TrialPlace& place, const AccuracyOptions& options) {
  for (int level = 0; level < test::kSurfaceLevels; ++level) {
    queryFeatures(place.folder, levelAt(level), 0, place.queries, place.threads);
  }
  for (std::int64_t first = 0; first < options.references.back(); first += kInFile) {
    referenceFeatures(place.folder, first, first + kInFile, place.threads);
  }
}

Json study(const TrialPlace& place, const AccuracyOptions& options) {
  Json json;
  for (const std::int64_t references : options.references) {
    json.push_back(studied(trialsWith(place, references), references));
    std::fflush(stdout);
  }
  return json;
}

/// The paper's table: accuracy by number of features of references and queries.
Json grid(const TrialPlace& place) {
  constexpr std::array<std::int64_t, 6> kOfReferences{128, 192, 256, 384, 512, 768};
  constexpr std::array<std::int64_t, 5> kOfQueries{128, 256, 384, 512, 768};
  Json json;
  const auto all = referenceFeatures(place.folder, 0, kQueriedSurfaces, place.threads);
  for (int level = 0; level < test::kSurfaceLevels; ++level) {
    const auto queries =
        queryFeatures(place.folder, levelAt(level), 0, place.queries, place.threads);
    fmt::print("{}: references across, queries down\n", nameOf(levelAt(level)));
    for (const std::int64_t n : kOfQueries) {
      fmt::print("{:>5}", n);
      for (const std::int64_t m : kOfReferences) {
        std::vector<Features> references;
        for (const Features& one : all) references.push_back(strongestOf(one, m));
        const Shelf shelf(m, {slabOf(references, m)});
        const Share first = firstIn(place, shelf, queries, n);
        fmt::print("  {:.4f}", first.value());
        std::fflush(stdout);
        json.push_back(
            {{"level", nameOf(levelAt(level))}, {"m", m}, {"n", n}, {"first", jsonOf(first)}});
      }
      fmt::print("\n");
    }
  }
  return json;
}

Json floats(const TrialPlace& place, const AccuracyOptions& options) {
  Json json;
  for (int level = 0; level < test::kSurfaceLevels; ++level) {
    const FloatsAndBytes both =
        floatsAndBytes(place, levelAt(level), options.references[0], place.queries);
    fmt::print(
        "{}: bytes {}, floats {}; right by bytes alone {}, by floats alone {}; the right one "
        "counts {:.2f} and {:.2f}\n",
        nameOf(levelAt(level)), shown(both.bytes), shown(both.floats), both.onlyBytes,
        both.onlyFloats, both.meanBytes, both.meanFloats);
    std::fflush(stdout);
    json.push_back({{"level", nameOf(levelAt(level))},
                    {"surfaces", options.references[0]},
                    {"bytes", jsonOf(both.bytes)},
                    {"floats", jsonOf(both.floats)},
                    {"only_bytes", both.onlyBytes},
                    {"only_floats", both.onlyFloats},
                    {"mean_count_bytes", both.meanBytes},
                    {"mean_count_floats", both.meanFloats}});
  }
  return json;
}

AccuracyOptions accuracyOptionsOf(int argc, char** argv) {
  AccuracyOptions options;
  for (const auto& [option, value] : optionsOf(argc, argv,
                                               {"--folder", "--engine", "--part", "--json",
                                                "--threads", "--queries", "--references"})) {
    if (option == "--folder") options.folder = value;
    if (option == "--engine") options.engine = value;
    if (option == "--part") options.part = value;
    if (option == "--json") options.json = value;
    if (option == "--threads") options.threads = std::stoi(value);
    if (option == "--queries") options.queries = std::stoll(value);
    if (option != "--references") continue;
    options.references.clear();
    std::istringstream numbers(value);
    for (std::string one; std::getline(numbers, one, ',');) {
      options.references.push_back(std::stoll(one));
    }
  }
  if (options.folder.empty() || options.references.empty()) {
    throw std::runtime_error("--folder says where features are kept");
  }
  return options;
}

int run(const AccuracyOptions& options) {
  const Registry registry = makeRegistry();
  const TrialPlace place{registry, options.folder, options.engine, options.threads,
                         options.queries};
  Json json;
  if (options.part == "make") make(place, options);
  if (options.part == "study") json = study(place, options);
  if (options.part == "grid") json = grid(place);
  if (options.part == "floats") json = floats(place, options);
  if (!options.json.empty()) {
    const Json all{{"program", "identify_accuracy"}, {"part", options.part}, {"results", json}};
    std::ofstream(options.json) << all.dump() << '\n';
  }
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  try {
    return espy::bench::run(espy::bench::accuracyOptionsOf(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "identify_accuracy: {}\n", error.what());
    return 2;
  }
}
