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

/// Processes single images. Independent of run and items, because uncancellable work may outlive
/// them. Thread-safe.
class ImageWork {
 public:
  struct Task {
    std::string image;
    std::string output;  ///< path
    std::string crops;   ///< common prefix of the crops' paths; empty: none
    bool ours = false;   ///< existing outputs are from an earlier run of this job
  };

  /// Throws if needles or judge cannot be read.
  ImageWork(const Registry& registry, const BatchJob& job, std::vector<Task> tasks,
            const Control& control);

  /// Never throws.
  Outcome work(std::size_t index, Turn& turn);

 private:
  /// Results that are still to be written.
  struct Found {
    std::unique_lock<std::mutex> large;  ///< held for a picture that needs much memory
    ReadPicture picture;
    Image marked;
  };

  /// Throws std::bad_alloc if there is no memory for the reason of a failure.
  Outcome tried(const Task& task, Turn& turn);
  Found search(const Task& task, Turn& turn, Outcome& outcome);
  ReadPicture read(const std::string& path, Turn& turn, std::unique_lock<std::mutex>& large);
  Finding findIn(const Scene& scene, const Control& control, Outcome& outcome);
  std::string lineOf(const Task& task, Size size, const Finding& finding) const;
  bool replaces(const Task& task) const { return job_.overwrite || task.ours; }
  void checkOutputs(const Task& task) const;
  void save(const Task& task, Found& found, const Outcome& outcome, Turn& turn) const;
  /// Appends each file to `written` as soon as it exists.
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
  std::mutex large_;  ///< serialises pictures that need much memory
  /// Consecutive failures of the device; above a limit it is no longer used.
  std::atomic<int> deviceFailures_{0};
};

}  // namespace espy::batch
