// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "espy/engine/surfaces.h"
#include "identify/library_files.h"

namespace espy::identify {

/// A writer's open files: the committed state and pending changes.
struct WriterState {
  explicit WriterState(std::string given);

  /// Opens the current catalogue. If that fails, none is open, and current() tries again.
  void open();
  Catalogue& current();
  /// Rolls back pending changes and frees their disk space.
  void undo() noexcept;
  /// Begins a transaction. Throws if another process has written since: then the lock was lost.
  void begin();
  void commit();
  void compact(const Control& control);

  std::optional<std::int64_t> placeOf(std::string_view id);
  /// Adds a surface; removes the one at `replaced`, if any.
  void put(std::string_view id, const Features& features, std::string_view name,
           std::optional<std::int64_t> replaced);
  void removeAt(std::int64_t place);
  void setNote(std::string_view key, std::string_view text);

  files::StoreFolder folder;
  files::StoreLock lock;
  std::int64_t number = 0;               ///< of the catalogue
  std::unique_ptr<Catalogue> catalogue;  ///< null after an error in undo() or open()
  CatalogueHead committed;
  std::vector<SlabEntry> committedSlabs;
  // Pending changes included.
  CatalogueHead head;
  std::vector<SlabEntry> slabs;
  SurfaceFacts facts;

 private:
  void readCommitted();
  /// Removes files that no catalogue refers to.
  void removeLeftovers() const;
  /// Reads the committed state, and makes it the current one.
  void restore();
  /// Closes what pending changes have open.
  void discard() noexcept;
  SlabWriter& slabWithRoom();
  void count();
  void check(std::string_view id, const Features& features, std::string_view name) const;
  template <class Change>
  void change(const Change& make);

  std::vector<SlabWriter> writers_;  ///< the last one writes the last slab
  bool newFiles_ = false;
  bool overtaken_ = false;  ///< by another writer, because the lock was lost
  std::unique_ptr<Transaction> transaction_;
};

}  // namespace espy::identify

namespace espy {

struct SurfaceWriter::State : identify::WriterState {
  using WriterState::WriterState;
};

}  // namespace espy
