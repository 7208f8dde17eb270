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

/// A program that plays the sound that it is given as a WAV file on its standard input.
struct PlayerProgram {
  QString program;
  QStringList arguments;
};

/// Plays a lane through a program of the desktop, if there is one: Espy itself has no sound.
class SoundPlayer : public QObject {
  Q_OBJECT

 public:
  explicit SoundPlayer(std::optional<PlayerProgram> program, QObject* parent = nullptr);
  ~SoundPlayer() override;

  /// The first of those that are known and installed.
  static std::optional<PlayerProgram> installed();
  /// Is this lane sound that can be heard, and is there who plays it?
  bool canPlay(const ShownRecording& recording) const;

  /// Plays from one sample to another.
  void play(const ShownRecordingPtr& recording, int lane, std::int64_t from, std::int64_t to);
  void stop();
  bool playing() const { return playing_; }

 signals:
  /// The sample that is heard now.
  void at(double sample);
  void stopped();
  void failed(const QString& sentence);

 private:
  void feed();
  void tell();
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

/// The head of a WAV file of 16 bits and one channel, for so many samples.
QByteArray wavHead(std::int64_t samples, int rate);

}  // namespace espy::desktop
