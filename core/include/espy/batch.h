// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/error.h"
#include "espy/find.h"
#include "espy/mark.h"

#pragma GCC visibility push(default)
/// Batch search: the same needles in many pictures, in parallel. Each picture succeeds or fails on
/// its own, and an interrupted run can be resumed.
///
///     espy::BatchJob job;
///     job.images = {"a.png", "b.png"};
///     job.needles = {{"needle.png", ""}};
///     job.outputFolder = "marked";
///     auto runner = espy::makeBatchRunner();
///     std::vector<espy::BatchItem> items = runner->plan(job);
///     runner->run(job, items, [&](std::size_t i) { show(items[i]); }, control);
namespace espy {

/// A needle, as files.
struct BatchNeedle {
  std::string file;
  std::string mask;    ///< empty: none
  std::string name{};  ///< what the reports call it; empty: `file`

  const std::string& title() const { return name.empty() ? file : name; }
};

/// How a job with a journal starts.
enum class BatchBegin : std::uint8_t {
  anew,    ///< refused if the journal exists
  resume,  ///< keeps results of unchanged images
  retry,   ///< the same, and repeats failed images
};

/// One of `of` parts of a job, which may run on different machines: every `of`-th image.
struct BatchShard {
  std::size_t number = 1;
  std::size_t of = 1;
};

/// A batch: images, needles, search options and outputs. File names that do not begin with / are
/// relative to `folder`. Of `control` only `threads` is used; `judgeFile` replaces `judge`.
struct BatchJob : FindOptions {
  std::string file;                 ///< the job's own file in `folder`, or empty
  std::string folder;               ///< empty: the working folder
  std::vector<std::string> images;  ///< files
  std::vector<std::string> lists;   ///< files from which the images were read; must not be outputs
  std::vector<BatchNeedle> needles;
  std::string index;      ///< of needles, in place of `needles`; or empty
  std::string judgeFile;  ///< or empty; allowed for one needle
  std::int64_t maxPixels = std::int64_t{1} << 34;
  MarkOptions mark;          ///< style of the marked pictures
  std::string outputFolder;  ///< for marked pictures, created if missing; empty: none
  std::string cropFolder;    ///< for a PNG crop of each match, NAME-001.png and so on
  /// File name of a marked picture without its extension, which is the image's: {name} becomes the
  /// image's stem, {number} its position in `images`, from 1, zero-padded. Crops are named alike.
  std::string naming = "{name}";
  std::string summary;     ///< CSV file of all matches, or empty
  std::string lines;       ///< file with a JSON line for each searched image, or empty
  bool times = true;       ///< include run times in the summary, which then differs from run to run
  bool overwrite = false;  ///< else an image whose output exists fails
  /// Folder, created if missing, where a run records its progress, so that another run can resume
  /// it; empty: none.
  std::string journal;
  BatchBegin begin = BatchBegin::anew;
  BatchShard shard;  ///< with several, the job needs a journal and writes no summary and no lines

  /// Resolves a file name of the job.
  std::string path(const std::string& name) const;
};

/// State of an image.
enum class BatchState {
  queued,     ///< waiting
  running,    ///< being read, searched, marked or saved
  done,       ///< searched, its marked picture is written
  failed,     ///< see `reason`
  cancelled,  ///< stopped before it was done; nothing was written
};

namespace batch {
struct Record;
}

/// One image of a job.
struct BatchItem {
  std::string image;
  std::string output;      ///< path of the marked picture, or empty
  std::size_t number = 0;  ///< position in the job's images
  BatchState state = BatchState::queued;
  Message reason;  ///< of a failure: one sentence, which begins with a file name
  Message note;    ///< remark, for example about the file or a fallback engine
  /// If done, ordered as in `Finding`: all of them during the `changed` call, afterwards the first
  /// `kMatchesKept`, to bound memory; none if an earlier run searched the image. With an index,
  /// `needle` is the needle's number in it.
  std::vector<Match> matches;
  std::uint64_t found = 0;  ///< number of matches
  double milliseconds = 0;  ///< from start to end of its processing
  /// Where the record of all matches is, for the reports; may be null.
  std::shared_ptr<const batch::Record> record;
};

/// Matches that stay in an image's item.
inline constexpr std::size_t kMatchesKept = 16;

/// Runs jobs, several images at a time: one per thread, plus one that is being read.
class BatchRunner {
 public:
  /// May wait for pictures that were being decoded or encoded when a run was stopped.
  virtual ~BatchRunner() = default;

  /// Validates the whole job without writing anything. Returns the items of this shard, all queued
  /// except those that are done already. Throws if no image could succeed: unreadable or invalid
  /// needles, an unavailable engine, invalid options or naming, two images with the same output, an
  /// output that is an input of the job, a folder that cannot be created, a summary that exists and
  /// may not be overwritten. A job with a journal is also refused if the journal exists and `begin`
  /// is `anew`, if any output exists, or if another process runs it.
  virtual std::vector<BatchItem> plan(const BatchJob& job) = 0;

  /// Processes the queued items. A failed image does not stop the others. `changed` (may be empty)
  /// is called on this thread for each change of state. Progress covers all items. If a device
  /// fails, the processor takes over and the item's note reports it.
  ///
  /// Outputs are written atomically; existing files are overwritten only if `overwrite`. Summary
  /// and lines are written at the end, for all items; a further run of the same plan replaces those
  /// of the last. Fields of the summary (RFC 4180): image,
  /// state, needle (its name, or file), x, y, width, height, score, distance (not with zncc), with
  /// poses angle, scale, mirrored (0 or 1), centre_x, centre_y, with a judge judge, then
  /// milliseconds (unless `times` is off), reason; one row per match, and one for an image without.
  /// `lines` are those of `espy find --json`, without times, in the order of the images; failed
  /// images have none.
  ///
  /// After a stop the unfinished items become `cancelled` and this returns normally, without
  /// waiting for pictures that are being decoded or encoded. The summary then has what is done; a
  /// job with a journal writes it only when everything is done.
  ///
  /// Throws if the needles can no longer be read (nothing was done), if summary or lines cannot be
  /// written (everything else is done), or if the journal cannot be written (the rest is
  /// cancelled).
  virtual void run(const BatchJob& job, std::vector<BatchItem>& items,
                   const std::function<void(std::size_t index)>& changed,
                   const Control& control) = 0;
};

/// Creates a runner, which is not thread-safe.
std::unique_ptr<BatchRunner> makeBatchRunner();

/// Reads a job file (docs/batch.md); "@-" among its images reads from `standardInput`. The journal
/// is the folder NAME.journal beside NAME.json, or NAME.EXTENSION.journal. Throws with a message
/// that names the file, the key and the fault. `index`, unless empty, replaces the job's needles;
/// it is relative to the working folder.
BatchJob readBatchJob(const std::string& path, std::istream& standardInput,
                      const std::string& index = {});
/// The same for a text, called `name` in messages. File names are relative to the working folder;
/// there is no journal unless the caller sets one.
BatchJob batchJobOf(std::string_view text, const std::string& name, std::istream& standardInput);

}  // namespace espy
#pragma GCC visibility pop
