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

/// A statement of SQL, which may be run again and again. It must not outlive its database.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  /// Values for its question marks, from the first on. They must live until it has run.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  /// Goes to the next row; false where there is none.
  bool next();
  /// Runs it to its end.
  void run();
  /// Forgets the rows that were not asked for, which would keep others from writing.
  void reset();

  /// Of the row's columns, the first of which is 0.
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

/// A file of SQLite's. All throw with a sentence that begins with the file's name. One thread at a
/// time may use it.
class Database {
 public:
  enum class Use {
    read,   ///< where a writer was ended in the midst of a change, this undoes it, if it may
    write,  ///< what is committed is on disk
    fill,   ///< a new file that nobody knows yet, and that is lost where the process ends
  };

  Database(const std::string& path, std::string shown, Use use);

  void run(const char* sql);
  /// Throws what SQLite's last refusal was.
  [[noreturn]] void fail() const;
  /// Is a transaction under way? A serious refusal ends it.
  bool isInTransaction() const;
  sqlite3* get() const { return database_.get(); }

 private:
  [[noreturn]] void refuse(int code, int errorNumber, const std::string& words) const;

  struct End {
    void operator()(sqlite3* database) const;
  };
  std::string shown_;
  std::unique_ptr<sqlite3, End> database_;
};

/// What is done while this lives is done together, or not at all. Without `commit` it is undone.
class Transaction {
 public:
  enum class Kind {
    read,   ///< sees one state, whatever others do meanwhile
    write,  ///< nobody else may write
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
