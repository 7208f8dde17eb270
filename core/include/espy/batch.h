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
/// Many pictures, the same needles, each picture with its own fate: on all cores, and as often
/// interrupted as may be.
///
///     espy::BatchJob job;
///     job.images = {"a.png", "b.png"};
///     job.needles = {{"needle.png", ""}};
///     job.outputFolder = "marked";
///     auto runner = espy::makeBatchRunner();
///     std::vector<espy::BatchItem> items = runner->plan(job);
///     runner->run(job, items, [&](std::size_t i) { show(items[i]); }, control);
namespace espy {

/// A picture to look for, as a file.
struct BatchNeedle {
  std::string file;
  std::string mask;  ///< a file, or empty
};

/// How a job that keeps a journal begins.
enum class BatchBegin : std::uint8_t {
  anew,    ///< refused where it was begun before
  resume,  ///< what the journal knows to be done, of images that are still the same, stays
  retry,   ///< and what failed is tried again
};

/// One of `count` parts of a job, which may run on as many machines: every `count`-th image.
struct BatchShard {
  std::size_t number = 1;
  std::size_t of = 1;
};

/// How each image is searched, for which needles, and where results go. File names that do not
/// begin with / are relative to `folder`. Of `control` only `threads` counts, and `judgeFile`
/// instead of `judge`.
struct BatchJob : FindOptions {
  std::string file;                 ///< the name of the job's own file in `folder`, if it has one
  std::string folder;               ///< empty: the working folder
  std::vector<std::string> images;  ///< files
  std::vector<std::string> lists;   ///< files of which the images were read; none is written
  std::vector<BatchNeedle> needles;
  std::string judgeFile;  ///< or empty; for one needle
  std::int64_t maxPixels = std::int64_t{1} << 34;
  MarkOptions mark;          ///< what the marked pictures look like
  std::string outputFolder;  ///< for marked pictures, made if missing; empty: none are written
  std::string cropFolder;    ///< for a PNG of what lies under each match: NAME-001.png and so on
  /// The file name of a marked picture, without its ending, which is the image's: {name} stands for
  /// the image's own, {number} for its place in `images`, from 1, with as many digits as the last
  /// has. Crops are named alike.
  std::string naming = "{name}";
  std::string summary;  ///< a CSV file of all matches, or empty
  std::string lines;    ///< a file with a JSON line for each image that was searched, or empty
  bool times = true;    ///< the summary tells how long images took, so it differs from run to run
  bool overwrite = false;  ///< else an image whose output exists fails
  /// A folder, made if missing, in which a run notes down what it has done, so that another one can
  /// go on behind it; empty: nothing is noted.
  std::string journal;
  BatchBegin begin = BatchBegin::anew;
  BatchShard shard;  ///< several need a journal, and write neither summary nor lines

  /// Where the file of this name lies.
  std::string path(const std::string& name) const;
};

/// What became of an image.
enum class BatchState {
  queued,     ///< its turn is to come
  running,    ///< it is read, searched, marked or saved
  done,       ///< searched, and its marked picture is there
  failed,     ///< for `reason`
  cancelled,  ///< the caller stopped before it was done; nothing of it was written
};

namespace batch {
struct Record;
}

/// One image of a job.
struct BatchItem {
  std::string image;
  std::string output;      ///< where the marked picture goes, empty if none is written
  std::size_t number = 0;  ///< its place in the job's images
  BatchState state = BatchState::queued;
  Message reason;  ///< why it failed: one sentence, which begins with a file's name
  Message note;    ///< what else there is to say: of its file, or that another engine had to do it
  /// If it is done, ordered as in `Finding`: all of them while `changed` tells of it, later the
  /// first `kMatchesKept`, so that memory does not grow with images times matches; none where an
  /// earlier run did it.
  std::vector<Match> matches;
  std::uint64_t found = 0;  ///< how many there are
  double milliseconds = 0;  ///< from its turn to its end
  /// Where all matches wait for what is written in the end, if anything is.
  std::shared_ptr<const batch::Record> record;
};

/// So many matches of an image stay in its item.
inline constexpr std::size_t kMatchesKept = 16;

/// Runs jobs, several images at a time: as many as there are threads, and one that is read
/// meanwhile.
class BatchRunner {
 public:
  /// May wait for the pictures that were being read or encoded when a run was stopped.
  virtual ~BatchRunner() = default;

  /// Checks the whole job before anything is done, and writes nothing. Returns its items (of this
  /// shard), all queued but those that need not be done again. Throws for a job that could not do
  /// well for any image: needles that cannot be read or searched for, an engine that cannot run,
  /// options that make no sense, a naming that makes no file name, two images with one output, an
  /// output that is an image or a needle of this job, a folder that cannot be made, a summary that
  /// exists and may not be overwritten. A job with a journal is refused, too, where it was begun
  /// before and shall not go on, where any of its outputs exists, and where another process runs
  /// it.
  virtual std::vector<BatchItem> plan(const BatchJob& job) = 0;

  /// Runs the items that are queued. A failing image does not stop the others; `changed` (which may
  /// be empty) is called for each change of a state, in this thread. Progress is reported over all
  /// of them. Where a device fails, the processor does its work, and the item's note says so.
  ///
  /// Each picture appears whole or not at all, and nothing is overwritten unasked. Summary and
  /// lines are written in the end, of all items, the same way. The summary's fields: image, state,
  /// needle (its file), x, y, width, height, score, distance (not with zncc), where poses are
  /// searched angle, scale, mirrored (0 or 1), centre_x, centre_y, where a judge is asked judge,
  /// then milliseconds (unless `times` is off), reason. There is a line for each match, and one for
  /// an image without; RFC 4180 says how. `lines` are those of `espy find --json`, without times,
  /// in the order of the images; images that failed have none.
  ///
  /// When the caller stops, what is not done becomes `cancelled`, and this returns normally,
  /// without waiting for pictures that are being read or encoded. The summary then holds what is
  /// done, unless there is a journal: such a job writes it when all is done.
  ///
  /// Throws when the needles can no longer be read (nothing was done then), when summary or lines
  /// cannot be written (all else is done then), and when the journal cannot (the rest is
  /// cancelled).
  virtual void run(const BatchJob& job, std::vector<BatchItem>& items,
                   const std::function<void(std::size_t index)>& changed,
                   const Control& control) = 0;
};

/// Makes one. Not thread-safe.
std::unique_ptr<BatchRunner> makeBatchRunner();

/// Reads a job from its file (docs/batch.md); `standardInput` is where "@-" among its images is
/// read from. Its journal is the folder NAME.journal beside NAME.json, or NAME.ENDING.journal.
/// Throws with a sentence that names the file, the key and what is wrong.
BatchJob readBatchJob(const std::string& path, std::istream& standardInput);
/// The same of a text, which sentences call `name`. Names of files are meant from the working
/// folder, and no journal is kept unless the job is given one.
BatchJob batchJobOf(std::string_view text, const std::string& name, std::istream& standardInput);

/// What came of the shards of a job.
struct BatchMerge {
  std::uint64_t images = 0;
  std::uint64_t matches = 0;
  std::vector<Message> failures;  ///< in the order of the images
  std::vector<std::string> written;
};

/// Writes summary and lines of a job whose shards are done, from their journals. `folder` is that
/// of the journals, or the one around it if it holds a single one. Throws where a shard is missing
/// or not done.
BatchMerge mergeBatch(const std::string& folder, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
