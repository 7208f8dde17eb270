// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <thread>

#include "batch/batch_queue.h"
#include "batch/needle_files.h"

namespace espy::desktop {

/// Runs batches in a thread of its own. All signals come in the thread that this lives in; each
/// start ends with `refused` or `ended`.
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
  /// Cancels, and waits until the thread has seen it.
  ~BatchRun() override;

  /// False, and nothing happens, while another one runs.
  bool start(Order order);
  void cancel();
  bool running() const { return running_; }

 signals:
  void begun();  ///< nothing was refused, and the first image is about to be searched
  void changed(int image, const espy::desktop::ImageFate& fate);
  void progressed(double part, double secondsLeft);  ///< secondsLeft < 0: not known yet
  void refused(const QString& sentence);             ///< nothing was done
  void ended(const QString& trouble);  ///< what went wrong beside the images, mostly nothing

 private:
  void work(Order order, const std::stop_token& stop);
  void run(const BatchJob& job, std::vector<BatchItem>& items, const Control& control);
  template <class Tell>
  void post(Tell tell);

  std::unique_ptr<BatchRunner> runner_;
  std::optional<NeedleFiles> needles_;  ///< of the last order; used by the thread
  bool running_ = false;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
