// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "espy/engine/batch.h"

/// What a run has done, line by line, in a file that only grows.
namespace espy::batch {

class Journal;

/// Where the JSON line of an image stands.
struct Record {
  std::shared_ptr<const Journal> journal;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< 0: it has none, since it failed
};

/// What tells that a file is still the same without reading it.
struct FileMark {
  std::int64_t bytes = -1;    ///< -1: it cannot be told
  std::int64_t changed = -1;  ///< when, in nanoseconds

  bool operator==(const FileMark&) const = default;
};
/// Of a frame of a video it is that of the video.
FileMark markOf(const std::string& path);
/// In the place of a mark, of an image that failed for a reason that may pass: no file is like it.
inline constexpr FileMark kTryAgain{-2, -1};
/// The same, where the reason is that somebody else's file lies where an output goes.
inline constexpr FileMark kOutputTaken{-3, -1};

/// What a journal says of an image.
struct Entry {
  std::size_t number = 0;   ///< its place in the job's images
  std::uint64_t name = 0;   ///< the hash of its name
  std::uint64_t asked = 0;  ///< of everything that was asked of it
  FileMark file;
  std::uint64_t content = 0;  ///< the hash of its file
  bool done = false;          ///< else it failed
  std::uint64_t found = 0;
  double milliseconds = 0;
  std::string image;
  std::string reason;
  Record record;
};

/// What the first line says: which images a journal is about.
struct JournalHead {
  std::string job;  ///< the name of the job's file, beside the journal's folder
  BatchShard shard;
  std::size_t images = 0;     ///< of all shards
  std::uint64_t names = 0;    ///< the hash of their names
  std::uint64_t outputs = 0;  ///< of what is written and where

  /// False where the first line was torn: no batch has no images.
  bool known() const { return images > 0; }
  bool operator==(const JournalHead&) const;
};

/// Each line carries a sum of itself, so that what a crash has torn or a disk has lost is told from
/// what was written; such lines are as if they were not there. One thread at a time may use it.
class Journal : public std::enable_shared_from_this<Journal> {
 public:
  /// In no folder: for what is written in the end of a run, in a file that vanishes with it.
  static std::shared_ptr<Journal> nameless(const std::string& folder);
  /// A new one; throws where it exists, unless it may be replaced.
  static std::shared_ptr<Journal> create(const std::string& folder, const JournalHead& head,
                                         bool replace);
  /// One that was begun, of this shard, or null. `entry` is told what it says, in order: what comes
  /// later counts. Throws where another process has it, unless it is only read, and where no line
  /// is whole.
  static std::shared_ptr<Journal> open(const std::string& folder, const BatchShard& shard,
                                       bool onlyRead,
                                       const std::function<void(const Entry&)>& entry);

  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  static std::string fileOf(const std::string& folder, const BatchShard& shard);

  const JournalHead& head() const { return head_; }
  /// Replaces it by one with this head and these entries, whose records are then of this one.
  void renew(const JournalHead& head, std::vector<Entry>& entries);
  /// Notes down; `line` is empty where there is none. It is in the file after `write`.
  Record add(const Entry& entry, std::string_view line);
  /// Hands over to the system what was added, and now and then has it put on disk meanwhile. Throws
  /// `system`; what was not written then is not there.
  void write();
  /// Waits until all is on disk.
  void sync();
  /// Lets others have it. What was noted down can still be read.
  void unlock() const;
  std::string line(const Record& record) const;

 private:
  Journal() = default;

  void lock() const;
  void append(std::string_view bytes);
  /// Throws where a sync has failed; waits for one that is under way if `wait`. Is none under way?
  bool synced(bool wait);
  /// False where not even the first line has an end.
  bool read(const std::function<void(const Entry&)>& entry);
  [[noreturn]] void fail() const;

  std::string path_;  ///< for sentences; empty of a nameless one
  int file_ = -1;
  JournalHead head_;
  std::uint64_t end_ = 0;  ///< of what is in the file
  std::string waiting_;
  std::future<int> syncing_;  ///< what it returns is an error's number, or 0
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace espy::batch
