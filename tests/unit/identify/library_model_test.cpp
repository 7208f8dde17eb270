// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A library against a plain map.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

/// A library, its model, and a reader.
struct Played {
  SmallLibrary small;
  std::unique_ptr<SurfaceWriter> writer = std::make_unique<SurfaceWriter>(small.folder);
  SurfaceLibrary reader{small.folder};
  Model committed;
  Model now;
  Model seen;

  void add(const std::string& id, std::uint32_t seed) {
    if (now.contains(id)) {
      RC_ASSERT_THROWS_AS(addSmall(*writer, id, seed), Error);
    } else {
      addSmall(*writer, id, seed);
      now[id] = seed;
    }
  }
  void update(const std::string& id, std::uint32_t seed) {
    updateSmall(*writer, id, seed);
    now[id] = seed;
  }
  void remove(const std::string& id) { RC_ASSERT(writer->remove(id) == (now.erase(id) > 0)); }
  void commit() {
    writer->commit();
    committed = now;
  }
  void compact() {
    writer->compact();
    committed = now;
    RC_ASSERT(writer->facts().removed == 0);
  }
  void abandon() {
    writer.reset();
    now = committed;
    writer = std::make_unique<SurfaceWriter>(small.folder);
  }
  void refresh() {
    reader.refresh();
    seen = committed;
  }

  void check() {
    RC_ASSERT(writer->facts().references == static_cast<std::int64_t>(now.size()));
    std::int64_t features = 0;
    for (const auto& [id, seed] : now) {
      RC_ASSERT(writer->has(id));
      features += smallFeatures(seed).count();
    }
    RC_ASSERT(writer->facts().features == features);
    RC_ASSERT(contentOf(reader) == seen);
  }
};

void play(Played& played, int what, const std::string& id, std::uint32_t seed) {
  if (what < 30) return played.add(id, seed);
  if (what < 45) return played.update(id, seed);
  if (what < 70) return played.remove(id);
  if (what < 82) return played.commit();
  if (what < 90) return played.refresh();
  if (what < 95) return played.compact();
  played.abandon();
}

RC_GTEST_PROP(SurfaceModel, ALibraryIsAMap, ()) {
  Played played;
  const auto steps = *rc::gen::inRange(1, 25);
  for (int step = 0; step < steps; ++step) {
    const auto what = *rc::gen::inRange(0, 100);
    const std::string id = *rc::gen::elementOf(
        std::vector<std::string>{"a", "b", "aa", "B", "\xc3\xa4", "a b", "1", "10", "2"});
    play(played, what, id, *rc::gen::inRange<std::uint32_t>(0, 1000));
    played.check();
  }
  played.commit();
  RC_ASSERT(verifyLibrary(played.small.folder).empty());
  const SurfaceLibrary library(played.small.folder);
  RC_ASSERT(contentOf(library) == played.now);
  // Equal counts are ordered by id.
  std::int64_t before = -1;
  for (const auto& [id, seed] : played.now) {
    const std::int64_t rank = library.shelf()->rank(*library.find(id));
    RC_ASSERT(rank > before);
    before = rank;
  }
}

}  // namespace
}  // namespace espy
