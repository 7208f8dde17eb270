// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "batch/crew.h"
#include "batch/frames.h"
#include "batch/needles.h"
#include "espy/engine/batch.h"
#include "espy/engine/judge.h"
#include "espy/pictures.h"

namespace espy::batch {

/// Everything that is done with one image. It knows no run and no item: what hears no stop may go
/// on behind these. Any number of workers may use it at a time.
class ImageWork {
 public:
  struct Task {
    std::string image;
    std::string output;  ///< empty: none
    std::string crops;   ///< what their names begin with, empty: none
    bool ours = false;   ///< outputs that exist are an earlier run's of the same job
  };

  /// Throws where needles or judge cannot be read.
  ImageWork(const Registry& registry, const BatchJob& job, std::vector<Task> tasks,
            const Control& control);

  /// Throws nothing.
  Outcome work(std::size_t index, Turn& turn);

 private:
  /// What was found, and is still to be written.
  struct Found {
    std::unique_lock<std::mutex> large;  ///< held where the picture takes much memory
    ReadPicture picture;
    Image marked;
  };

  /// Throws where there is no memory to say what failed.
  Outcome tried(const Task& task, Turn& turn);
  Found search(const Task& task, Turn& turn, Outcome& outcome);
  ReadPicture read(const std::string& path, Turn& turn, std::unique_lock<std::mutex>& large);
  Finding findIn(const Scene& scene, const Control& control, Outcome& outcome);
  std::string lineOf(const Task& task, Size size, const Finding& finding) const;
  bool replaces(const Task& task) const { return job_.overwrite || task.ours; }
  void checkOutputs(const Task& task) const;
  void save(const Task& task, Found& found, const Outcome& outcome, Turn& turn) const;
  /// `written` is told of each file at once.
  void saveAll(const Task& task, Found& found, const Outcome& outcome, Turn& turn,
               std::vector<std::string>& written) const;
  static void removeCrops(const Task& task, std::size_t from);

  const Registry& registry_;
  BatchJob job_;
  std::vector<Task> tasks_;
  Control control_;
  LoadedNeedles needles_;
  std::vector<std::string> needleNames_;
  std::optional<Judge> judge_;
  FramePool frames_;
  std::mutex large_;  ///< one picture at a time that takes much memory
  /// So often a device has failed one after the other; then it is no longer asked.
  std::atomic<int> deviceFailures_{0};
};

}  // namespace espy::batch
