// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "model/job.h"
#include "signal/shown_recording.h"
#include "signal/signal_tools.h"

namespace espy::desktop {

/// A motif search over recordings.
struct SignalRequest {
  ChosenMotif motif;
  std::vector<ShownRecordingPtr> in;
  SignalSettings settings;
};

/// Searches signals on a worker thread.
class MotifRunner : public QObject {
  Q_OBJECT

 public:
  explicit MotifRunner(SignalTools tools, QObject* parent = nullptr);

  /// Starts a search; cancels a running one, which emits nothing more.
  void start(SignalRequest request);
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void started();
  void progressed(double part);
  void finished(const espy::desktop::SignalResultPtr& result);
  void stopped();  ///< after cancel()

 private:
  // On the worker:
  SignalResultPtr resultOf(const SignalRequest& request, const Job::Handle& handle);
  void searchOne(const SignalRequest& request, const ShownRecordingPtr& in, const Control& control,
                 SignalResult& result) const;

  SignalTools tools_;
  Job job_;
};

/// Sorts matches by distance, then by the sum of absolute channel lags, recording, start and
/// length.
void orderFound(std::vector<FoundMotif>& found, const std::vector<ShownRecordingPtr>& in);

}  // namespace espy::desktop
