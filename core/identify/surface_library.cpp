// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <utility>

#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "files/message.h"
#include "identify/library_files.h"

namespace espy {
namespace identify {
namespace {

/// An open slab and its key for engines.
struct OpenSlab {
  std::shared_ptr<const MappedSlab> file;
  std::uint64_t name = 0;

  bool is(const SlabEntry& entry) const {
    return file->number() == entry.number && file->places() == entry.places;
  }
};

struct SlabParts {
  std::shared_ptr<const MappedSlab> file;
  std::vector<std::int32_t> counts;
};

/// A snapshot of a library's catalogue and slabs.
struct OpenState {
  std::int64_t number = 0;
  std::shared_ptr<Catalogue> catalogue;
  CatalogueHead head;
  std::vector<SlabEntry> entries;
  std::vector<OpenSlab> slabs;
  std::shared_ptr<const Shelf> shelf;

  CatalogueState asked() const { return {head.change, lastPlaceOf(entries)}; }
};

struct PlaceInSlab {
  std::size_t slab = 0;
  std::int64_t index = 0;
};

/// Nothing if it is not in any slab.
std::optional<PlaceInSlab> findPlace(std::span<const SlabEntry> slabs, std::int64_t place) {
  const auto slab = std::ranges::lower_bound(slabs, place / kSlabPlaces, {}, &SlabEntry::number);
  const std::int64_t index = place % kSlabPlaces;
  if (slab == slabs.end() || slab->number != place / kSlabPlaces || index >= slab->places) {
    return std::nullopt;
  }
  return PlaceInSlab{static_cast<std::size_t>(slab - slabs.begin()), index};
}

class ShelfMaker {
 public:
  ShelfMaker(const files::StoreFolder& folder, OpenState& state) : folder_(folder), state_(state) {}

  std::shared_ptr<const Shelf> make(const Shelf* before) {
    for (const SlabEntry& entry : state_.entries) firsts_.push_back(firsts_.back() + entry.places);
    // Ids are in random order of position, so this pass touches only ranks.
    ranks_.assign(static_cast<std::size_t>(firsts_.back()), kNone);
    state_.catalogue->forEachById([&](std::int64_t place) { take(place); });
    if (next_ != static_cast<std::uint64_t>(state_.head.references)) {
      refuse(phrase("is broken: it has {} surfaces but claims {}", next_, state_.head.references));
    }
    const std::vector<Slab> slabs = countedSlabs();
    std::ranges::replace(ranks_, kNone, 0U);
    const std::int64_t rows = state_.head.options.features.most;
    if (before == nullptr) return std::make_shared<Shelf>(rows, slabs, std::move(ranks_));
    return std::make_shared<Shelf>(rows, slabs, std::move(ranks_), *before);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void take(std::int64_t place) {
    const auto found = findPlace(state_.entries, place);
    if (!found) refuse(phrase("is broken: slot {} is not in any of its slabs", place));
    std::uint32_t& rank = ranks_[static_cast<std::size_t>(firsts_[found->slab] + found->index)];
    if (rank != kNone) refuse(phrase("is broken: slot {} has two surfaces", place));
    rank = static_cast<std::uint32_t>(next_++);
  }

  /// The slabs, with the features of ranked positions.
  std::vector<Slab> countedSlabs() const {
    std::vector<Slab> slabs;
    std::size_t reference = 0;
    for (const OpenSlab& slab : state_.slabs) {
      const MappedSlab& file = *slab.file;
      auto parts = std::make_shared<SlabParts>();
      parts->file = slab.file;
      parts->counts.resize(static_cast<std::size_t>(file.places()));
      for (std::int64_t place = 0; place < file.places(); ++place, ++reference) {
        if (ranks_[reference] == kNone) continue;
        parts->counts[static_cast<std::size_t>(place)] = file.count(place);
      }
      slabs.push_back(
          {slab.name, file.places(), file.features(), file.norms(), parts->counts, parts});
    }
    return slabs;
  }

  [[noreturn]] void refuse(const Message& fact) const {
    files::refuse(ErrorCode::badPicture, folder_.shown(catalogueName(state_.number)), fact);
  }

  const files::StoreFolder& folder_;
  OpenState& state_;
  std::vector<std::int64_t> firsts_{0};
  std::vector<std::uint32_t> ranks_;
  std::uint64_t next_ = 0;
};

/// Reuses a slab that is already open.
OpenSlab openSlab(const files::StoreFolder& folder, const CatalogueHead& head,
                  const SlabEntry& entry, std::span<const OpenSlab> before) {
  for (const OpenSlab& slab : before) {
    if (slab.is(entry)) return slab;
  }
  const std::string name = slabName(entry.number);
  return {std::make_shared<MappedSlab>(folder.path(name), folder.shown(name),
                                       slabHead(head, entry.number), entry.places),
          newSlabName()};
}

/// The state of this catalogue; reuses what is unchanged in `before`.
OpenState openState(const files::StoreFolder& folder, std::int64_t number,
                    const OpenState& before) {
  OpenState state;
  state.number = number;
  state.catalogue = before.catalogue;
  if (!state.catalogue || before.number != number) {
    const std::string name = catalogueName(number);
    state.catalogue =
        std::make_shared<Catalogue>(folder.path(name), folder.shown(name), Database::Use::read);
  }
  Transaction reading(state.catalogue->database(), Transaction::Kind::read);
  state.head = state.catalogue->head();
  state.entries = state.catalogue->slabs();
  for (const SlabEntry& entry : state.entries) {
    state.slabs.push_back(openSlab(folder, state.head, entry, before.slabs));
  }
  state.shelf = ShelfMaker(folder, state).make(before.shelf.get());
  reading.commit();
  return state;
}

/// The same for the current catalogue. A replaced one may have lost its files.
OpenState openState(const files::StoreFolder& folder, const OpenState& before) {
  constexpr int kAttempts = 10;
  for (int attempt = 1;; ++attempt) {
    const std::int64_t number = folder.state();
    try {
      return openState(folder, number, before);
    } catch (const Error&) {
      if (attempt == kAttempts || folder.state() == number) throw;
    }
  }
}

}  // namespace
}  // namespace identify

using namespace identify;

struct SurfaceLibrary::State {
  explicit State(std::string given)
      : folder(std::move(given), libraryKind()), open(openState(folder, {})) {}

