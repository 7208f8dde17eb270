// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/folder.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/phrase.h"
#include "base/size_signal.h"
#include "espy/engine/video.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

constexpr std::string_view kSum = ",\"sum\":\"";
constexpr std::size_t kSumBytes = kSum.size() + 16 + 2;  ///< with digits, quote and brace
constexpr std::string_view kLine = ",\"line\":";

/// Appends checksum and line end to a line.
std::string summed(std::string line) {
  line += fmt::format("{}{}\"}}\n", kSum, hexOf(hashOf(line)));
  return line;
}

/// Returns the line without its checksum, or empty if that is wrong.
std::string_view unsummed(std::string_view line) {
  if (line.size() < kSumBytes) return {};
  const std::string_view own = line.substr(0, line.size() - kSumBytes);
  const std::string end = fmt::format("{}{}\"}}", kSum, hexOf(hashOf(own)));
  return line.substr(own.size()) == end ? own : std::string_view();
}

/// Parser for lines of our own, with fixed field order.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  bool is(std::string_view literal) {
    if (!rest_.starts_with(literal)) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }
  template <class Number>
  bool number(std::string_view before, Number& value) {
    return is(before) && taken(std::from_chars(rest_.data(), rest_.data() + rest_.size(), value));
  }
  bool hash(std::string_view before, std::uint64_t& value) {
    return is(before) && is("\"") &&
           taken(std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, 16)) && is("\"");
  }
  bool text(std::string_view before, std::string& value) {
    if (!is(before) || !rest_.starts_with('"')) return false;
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return false;
    const std::string_view quoted = rest_.substr(0, end + 1);
    rest_.remove_prefix(quoted.size());
    const bool plain = quoted.find('\\') == std::string_view::npos;
    value = plain ? std::string(quoted.substr(1, quoted.size() - 2))
                  : JsonValue::parse(quoted, "").text();
    return true;
  }
  std::string_view rest() const { return rest_; }

 private:
  bool taken(std::from_chars_result result) {
    if (result.ec != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(result.ptr - rest_.data()));
    return true;
  }

  std::string_view rest_;
};

std::string bytesAsHex(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return hex;
}

std::string bytesOfHex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

std::string headLine(const JournalHead& head) {
  return summed(fmt::format(
      R"({{"espy_journal":1,"job":{},"shard":{},"of":{},"images":{},"names":"{}","outputs":"{}")",
      jsonString(head.job), head.shard.number, head.shard.of, head.images, hexOf(head.names),
      hexOf(head.outputs)));
}

bool readHead(std::string_view line, JournalHead& to) {
  Fields fields(unsummed(line));
  JournalHead head;
  const bool whole =
      fields.is("{\"espy_journal\":1") && fields.text(",\"job\":", head.job) &&
      fields.number(",\"shard\":", head.shard.number) && fields.number(",\"of\":", head.shard.of) &&
      fields.number(",\"images\":", head.images) && fields.hash(",\"names\":", head.names) &&
      fields.hash(",\"outputs\":", head.outputs);
  if (whole) to = head;
  return whole;
}

/// First part of an entry's line; the image's JSON result and the line's checksum follow.
std::string beginOf(const Entry& entry) {
  // File names that are not UTF-8 cannot be JSON strings.
  const std::string quoted = jsonString(entry.image);
  const bool exact = quoted.find("\\ufffd") == std::string::npos;
  return fmt::format(
      R"({{"n":{},"name":"{}","asked":"{}","bytes":{},"changed":{},"content":"{}","state":"{}",)"
      R"("found":{},"ms":{:.3f},"{}":{},"reason":{})",
      entry.number, hexOf(entry.name), hexOf(entry.asked), entry.file.bytes, entry.file.changed,
      hexOf(entry.content), entry.done ? "done" : "failed", entry.found, entry.milliseconds,
      exact ? "image" : "image_hex", exact ? quoted : '"' + bytesAsHex(entry.image) + '"',
      jsonString(entry.reason));
}

