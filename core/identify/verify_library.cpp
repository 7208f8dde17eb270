// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "identify/library_files.h"

namespace espy {
namespace identify {
namespace {

struct Known {
  std::int64_t index = 0;  ///< in its slab
  std::string id;
  std::int64_t features = 0;
  std::uint32_t sum = 0;
};

class Verifier {
 public:
  explicit Verifier(const std::string& folder)
      : folder_(folder, libraryKind()), number_(folder_.state()), name_(catalogueName(number_)) {}

  std::vector<SurfaceFault> verify(const Control& control) {
    readCatalogue();
    const auto slabs = static_cast<std::int64_t>(entries_.size());
    parallelFor(
        slabs, static_cast<int>(std::min<std::int64_t>(slabs, threadsFor(control))), control,
        [&](std::int64_t slab, int) { verifySlab(static_cast<std::size_t>(slab), control); });
    findStrangers();
    std::ranges::stable_sort(faults_, {}, &SurfaceFault::id);
    return std::move(faults_);
  }

 private:
  void readCatalogue() {
    Catalogue catalogue(folder_.path(name_), folder_.shown(name_), Database::Use::read);
    Transaction reading(catalogue.database(), Transaction::Kind::read);
    head_ = catalogue.head();
    entries_ = catalogue.slabs();
    // While the catalogue is current: a compaction would remove the files.
    for (const SlabEntry& entry : entries_) openSlab(entry);
    surfaces_.resize(entries_.size());
    try {
      for (const std::string& words : catalogue.damage()) aboutFile(name_, words);
      catalogue.forEachByPlace([&](const SurfaceRow& row) { take(row); });
      catalogue.forEachNote([](std::string_view, std::string_view) {});  // throws if it cannot
      checkTotals();
      if (catalogue.lastRemoval() > head_.change || nextSlabIsTaken()) {
        aboutFile(name_, phrase("is broken: its description of the library is inconsistent"));
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::badPicture) throw;
      faults_.push_back({"", error.message()});
    }
    reading.commit();
  }

  /// Opens as many positions as the file has.
  void openSlab(const SlabEntry& entry) {
    slabs_.emplace_back();
    const std::string name = slabName(entry.number);
    try {
      const SlabHead head = slabHead(head_, entry.number);
      const std::string path = folder_.path(name);
      const std::string shown = folder_.shown(name);
      const std::int64_t there = std::min(entry.places, MappedSlab::placesIn(path, shown, head));
      if (there < entry.places) {
        aboutFile(name, phrase("ends after {} of {} slots", there, entry.places));
      }
      slabs_.back().emplace(path, shown, head, there);
    } catch (const Error& error) {
      faults_.push_back({"", error.message()});
    }
  }

  void take(const SurfaceRow& row) {
    ++references_;
    features_ += row.features;
    const auto slab =
        std::ranges::lower_bound(entries_, row.place / kSlabPlaces, {}, &SlabEntry::number);
    const std::int64_t index = row.place % kSlabPlaces;
    if (slab == entries_.end() || slab->number != row.place / kSlabPlaces ||
        index >= slab->places) {
      about(row.id, phrase("it is not in any slab"));
      return;
    }
    if (!row.pointsFit) about(row.id, phrase("its points do not match their checksum"));
    surfaces_[static_cast<std::size_t>(slab - entries_.begin())].push_back(
        {index, row.id, row.features, row.sum});
  }

  void checkTotals() {
    if (references_ == head_.references && features_ == head_.features) return;
    aboutFile(name_, phrase("claims {} surfaces with {} features, but has {} with {}",
                            head_.references, head_.features, references_, features_));
  }

  bool nextSlabIsTaken() const {
    return !entries_.empty() && entries_.back().number >= head_.nextSlab;
  }

  void verifySlab(std::size_t slab, const Control& control) {
    for (const Known& known : surfaces_[slab]) {
      control.check();
      const Message fault = faultIn(slab, known);
      if (fault.empty()) continue;
      const std::lock_guard lock(mutex_);
      about(known.id, fault);
    }
    if (!slabs_[slab]) return;
    try {
      slabs_[slab]->checkUncut();
    } catch (const Error& error) {
      const std::lock_guard lock(mutex_);
      faults_.push_back({"", error.message()});
    }
  }

  Message faultIn(std::size_t slab, const Known& known) const {
    const std::optional<MappedSlab>& file = slabs_[slab];
    const std::string name = slabName(entries_[slab].number);
    if (!file) return phrase("its slab, {}, cannot be read", name);
    if (known.index >= file->places()) return phrase("its slab, {}, ends before it", name);
    try {
      Message fault = file->faultOf(known.index);
      if (!fault.empty()) return fault;
      const bool same =
          file->sum(known.index) == known.sum && file->count(known.index) == known.features;
      return same ? Message() : phrase("its features in {} differ from the recorded ones", name);
    } catch (const Error& error) {
      return error.message();
    }
  }

  void findStrangers() {
    const std::vector<std::string> own = filesOf(number_, entries_);
    std::set<std::string> known(own.begin(), own.end());
    known.insert(files::kLockFile);
    known.insert("service.json");  // by which the identify service knows the library
    for (const std::string& name : folder_.names()) {
      // Unfinished files are removed by the next writer.
      if (known.contains(name) || isLibraryName(name)) continue;
      aboutFile(name, phrase("does not belong to the library"));
    }
  }

  void about(const std::string& id, const Message& what) { faults_.push_back({id, what}); }
  void aboutFile(const std::string& name, const Message& what) {
    faults_.push_back({"", phrase("{}: {}", folder_.shown(name), what)});
  }

  files::StoreFolder folder_;
  std::int64_t number_;
  std::string name_;  ///< of the catalogue
  CatalogueHead head_;
  std::vector<SlabEntry> entries_;
  std::vector<std::optional<MappedSlab>> slabs_;  ///< those that are readable
  std::vector<std::vector<Known>> surfaces_;      ///< per slab
  std::int64_t references_ = 0;
  std::int64_t features_ = 0;
  std::mutex mutex_;
  std::vector<SurfaceFault> faults_;
};

}  // namespace
}  // namespace identify

std::vector<SurfaceFault> verifyLibrary(const std::string& folder, const Control& control) {
  return withinMemory([&] { return identify::Verifier(folder).verify(control); });
}

}  // namespace espy
