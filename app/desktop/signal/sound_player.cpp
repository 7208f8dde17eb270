// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/sound_player.h"

#include <QStandardPaths>
#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace espy::desktop {
namespace {

constexpr double kLeastRate = 1000;  // samples per second; lower rates are not sound
constexpr double kMostRate = 384000;
constexpr qint64 kAhead = 1 << 16;  // maximum bytes buffered for the player
constexpr int kTellMs = 30;
constexpr int kHeadBytes = 44;
constexpr int kWaitMs = 500;

template <class Number>
void append(QByteArray& bytes, Number number) {
  const Number little = qToLittleEndian(number);
  bytes.append(reinterpret_cast<const char*>(&little), sizeof little);
}

}  // namespace

QByteArray wavHead(std::int64_t samples, int rate) {
  // The size fields have 32 bits and are clamped for longer recordings.
  const auto bytes = static_cast<quint32>(
      std::min<std::int64_t>(2 * samples, std::numeric_limits<qint32>::max() - kHeadBytes));
  QByteArray head("RIFF");
  append<quint32>(head, bytes + kHeadBytes - 8);
  head += "WAVEfmt ";
  append<quint32>(head, 16);
  append<quint16>(head, 1);  // PCM
  append<quint16>(head, 1);  // one channel
  append<quint32>(head, static_cast<quint32>(rate));
  append<quint32>(head, static_cast<quint32>(2 * rate));
  append<quint16>(head, 2);
  append<quint16>(head, 16);
  head += "data";
  append<quint32>(head, bytes);
  return head;
}

SoundPlayer::SoundPlayer(std::optional<PlayerProgram> program, QObject* parent)
    : QObject(parent), program_(std::move(program)) {
  timer_.setInterval(kTellMs);
  connect(&timer_, &QTimer::timeout, this, &SoundPlayer::emitPosition);
  connect(&process_, &QProcess::started, this, [this] {
    clock_.start();
    timer_.start();
    feed();
  });
  connect(&process_, &QProcess::bytesWritten, this, &SoundPlayer::feed);
  connect(&process_, &QProcess::finished, this, &SoundPlayer::end);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    emit failed(tr("%1 could not be started: sound is not available").arg(process_.program()));
    end();
  });
}

SoundPlayer::~SoundPlayer() {
  process_.disconnect(this);
  stop();
  process_.waitForFinished(kWaitMs);
}

std::optional<PlayerProgram> SoundPlayer::installed() {
  // Each reads a WAV file from its standard input.
  const PlayerProgram known[] = {
      {QStringLiteral("aplay"), {QStringLiteral("-q"), QStringLiteral("-")}},
      {QStringLiteral("paplay"), {}},
      {QStringLiteral("ffplay"),
       {QStringLiteral("-nodisp"), QStringLiteral("-autoexit"), QStringLiteral("-loglevel"),
        QStringLiteral("error"), QStringLiteral("-")}}};
  for (const PlayerProgram& one : known) {
    if (!QStandardPaths::findExecutable(one.program).isEmpty()) return one;
  }
  return {};
}

bool SoundPlayer::canPlay(const ShownRecording& recording) const {
  return program_ && recording.rate() >= kLeastRate && recording.rate() <= kMostRate;
}

void SoundPlayer::play(const ShownRecordingPtr& recording, int lane, std::int64_t from,
                       std::int64_t to) {
  stop();
  if (!recording || !canPlay(*recording) || from >= to) return;
  recording_ = recording;
  lane_ = lane;
  from_ = next_ = from;
  to_ = to;
  rate_ = std::round(recording->rate());
  range_ = recording->levels[static_cast<std::size_t>(lane)]->whole();
  playing_ = true;
  process_.start(program_->program, program_->arguments);
  process_.write(wavHead(to - from, static_cast<int>(rate_)));
}

/// Normalised to the lane's peak; gaps become silence.
void SoundPlayer::feed() {
  if (!playing_ || process_.state() != QProcess::Running) return;
  const double most = range_.empty() ? 0 : std::max(std::abs(range_.low), std::abs(range_.high));
  const Samples& samples = recording_->recording.channels[static_cast<std::size_t>(lane_)].samples;
  std::vector<double> block;
  while (next_ < to_ && process_.bytesToWrite() < kAhead) {
    block.resize(static_cast<std::size_t>(std::min<std::int64_t>(kAhead / 2, to_ - next_)));
    samples.read(next_, block);
    next_ += std::ssize(block);
    QByteArray bytes;
    for (const double sample : block) {
      const double part = most > 0 && std::isfinite(sample) ? sample / most : 0;
      append<qint16>(bytes, static_cast<qint16>(std::lround(std::clamp(part, -1.0, 1.0) * 32767)));
    }
    process_.write(bytes);
  }
  if (next_ >= to_) process_.closeWriteChannel();
}

void SoundPlayer::emitPosition() {
  const double sample =
      static_cast<double>(from_) + static_cast<double>(clock_.elapsed()) / 1000 * rate_;
  emit at(std::min(sample, static_cast<double>(to_)));
}

void SoundPlayer::stop() {
  if (!playing_) return;
  process_.kill();
  process_.waitForFinished(kWaitMs);
  end();
}

void SoundPlayer::end() {
  if (!std::exchange(playing_, false)) return;
  timer_.stop();
  recording_.reset();
  emit stopped();
}

}  // namespace espy::desktop
