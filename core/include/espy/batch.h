// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/mark.h"
#include "espy/registry.h"
#include "espy/score.h"

/// Many pictures, the same needles: one after another, each with its own fate.
namespace espy {

struct BatchNeedle {
  std::string file;
  std::string mask;  ///< a file, or empty
};

struct BatchJob {
  std::vector<std::string> images;  ///< files
  std::vector<BatchNeedle> needles;
  bool scored = false;
  ExactOptions exact;
  ScoreOptions score;
  SelectOptions select;
  MarkOptions mark;
  std::string engine = "auto";
  std::string outputFolder;       ///< for marked pictures; empty: none are written
  std::string naming = "{name}";  ///< {name} and {number} stand for the image; the ending stays
  std::string summary;            ///< a CSV file of all matches, or empty
  bool overwrite = false;         ///< else an image whose output exists fails
};

enum class BatchState { queued, running, done, failed, cancelled };

/// One image of a job.
struct BatchItem {
  std::string image;
  std::string output;  ///< the marked picture, empty if none is written
  BatchState state = BatchState::queued;
  std::string reason;  ///< why it failed
  std::vector<Match> matches;
  double milliseconds = 0;
};

/// Runs jobs. Behind this stands a plain runner, one image after the other, the next one read
/// ahead.
class BatchRunner {
 public:
  virtual ~BatchRunner() = default;
  /// Checks the whole job before anything is done (needles that cannot be read, two images with one
  /// output, a folder that cannot be made: throws) and returns its items, all queued.
  virtual std::vector<BatchItem> plan(const BatchJob& job) = 0;
  /// Runs what was planned. A failing image does not stop the others; `changed` is told of each
  /// change, from this thread. When the caller stops, what is not done becomes `cancelled`, the
  /// summary holds what is, and this returns normally.
  virtual void run(const BatchJob& job, std::vector<BatchItem>& items,
                   const std::function<void(std::size_t index)>& changed,
                   const Control& control) = 0;
};
std::unique_ptr<BatchRunner> makeBatchRunner(const Registry& registry);

}  // namespace espy
