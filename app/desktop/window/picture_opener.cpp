// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/picture_opener.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QScreen>
#include <algorithm>

#include "model/index_needles.h"
#include "project/project_file.h"
#include "signal/signal_samples.h"
#include "widgets/ask_path.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {

namespace {

constexpr int kRecent = 8;
constexpr int kSettled = 400;  ///< milliseconds without a change
constexpr int kHidden = 700;   ///< milliseconds for the window manager to hide the window

/// File name patterns of pictures.
QStringList pictureEndings() {
  QStringList endings;
  for (const char* ending :
       {"ppm", "pgm", "pbm", "pam", "pnm", "png", "jpg", "jpeg", "tif", "tiff", "bmp", "webp"}) {
    endings += QStringLiteral("*.") + QLatin1String(ending);
  }
  return endings;
}

/// A window-modal file dialog.
QFileDialog* openDialog(QWidget& window, const QString& title, const QString& folder,
                        const QString& filter) {
  auto* dialog = new QFileDialog(&window, title, folder, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowModality(Qt::WindowModal);
  return dialog;
}

}  // namespace

PictureOpener::PictureOpener(Workbench& bench, QWidget& window)
    : QObject(&window), bench_(bench), window_(window) {
  // Only files that were read become recent files.
  connect(&bench, &Workbench::sceneChanged, this, [this] {
    if (!bench_.scene() || bench_.scene()->path.isEmpty()) return;
    const QString path = QFileInfo(bench_.scene()->path).absoluteFilePath();
    recent_.removeAll(path);
    recent_.push_front(path);
    recent_ = recent_.mid(0, kRecent);
    emit recentChanged();
  });
  connect(&bench, &Workbench::sceneChanged, this, &PictureOpener::watchScene);
  debounce_.setSingleShot(true);
  debounce_.setInterval(kSettled);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { debounce_.start(); });
  connect(&debounce_, &QTimer::timeout, this, [this] {
    emit changedOnDisk();
    watchScene();  // a replaced file must be added again
  });
}

void PictureOpener::watchScene() {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  const PicturePtr& scene = bench_.scene();
  if (scene && QFileInfo::exists(scene->path)) watcher_.addPath(scene->path);
}

void PictureOpener::step(int places) {
  if (!bench_.scene() || bench_.scene()->path.isEmpty()) return;
  const QFileInfo file(bench_.scene()->path);
  const QStringList names = file.absoluteDir().entryList(
      pictureEndings(), QDir::Files | QDir::Readable, QDir::Name | QDir::LocaleAware);
  const auto count = static_cast<int>(names.size());
  if (count < 2) return emit bench_.noted(tr("There is no other picture in the folder."));
  const auto at = static_cast<int>(names.indexOf(file.fileName()));
  openScene(file.absoluteDir().filePath(names[((at + places) % count + count) % count]));
}

void PictureOpener::readAgain() {
  if (bench_.scene() && !bench_.scene()->path.isEmpty()) openScene(bench_.scene()->path);
}

void PictureOpener::capture() {
  window_.hide();
  QTimer::singleShot(kHidden, this, [this] {
    QScreen* screen = window_.screen();
    const QImage pixels = screen == nullptr ? QImage() : screen->grabWindow(0).toImage();
    window_.show();
    window_.activateWindow();
    if (pixels.isNull()) {
      emit bench_.complained(tr("This desktop does not let programs take screenshots."));
      return;
    }
    auto picture = std::make_shared<Picture>();
    picture->image = imageFrom(pixels.convertToFormat(QImage::Format_RGB888));
    picture->name = tr("screen %1").arg(++captures_);
    bench_.setScene(std::move(picture));
  });
}

QString PictureOpener::pictureFilter() {
  return tr("Pictures (%1);;All files (*)").arg(pictureEndings().join(QLatin1Char(' ')));
}

void PictureOpener::openScene(const QString& path) {
  if (areRecordings({path})) return emit recordingsWanted({path});
  emit pictureWanted();
  if (path.endsWith(projectEnding(), Qt::CaseInsensitive)) return emit projectWanted(path);
  folder_ = QFileInfo(path).absolutePath();
  bench_.openScene(QFileInfo(path).absoluteFilePath());  // stays valid
}

