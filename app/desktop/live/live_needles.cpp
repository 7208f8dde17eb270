// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_needles.h"

#include <utility>

#include "model/needle_commands.h"
#include "widgets/ask_path.h"

namespace espy::desktop {
namespace {

const QString kNeedlesWord = QStringLiteral("live-needles");

}  // namespace

LiveNeedles::LiveNeedles(QObject* parent) : QObject(parent) {
  connect(&tray_, &NeedleTray::editRequested, this, [this](const NeedleItem& to) {
    undo_.push(new EditNeedle(tray_, to, tr("change needle %1").arg(to.name)));
  });
  connect(&loader_, &PictureLoader::loaded, this,
          [this](const PicturePtr& picture, PictureLoader::Purpose) { add(picture); });
  connect(&loader_, &PictureLoader::failed, this,
          [this](const QString&, const QString& sentence) { emit failed(sentence); });
}

void LiveNeedles::open(const QStringList& paths) {
  for (const QString& path : paths) loader_.load(path, PictureLoader::Purpose::needle);
}

void LiveNeedles::askForFiles(QWidget* parent) {
  desktop::askForFiles(parent, tr("Open needles"), kNeedlesWord, {},
                       [this](const QStringList& files) { open(files); });
}

void LiveNeedles::add(PicturePtr picture) {
  if (picture->index) {
    return emit failed(tr("%1: an index cannot be searched for live.").arg(picture->name));
  }
  NeedleItem item;
  item.id = tray_.newId();
  item.name = picture->name;
  item.picture = std::move(picture);
  item.colour = tray_.nextColour();
  undo_.push(new AddNeedle(tray_, std::move(item)));
}

void LiveNeedles::addPixels(const QImage& pixels) {
  if (pixels.isNull()) return;
  auto picture = std::make_shared<Picture>();
  picture->image = imageFrom(pixels);
  picture->name = tr("pasted %1").arg(++pastes_);
  add(std::move(picture));
}

void LiveNeedles::cut(const PicturePtr& frame, const QRect& rectangle, bool again) {
  auto picture = std::make_shared<Picture>();
  picture->image = cutOut(frame->image, rectangle);
  const NeedleItem* last = again ? tray_.find(cutId_) : nullptr;
  picture->name = last != nullptr ? last->name : tr("cut %1").arg(++cuts_);
  if (last == nullptr) {
    add(std::move(picture));
    cutId_ = tray_.items().back().id;
    return;
  }
  NeedleItem item = *last;
  item.picture = std::move(picture);
  undo_.push(new EditNeedle(tray_, std::move(item), tr("cut out"), cutId_));
}

void LiveNeedles::remove(int id) {
  if (tray_.find(id) != nullptr) undo_.push(new RemoveNeedle(tray_, id));
}

}  // namespace espy::desktop
