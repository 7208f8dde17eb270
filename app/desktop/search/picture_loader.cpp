// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/picture_loader.h"

#include <QFileInfo>
#include <utility>

#include "espy/pictures.h"
#include "model/index_needles.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

PicturePtr pictureIn(const QString& path, PictureLoader::Purpose purpose,
                     const std::stop_token& stop) {
  if (purpose == PictureLoader::Purpose::needle && isIndexFolder(path)) return pictureOfIndex(path);
  ReadOptions options;
  options.stop = stop;
  ReadPicture read = readPicture(pathOf(path), options);
  auto picture = std::make_shared<Picture>();
  picture->image = std::move(read.image);
  picture->path = path;
  picture->name = QFileInfo(path).fileName();
  picture->note = translated(read.note);
  return picture;
}

}  // namespace

void PictureLoader::load(const QString& path, Purpose purpose) {
  Job* job = nullptr;
  if (purpose == Purpose::scene) {
    if (scene_ != nullptr) scene_->forget();
    job = scene_ = &jobs_.idle(needles_);
  } else if (QFileInfo::exists(path) && !QFileInfo(path).isFile() && !QFileInfo(path).isDir()) {
    job = &jobs_.idle(needles_);  // a pipe may block forever
  } else {
    if (needles_ == nullptr) needles_ = &jobs_.idle();
    job = needles_;
  }
  job->add([path,
            purpose](const Job::Handle& handle) { return pictureIn(path, purpose, handle.stop()); },
           [this, path, purpose, job](const Outcome<PicturePtr>& outcome) {
             if (job == scene_) scene_ = nullptr;
             if (outcome.value) return emit loaded(*outcome.value, purpose);
             const Failure& failure = outcome.failure;
             if (failure.outOfMemory) {
               emit failed(path, tr("%1: not enough memory to read it.").arg(path));
             } else {
               emit failed(path, failure.unnamed ? path + QStringLiteral(": ") + failure.sentence
                                                 : failure.sentence);
             }
           });
}

}  // namespace espy::desktop
