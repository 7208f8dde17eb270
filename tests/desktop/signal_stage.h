// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <cmath>
#include <memory>
#include <random>
#include <thread>

#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "signal/found_table.h"
#include "signal/lanes_view.h"
#include "signal/motif_form.h"
#include "signal/overview_strip.h"
#include "signal/path_view.h"
#include "signal/signal_times.h"
#include "signal/signal_view.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {

using Lanes = std::vector<std::vector<double>>;

/// A recording that owns its samples.
inline Recording recordingOf(Lanes lanes, double rate = 0) {
  auto kept = std::make_shared<const Lanes>(std::move(lanes));
  Recording recording;
  for (const std::vector<double>& lane : *kept) {
    recording.channels.push_back({"", "mV", rate, Samples(lane)});
  }
  recording.memory = kept;
  return recording;
}

inline std::vector<double> noise(std::size_t size, unsigned seed, double most = 0.1) {
  std::mt19937 random(seed);
  std::vector<double> samples(size);
  for (double& sample : samples) {
    sample = most * (static_cast<double>(random() % 2001) / 1000 - 1);
  }
  return samples;
}

constexpr std::int64_t kPiece = 60;  // length of the planted shape, in samples

/// Adds a shape that noise does not contain.
inline void plant(std::vector<double>& lane, std::int64_t at, double strength = 1) {
  for (std::int64_t i = 0; i < kPiece; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(kPiece);
    lane[static_cast<std::size_t>(at + i)] +=
        strength * (std::sin(6.3 * part) + 0.7 * std::sin(19 * part * part));
  }
}

/// Noise with the shape at these positions in every lane.
inline Recording planted(const std::vector<std::int64_t>& places, int lanes = 1, double rate = 0,
                         unsigned seed = 1) {
  Lanes all;
  for (int lane = 0; lane < lanes; ++lane) {
    all.push_back(noise(1200, seed + static_cast<unsigned>(lane)));
    double strength = 1;
    for (const std::int64_t place : places) plant(all.back(), place, strength *= 0.9);
  }
  return recordingOf(std::move(all), rate);
}

/// Fake reader and search, with controls for the tests.
struct SignalStage {
  std::map<std::string, Recording> files;
  std::atomic<int> searches = 0;
  std::atomic<bool> runsUntilStopped = false;  ///< runs until stopped
  std::vector<RecordingMark> written;
};

inline SignalTools toolsOf(const Registry& registry, const std::shared_ptr<SignalStage>& stage) {
  SignalTools tools = signalTools(registry);
  const auto find = tools.find;
  tools.read = [stage](const std::string& path, const std::stop_token& /*stop*/) {
    const auto file = stage->files.find(path);
    if (file == stage->files.end()) {
      throw Error(ErrorCode::badPicture, Message(path + ": is no recording"));
    }
    return LoadedRecording{file->second, {}};
  };
  tools.find = [stage, find](std::string_view engine, const MotifTask& task,
                             const Control& control) {
    ++stage->searches;
    while (stage->runsUntilStopped && !control.stopping()) std::this_thread::yield();
    control.check();
    return find(engine, task, control);
  };
  tools.writeMarks = [stage](const std::string& path, const std::vector<RecordingMark>& marks,
                             double /*rate*/) {
    if (!path.ends_with(".edf")) throw Error(ErrorCode::unsupported, Message(path + ": no marks"));
    stage->written = marks;
  };
  return tools;
}

/// A view with generated recordings.
class SignalTestBase : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QVERIFY(folder_.isValid());
    stage_ = std::make_shared<SignalStage>();
    makeView({});
  }
  void cleanup() {
    stage_->runsUntilStopped = false;
    view_.reset();
  }

 protected:
  void makeView(std::optional<PlayerProgram> player) {
    view_ = std::make_unique<SignalView>(toolsOf(registry_, stage_), nullptr, std::move(player));
    view_->resize(1100, 760);
    view_->show();
  }
  bool settled() const {
    return QTest::qWaitFor([this] { return !view_->isBusy(); }, kPatience);
  }
  /// Searches a part of the lanes and waits for the result.
  void look(std::int64_t from, std::int64_t to, std::vector<int> lanes = {0}) const {
    view_->setMotif({from, to, std::move(lanes)});
    view_->search();
    QVERIFY(settled());
    QVERIFY(!view_->isStale());
  }
  void setTop(int top) const {
    SignalSettings settings = view_->settings();
    settings.options.top = top;
    view_->setSettings(settings);
  }
  std::vector<std::int64_t> starts() const {
    std::vector<std::int64_t> starts;
    for (int row = 0; row < view_->matches().found().rowCount(); ++row) {
      starts.push_back(view_->matches().found().at(row).match.start);
    }
    return starts;
  }
  QString cell(int row, FoundTable::Column column) const {
    return view_->matches().found().index(row, column).data().toString();
  }
  /// The notice's text without the warning sign.
  QString noticeText() const {
    if (!view_->notice().isVisible()) return {};
    return view_->notice().text().remove(QStringLiteral("\u26a0 "));
  }
  QString at(const QString& name) const { return folder_.filePath(name); }
  /// Viewport coordinates of a sample in a lane.
  QPoint placeOf(std::int64_t sample, int lane = 0) const {
    const LanesView& lanes = view_->lanes();
    return QPointF(lanes.xOf(static_cast<double>(sample)), lanes.laneRect(lane).center().y())
        .toPoint();
  }
  void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {}) const {
    QWidget* canvas = view_->lanes().viewport();
    QTest::mousePress(canvas, Qt::LeftButton, keys, from);
    QTest::mouseMove(canvas, (from + to) / 2);
    QTest::mouseMove(canvas, to);
    QTest::mouseRelease(canvas, Qt::LeftButton, keys, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(&view_->lanes(), key, modifiers);
  }

  Registry registry_ = makeRegistry();
  QTemporaryDir folder_;
  std::shared_ptr<SignalStage> stage_;
  std::unique_ptr<SignalView> view_;
};

}  // namespace espy::desktop
