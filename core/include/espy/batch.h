// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/mark.h"
#include "espy/message.h"
#include "espy/registry.h"
#include "espy/search.h"

#pragma GCC visibility push(default)
/// Many pictures, the same needles: one after another, each with its own fate.
///
///     espy::BatchJob job;
///     job.images = {"a.png", "b.png"};
///     job.needles = {{"needle.png", ""}};
///     job.outputFolder = "marked";
///     auto runner = espy::makeBatchRunner(registry);
///     std::vector<espy::BatchItem> items = runner->plan(job);
///     runner->run(job, items, [&](std::size_t i) { show(items[i]); }, control);
namespace espy {

/// A picture to look for, as a file.
struct BatchNeedle {
  std::string file;
  std::string mask;  ///< a file, or empty
};

/// How each image is searched, and with what and where to.
struct BatchJob : SearchOptions {
  std::vector<std::string> images;  ///< files
  std::vector<BatchNeedle> needles;
  MarkOptions mark;  ///< what the marked pictures look like
  std::string engine = "auto";
  std::string outputFolder;  ///< for marked pictures, made if missing; empty: none are written
  /// The file name of a marked picture, without its ending, which is the image's: {name} stands for
  /// the image's own, {number} for its place in `images`, from 1, with as many digits as the last
  /// has.
  std::string naming = "{name}";
  std::string summary;     ///< a CSV file of all matches, or empty
  bool overwrite = false;  ///< else an image whose output exists fails
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
struct SpooledMatches;
}

/// One image of a job.
struct BatchItem {
  std::string image;
  std::string output;  ///< where the marked picture goes, empty if none is written
  BatchState state = BatchState::queued;
  Message reason;  ///< why it failed: one sentence, which begins with a file's name
  /// If it is done, ordered as in `Finding`: all of them while `changed` tells of it, later the
  /// first `kMatchesKept`, so that memory does not grow with images times matches.
  std::vector<Match> matches;
  std::uint64_t found = 0;  ///< how many there are
  double milliseconds = 0;  ///< from its turn to its end
  /// Where all matches wait for the summary, if there is to be one.
  std::shared_ptr<const batch::SpooledMatches> spooled;
};

/// So many matches of an image stay in its item.
inline constexpr std::size_t kMatchesKept = 16;

/// Runs jobs. Behind this stands a plain runner, one image after the other, the next one read
/// ahead.
class BatchRunner {
 public:
  /// May wait for the picture that was being read or encoded when a run was stopped.
  virtual ~BatchRunner() = default;

  /// Checks the whole job before anything is done, and writes nothing. Returns its items, all
  /// queued. Throws for a job that could not do well for any image: needles that cannot be read or
  /// searched for, an engine that cannot run, options that make no sense, a naming that makes no
  /// file name, two images with one output, an output that is an image or a needle of this job, a
  /// folder that cannot be made, a summary that exists and may not be overwritten.
  virtual std::vector<BatchItem> plan(const BatchJob& job) = 0;

  /// Runs the items that are queued. A failing image does not stop the others; `changed` (which may
  /// be empty) is told of each change of a state, from this thread. Progress is told over all of
  /// them.
  ///
  /// Each marked picture appears whole or not at all, and nothing is overwritten unasked. The
  /// summary is written in the end, of all items, the same way. Its fields: image, state, needle
  /// (its file), x, y, width, height, score, distance (not with zncc), where poses are searched
  /// angle, scale, mirrored (0 or 1), centre_x, centre_y, then milliseconds, reason. There is a
  /// line for each match, and one for an image without; RFC 4180 says how.
  ///
  /// When the caller stops, what is not done becomes `cancelled`, the summary holds what is, and
  /// this returns normally, without waiting for a picture that is being read or encoded. Throws
  /// when the needles can no longer be read (nothing was done then) or the summary cannot be
  /// written (all else is done then).
  virtual void run(const BatchJob& job, std::vector<BatchItem>& items,
                   const std::function<void(std::size_t index)>& changed,
                   const Control& control) = 0;
};

/// The plain runner. The registry must outlive it. One thread at a time may use it.
std::unique_ptr<BatchRunner> makeBatchRunner(const Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
