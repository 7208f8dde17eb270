// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace espy::identify {

class Database;

/// A prepared SQL statement. Must not outlive its database.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  /// Binds its parameters in order. They must live until it has run.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  /// Steps to the next row; false at the end.
  bool next();
  void run();
  /// Drops unread rows, which would block writers.
  void reset();

  /// Columns of the row, from 0.
  std::int64_t number(int column) const;
  std::string_view text(int column) const;
  std::span<const std::uint8_t> bytes(int column) const;

 private:
  void bind(int place, std::int64_t value);
  void bind(int place, std::string_view value);
  void bind(int place, std::span<const std::uint8_t> value);

  struct End {
    void operator()(sqlite3_stmt* statement) const;
  };
  Database& database_;
  std::unique_ptr<sqlite3_stmt, End> statement_;
  bool running_ = false;
};

/// An SQLite file. Errors begin with its name. For one thread at a time.
class Database {
 public:
  enum class Use {
    read,   ///< rolls back an interrupted change, if permitted
    write,  ///< commits are durable
    fill,   ///< a private new file, lost with the process
  };

  Database(const std::string& path, std::string shown, Use use);

  void run(const char* sql);
  [[noreturn]] void fail() const;
  /// Whether a transaction is active; a serious error ends it.
  bool isInTransaction() const;
  /// Throws if another file is at its path, after a rename: SQLite would apply that file's journal,
  /// which it finds by the path, to this one. Called before it locks the file.
  void checkPath() const;
  sqlite3* get() const { return database_.get(); }

 private:
  [[noreturn]] void refuse(int code, int errorNumber, const std::string& words) const;

  struct End {
    void operator()(sqlite3* database) const;
  };
  std::string path_;
  std::string shown_;
  std::unique_ptr<sqlite3, End> database_;
};

/// A transaction; rolled back without `commit`.
class Transaction {
 public:
  enum class Kind {
    read,   ///< a consistent snapshot
    write,  ///< excludes other writers
  };

  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace espy::identify
