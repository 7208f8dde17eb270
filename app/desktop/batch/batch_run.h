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

/// Needles as files for the batch runner. Masks, and needles without a file, are written to a
/// temporary folder that this object owns.
class NeedleFiles {
 public:
  /// Throws `espy::Error` if a file cannot be written.
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
  /// A job whose needles are not files yet.
  struct Order {
    BatchJob job;
    std::vector<NeedleItem> needles;
    int threads = 0;
  };

  explicit BatchRun(std::unique_ptr<BatchRunner> runner, QObject* parent = nullptr);

  /// Returns false, and does nothing, while a batch runs.
  bool start(Order order);
  /// Runs what failed or was cancelled in the last batch again, with its job; the summary has all
  /// images again. Only after `begun`.
  bool retry();
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void begun();  ///< the job is valid; the first image is about to be searched
  void changed(int image, const espy::desktop::ImageFate& fate);
  void progressed(double part, double secondsLeft);  ///< secondsLeft < 0: unknown
  void refused(const QString& sentence);             ///< invalid job, nothing was done
  void ended(const QString& trouble);  ///< error of the batch as a whole, mostly empty

 private:
  // On the worker thread.
  void work(Order order, const Job::Handle& handle);
  void workAgain(const Job::Handle& handle);
  void runItems(const Job::Handle& handle);
  ImageFate fateOf(const BatchItem& item);
  void finish(const Failure& failure);

  std::unique_ptr<BatchRunner> runner_;
  std::optional<NeedleFiles> needles_;  ///< of the last order; worker thread only
  Order order_;                         ///< the last one; worker thread only
  std::vector<BatchItem> items_;        ///< of it; worker thread only
  std::size_t kept_ = 0;                ///< matches in its fates; worker thread only
  bool planned_ = false;                ///< `begun` was emitted
  Job job_;
};

}  // namespace espy::desktop
