// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/catalogue.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/phrase.h"
#include "files/checksum.h"
#include "files/message.h"
#include "identify/slab_file.h"

namespace espy::identify {
namespace {

constexpr std::int64_t kCatalogueVersion = 1;
/// Sanity limit of slab numbers; keeps positions in range.
constexpr std::int64_t kMostSlabs = std::int64_t{1} << 40;
/// Sanity limit of all other counts.
constexpr std::int64_t kMostCount = std::int64_t{1} << 60;
/// "ESPY", SQLite's application id.
constexpr std::int64_t kApplication = 0x45535059;

constexpr const char* kTables =
    "CREATE TABLE library("
    "  one INTEGER PRIMARY KEY CHECK(one = 1),"
    "  stamp INTEGER NOT NULL,"
    "  change INTEGER NOT NULL,"
    "  most_features INTEGER NOT NULL,"
    "  longest_side INTEGER NOT NULL,"
    "  least_features INTEGER NOT NULL,"
    "  maker TEXT NOT NULL,"
    "  \"references\" INTEGER NOT NULL,"
    "  features INTEGER NOT NULL,"
    "  next_slab INTEGER NOT NULL) STRICT;"
    "CREATE TABLE slabs("
    "  slab INTEGER PRIMARY KEY,"
    "  places INTEGER NOT NULL) STRICT;"
    // Points are in a table of their own: they would make scans ten times as large.
    "CREATE TABLE surfaces("
    "  place INTEGER PRIMARY KEY,"
    "  id TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  width INTEGER NOT NULL,"
    "  height INTEGER NOT NULL,"
    "  features INTEGER NOT NULL,"
    "  sum INTEGER NOT NULL,"
    "  removed INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE points("
    "  place INTEGER PRIMARY KEY,"
    "  sum INTEGER NOT NULL,"
    "  points BLOB NOT NULL) STRICT;";
/// Libraries made before there were notes have no such table.
constexpr const char* kNotes =
    "CREATE TABLE IF NOT EXISTS notes("
    "  key TEXT PRIMARY KEY,"
    "  text TEXT NOT NULL) STRICT, WITHOUT ROWID;";
/// Unique among surfaces that were not removed; covers all that opening a library reads.
constexpr const char* kIndex = "CREATE UNIQUE INDEX ids ON surfaces(id, removed);";

/// A state is ?2 (last position) and ?3 (change).
constexpr const char* kPlaceOf =
    "SELECT place FROM surfaces WHERE id = ?1 AND place <= ?2 AND (removed = 0 OR removed > ?3)";
constexpr const char* kIds =
    "SELECT id FROM surfaces WHERE id > ?1 AND place <= ?2 AND (removed = 0 OR removed > ?3) "
    "ORDER BY id LIMIT ?4";

constexpr const char* kSurface =
    "SELECT place, id, name, width, height, features, surfaces.sum, points.sum, points "
    "FROM surfaces LEFT JOIN points USING (place) ";

std::int64_t pragma(Database& database, const char* sql) {
  Statement statement(database, sql);
  return statement.next() ? statement.number(0) : 0;
}

/// Resets a statement at the end of a scope.
struct StatementReset {
  Statement& statement;
  explicit StatementReset(Statement& one) : statement(one) {}
  ~StatementReset() { statement.reset(); }
  StatementReset(const StatementReset&) = delete;
  StatementReset& operator=(const StatementReset&) = delete;
};

/// Features of a surface, bounded so that sums fit.
std::int64_t featuresIn(const Statement& statement, int column) {
  return std::clamp<std::int64_t>(statement.number(column), 0, kMostRows);
}

/// From a row of `kSurface`.
SurfaceRow rowOf(const Statement& statement) {
  SurfaceRow row;
  row.place = statement.number(0);
  row.id = statement.text(1);
  row.name = statement.text(2);
  row.picture = {statement.number(3), statement.number(4)};
  row.features = featuresIn(statement, 5);
  row.sum = static_cast<std::uint32_t>(statement.number(6));
  const auto points = statement.bytes(8);
  row.points.assign(points.begin(), points.end());
  row.pointsFit =
      files::checksumOf(row.points) == static_cast<std::uint32_t>(statement.number(7)) &&
      std::ssize(row.points) == row.features * kPointBytes;
  return row;
}

}  // namespace

Catalogue::Catalogue(const std::string& path, const std::string& shown, Database::Use use)
    : shown_(shown), database_(path, shown, use) {
  const bool ours = pragma(database_, "PRAGMA application_id") == kApplication;
  const std::int64_t version = pragma(database_, "PRAGMA user_version");
  if (!ours) files::refuse(ErrorCode::badPicture, shown, phrase("is not a surface catalogue"));
  if (version != kCatalogueVersion) {
    files::refuse(ErrorCode::unsupported, shown,
                  phrase("is a catalogue of version {}; this Espy reads version {}", version,
                         kCatalogueVersion));
  }
}

Catalogue::Catalogue(const std::string& path, const std::string& shown, const CatalogueHead& head)
    : shown_(shown), database_(path, shown, Database::Use::fill) {
  database_.run(("PRAGMA application_id=" + std::to_string(kApplication) +
                 "; PRAGMA user_version=" + std::to_string(kCatalogueVersion))
                    .c_str());
  database_.run("BEGIN");
  database_.run(kTables);
  database_.run(kNotes);
  setHead(head);
}

void Catalogue::index() {
  database_.run(kIndex);
  database_.run("COMMIT");
}

Statement& Catalogue::prepared(std::optional<Statement>& statement, const char* sql) {
  if (!statement) statement.emplace(database_, sql);
  return *statement;
}

CatalogueHead Catalogue::head() {
  Statement statement(database_,
                      "SELECT stamp, change, most_features, longest_side, least_features, maker, "
                      "\"references\", features, next_slab FROM library");
  if (!statement.next()) {
    files::refuse(ErrorCode::badPicture, shown_,
                  phrase("is broken: it does not describe its library"));
  }
  CatalogueHead head;
  head.stamp = static_cast<std::uint64_t>(statement.number(0));
  head.change = statement.number(1);
  head.options.features.most = statement.number(2);
  head.options.features.longestSide = statement.number(3);
  head.options.leastFeatures = statement.number(4);
  head.options.maker = statement.text(5);
  head.references = statement.number(6);
  head.features = statement.number(7);
  head.nextSlab = statement.number(8);
  const SurfaceOptions& options = head.options;
  const auto isCount = [](std::int64_t number) { return number >= 0 && number <= kMostCount; };
  if (options.features.most < 1 || options.features.most > kMostRows || options.leastFeatures < 1 ||
      options.leastFeatures > options.features.most || head.nextSlab < 1 ||
      head.nextSlab > kMostSlabs || !isCount(head.change) || !isCount(head.references) ||
      !isCount(head.features)) {
    files::refuse(ErrorCode::badPicture, shown_,
                  phrase("is broken: its description of the library is inconsistent"));
  }
  return head;
}

std::int64_t Catalogue::change() {
  Statement& statement = prepared(change_, "SELECT change FROM library").with();
  const StatementReset reset(statement);
  return statement.next() ? statement.number(0) : -1;
}

std::vector<SlabEntry> Catalogue::slabs() {
  std::vector<SlabEntry> slabs;
  Statement statement(database_, "SELECT slab, places FROM slabs ORDER BY slab");
  while (statement.next()) {
    const SlabEntry slab{statement.number(0), statement.number(1)};
    if (slab.number < 1 || slab.number > kMostSlabs || slab.places < 1 ||
        slab.places > kSlabPlaces) {
      files::refuse(
          ErrorCode::badPicture, shown_,
          phrase("is broken: it claims that slab {} has {} slots", slab.number, slab.places));
    }
    slabs.push_back(slab);
  }
  return slabs;
}

void Catalogue::forEachById(const std::function<void(std::int64_t)>& visit) {
  Statement statement(database_,
                      "SELECT place FROM surfaces INDEXED BY ids WHERE removed = 0 ORDER BY id");
  while (statement.next()) visit(statement.number(0));
}

void Catalogue::forEachByPlace(const std::function<void(const SurfaceRow&)>& visit) {
  Statement statement(database_,
                      std::string(kSurface) + "WHERE removed = 0 ORDER BY surfaces.place");
  while (statement.next()) visit(rowOf(statement));
}

std::optional<std::int64_t> Catalogue::placeOf(std::string_view id, const CatalogueState& state) {
  Statement& statement = prepared(placeOf_, kPlaceOf).with(id, state.lastPlace, state.change);
  const StatementReset reset(statement);
  if (!statement.next()) return std::nullopt;
  return statement.number(0);
}

std::optional<std::string> Catalogue::idOf(std::int64_t place) {
  Statement& statement = prepared(idOf_, "SELECT id FROM surfaces WHERE place = ?1").with(place);
  const StatementReset reset(statement);
  if (!statement.next()) return std::nullopt;
  return std::string(statement.text(0));
}

std::optional<SurfaceRow> Catalogue::surface(std::int64_t place) {
  static const std::string kOne = std::string(kSurface) + "WHERE surfaces.place = ?1";
  Statement& statement = prepared(surface_, kOne.c_str()).with(place);
  const StatementReset reset(statement);
  if (!statement.next()) return std::nullopt;
  return rowOf(statement);
}

std::int64_t Catalogue::featuresAt(std::int64_t place) {
  Statement statement(database_, "SELECT features FROM surfaces WHERE place = ?1");
  return statement.with(place).next() ? featuresIn(statement, 0) : 0;
}

std::vector<std::string> Catalogue::ids(std::string_view after, std::int64_t most,
                                        const CatalogueState& state) {
  Statement& statement = prepared(ids_, kIds).with(after, state.lastPlace, state.change, most);
  const StatementReset reset(statement);
  std::vector<std::string> ids;
  while (statement.next()) ids.emplace_back(statement.text(0));
  return ids;
}

std::int64_t Catalogue::lastPlace() {
  Statement statement(database_, "SELECT ifnull(max(place), -1) FROM surfaces");
  return statement.next() ? statement.number(0) : -1;
}

std::int64_t Catalogue::lastRemoval() {
  Statement statement(database_, "SELECT max(removed) FROM surfaces");
  return statement.next() ? statement.number(0) : 0;
}

std::vector<std::string> Catalogue::damage() {
  std::vector<std::string> damage;
  Statement statement(database_, "PRAGMA integrity_check(10)");
  while (statement.next()) {
    if (statement.text(0) != "ok") damage.emplace_back(statement.text(0));
  }
  return damage;
}

bool Catalogue::hasNotes() {
  return pragma(database_, "SELECT count(*) FROM sqlite_master WHERE name = 'notes'") > 0;
}

std::string Catalogue::note(std::string_view key) {
  if (!hasNotes()) return {};
  Statement& statement = prepared(note_, "SELECT text FROM notes WHERE key = ?1").with(key);
  const StatementReset reset(statement);
  return statement.next() ? std::string(statement.text(0)) : std::string();
}

void Catalogue::setNote(std::string_view key, std::string_view text) {
  if (!hasNotes()) database_.run(kNotes);
  if (text.empty()) {
    prepared(removeNote_, "DELETE FROM notes WHERE key = ?1").with(key).run();
  } else {
    prepared(setNote_, "INSERT OR REPLACE INTO notes(key, text) VALUES (?1, ?2)")
        .with(key, text)
        .run();
  }
}

void Catalogue::forEachNote(const std::function<void(std::string_view, std::string_view)>& visit) {
  if (!hasNotes()) return;
  Statement statement(database_, "SELECT key, text FROM notes ORDER BY key");
  while (statement.next()) visit(statement.text(0), statement.text(1));
}

void Catalogue::setHead(const CatalogueHead& head) {
  const SurfaceOptions& options = head.options;
  Statement statement(database_,
                      "INSERT OR REPLACE INTO library(one, stamp, change, most_features, "
                      "longest_side, least_features, maker, \"references\", features, next_slab) "
                      "VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  statement
      .with(static_cast<std::int64_t>(head.stamp), head.change, options.features.most,
            options.features.longestSide, options.leastFeatures, std::string_view(options.maker),
            head.references, head.features, head.nextSlab)
      .run();
}

void Catalogue::setSlab(const SlabEntry& slab) {
  prepared(setSlab_, "INSERT OR REPLACE INTO slabs(slab, places) VALUES (?, ?)")
      .with(slab.number, slab.places)
      .run();
}

void Catalogue::add(const SurfaceRow& row) {
  prepared(add_,
           "INSERT INTO surfaces(place, id, name, width, height, features, sum) "
           "VALUES (?, ?, ?, ?, ?, ?, ?)")
      .with(row.place, std::string_view(row.id), std::string_view(row.name), row.picture.width,
            row.picture.height, row.features, static_cast<std::int64_t>(row.sum))
      .run();
  const std::span<const std::uint8_t> points(row.points);
  prepared(addPoints_, "INSERT INTO points(place, sum, points) VALUES (?, ?, ?)")
      .with(row.place, static_cast<std::int64_t>(files::checksumOf(points)), points)
      .run();
}

void Catalogue::remove(std::int64_t place, std::int64_t change) {
  prepared(remove_, "UPDATE surfaces SET removed = ?2 WHERE place = ?1").with(place, change).run();
}

void Catalogue::forget(std::int64_t place) {
  for (const char* sql :
       {"DELETE FROM surfaces WHERE place = ?", "DELETE FROM points WHERE place = ?"}) {
    Statement(database_, sql).with(place).run();
  }
}

namespace {

constexpr float kTurns = 65536.0F / 360.0F;

/// Rounds a float to its upper 16 bits.
std::uint16_t halved(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x8000U) >> 16);
}

std::uint16_t turnOf(float degrees) {
  const long turn = std::isfinite(degrees) ? std::lround(std::fmod(degrees, 360.0F) * kTurns) : 0;
  return static_cast<std::uint16_t>(turn);
}

}  // namespace

