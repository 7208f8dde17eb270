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

/// Which surface lies where: the part of a library that SQLite keeps.
///
/// Each surface has a number, its place: that of its slab times `kSlabPlaces`, and which one it is
/// in there. Slabs' numbers are never used again, and only the last slab grows, so a greater number
/// came later. Rows stay when a surface is removed, and say since which change it is: who reads an
/// older state still finds them. Compaction makes a new catalogue of what is left.
namespace espy::identify {

/// What a catalogue says of the library as a whole.
struct CatalogueHead {
  SurfaceOptions options;
  std::uint64_t stamp = 0;      ///< by chance: tells this library's slabs from others'
  std::int64_t change = 0;      ///< counts commits
  std::int64_t references = 0;  ///< surfaces that were not removed
  std::int64_t features = 0;    ///< of these
  std::int64_t nextSlab = 1;    ///< a number that none has had
};

/// A slab, and how many of its places were committed.
struct SlabEntry {
  std::int64_t number = 0;
  std::int64_t places = 0;

  bool operator==(const SlabEntry&) const = default;
};

/// A surface, but for its features.
struct SurfaceRow {
  std::int64_t place = 0;
  std::string id;
  std::string name;
  Size picture;
  std::int64_t features = 0;
  std::uint32_t sum = 0;             ///< of the features in their slab
  std::vector<std::uint8_t> points;  ///< see `packPoints`
  bool pointsFit = true;             ///< are the points those that were written, all of them?
};

/// A state that was committed once.
struct CatalogueState {
  std::int64_t change = 0;
  std::int64_t lastPlace = -1;  ///< no later one belongs to it
};

/// Points of features, 12 bytes each: x and y as they are, so that what is computed of them does
/// not depend on where they were kept, and size and angle, which are for people, in 16 bits each.
inline constexpr std::int64_t kPointBytes = 12;
std::vector<std::uint8_t> packPoints(std::span<const FeaturePoint> points);
std::vector<FeaturePoint> unpackPoints(std::span<const std::uint8_t> bytes);

class Catalogue {
 public:
  /// One that is there. Throws `unsupported` where it is of another version.
  Catalogue(const std::string& path, const std::string& shown, Database::Use use);
  /// A new one, in a file that nobody knows yet, to be filled and then indexed.
  Catalogue(const std::string& path, const std::string& shown, const CatalogueHead& head);
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  Database& database() { return database_; }

  CatalogueHead head();
  std::int64_t change();
  std::vector<SlabEntry> slabs();
  /// Tells the place of each surface that was not removed, in the order of their ids.
  void forEachById(const std::function<void(std::int64_t place)>& tell);
  /// The same, in the order of their places, with all that is known of them.
  void forEachByPlace(const std::function<void(const SurfaceRow& row)>& tell);

  std::optional<std::int64_t> placeOf(std::string_view id, const CatalogueState& state);
  std::optional<std::string> idOf(std::int64_t place);
  std::optional<SurfaceRow> surface(std::int64_t place);
  /// How many features the surface there has.
  std::int64_t featuresAt(std::int64_t place);
  std::vector<std::string> ids(std::string_view after, std::int64_t most,
                               const CatalogueState& state);
  /// Of all surfaces, also removed ones; -1 without any.
  std::int64_t lastPlace();
  /// The last change that has removed a surface; 0 where none has.
  std::int64_t lastRemoval();
  /// What SQLite finds wrong with its file, at most ten things.
  std::vector<std::string> damage();

  void setHead(const CatalogueHead& head);
  void setSlab(const SlabEntry& slab);
  void add(const SurfaceRow& row);
  /// Since a change that is still to be committed.
  void remove(std::int64_t place, std::int64_t change);
  /// A surface that was never committed.
  void forget(std::int64_t place);
  /// Of one that was filled: what makes looking for ids quick, and keeps them apart.
  void index();

 private:
  Statement& prepared(std::optional<Statement>& statement, const char* sql);

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
};

}  // namespace espy::identify
