// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <optional>
#include <utility>

#include "base/phrase.h"
#include "base/size_signal.h"
#include "base/system_words.h"
#include "files/message.h"
#include "files/plain_file.h"

namespace espy::identify {
namespace {

/// Lock timeouts in milliseconds. A reader waits for a commit; a writer waits for readers, which
/// may scan a large library.
constexpr int kReaderWaits = 60'000;
constexpr int kWriterWaits = 600'000;
/// Upper limit of a value; points take a tenth of it.
constexpr int kMostBytes = 1 << 20;

constexpr const char* kAlways =
    "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; "
    "PRAGMA temp_store=MEMORY;";
/// A single file except during a change: readers need not write, and copying it is enough.
constexpr const char* kToWrite =
    "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA; PRAGMA cache_spill=OFF;";
constexpr const char* kToFill = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;";

int openFlags(Database::Use use) {
  constexpr int kBase = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
  return use == Database::Use::fill ? kBase | SQLITE_OPEN_CREATE : kBase;
}

}  // namespace

void Database::End::operator()(sqlite3* database) const {
  ::sqlite3_close_v2(database);
}

Database::Database(const std::string& path, std::string shown, Use use)
    : path_(path), shown_(std::move(shown)) {
  if (use != Use::fill) files::checkPlainFile(path, shown_);
  sqlite3* opened = nullptr;
  const int code = ::sqlite3_open_v2(path.c_str(), &opened, openFlags(use), nullptr);
  database_.reset(opened);
  if (code != SQLITE_OK) {
    if (opened == nullptr) throw std::bad_alloc();
    fail();
  }
  ::sqlite3_extended_result_codes(opened, 1);
  ::sqlite3_busy_timeout(opened, use == Use::read ? kReaderWaits : kWriterWaits);
  ::sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  ::sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, kMostBytes);
  run(kAlways);
  if (use == Use::write) run(kToWrite);
  if (use == Use::fill) run(kToFill);
}

void Database::run(const char* sql) {
  const WithoutSizeSignal guard;
  if (::sqlite3_exec(get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

bool Database::isInTransaction() const {
  return ::sqlite3_get_autocommit(get()) == 0;
}

void Database::checkPath() const {
  int moved = 0;
  ::sqlite3_file_control(get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  // Without a file at the path, of a catalogue that was replaced or removed, there is no journal.
  if (moved == 0 || ::access(path_.c_str(), F_OK) != 0) return;
  throwSystem(phrase("{}: {}", shown_, phrase("is another library's now; open it again")), ESTALE);
}

void Database::fail() const {
  int error = ::sqlite3_system_errno(get());
  // SQLite may have hidden the first error by later calls.
  if (error == 0) ::sqlite3_file_control(get(), "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  refuse(::sqlite3_extended_errcode(get()), error, ::sqlite3_errmsg(get()));
}

void Database::refuse(int code, int errorNumber, const std::string& words) const {
  switch (code) {
    case SQLITE_READONLY_ROLLBACK:
    case SQLITE_READONLY_CANTLOCK:
    case SQLITE_READONLY_RECOVERY:
      files::refuse(ErrorCode::system, shown_,
                    phrase("has an interrupted change; to undo it, open the library once with "
                           "write permission"));
    default:
      break;
  }
  switch (code & 0xff) {
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_FULL:
      files::refuseSystem(shown_, phrase("cannot be written"), ENOSPC);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      files::refuse(ErrorCode::system, shown_,
                    phrase("has been locked by other processes for too long"));
    case SQLITE_READONLY:
    case SQLITE_PERM:
      files::refuse(ErrorCode::system, shown_, phrase("is read-only here"));
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      if (errorNumber != 0) {
        files::refuseSystem(shown_, phrase("cannot be read or written"), errorNumber);
      }
      files::refuse(ErrorCode::system, shown_, phrase("cannot be read or written: {}", words));
    default:
      files::refuse(ErrorCode::badPicture, shown_, phrase("is broken: {}", words));
  }
}

void Statement::End::operator()(sqlite3_stmt* statement) const {
  ::sqlite3_finalize(statement);
}

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  sqlite3_stmt* prepared = nullptr;
  const int code = ::sqlite3_prepare_v3(database.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  statement_.reset(prepared);
  if (code != SQLITE_OK) database.fail();
}

void Statement::bind(int place, std::int64_t value) {
  if (::sqlite3_bind_int64(statement_.get(), place, value) != SQLITE_OK) database_.fail();
}

void Statement::bind(int place, std::string_view value) {
  // A null pointer would bind NULL.
  const char* const first = value.empty() ? "" : value.data();
  if (::sqlite3_bind_text(statement_.get(), place, first, static_cast<int>(value.size()),
                          SQLITE_STATIC) != SQLITE_OK) {
    database_.fail();
  }
}

void Statement::bind(int place, std::span<const std::uint8_t> value) {
  if (::sqlite3_bind_blob(statement_.get(), place, value.data(), static_cast<int>(value.size()),
                          SQLITE_STATIC) != SQLITE_OK) {
    database_.fail();
  }
}

bool Statement::next() {
  // Only the first step writes, perhaps many rows, which must not raise SIGXFSZ.
  std::optional<WithoutSizeSignal> guard;
  if (!std::exchange(running_, true)) {
    guard.emplace();
    if (!database_.isInTransaction()) database_.checkPath();
  }
  const int code = ::sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.fail();
  reset();
  return false;
}

void Statement::run() {
  while (next()) {
  }
}

void Statement::reset() {
  // Its result repeats that of the last step.
  ::sqlite3_reset(statement_.get());
  running_ = false;
}

std::int64_t Statement::number(int column) const {
  return ::sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
  const auto* const first = ::sqlite3_column_text(statement_.get(), column);
  const int bytes = ::sqlite3_column_bytes(statement_.get(), column);
  if (first == nullptr) return {};
  return {reinterpret_cast<const char*>(first), static_cast<std::size_t>(bytes)};
}

std::span<const std::uint8_t> Statement::bytes(int column) const {
  const auto* const first = ::sqlite3_column_blob(statement_.get(), column);
  const int bytes = ::sqlite3_column_bytes(statement_.get(), column);
  if (first == nullptr) return {};
  return {static_cast<const std::uint8_t*>(first), static_cast<std::size_t>(bytes)};
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.checkPath();
  database_.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (!open_ || !database_.isInTransaction()) return;
  ::sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace espy::identify
