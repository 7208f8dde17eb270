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

#include "batch/frames.h"
#include "batch/needles.h"
#include "batch/worker_pool.h"
#include "espy/engine/batch.h"
#include "espy/engine/judge.h"
#include "espy/pictures.h"

namespace espy::batch {

/// Processes single images. Independent of run and items, because uncancellable work may outlive
/// them. Thread-safe.
class ImageProcessor {
 public:
  /// Paths of an image and its outputs.
  struct ImageFiles {
    std::string image;
    std::string output;  ///< path
    std::string crops;   ///< common prefix of the crops' paths; empty: none
    bool ours = false;   ///< existing outputs are from an earlier run of this job
  };

  /// Throws if needles or judge cannot be read.
  ImageProcessor(const Registry& registry, const BatchJob& job, std::vector<ImageFiles> files,
                 const Control& control);

  /// Never throws.
  Outcome process(std::size_t index, WorkerContext& context);

 private:
  /// Results that are still to be written.
  struct Found {
    std::unique_lock<std::mutex> large;  ///< held for a picture that needs much memory
    ReadPicture picture;
    Image marked;
  };

  /// Throws std::bad_alloc if there is no memory for the reason of a failure.
  Outcome tried(const ImageFiles& files, WorkerContext& context);
  Found search(const ImageFiles& files, WorkerContext& context, Outcome& outcome);
  ReadPicture read(const std::string& path, WorkerContext& context,
                   std::unique_lock<std::mutex>& large);
  Finding findIn(const Scene& scene, const Control& control, Outcome& outcome);
  /// Leaves the finding as it was.
  std::string lineOf(const ImageFiles& files, Size size, Finding& finding) const;
  bool replaces(const ImageFiles& files) const { return job_.overwrite || files.ours; }
  void checkOutputs(const ImageFiles& files) const;
  void save(const ImageFiles& files, Found& found, const Outcome& outcome,
            WorkerContext& context) const;
  /// Appends each file to `written` as soon as it exists.
  void saveAll(const ImageFiles& files, Found& found, const Outcome& outcome,
               WorkerContext& context, std::vector<std::string>& written) const;
  static void removeCrops(const ImageFiles& files, std::size_t from);

  const Registry& registry_;
  BatchJob job_;
  std::vector<ImageFiles> files_;
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
