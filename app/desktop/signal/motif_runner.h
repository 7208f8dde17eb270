// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <atomic>
#include <optional>
#include <thread>

#include "signal/shown_recording.h"
#include "signal/signal_tools.h"

namespace espy::desktop {

/// What is to be looked for, and in which recordings.
struct SignalRequest {
  ChosenMotif motif;
  std::vector<ShownRecordingPtr> in;
  SignalSettings settings;
};

/// Searches in a thread of its own and talks in signals, which all come in the thread that this
/// lives in.
class MotifRunner : public QObject {
  Q_OBJECT

 public:
  explicit MotifRunner(SignalTools tools, QObject* parent = nullptr);
  ~MotifRunner() override;

  /// Begins; a search that is under way is stopped, and its answer is never told.
  void start(SignalRequest request);
  void cancel();
  bool running() const { return running_; }

 signals:
  void started();
  void progressed(double part);
  void finished(const espy::desktop::SignalResultPtr& result);
  void stopped();

 private:
  void work(const SignalRequest& request, const std::stop_token& stop, int number);
  void searchOne(const SignalRequest& request, std::size_t which, const Control& control,
                 SignalResult& result) const;
  Control controlOf(const std::stop_token& stop, int number, std::size_t which, std::size_t of);

  SignalTools tools_;
  bool running_ = false;
  int number_ = 0;  ///< of the search whose answer is wanted
  std::atomic<bool> told_ = false;
  std::atomic<double> part_ = 0;
  std::jthread thread_;  ///< last: ends before what it uses does
};

/// Best first, as in one recording: by distance, by the samples that channels lag together, and
/// then by recording and place.
void orderFound(std::vector<FoundMotif>& found, const std::vector<ShownRecordingPtr>& in);

}  // namespace espy::desktop
