// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sound: the data for the player, and the cursor.
#include <QSignalSpy>
#include <QToolButton>

#include "desktop/signal_stage.h"
#include "signal/sound_player.h"

namespace espy::desktop {
namespace {

class SignalSoundTest : public SignalTestBase {
  Q_OBJECT

 private slots:
  void aMotifIsHeard();
  void aPlaceIsHeardFrom();
  void stopsOnRequest();
  void slowRecordingsAreNoSound();
  void withoutAPlayerThereIsNoButton();
  void aPlayerThatCannotStartIsNamed();
  void gapsAreSilent();
  void longSoundHasAHeadAllTheSame();

 private:
  /// A player that saves its input.
  PlayerProgram keeper() const {
    return {
        QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("cat > '%1'").arg(at(QStringLiteral("heard.wav")))}};
  }
  QByteArray playedBytes() const {
    QFile file(at(QStringLiteral("heard.wav")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  static qint16 sampleOf(const QByteArray& wav, int number) {
    qint16 sample = 0;
    memcpy(&sample, wav.constData() + 44 + 2 * number, sizeof sample);
    return sample;
  }
  const QToolButton* playButton() const {
    for (const auto* button : view_->findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Play") && button->isVisible()) return button;
    }
    return nullptr;
  }
};

void SignalSoundTest::aMotifIsHeard() {
  makeView(keeper());
  Lanes lanes{std::vector<double>(9000, 0.0)};
  lanes[0][1000] = 0.5;
  lanes[0][1001] = -0.25;
  view_->add(recordingOf(std::move(lanes), 8000), QStringLiteral("sound"));
  QVERIFY(QTest::qWaitFor(
      [this] { return view_->recordings().all().front()->levels.front()->filled(); }, kPatience));
  view_->setMotif({1000, 1800, {0}});
  view_->cancel();
  QVERIFY(settled());
  QVERIFY(playButton() != nullptr);
  QSignalSpy stopped(&view_->player(), &SoundPlayer::stopped);
  view_->lanes().setFocus();
  key(Qt::Key_Space);
  QVERIFY(view_->player().playing());
  QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, kPatience);
  const QByteArray wav = playedBytes();
  QCOMPARE(wav.size(), 44 + 2 * 800);
  QVERIFY(wav.startsWith("RIFF") && wav.mid(8, 8) == "WAVEfmt ");
  QCOMPARE(sampleOf(wav, 0), qint16{32767});  // maximum amplitude
  QCOMPARE(sampleOf(wav, 1), qint16{-16384});
  QCOMPARE(sampleOf(wav, 2), qint16{0});
}

void SignalSoundTest::aPlaceIsHeardFrom() {
  makeView(keeper());
  view_->add(recordingOf({noise(9000, 4)}, 8000), QStringLiteral("sound"));
  QSignalSpy stopped(&view_->player(), &SoundPlayer::stopped);
  view_->lanes().setCursorPlace(8500);
  view_->lanes().setFocus();
  key(Qt::Key_Space);
  QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, kPatience);
  QCOMPARE(playedBytes().size(), 44 + 2 * 500);
}

void SignalSoundTest::stopsOnRequest() {
  makeView(
      PlayerProgram{QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("sleep 1000")}});
  view_->add(recordingOf({noise(90000, 4)}, 8000), QStringLiteral("sound"));
  view_->lanes().setFocus();
  QSignalSpy moved(&view_->player(), &SoundPlayer::at);
  key(Qt::Key_Space);
  QVERIFY(view_->player().playing() && view_->isBusy());
  QTRY_VERIFY_WITH_TIMEOUT(moved.count() >= 2, kPatience);  // the cursor moves
  QVERIFY(moved.last().first().toDouble() >= moved.first().first().toDouble());
  QVERIFY(view_->lanes().cursorPlace().has_value());
  QTest::keyClick(view_.get(), Qt::Key_Escape);
  QVERIFY(!view_->player().playing());
  key(Qt::Key_Space);
  QVERIFY(view_->player().playing());
  view_.reset();  // closes during playback
}

void SignalSoundTest::slowRecordingsAreNoSound() {
  makeView(keeper());
  view_->add(recordingOf({noise(9000, 4)}, 250), QStringLiteral("heart"));
  QVERIFY(playButton() == nullptr);
  view_->lanes().setFocus();
  key(Qt::Key_Space);
  QVERIFY(!view_->player().playing());
}

void SignalSoundTest::withoutAPlayerThereIsNoButton() {
  view_->add(recordingOf({noise(9000, 4)}, 8000), QStringLiteral("sound"));
  QVERIFY(playButton() == nullptr);
}

void SignalSoundTest::aPlayerThatCannotStartIsNamed() {
  makeView(PlayerProgram{QStringLiteral("/no/such/player"), {}});
  view_->add(recordingOf({noise(9000, 4)}, 8000), QStringLiteral("sound"));
  view_->lanes().setFocus();
  key(Qt::Key_Space);
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(QStringLiteral("/no/such/player")), kPatience);
  QVERIFY(!view_->player().playing());
}

void SignalSoundTest::gapsAreSilent() {
  makeView(keeper());
  std::vector<double> lane(9000, 1.0);
  std::fill(lane.begin() + 8900, lane.end(), std::nan(""));
  view_->add(recordingOf({std::move(lane)}, 8000), QStringLiteral("sound"));
  QVERIFY(QTest::qWaitFor(
      [this] { return view_->recordings().all().front()->levels.front()->filled(); }, kPatience));
  QSignalSpy stopped(&view_->player(), &SoundPlayer::stopped);
  view_->lanes().setCursorPlace(8800);
  view_->lanes().setFocus();
  key(Qt::Key_Space);
  QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, kPatience);
  const QByteArray wav = playedBytes();
  QCOMPARE(wav.size(), 44 + 2 * 200);
  QCOMPARE(sampleOf(wav, 99), qint16{32767});
  QCOMPARE(sampleOf(wav, 100), qint16{0});
}

void SignalSoundTest::longSoundHasAHeadAllTheSame() {
  for (const std::int64_t samples : {std::int64_t{0}, std::int64_t{7}, std::int64_t{1} << 40}) {
    const QByteArray head = wavHead(samples, 44100);
    QCOMPARE(head.size(), 44);
    quint32 bytes = 0;
    memcpy(&bytes, head.constData() + 40, sizeof bytes);
    QVERIFY(bytes == 2 * samples || samples > (std::int64_t{1} << 30));
    QVERIFY(bytes < (quint32{1} << 31));
  }
}

}  // namespace
ESPY_WINDOW_TEST(signal_sound, SignalSoundTest);

}  // namespace espy::desktop
#include "signal_sound_test.moc"
