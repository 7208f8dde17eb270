// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>
#include <optional>

#include "signal/shown_recording.h"

namespace espy::desktop {

/// A program that plays a WAV file from its standard input.
struct PlayerProgram {
  QString program;
  QStringList arguments;
};

/// Plays a lane through an installed program: Espy itself has no sound output.
class SoundPlayer : public QObject {
  Q_OBJECT

 public:
  explicit SoundPlayer(std::optional<PlayerProgram> program, QObject* parent = nullptr);
  ~SoundPlayer() override;

  /// The first supported program that is installed.
  static std::optional<PlayerProgram> installed();
  /// Whether the rate is audible and a player is installed.
  bool canPlay(const ShownRecording& recording) const;

  /// Plays the samples [from, to).
  void play(const ShownRecordingPtr& recording, int lane, std::int64_t from, std::int64_t to);
  void stop();
  bool playing() const { return playing_; }

 signals:
  /// Current playback position in samples.
  void at(double sample);
  void stopped();
  void failed(const QString& sentence);

 private:
  void feed();
  void emitPosition();
  void end();

  std::optional<PlayerProgram> program_;
  QProcess process_;
  ShownRecordingPtr recording_;
  int lane_ = 0;
  std::int64_t from_ = 0;
  std::int64_t next_ = 0;
  std::int64_t to_ = 0;
  double rate_ = 0;
  SampleRange range_;
  bool playing_ = false;
  QElapsedTimer clock_;
  QTimer timer_;
};

/// Header of a 16-bit mono WAV file with this number of samples.
QByteArray wavHead(std::int64_t samples, int rate);

}  // namespace espy::desktop
