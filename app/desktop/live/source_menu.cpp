// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/source_menu.h"

#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QScreen>
#include <algorithm>

#include "widgets/ask_path.h"

namespace espy::desktop {
namespace {

const QString kVideosWord = QStringLiteral("videos");
constexpr double kUsualRate = 60;
constexpr double kMostRate = 240;
constexpr int kMostTitle = 60;  ///< characters

QAction* addPlain(QMenu& menu, const QString& text) {
  QAction* action = menu.addAction(text);
  action->setEnabled(false);
  return action;
}

/// A title as the text of an action, without a mnemonic.
QString asText(QString title) {
  if (title.size() > kMostTitle) title = title.left(kMostTitle) + QStringLiteral("\u2026");
  return title.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

SourceMenu::SourceMenu(const LiveTools& tools, QWidget* parent) : QMenu(parent), tools_(tools) {
  setTitle(tr("What to watch"));
  connect(addAction(tr("The whole &screen")), &QAction::triggered, this,
          [this] { emit chosen(wholeScreen()); });
  region_ = addAction(tr("A &region of the screen..."));
  monitorsEnd_ = region_;
  windows_ = addMenu(tr("A &window"));
  cameras_ = addMenu(tr("A &camera"));
  connect(addAction(tr("A &video file...")), &QAction::triggered, this, &SourceMenu::askForVideo);
  addSeparator();
  stop_ = addAction(tr("S&top watching"));
  connect(this, &QMenu::aboutToShow, this, &SourceMenu::readMonitors);
  connect(windows_, &QMenu::aboutToShow, this, &SourceMenu::readWindows);
  connect(cameras_, &QMenu::aboutToShow, this, &SourceMenu::listCameras);
  addPlain(*windows_, tr("Reading..."));
  listCameras();
}

LiveSource SourceMenu::wholeScreen() const {
  LiveSource source;
  source.name = tr("screen");
  const double rate = screen() == nullptr ? kUsualRate : screen()->refreshRate();
  source.screen.rate = rate > 1 ? std::min(rate, kMostRate) : kUsualRate;
  return source;
}

void SourceMenu::readMonitors() {
  jobs_.idle().start([read = tools_.monitors](const Job::Handle&) { return read(); },
                     [this](const Outcome<std::vector<Area>>& outcome) {
                       if (outcome.value) showMonitors(*outcome.value);
                     });
}

void SourceMenu::showMonitors(const std::vector<Area>& monitors) {
  qDeleteAll(monitors_);
  monitors_.clear();
  if (monitors.size() < 2) return;
  int number = 0;
  for (const Area& monitor : monitors) {
    LiveSource source = wholeScreen();
    source.screen.monitor = ++number;
    source.name = tr("monitor %1").arg(number);
    auto* action = new QAction(
        tr("Monitor &%1 (%2 x %3)").arg(number).arg(monitor.width).arg(monitor.height), this);
    connect(action, &QAction::triggered, this, [this, source] { emit chosen(source); });
    insertAction(monitorsEnd_, action);
    monitors_ += action;
  }
}

void SourceMenu::readWindows() {
  jobs_.idle().start([read = tools_.windows](const Job::Handle&) { return read(); },
                     [this](const Outcome<std::vector<ScreenWindow>>& outcome) {
                       if (outcome.value) return showWindows(*outcome.value);
                       windows_->clear();
                       addPlain(*windows_, asText(outcome.failure.sentence));
                     });
}

void SourceMenu::showWindows(const std::vector<ScreenWindow>& windows) {
  windows_->clear();
  for (const ScreenWindow& window : windows) {
    if (window.title.empty()) continue;
    LiveSource source = wholeScreen();
    source.screen.window = window.id;
    source.name = QString::fromStdString(window.title);
    connect(windows_->addAction(asText(source.name)), &QAction::triggered, this,
            [this, source] { emit chosen(source); });
  }
  if (windows_->isEmpty()) addPlain(*windows_, tr("No window is shown"));
}

void SourceMenu::listCameras() {
  cameras_->clear();
  const QStringList devices =
      QDir(QStringLiteral("/dev")).entryList({QStringLiteral("video*")}, QDir::System, QDir::Name);
  for (const QString& device : devices) {
    LiveSource source;
    source.kind = LiveSource::Kind::camera;
    source.place = "/dev/" + device.toStdString();
    source.name = QString::fromStdString(source.place);
    connect(cameras_->addAction(source.name), &QAction::triggered, this,
            [this, source] { emit chosen(source); });
  }
  if (devices.isEmpty()) addPlain(*cameras_, tr("No camera is connected"));
  connect(cameras_->addAction(tr("An &address...")), &QAction::triggered, this,
          &SourceMenu::askForAddress);
}

void SourceMenu::askForAddress() {
  auto* dialog = new QInputDialog(parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Watch a camera"));
  dialog->setLabelText(tr("Address of the camera, such as rtsp://host/stream:"));
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
    LiveSource source;
    source.kind = LiveSource::Kind::camera;
    source.name = text.trimmed();
    source.place = source.name.toStdString();
    if (!source.place.empty()) emit chosen(source);
  });
  dialog->open();
}

void SourceMenu::askForVideo() {
  auto* dialog = new QFileDialog(parentWidget(), tr("Open a video"),
                                 rememberedFolder(kVideosWord, QDir::homePath()));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilters(
      {tr("Videos (%1)").arg(QStringLiteral("*.mp4 *.mkv *.avi *.webm *.mov *.m4v *.mpg *.mpeg")),
       tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    rememberPath(kVideosWord, file);
    emit chosen(videoSource(file));
  });
  dialog->open();
}

}  // namespace espy::desktop