/// `offset` is the position of the line in the file.
bool readEntry(std::string_view line, std::uint64_t offset, Entry& entry) {
  const std::string_view own = unsummed(line);
  Fields fields(own);
  if (!fields.number("{\"n\":", entry.number) || !fields.hash(",\"name\":", entry.name) ||
      !fields.hash(",\"asked\":", entry.asked) || !fields.number(",\"bytes\":", entry.file.bytes) ||
      !fields.number(",\"changed\":", entry.file.changed) ||
      !fields.hash(",\"content\":", entry.content)) {
    return false;
  }
  entry.done = fields.is(",\"state\":\"done\"");
  if (!entry.done && !fields.is(",\"state\":\"failed\"")) return false;
  if (!fields.number(",\"found\":", entry.found) ||
      !fields.number(",\"ms\":", entry.milliseconds)) {
    return false;
  }
  if (!fields.text(",\"image\":", entry.image)) {
    if (!fields.text(",\"image_hex\":", entry.image)) return false;
    entry.image = bytesOfHex(entry.image);
  }
  if (!fields.text(",\"reason\":", entry.reason) || !fields.is(kLine)) return false;
  const std::string_view json = fields.rest();
  entry.record.offset = offset + static_cast<std::uint64_t>(json.data() - line.data());
  entry.record.length = json == "null" ? 0 : json.size();
  return true;
}

}  // namespace

bool JournalHead::operator==(const JournalHead& other) const {
  return job == other.job && shard.number == other.shard.number && shard.of == other.shard.of &&
         images == other.images && names == other.names && outputs == other.outputs;
}

FileMark markOf(const std::string& path) {
  struct stat status {};
  if (::stat(fileOfImage(path).c_str(), &status) != 0) return {};
  // A pipe need not repeat its contents.
  if (!S_ISREG(status.st_mode)) return {};
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {status.st_size, status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec};
}

std::string Journal::fileOf(const std::string& folder, const BatchShard& shard) {
  return (std::filesystem::path(folder) /
          fmt::format("journal-{}-of-{}.jsonl", shard.number, shard.of))
      .string();
}

std::shared_ptr<Journal> Journal::nameless(const std::string& folder) {
  std::shared_ptr<Journal> journal(new Journal);
  // In the folder of the report, whose disk should have space.
  journal->file_ =
      ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (journal->file_ < 0) {
    std::FILE* const file = std::tmpfile();
    if (file == nullptr) journal->fail();
    journal->file_ = ::fcntl(::fileno(file), F_DUPFD_CLOEXEC, 0);
    std::fclose(file);
    if (journal->file_ < 0) journal->fail();
  }
  return journal;
}

std::shared_ptr<Journal> Journal::create(const std::string& folder, const JournalHead& head,
                                         bool replace) {
  makeFolder(folder);
  std::shared_ptr<Journal> journal(new Journal);
  journal->path_ = fileOf(folder, head.shard);
  journal->file_ =
      ::open(journal->path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (replace ? 0 : O_EXCL), 0666);
  if (journal->file_ < 0) journal->fail();
  journal->lock();
  if (::ftruncate(journal->file_, 0) != 0) journal->fail();
  journal->head_ = head;
  journal->append(headLine(head));
  journal->sync();
  syncFolder(folder);
  return journal;
}

std::shared_ptr<Journal> Journal::open(const std::string& folder, const BatchShard& shard,
                                       bool onlyRead,
                                       const std::function<void(const Entry&)>& entry) {
  std::shared_ptr<Journal> journal(new Journal);
  journal->path_ = fileOf(folder, shard);
  journal->file_ = ::open(journal->path_.c_str(), (onlyRead ? O_RDONLY : O_RDWR) | O_CLOEXEC);
  if (journal->file_ < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return nullptr;
    journal->fail();
  }
  if (!onlyRead) journal->lock();
  // Without a first line, nothing was done.
  if (!journal->read(entry)) return nullptr;
  // Removes an incomplete last line.
  if (!onlyRead && ::ftruncate(journal->file_, static_cast<off_t>(journal->end_)) != 0) {
    journal->fail();
  }
  return journal;
}

Journal::~Journal() {
  if (syncing_.valid()) syncing_.wait();
  if (file_ >= 0) ::close(file_);
}

void Journal::fail() const {
  const std::string why = std::generic_category().message(errno);
  if (path_.empty()) {
    throw Error(ErrorCode::system, phrase("cannot keep matches for the summary: {}", why));
  }
  throw Error(ErrorCode::system, phrase("{}: {}", path_, why));
}

void Journal::lock() const {
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  // The file system has no locks; go on without.
  if (errno != EWOULDBLOCK) return;
  throw Error(ErrorCode::badUse, phrase("{}: another process is running this batch", path_));
}

void Journal::unlock() const {
  ::flock(file_, LOCK_UN);
}