PicturePtr PictureOpener::pasted(const QImage& pixels) {
  auto picture = std::make_shared<Picture>();
  picture->image = imageFrom(pixels);
  picture->name = tr("pasted %1").arg(++pastes_);
  return picture;
}

void PictureOpener::drop(const Dropped& what, DropZones::Zone zone) {
  const bool asNeedle = zone == DropZones::Zone::needles;
  if (!what.pixels.isNull()) {
    PicturePtr picture = pasted(what.pixels);
    if (asNeedle) {
      bench_.addNeedle(std::move(picture));
    } else {
      emit pictureWanted();
      bench_.setScene(std::move(picture));
    }
  } else if (areRecordings(what.files)) {
    emit recordingsWanted(what.files);
  } else if (asNeedle || std::ranges::all_of(what.files, isIndexFolder)) {
    bench_.openNeedles(what.files);
  } else if (what.files.size() == 1 && !QFileInfo(what.files.front()).isDir()) {
    openScene(what.files.front());
  } else if (!what.files.isEmpty()) {
    openMany(what.files);
  }
}

void PictureOpener::openMany(const QStringList& files) {
  // A picture that needles were cut from stays.
  if (!bench_.scene() && !QFileInfo(files.front()).isDir()) openScene(files.front());
  emit batchWanted(files);
}

void PictureOpener::paste() {
  pasteOnto(bench_.scene() ? DropZones::Zone::needles : DropZones::Zone::scene);
}

void PictureOpener::pasteScene() {
  pasteOnto(DropZones::Zone::scene);
}

void PictureOpener::pasteOnto(DropZones::Zone zone) {
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  const Dropped what = data == nullptr ? Dropped() : take(*data);
  if (what.empty()) {
    emit bench_.noted(tr("There is no picture on the clipboard."));
    return;
  }
  drop(what, zone);
}

void PictureOpener::chooseScene() {
  const QStringList endings = pictureEndings() << QLatin1Char('*') + projectEnding();
  QFileDialog* dialog = openDialog(
      window_, tr("Open a picture"), folder_,
      tr("Pictures and projects (%1);;All files (*)").arg(endings.join(QLatin1Char(' '))));
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &PictureOpener::openScene);
  dialog->show();
}

void PictureOpener::chooseNeedles() {
  QFileDialog* dialog = openDialog(window_, tr("Open needles"), folder_, pictureFilter());
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this,
          [this](const QStringList& files) { bench_.openNeedles(files); });
  dialog->show();
}

void PictureOpener::chooseIndex() {
  PathQuestion question;
  question.title = tr("Open an index of needles");
  question.remembered = QStringLiteral("index");
  question.folder = folder_;
  askForPath(&window_, question, [this](const QString& folder) {
    rememberFolder(QStringLiteral("index"), QFileInfo(folder).absolutePath());
    bench_.openNeedles({folder});
  });
}

void PictureOpener::openFromCommandLine(const QStringList& files, const QStringList& needles) {
  QStringList absolute;
  for (const QString& needle : needles) absolute += QFileInfo(needle).absoluteFilePath();
  bench_.openNeedles(absolute);
  if (areRecordings(files)) return emit recordingsWanted(files);
  if (files.isEmpty()) return;
  if (files.size() > 1 || QFileInfo(files.front()).isDir()) return openMany(files);
  openScene(files.front());
}

void PictureOpener::setRecent(const QStringList& files) {
  recent_ = files.mid(0, kRecent);
  emit recentChanged();
}

RecentMenu::RecentMenu(Workbench& bench, PictureOpener& opener, QWidget* parent)
    : QMenu(MainWindow::tr("&Recent pictures"), parent), bench_(bench), opener_(opener) {
  connect(&opener, &PictureOpener::recentChanged, this, &RecentMenu::fill);
  fill();
}

void RecentMenu::fill() {
  clear();
  for (const QString& path : opener_.recent()) {
    // Escapes "&".
    QAction* action =
        addAction(QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setStatusTip(path);
    connect(action, &QAction::triggered, &opener_, [this, path] { opener_.openScene(path); });
  }
  setEnabled(!opener_.recent().isEmpty());
}

}  // namespace espy::desktop
