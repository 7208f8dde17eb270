// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "model/job.h"
#include "signal/shown_recording.h"
#include "signal/signal_tools.h"

namespace espy::desktop {

/// What is to be looked for, and in which recordings.
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
  ~MotifRunner() override;

  /// A search that is running is cancelled and emits nothing more.
  void start(SignalRequest request);
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void started();
  void progressed(double part);
  void finished(const espy::desktop::SignalResultPtr& result);
  void stopped();  ///< by `cancel`

 private:
  // On the worker:
  SignalResultPtr resultOf(const SignalRequest& request, const Job::Run& run);
  void searchOne(const SignalRequest& request, const ShownRecordingPtr& in, const Control& control,
                 SignalResult& result) const;

  SignalTools tools_;
  Job job_;
};

/// Best first, as in one recording: by distance, by the samples that channels lag together, and
/// then by recording and place.
void orderFound(std::vector<FoundMotif>& found, const std::vector<ShownRecordingPtr>& in);

}  // namespace espy::desktop
