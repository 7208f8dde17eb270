// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/surfaces.h"
#include "identify/database.h"

/// The SQLite part of a library: which surface is where.
///
/// A surface's position is its slab's number times `kSlabPlaces` plus its index in the slab. Slab
/// numbers are never reused and only the last slab grows, so positions ascend in time. A removed
/// surface keeps its row, with the change that removed it, for readers of older states. Compaction
/// writes a new catalogue.
namespace espy::identify {

struct CatalogueHead {
  SurfaceOptions options;
  std::uint64_t stamp = 0;      ///< random: identifies this library's slabs
  std::int64_t change = 0;      ///< number of commits
  std::int64_t references = 0;  ///< surfaces that were not removed
  std::int64_t features = 0;    ///< of these
  std::int64_t nextSlab = 1;    ///< never used before
};

struct SlabEntry {
  std::int64_t number = 0;
  std::int64_t places = 0;

  bool operator==(const SlabEntry&) const = default;
};

struct SurfaceRow {
  std::int64_t place = 0;
  std::string id;
  std::string name;
  Size picture;
  std::int64_t features = 0;
  std::uint32_t sum = 0;             ///< checksum of the features
  std::vector<std::uint8_t> points;  ///< see `packPoints`
  bool pointsFit = true;             ///< whether all points are intact
};

struct CatalogueState {
  std::int64_t change = 0;
  std::int64_t lastPlace = -1;  ///< later positions do not belong to it
};

/// Packed points, 12 bytes each: x and y unchanged, so that results do not depend on storage; size
/// and angle, for display, in 16 bits each.
inline constexpr std::int64_t kPointBytes = 12;
std::vector<std::uint8_t> packPoints(std::span<const FeaturePoint> points);
std::vector<FeaturePoint> unpackPoints(std::span<const std::uint8_t> bytes);

class Catalogue {
 public:
  /// Opens a catalogue. Throws `unsupported` for another version.
  Catalogue(const std::string& path, const std::string& shown, Database::Use use);
  /// Creates a catalogue in a private file; fill it, then call `index`.
  Catalogue(const std::string& path, const std::string& shown, const CatalogueHead& head);
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  Database& database() { return database_; }

  CatalogueHead head();
  std::int64_t change();
  std::vector<SlabEntry> slabs();
  /// Visits the positions of all surfaces not removed, ordered by id.
  void forEachById(const std::function<void(std::int64_t place)>& visit);
  /// The same ordered by position, with whole rows.
  void forEachByPlace(const std::function<void(const SurfaceRow& row)>& visit);

  std::optional<std::int64_t> placeOf(std::string_view id, const CatalogueState& state);
  std::optional<std::string> idOf(std::int64_t place);
  std::optional<SurfaceRow> surface(std::int64_t place);
  std::int64_t featuresAt(std::int64_t place);
  std::vector<std::string> ids(std::string_view after, std::int64_t most,
                               const CatalogueState& state);
  /// The text of a note; empty without one.
  std::string note(std::string_view key);
  void forEachNote(const std::function<void(std::string_view key, std::string_view text)>& visit);
  /// Of all surfaces, removed ones included; -1 without any.
  std::int64_t lastPlace();
  /// The last change that removed a surface; 0 without any.
  std::int64_t lastRemoval();
  /// SQLite's integrity check, at most ten messages.
  std::vector<std::string> damage();

  void setHead(const CatalogueHead& head);
  void setSlab(const SlabEntry& slab);
  void add(const SurfaceRow& row);
  /// Marks a surface as removed by a change to be committed.
  void remove(std::int64_t place, std::int64_t change);
  /// Sets a note; an empty text removes it.
  void setNote(std::string_view key, std::string_view text);
  /// Deletes a surface that was never committed.
  void forget(std::int64_t place);
  /// Creates the index that keeps ids unique; after filling.
  void index();

 private:
  Statement& prepared(std::optional<Statement>& statement, const char* sql);
  bool hasNotes();

  std::string shown_;
  Database database_;
  std::optional<Statement> change_;
  std::optional<Statement> placeOf_;
  std::optional<Statement> idOf_;
  std::optional<Statement> surface_;
  std::optional<Statement> ids_;
  std::optional<Statement> setSlab_;
  std::optional<Statement> add_;
  std::optional<Statement> addPoints_;
  std::optional<Statement> remove_;
  std::optional<Statement> note_;
  std::optional<Statement> setNote_;
  std::optional<Statement> removeNote_;
};

}  // namespace espy::identify
