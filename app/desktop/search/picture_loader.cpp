// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/picture_loader.h"

#include <QFileInfo>
#include <QMetaObject>
#include <new>

#include "espy/pictures.h"
#include "model/paths.h"

namespace espy::desktop {

PictureLoader::PictureLoader(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

PictureLoader::~PictureLoader() {
  pool_.clear();
  pool_.waitForDone();
}

void PictureLoader::load(const QString& path, Purpose purpose) {
  pool_.start([this, path, purpose] {
    try {
      ReadPicture read = readPicture(pathOf(path));
      auto picture = std::make_shared<Picture>();
      picture->image = std::move(read.image);
      picture->path = path;
      picture->name = QFileInfo(path).fileName();
      picture->note = textOf(read.note);
      QMetaObject::invokeMethod(
          this, [this, picture, purpose] { emit loaded(picture, purpose); }, Qt::QueuedConnection);
    } catch (const std::bad_alloc&) {
      QMetaObject::invokeMethod(
          this,
          [this, path] { emit failed(path, tr("%1: there is no memory to read it.").arg(path)); },
          Qt::QueuedConnection);
    } catch (const std::exception& error) {
      const QString sentence = textOf(error.what());
      QMetaObject::invokeMethod(
          this, [this, path, sentence] { emit failed(path, sentence); }, Qt::QueuedConnection);
    }
  });
}

}  // namespace espy::desktop
