// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "batch/fingerprint.h"
#include "batch/job_file.h"
#include "batch/journal.h"
#include "batch/outputs.h"
#include "batch/summary.h"
#include "espy/engine/batch.h"
#include "espy/error.h"

namespace espy {
namespace batch {
namespace {

namespace fs = std::filesystem;

/// The shards with journals in a folder.
std::vector<BatchShard> shardsIn(const fs::path& folder) {
  std::vector<BatchShard> shards;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    BatchShard shard;
    if (std::sscanf(name.c_str(), "journal-%9zu-of-%9zu.jsonl", &shard.number, &shard.of) != 2) {
      continue;
    }
    if (fs::path(Journal::fileOf("", shard)).filename() == name) shards.push_back(shard);
  }
  return shards;
}

/// The folder of the journals: this one, or its only subfolder with journals.
fs::path journalsFolder(const std::string& folder) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) {
    throw Error(ErrorCode::badUse, phrase("{}: is not a folder", folder));
  }
  if (!shardsIn(folder).empty()) return folder;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".journal" && !shardsIn(entry.path()).empty()) {
      found.push_back(entry.path());
    }
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw Error(ErrorCode::badUse, phrase("{}: contains no journals of batch shards", folder));
  }
  std::sort(found.begin(), found.end());
  throw Error(ErrorCode::badUse,
              phrase("{}: contains the journals of several batches; name one, such as {}", folder,
                     found.front().string()));
}

/// Reads the journals of all shards.
class Merge {
 public:
  explicit Merge(fs::path folder) : folder_(std::move(folder)) {}

  /// Throws if any result is missing.
  void read(const Control& control, const std::string& index) {
    const std::vector<BatchShard> shards = shardsIn(folder_);
    const std::size_t of = shards.front().of;
    std::vector<bool> there(shards.size());
    for (const BatchShard& shard : shards) {
      if (shard.of != of) {
        throw Error(ErrorCode::badUse, phrase("{}: contains journals of a run in {} shards and of "
                                              "a run in {}; remove those of one run",
                                              folder_.string(), of, shard.of));
      }
      if (shard.number <= there.size()) there[shard.number - 1] = true;
    }
    // Before allocating for the number of images.
    if (shards.size() < of) {
      refuseNotRun(
          {static_cast<std::size_t>(std::ranges::find(there, false) - there.begin()) + 1, of});
    }
    for (std::size_t number = 1; number <= of; ++number) {
      control.check();
      readShard({number, of});
    }
    // Results for other options, or for older needles, are outdated.
    std::vector<std::string> unread;
    job_ = readJob((fs::canonical(folder_).parent_path() / head_.job).string(), unread, index);
    const std::uint64_t asked = jobFingerprint(job_);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const BatchShard shard{i % of + 1, of};
      if (items_[i].state == BatchState::queued || asked_[i] != asked) refuseNotDone(shard);
    }
  }

  const BatchJob& job() const { return job_; }
  const std::vector<BatchItem>& items() const { return items_; }

 private:
  void readShard(const BatchShard& shard) {
    std::vector<Entry> entries;
    const std::shared_ptr<Journal> journal = Journal::open(
        folder_.string(), shard, true, [&](const Entry& entry) { entries.push_back(entry); });
    if (!journal) refuseNotRun(shard);
    JournalHead head = journal->head();
    head.shard = {};
    // Every image has a line, which bounds the allocation.
    const std::size_t lines = entries.size() * shard.of;
    if (!head.known() || head.images > lines + shard.number - 1) refuseNotDone(shard);
    if (items_.empty()) {
      head_ = head;
      items_.resize(head.images);
      asked_.resize(head.images);
    } else if (head != head_) {
      throw Error(
          ErrorCode::badUse,
          phrase("{}: shard {} of {} had other images or outputs than the first; resume all shards",
                 folder_.string(), shard.number, shard.of));
    }
    for (Entry& entry : entries) {
      if (entry.number >= items_.size() || entry.number % shard.of + 1 != shard.number) continue;
      BatchItem& item = items_[entry.number];
      asked_[entry.number] = entry.asked;
      item = {};
      item.image = entry.image;
      item.number = entry.number;
      item.state = entry.done ? BatchState::done : BatchState::failed;
      item.reason = Message(entry.reason);
      item.found = entry.found;
      item.milliseconds = entry.milliseconds;
      if (entry.record.length == 0) continue;
      item.record =
          std::make_shared<Record>(Record{journal, entry.record.offset, entry.record.length});
    }
  }

  [[noreturn]] void refuseNotRun(const BatchShard& shard) const {
    throw Error(ErrorCode::badUse, phrase("{}: shard {} of {} has not been run", folder_.string(),
                                          shard.number, shard.of));
  }
  [[noreturn]] void refuseNotDone(const BatchShard& shard) const {
    throw Error(ErrorCode::badUse,
                phrase("{}: shard {} of {} is not finished; resume it",
                       Journal::fileOf(folder_.string(), shard), shard.number, shard.of));
  }

  fs::path folder_;
  JournalHead head_;
  BatchJob job_;
  std::vector<BatchItem> items_;
  std::vector<std::uint64_t> asked_;  ///< per image
};

}  // namespace
}  // namespace batch

BatchMerge mergeBatch(const std::string& folder, const Control& control, const std::string& index) {
  namespace fs = std::filesystem;
  const fs::path journals = batch::journalsFolder(folder);
  batch::Merge merge(journals);
  merge.read(control, index);
  const BatchJob& job = merge.job();
  // Both or none.
  for (const std::string& name : {job.summary, job.lines}) {
    if (!name.empty()) batch::checkNew(job.path(name), job.overwrite);
  }
  batch::writeReport(job, merge.items(), false);
  BatchMerge merged;
  for (const std::string& written : {job.summary, job.lines}) {
    if (!written.empty()) merged.written.push_back(job.path(written));
  }
  for (const BatchItem& item : merge.items()) {
    ++merged.images;
    merged.matches += item.found;
    if (item.state == BatchState::failed) merged.failures.push_back(item.reason);
  }
  return merged;
}

}  // namespace espy
