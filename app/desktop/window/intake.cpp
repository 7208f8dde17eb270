// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/intake.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr int kRecent = 8;

/// A dialog that does not stop the rest of the window.
QFileDialog* openDialog(QWidget& window, const QString& title, const QString& folder,
                        const QString& filter) {
  auto* dialog = new QFileDialog(&window, title, folder, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowModality(Qt::WindowModal);
  return dialog;
}

}  // namespace

Intake::Intake(Workbench& bench, QWidget& window)
    : QObject(&window), bench_(bench), window_(window) {
  // Only what could be read is worth remembering.
  connect(&bench, &Workbench::sceneChanged, this, [this] {
    if (!bench_.scene() || bench_.scene()->path.isEmpty()) return;
    const QString path = QFileInfo(bench_.scene()->path).absoluteFilePath();
    recent_.removeAll(path);
    recent_.push_front(path);
    recent_ = recent_.mid(0, kRecent);
    emit recentChanged();
  });
}

QString Intake::pictureFilter() {
  return tr(
      "Pictures (*.ppm *.pgm *.pbm *.pam *.pnm *.png *.jpg *.jpeg *.tif *.tiff *.bmp "
      "*.webp);;All files (*)");
}

void Intake::openScene(const QString& path) {
  folder_ = QFileInfo(path).absolutePath();
  bench_.openScene(path);
}

PicturePtr Intake::pasted(const QImage& pixels) {
  auto picture = std::make_shared<Picture>();
  picture->image = imageFrom(pixels);
  picture->name = tr("pasted %1").arg(++pastes_);
  return picture;
}

void Intake::drop(const Dropped& what, DropZones::Zone zone) {
  const bool asNeedle = zone == DropZones::Zone::needles;
  if (!what.pixels.isNull()) {
    PicturePtr picture = pasted(what.pixels);
    if (asNeedle) {
      bench_.addNeedle(std::move(picture));
    } else {
      bench_.setScene(std::move(picture));
    }
  } else if (asNeedle) {
    bench_.openNeedles(what.files);
  } else if (what.files.size() == 1 && !QFileInfo(what.files.front()).isDir()) {
    openScene(what.files.front());
  } else if (!what.files.isEmpty()) {
    if (!QFileInfo(what.files.front()).isDir()) openScene(what.files.front());
    emit batchWanted(what.files);
  }
}

void Intake::paste() {
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  const Dropped what = data == nullptr ? Dropped() : take(*data);
  if (what.empty()) {
    emit bench_.noted(tr("There is no picture on the clipboard."));
    return;
  }
  drop(what, bench_.scene() ? DropZones::Zone::needles : DropZones::Zone::scene);
}

void Intake::chooseScene() {
  QFileDialog* dialog = openDialog(window_, tr("Open a scene"), folder_, pictureFilter());
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &Intake::openScene);
  dialog->show();
}

void Intake::chooseNeedles() {
  QFileDialog* dialog = openDialog(window_, tr("Open needles"), folder_, pictureFilter());
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this,
          [this](const QStringList& files) { bench_.openNeedles(files); });
  dialog->show();
}

void Intake::openFromCommandLine(const QStringList& files, const QStringList& needles) {
  bench_.openNeedles(needles);
  if (files.size() == 1) openScene(files.front());
  if (files.size() > 1) {
    openScene(files.front());
    emit batchWanted(files);
  }
}

void Intake::setRecent(const QStringList& files) {
  recent_ = files.mid(0, kRecent);
  emit recentChanged();
}

}  // namespace espy::desktop
