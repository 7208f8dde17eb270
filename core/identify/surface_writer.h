// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "espy/engine/surfaces.h"
#include "identify/library_files.h"

namespace espy::identify {

/// What a writer has open: the committed state, and what is to be committed on top of it.
struct WriterState {
  explicit WriterState(std::string given);

  /// Opens the catalogue that counts.
  void open();
  /// Removes what no catalogue knows.
  void removeLeftovers() const;
  /// Forgets what was not committed, and gives back what it took on disk.
  void undo();
  /// To be called before each change.
  void begin();
  void commit();
  void compact(const Control& control);

  std::optional<std::int64_t> placeOf(std::string_view id);
  /// Adds, and where `replaced` is a place removes the surface there.
  void put(std::string_view id, const Features& features, std::string_view name,
           std::optional<std::int64_t> replaced);
  void removeAt(std::int64_t place);

  LibraryFolder folder;
  LibraryLock lock;
  std::int64_t number = 0;  ///< of the catalogue
  std::unique_ptr<Catalogue> catalogue;
  CatalogueHead committed;
  std::vector<SlabEntry> committedSlabs;
  // With what is still to be committed.
  CatalogueHead head;
  std::vector<SlabEntry> slabs;
  SurfaceFacts facts;

 private:
  void readCommitted();
  /// Where the next surface goes.
  SlabWriter& slabWithRoom();
  void count();
  void check(std::string_view id, const Features& features, std::string_view name) const;
  template <class Change>
  void change(const Change& make);

  std::vector<SlabWriter> writers_;  ///< the last one is that of the last slab
  bool newFiles_ = false;
  std::unique_ptr<Transaction> transaction_;
};

}  // namespace espy::identify

namespace espy {

struct SurfaceWriter::State : identify::WriterState {
  using WriterState::WriterState;
};

}  // namespace espy
