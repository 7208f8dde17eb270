// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The needle that is being cut out of the scene.
#include <utility>

#include "canvas/lasso_mask.h"
#include "model/needle_commands.h"
#include "window/workbench.h"

namespace espy::desktop {

PicturePtr Workbench::cutPicture(const QRect& rectangle) const {
  auto picture = std::make_shared<Picture>();
  picture->image = cutOut(scene_->image, rectangle);
  return picture;
}

void Workbench::cut(const QRect& rectangle) {
  if (!scene_) return;
  const QRect inside = rectangle & frameOf(scene_->image);
  if (inside.isEmpty()) return;
  // What was ignored stays ignored while the rectangle only moves.
  const NeedleItem* now = tray_.find(cutId_);
  const bool sameSize = now != nullptr && now->origin && now->origin->size() == inside.size();
  replaceCut(cutPicture(inside), sameSize ? now->mask : nullptr, inside);
}

void Workbench::cutLasso(const QPolygon& polygon) {
  if (!scene_) return;
  const LassoCut cut = cutOf(polygon);
  const QRect inside = cut.frame & frameOf(scene_->image);
  if (inside.isEmpty()) return;
  std::shared_ptr<const Image> mask = cut.mask;
  if (inside != cut.frame) {
    mask =
        std::make_shared<const Image>(cutOut(*cut.mask, inside.translated(-cut.frame.topLeft())));
  }
  replaceCut(cutPicture(inside), std::move(mask), inside);
}

void Workbench::setCutMask(const PixelMask& mask) {
  const NeedleItem* now = tray_.find(cutId_);
  if (now == nullptr) return;
  NeedleItem item = *now;
  item.mask = mask;
  item.judge = nullptr;  // which was learned for another needle
  undo_.push(new EditNeedle(tray_, std::move(item), tr("ignore a part")));
  emit cutChanged();
}

void Workbench::replaceCut(const PicturePtr& picture, std::shared_ptr<const Image> mask,
                           const QRect& origin) {
  if (const NeedleItem* now = tray_.find(cutId_)) {
    NeedleItem item = *now;
    auto named = std::make_shared<Picture>();
    named->image = Image(picture->image.view(), picture);
    named->name = item.name;
    item.picture = std::move(named);
    item.mask = std::move(mask);
    item.origin = origin;
    item.judge = nullptr;
    undo_.push(new EditNeedle(tray_, std::move(item), tr("cut out"), gesture_));
  } else {
    auto named = std::make_shared<Picture>();
    named->image = Image(picture->image.view(), picture);
    named->name = tr("cut %1").arg(++cuts_);
    addNeedle(std::move(named), std::move(mask), origin);
    cutId_ = tray_.items().back().id;
    ++gesture_;
  }
  emit cutChanged();
}

void Workbench::keepCut() {
  if (const NeedleItem* now = tray_.find(cutId_)) {
    NeedleItem kept = *now;
    kept.kept = true;
    cutId_ = 0;
    undo_.push(new EditNeedle(tray_, std::move(kept), tr("keep the needle")));
  }
  cutId_ = 0;
  emit cutChanged();
}

void Workbench::resumeCut(int id) {
  const NeedleItem* item = tray_.find(id);
  if (id == cutId_) return;
  if (item == nullptr || item->kept || !item->isOf(scene_)) {
    if (cutId_ != 0) keepCut();  // who looks at another needle has done with this one
    return;
  }
  cutId_ = id;
  ++gesture_;
  emit cutChanged();
}

std::optional<QRect> Workbench::cutRectangle() const {
  const NeedleItem* item = tray_.find(cutId_);
  return item == nullptr ? std::nullopt : item->origin;
}

}  // namespace espy::desktop
