// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>

#include "base/phrase.h"
#include "espy/error.h"
#include "files/message.h"
#include "files/plain_file.h"
#include "identify/surface_writer.h"

namespace espy::identify {
namespace {

/// Copies what was not removed to new slabs and a new catalogue; slabs without holes stay. The new
/// files are private until `library` names the catalogue.
class Compaction {
 public:
  Compaction(WriterState& state, const Control& control)
      : state_(state),
        control_(control),
        head_(state.committed),
        name_(catalogueName(state.number + 1)) {}

  void run() {
    findFullSlabs();
    {
      ++head_.change;
      makeFile();
      Catalogue fresh(state_.folder.path(name_), state_.folder.shown(name_), head_);
      state_.catalogue->forEachByPlace([&](const SurfaceRow& row) { take(row, fresh); });
      state_.catalogue->forEachNote(
          [&](std::string_view key, std::string_view text) { fresh.setNote(key, text); });
      for (SlabWriter& writer : writers_) writer.sync();
      for (const SlabEntry& slab : slabs_) fresh.setSlab(slab);
      fresh.setHead(head_);
      fresh.index();
    }
    syncCatalogue();
    state_.folder.sync();
    control_.check();
    state_.folder.setState(state_.number + 1);
  }

 private:
  void findFullSlabs() {
    std::map<std::int64_t, std::int64_t> living;
    state_.catalogue->forEachById([&](std::int64_t place) { ++living[place / kSlabPlaces]; });
    for (const auto& [slab, places] : living) {
      if (places == kSlabPlaces) slabs_.push_back({slab, places});
    }
    full_ = slabs_;
  }

  /// With the default permissions, which SQLite would not use.
  void makeFile() const {
    files::openPlainFile(state_.folder.path(name_), state_.folder.shown(name_),
                         O_RDWR | O_CREAT | O_TRUNC);
  }

  void take(const SurfaceRow& row, Catalogue& fresh) {
    control_.check();
    SurfaceRow moved = row;
    const std::int64_t slab = row.place / kSlabPlaces;
    if (!std::ranges::binary_search(full_, slab, {}, &SlabEntry::number)) {
      moved.place = move(row, slab);
    }
    if (!row.pointsFit) refuseDamaged(row, phrase("its points do not match their checksum"));
    fresh.add(moved);
    ++taken_;
    if (control_.progress) {
      control_.progress(static_cast<double>(taken_) / static_cast<double>(head_.references));
    }
  }

  std::int64_t move(const SurfaceRow& row, std::int64_t slab) {
    if (!from_ || from_->number() != slab) openFrom(slab);
    const std::int64_t index = row.place % kSlabPlaces;
    if (index >= from_->places()) refuseDamaged(row, phrase("it is not in any slab"));
    const Message fault = from_->faultOf(index);
    if (!fault.empty()) refuseDamaged(row, fault);
    if (from_->sum(index) != row.sum)
      refuseDamaged(row, phrase("its features differ from the recorded ones"));
    const bool full = writers_.empty() || slabs_.back().places == kSlabPlaces;
    if (full) beginSlab();
    SlabEntry& to = slabs_.back();
    if (writers_.back().write(to.places, from_->featuresOf(index)) != row.sum) {
      refuseDamaged(row, phrase("its features changed while they were read"));
    }
    return placeNumber(to.number, to.places++);
  }

  void openFrom(std::int64_t slab) {
    const auto entry =
        std::ranges::lower_bound(state_.committedSlabs, slab, {}, &SlabEntry::number);
    if (entry == state_.committedSlabs.end() || entry->number != slab) {
      const std::string name = state_.folder.shown(catalogueName(state_.number));
      files::refuse(ErrorCode::badPicture, name,
                    phrase("is broken: it has surfaces in slab {}, which it does not list", slab));
    }
    const std::string name = slabName(slab);
    from_.emplace(state_.folder.path(name), state_.folder.shown(name), slabHead(head_, slab),
                  entry->places);
  }

  void beginSlab() {
    if (!writers_.empty()) {
      // Keeps one file open and limits unsynced data.
      writers_.back().sync();
      writers_.clear();
    }
    const std::int64_t number = head_.nextSlab++;
    const std::string name = slabName(number);
    writers_.push_back(SlabWriter::create(state_.folder.path(name), state_.folder.shown(name),
                                          slabHead(head_, number)));
    slabs_.push_back({number, 0});
  }

  [[noreturn]] void refuseDamaged(const SurfaceRow& row, const Message& fault) const {
    throw Error(ErrorCode::badPicture,
                phrase("{}: surface {} is damaged: {}; remove or update it, then compact again",
                       state_.folder.given(), row.id, fault));
  }

  void syncCatalogue() const {
    const std::string shown = state_.folder.shown(name_);
    const files::Descriptor file = files::openPlainFile(state_.folder.path(name_), shown, O_RDWR);
    if (::fsync(file.get()) != 0) files::refuseSystem(shown, phrase("cannot be written"), errno);
  }

  WriterState& state_;
  const Control& control_;
  CatalogueHead head_;
  std::string name_;
  std::vector<SlabEntry> full_;   ///< slabs that stay
  std::vector<SlabEntry> slabs_;  ///< of the new catalogue
  std::vector<SlabWriter> writers_;
  std::optional<MappedSlab> from_;
  std::int64_t taken_ = 0;
};

}  // namespace

void WriterState::compact(const Control& control) {
  current();
  if (facts.removed == 0) return;
  try {
    begin();  // excludes other writers, should the lock be lost
    Compaction(*this, control).run();
  } catch (...) {
    // `library` may name the new catalogue already.
    try {
      if (!overtaken_) open();
    } catch (const std::exception&) {
      // The next call tries again.
    }
    throw;
  }
  open();
}

}  // namespace espy::identify