std::vector<std::uint8_t> packPoints(std::span<const FeaturePoint> points) {
  std::vector<std::uint8_t> bytes(points.size() * kPointBytes);
  std::uint8_t* to = bytes.data();
  for (const FeaturePoint& point : points) {
    const std::uint16_t size = halved(point.size);
    const std::uint16_t angle = turnOf(point.angle);
    std::memcpy(to, &point.x, 4);
    std::memcpy(to + 4, &point.y, 4);
    std::memcpy(to + 8, &size, 2);
    std::memcpy(to + 10, &angle, 2);
    to += kPointBytes;
  }
  return bytes;
}

std::vector<FeaturePoint> unpackPoints(std::span<const std::uint8_t> bytes) {
  std::vector<FeaturePoint> points(bytes.size() / kPointBytes);
  const std::uint8_t* from = bytes.data();
  for (FeaturePoint& point : points) {
    std::uint16_t size = 0;
    std::uint16_t angle = 0;
    std::memcpy(&point.x, from, 4);
    std::memcpy(&point.y, from + 4, 4);
    std::memcpy(&size, from + 8, 2);
    std::memcpy(&angle, from + 10, 2);
    point.size = std::bit_cast<float>(std::uint32_t{size} << 16);
    point.angle = static_cast<float>(angle) / kTurns;
    from += kPointBytes;
  }
  return points;
}

}  // namespace espy::identify