  /// A reference's position. Throws if there is no such reference.
  std::int64_t placeOf(std::int64_t reference) const {
    const std::span<const std::int64_t> firsts = open.shelf->firsts();
    if (reference >= 0 && reference < open.shelf->places()) {
      const auto slab =
          static_cast<std::size_t>(std::ranges::upper_bound(firsts, reference) - firsts.begin()) -
          1;
      const std::int64_t index = reference - firsts[slab];
      if (open.shelf->slabs()[slab].counts[static_cast<std::size_t>(index)] > 0) {
        return placeNumber(open.entries[slab].number, index);
      }
    }
    throw Error(ErrorCode::badUse, phrase("{}: has no reference {}", folder.given(), reference));
  }

  [[noreturn]] void refuseCatalogue(const Message& fact) const {
    files::refuse(ErrorCode::badPicture, folder.shown(catalogueName(open.number)), fact);
  }

  files::StoreFolder folder;
  mutable std::mutex mutex;
  OpenState open;
};

SurfaceLibrary::SurfaceLibrary(std::string folder)
    : state_(withinMemory([&] { return std::make_unique<State>(std::move(folder)); })) {}

SurfaceLibrary::~SurfaceLibrary() = default;

const std::string& SurfaceLibrary::folder() const {
  return state_->folder.given();
}

SurfaceFacts SurfaceLibrary::facts() const {
  return withinMemory([&] {
    const std::lock_guard lock(state_->mutex);
    const OpenState& open = state_->open;
    SurfaceFacts facts = factsOf(open.head, open.entries);
    facts.bytes = bytesOnDisk(state_->folder, filesOf(open.number, open.entries));
    return facts;
  });
}

std::shared_ptr<const Shelf> SurfaceLibrary::shelf() const {
  const std::lock_guard lock(state_->mutex);
  return state_->open.shelf;
}

bool SurfaceLibrary::refresh() {
  return withinMemory([&] {
    const std::lock_guard lock(state_->mutex);
    OpenState& open = state_->open;
    if (state_->folder.state() == open.number && open.catalogue->change() == open.head.change) {
      for (const OpenSlab& slab : open.slabs) slab.file->checkIntact();
      return false;
    }
    open = openState(state_->folder, open);
    return true;
  });
}

std::string SurfaceLibrary::idOf(std::int64_t reference) const {
  return withinMemory([&] {
    const std::lock_guard lock(state_->mutex);
    const std::int64_t place = state_->placeOf(reference);
    std::optional<std::string> id = state_->open.catalogue->idOf(place);
    if (!id) state_->refuseCatalogue(phrase("is broken: slot {} no longer has a surface", place));
    return *std::move(id);
  });
}

std::optional<std::int64_t> SurfaceLibrary::find(std::string_view id) const {
  return withinMemory([&]() -> std::optional<std::int64_t> {
    const std::lock_guard lock(state_->mutex);
    const OpenState& open = state_->open;
    const auto place = open.catalogue->placeOf(id, open.asked());
    const auto found = place ? findPlace(open.entries, *place) : std::nullopt;
    if (!found) return std::nullopt;
    return open.shelf->firsts()[found->slab] + found->index;
  });
}

Surface SurfaceLibrary::surface(std::int64_t reference) const {
  return withinMemory([&] {
    const std::lock_guard lock(state_->mutex);
    const std::int64_t place = state_->placeOf(reference);
    const OpenState& open = state_->open;
    std::optional<SurfaceRow> row = open.catalogue->surface(place);
    if (!row) state_->refuseCatalogue(phrase("is broken: slot {} no longer has a surface", place));
    const MappedSlab& file = *open.slabs[findPlace(open.entries, place)->slab].file;
    const auto bytes = file.featuresOf(place % kSlabPlaces);
    if (!row->pointsFit || std::ssize(bytes) != row->features * kFeatureBytes) {
      state_->refuseCatalogue(
          phrase("is broken: the points of {} do not match their checksum", row->id));
    }
    Surface surface{std::move(row->id), std::move(row->name), {}};
    surface.features = {row->picture, unpackPoints(row->points), {bytes.begin(), bytes.end()}};
    file.checkUncut();
    return surface;
  });
}

std::vector<std::string> SurfaceLibrary::ids(std::string_view after, std::int64_t most) const {
  return withinMemory([&] {
    const std::lock_guard lock(state_->mutex);
    return state_->open.catalogue->ids(after, most, state_->open.asked());
  });
}

std::string SurfaceLibrary::note(std::string_view key) const {
  return withinMemory([&] {
    const std::lock_guard lock(state_->mutex);
    return state_->open.catalogue->note(key);
  });
}

std::vector<std::string> snapshotFiles(const std::string& folder) {
  return withinMemory([&] {
    const files::StoreFolder library(folder, libraryKind());
    const std::int64_t number = library.state();
    const std::string name = catalogueName(number);
    Catalogue catalogue(library.path(name), library.shown(name), Database::Use::read);
    return filesOf(number, catalogue.slabs());
  });
}

}  // namespace espy