void Journal::append(std::string_view bytes) {
  const WithoutSizeSignal guard;
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t some =
        ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (some > 0) {
      done += static_cast<std::size_t>(some);
      continue;
    }
    if (some < 0 && errno == EINTR) continue;
    const int error = some < 0 ? errno : ENOSPC;
    // Removes the torn line; it would be harmless.
    [[maybe_unused]] const int unheard = ::ftruncate(file_, static_cast<off_t>(end_));
    errno = error;
    fail();
  }
  end_ += bytes.size();
}

Record Journal::add(const Entry& entry, std::string_view line) {
  std::string whole = beginOf(entry);
  whole += kLine;
  Record record;
  if (!line.empty()) {
    record = {shared_from_this(), end_ + waiting_.size() + whole.size(), line.size()};
  }
  whole += line.empty() ? "null" : line;
  waiting_ += summed(std::move(whole));
  return record;
}

void Journal::write() {
  if (waiting_.empty()) return;
  const std::string bytes = std::exchange(waiting_, {});
  append(bytes);
  // A power failure loses up to half a second of work, which is repeated. Runs in the background,
  // because disks may be slow.
  constexpr std::chrono::milliseconds kMoment(500);
  const auto now = std::chrono::steady_clock::now();
  if (path_.empty() || now - synced_ < kMoment || !synced(false)) return;
  synced_ = now;
  try {
    syncing_ = std::async(std::launch::async,
                          [file = file_] { return ::fdatasync(file) == 0 ? 0 : errno; });
  } catch (const std::system_error&) {
    // Without a thread, syncs at the end.
  }
}

bool Journal::synced(bool wait) {
  if (!syncing_.valid()) return true;
  if (!wait && syncing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  if (const int error = syncing_.get(); error != 0) {
    errno = error;
    fail();
  }
  return true;
}

void Journal::sync() {
  if (path_.empty()) return;
  synced(true);
  if (::fdatasync(file_) != 0) fail();
}

bool Journal::read(const std::function<void(const Entry&)>& entry) {
  std::string rest;
  std::uint64_t offset = 0;  // file offset of `rest`
  std::vector<char> part(1 << 20);
  bool first = true;
  bool any = false;
  for (;;) {
    const ssize_t some =
        ::pread(file_, part.data(), part.size(), static_cast<off_t>(offset + rest.size()));
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) fail();
    if (some == 0) break;
    // The old part contains no line end; lines can be long, with many matches.
    const std::size_t before = rest.size();
    rest.append(part.data(), static_cast<std::size_t>(some));
    std::size_t begin = 0;
    for (std::size_t end = rest.find('\n', before); end != std::string::npos;
         end = rest.find('\n', begin)) {
      const std::string_view line = std::string_view(rest).substr(begin, end - begin);
      Entry read;
      if (first && readHead(line, head_)) {
        any = true;
      } else if (readEntry(line, offset + begin, read)) {
        any = true;
        entry(read);
      }
      first = false;
      begin = end + 1;
    }
    rest.erase(0, begin);
    offset += begin;
  }
  end_ = offset;
  if (!first && !any) {
    throw Error(ErrorCode::badUse,
                phrase("{}: is not a batch journal; remove it to start the batch again", path_));
  }
  return any;
}

std::string Journal::line(const Record& record) const {
  std::string line(record.length, '\0');
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t some = ::pread(file_, line.data() + done, line.size() - done,
                                 static_cast<off_t>(record.offset + done));
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) fail();
    if (some == 0) {
      errno = EIO;
      fail();
    }
    done += static_cast<std::size_t>(some);
  }
  return line;
}

void Journal::renew(const JournalHead& head, std::vector<Entry>& entries) {
  const std::string fresh = path_ + ".new";
  const int file = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail();
  std::shared_ptr<Journal> next(new Journal);
  next->path_ = fresh;
  next->file_ = file;
  next->lock();
  next->append(headLine(head));
  for (Entry& entry : entries) {
    const std::string json = entry.record.length > 0 ? line(entry.record) : std::string();
    entry.record = next->add(entry, json);
    next->write();
  }
  next->sync();
  if (::rename(fresh.c_str(), path_.c_str()) != 0) fail();
  syncFolder(std::filesystem::path(path_).parent_path().string());
  std::swap(file_, next->file_);
  end_ = next->end_;
  head_ = head;
  for (Entry& entry : entries) {
    if (entry.record.length > 0) entry.record.journal = shared_from_this();
  }
}

}  // namespace espy::batch
