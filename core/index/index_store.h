// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/section_file.h"
#include "files/store_folder.h"

/// An index on disk, of needles or of scenes: immutable segments, each with the entries that were
/// added together, and a state file that lists the segments and the removed entries. A change
/// writes new files and makes the new state current; readers keep what they have open.
///
/// Files: `index`, the head; `state-N`; `segment-N`; `lock`, held by a writer.
namespace espy::index {

/// Where `scenes` is asked for, `tolerantScenes` is accepted.
enum class IndexKind : std::uint32_t { needles = 1, scenes = 2, tolerantScenes = 3 };

struct IndexSegment {
  std::int64_t number = 0;   ///< of its file; never reused
  std::int64_t entries = 0;  ///< removed ones included
};

/// An entry: a segment's number and the position in it.
struct EntryPlace {
  std::int64_t segment = 0;
  std::int64_t entry = 0;

  auto operator<=>(const EntryPlace&) const = default;
};

/// What a state file contains.
struct IndexState {
  IndexKind kind = IndexKind::needles;
  std::int64_t number = 0;             ///< of the state
  std::int64_t side = 0;               ///< scenes: the smallest side of a needle
  std::int64_t nextSegment = 1;        ///< never used before
  std::vector<IndexSegment> segments;  ///< in the order of their entries
  std::vector<EntryPlace> removed;     ///< sorted

  /// Entries that were not removed.
  std::int64_t entries() const;
  bool isRemoved(const EntryPlace& place) const;
  /// The segment from which on all should be merged into one, so that segments stay few and most
  /// of their entries are not removed; the number of segments if none should.
  std::size_t firstToMerge() const;
};

std::string segmentName(std::int64_t number);

/// Creates an index without entries. Throws if the folder exists and is not empty.
void createIndexFolder(const std::string& folder, IndexKind kind, std::int64_t side = 0);

/// An index opened for reading.
class IndexStore {
 public:
  /// Throws if there is no index of this kind.
  IndexStore(const std::string& folder, IndexKind kind);

  const std::string& given() const { return folder_.given(); }
  const files::StoreFolder& folder() const { return folder_; }
  const IndexState& state() const { return state_; }
  /// Opens `segment-N` as a file of this kind.
  files::SectionFile open(const IndexSegment& segment, const files::SectionKind& kind) const;
  /// The kind of any index. Throws if there is no index.
  static IndexKind kindOf(const std::string& folder);

 private:
  files::StoreFolder folder_;
  IndexState state_;
};

/// The only writer of an index, until it is destroyed. Changes take effect in `commit`.
class IndexChange {
 public:
  /// Locks the index; throws if another process is writing to it.
  IndexChange(const std::string& folder, IndexKind kind);

  const files::StoreFolder& folder() const { return folder_; }
  const IndexState& committed() const { return committed_; }
  /// The state to be committed.
  IndexState& next() { return next_; }
  /// Drops what was not committed.
  void revert();
  /// Takes the next segment number.
  std::int64_t newSegment() { return next_.nextSegment++; }
  std::string pathOf(std::int64_t segment) const;
  /// Writes the next state, makes it current, and removes files that it does not name. Segments
  /// must have been written.
  void commit();

 private:
  void removeLeftovers() const;

  files::StoreFolder folder_;
  files::StoreLock lock_;
  IndexState committed_;
  IndexState next_;
};

/// Calls `open` with the current state's store; again if a writer replaced files meanwhile.
template <class Open>
auto openCurrent(const std::string& folder, IndexKind kind, const Open& open) {
  constexpr int kAttempts = 8;
  for (int attempt = 1;; ++attempt) {
    IndexStore store(folder, kind);
    try {
      return open(store);
    } catch (const Error&) {
      if (attempt == kAttempts || store.folder().state() == store.state().number) throw;
    }
  }
}

}  // namespace espy::index
