// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "base/engine_cache.h"
#include "base/phrase.h"
#include "base/scratch.h"
#include "espy/engine/identify.h"
#include "espy/error.h"
#include "identify/norms.h"
#include "identify/orb.h"

namespace espy {

std::uint64_t newSlabName() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

struct Shelf::Keeper : EngineCache {};

Shelf::Shelf(std::int64_t rows, std::vector<Slab> slabs, std::vector<std::uint32_t> ranks)
    : name_(newSlabName()),
      rows_(rows),
      slabs_(std::move(slabs)),
      ranks_(std::move(ranks)),
      firsts_{0},
      keeper_(std::make_shared<Keeper>()) {
  if (rows < 1) throw Error(ErrorCode::badUse, phrase("a shelf needs at least one row a slot"));
  for (const Slab& slab : slabs_) {
    firsts_.push_back(firsts_.back() + slab.places);
    for (const std::int32_t count : slab.counts) references_ += count > 0 ? 1 : 0;
    const auto bad = [&](std::int32_t count) { return count < 0 || count > rows; };
    if (std::ssize(slab.counts) != slab.places || std::ranges::any_of(slab.counts, bad)) {
      throw Error(ErrorCode::badUse, phrase("a slab claims more features in a slot than it has"));
    }
  }
  if (!ranks_.empty() && std::ssize(ranks_) != places()) {
    throw Error(ErrorCode::badUse, phrase("a shelf needs as many ranks as slots"));
  }
}

Shelf::Shelf(std::int64_t rows, std::vector<Slab> slabs, std::vector<std::uint32_t> ranks,
             const Shelf& before)
    : Shelf(rows, std::move(slabs), std::move(ranks)) {
  keeper_ = before.keeper_;
}

std::shared_ptr<void> Shelf::kept(std::string_view engine,
                                  const std::function<std::shared_ptr<void>()>& make) const {
  return keeper_->get(engine, make);
}

bool Shelf::isKept(std::string_view engine) const {
  return keeper_->has(engine);
}

void Shelf::release() const {
  keeper_->clear();
}

namespace {

struct OwnSlab {
  ScratchVector<std::uint8_t> features;  // aligned to cache lines
  std::vector<std::int32_t> norms;
  std::vector<std::int32_t> counts;
};

}  // namespace

Slab slabOf(std::span<const Features> references, std::int64_t rows) {
  auto own = std::make_shared<OwnSlab>();
  const auto places = references.size();
  own->features.assign(places * static_cast<std::size_t>(rows * kFeatureBytes), 0);
  own->norms.resize(places * static_cast<std::size_t>(rows));
  for (std::size_t place = 0; place < places; ++place) {
    const Features& reference = references[place];
    identify::requireSift(reference.orb);
    if (reference.count() > rows) {
      throw Error(ErrorCode::badUse, phrase("a reference has {} features, but its slot has {} rows",
                                            reference.count(), rows));
    }
    const std::vector<std::int64_t> order = identify::orderOfNorms(reference.bytes);
    const std::size_t first = place * static_cast<std::size_t>(rows);
    for (std::size_t row = 0; row < order.size(); ++row) {
      const auto feature = reference.feature(order[row]);
      std::memcpy(own->features.data() + (first + row) * kFeatureBytes, feature.data(),
                  kFeatureBytes);
      own->norms[first + row] = identify::normOf(feature);
    }
    own->counts.push_back(static_cast<std::int32_t>(reference.count()));
  }
  Slab slab{newSlabName(),        static_cast<std::int64_t>(places),
            own->features.data(), own->norms.data(),
            own->counts,          nullptr};
  slab.owner = std::move(own);
  return slab;
}

}  // namespace espy
