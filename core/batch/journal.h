// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>

#include "espy/engine/batch.h"

/// An append-only log of a run, one line per image.
namespace espy::batch {

class Journal;

/// Location of an image's JSON line.
struct Record {
  std::shared_ptr<const Journal> journal;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< 0: none, because the image failed
};

/// Detects a changed file without reading it.
struct FileMark {
  std::int64_t bytes = -1;    ///< size; -1: unknown
  std::int64_t changed = -1;  ///< modification time in nanoseconds

  bool operator==(const FileMark&) const = default;
};
/// For a frame of a video, that of the video.
FileMark markOf(const std::string& path);
/// Replaces the mark of an image that failed for a transient reason: never equal to a file's mark.
inline constexpr FileMark kUnreadable{-2, -1};
/// Likewise, for an image whose output would replace a file that is not the batch's.
inline constexpr FileMark kOutputTaken{-3, -1};

/// Record of an image.
struct Entry {
  std::size_t number = 0;   ///< position in the job's images
  std::uint64_t name = 0;   ///< hash of its name
  std::uint64_t asked = 0;  ///< jobFingerprint() of the job
  FileMark file;
  std::uint64_t content = 0;  ///< hash of its file
  bool done = false;          ///< else it failed
  std::uint64_t found = 0;
  double milliseconds = 0;
  std::string image;
  std::string reason;
  Record record;
};

/// The first line: identifies the images that a journal is about.
struct JournalHead {
  std::string job;  ///< file name of the job, in the parent of the journal's folder
  BatchShard shard;
  std::size_t images = 0;     ///< in all shards
  std::uint64_t names = 0;    ///< hash of their names
  std::uint64_t outputs = 0;  ///< hash of what is written and where

  /// False if the first line was damaged; a valid batch has images.
  bool known() const { return images > 0; }
  bool operator==(const JournalHead&) const;
};

/// Every line has a checksum; lines damaged by a crash or the disk are ignored. Not thread-safe.
class Journal : public std::enable_shared_from_this<Journal> {
 public:
  /// Creates an unnamed journal in a temporary file, for a run without a journal that writes a
  /// report.
  static std::shared_ptr<Journal> nameless(const std::string& folder);
  /// Creates a journal; throws if it exists, unless `replace`.
  static std::shared_ptr<Journal> create(const std::string& folder, const JournalHead& head,
                                         bool replace);
  /// Opens the journal of this shard, or returns null if there is none. Calls `entry` for every
  /// record in order; later ones override. Throws if another process has locked it, unless
  /// `onlyRead`, or if no line is intact.
  static std::shared_ptr<Journal> open(const std::string& folder, const BatchShard& shard,
                                       bool onlyRead,
                                       const std::function<void(const Entry&)>& entry);

  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  static std::string fileOf(const std::string& folder, const BatchShard& shard);

  const JournalHead& head() const { return head_; }
  /// Replaces the file by one with this head and these entries, and updates their records.
  void renew(const JournalHead& head, std::vector<Entry>& entries);
  /// Appends an entry; `line` may be empty. Buffered until `write`.
  Record add(const Entry& entry, std::string_view line);
  /// Writes the buffer to the file, and syncs it to disk in the background at intervals. Throws
  /// `system`; then unwritten entries are lost.
  void write();
  /// Waits until everything is on disk.
  void sync();
  /// Releases the lock. Records can still be read.
  void unlock() const;
  std::string line(const Record& record) const;

 private:
  Journal() = default;

  void lock() const;
  void append(std::string_view bytes);
  /// Waits for a sync under way if `wait`; returns whether none is under way. Throws if a sync has
  /// failed.
  bool synced(bool wait);
  /// Returns false if not even the first line is complete.
  bool read(const std::function<void(const Entry&)>& entry);
  [[noreturn]] void fail() const;

  std::string path_;  ///< for messages; empty if unnamed
  int file_ = -1;
  JournalHead head_;
  std::uint64_t end_ = 0;  ///< bytes in the file
  std::string waiting_;
  std::future<int> syncing_;  ///< returns an errno, or 0
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace espy::batch
