// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>
#include <optional>
#include <vector>

#include "batch/batch_queue.h"
#include "espy/engine/batch.h"
#include "model/job.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// Needles as files, for those who read files. Those that came from no file, and all masks, are
/// written into a folder that lives as long as this.
class NeedleFiles {
 public:
  /// Throws `espy::Error` where one cannot be written.
  explicit NeedleFiles(const std::vector<NeedleItem>& needles);

  const std::vector<BatchNeedle>& all() const { return files_; }

 private:
  std::string write(const QString& folder, const QString& name, const ImageView& picture);

  QTemporaryDir folder_;
  std::vector<BatchNeedle> files_;
};

/// Runs batches on a worker thread. Each start ends with `refused` or `ended`.
class BatchRun : public QObject {
  Q_OBJECT

 public:
  /// What to do: a job whose needles are still to become files.
  struct Order {
    BatchJob job;
    std::vector<NeedleItem> needles;
    int threads = 0;
  };

  explicit BatchRun(std::unique_ptr<BatchRunner> runner, QObject* parent = nullptr);

  /// False, and nothing happens, while another one runs.
  bool start(Order order);
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void begun();  ///< nothing was refused, and the first image is about to be searched
  void changed(int image, const espy::desktop::ImageFate& fate);
  void progressed(double part, double secondsLeft);  ///< secondsLeft < 0: not known yet
  void refused(const QString& sentence);             ///< nothing was done
  void ended(const QString& trouble);  ///< what went wrong beside the images, mostly nothing

 private:
  /// On the worker.
  void work(Order order, const Job::Run& run);

  std::unique_ptr<BatchRunner> runner_;
  std::optional<NeedleFiles> needles_;  ///< of the last order; the worker's
  bool planned_ = false;                ///< `begun` was emitted
  Job job_;
};

}  // namespace espy::desktop
