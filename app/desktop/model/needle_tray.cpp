// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/needle_tray.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <array>

#include "model/index_needles.h"

namespace espy::desktop {
namespace {

constexpr int kThumbnail = 64;

/// Eight colours distinguishable with common colour vision deficiencies, on light and dark
/// pictures.
constexpr std::array<QRgb, 8> kColours = {0xff00a878, 0xffe06000, 0xff2f7fe0, 0xffd4479a,
                                          0xffe8c000, 0xff4fc3f7, 0xff8c5ad8, 0xffc0392b};

/// The needle on a checkerboard, without its ignored pixels.
QPixmap thumbnailOf(const NeedleItem& item) {
  QImage picture = qImageFrom(item.picture->image, {kThumbnail, kThumbnail});
  QImage thumbnail(kThumbnail, kThumbnail, QImage::Format_ARGB32_Premultiplied);
  thumbnail.fill(Qt::transparent);
  if (item.mask) {
    const QImage mask =
        qImageFrom(*item.mask, {kThumbnail, kThumbnail}).convertToFormat(QImage::Format_Grayscale8);
    picture = picture.convertToFormat(QImage::Format_ARGB32);
    for (int y = 0; y < std::min(picture.height(), mask.height()); ++y) {
      for (int x = 0; x < std::min(picture.width(), mask.width()); ++x) {
        if (qGray(mask.pixel(x, y)) == 0) picture.setPixelColor(x, y, Qt::transparent);
      }
    }
  }
  // Small needles are enlarged by an integer factor.
  const int times = std::min(kThumbnail / picture.width(), kThumbnail / picture.height());
  if (times > 1) picture = picture.scaled(picture.size() * times);
  QPainter painter(&thumbnail);
  const QPoint corner((kThumbnail - picture.width()) / 2, (kThumbnail - picture.height()) / 2);
  painter.fillRect(QRect(corner, picture.size()), QBrush(Qt::gray, Qt::Dense6Pattern));
  painter.drawImage(corner, picture);
  painter.end();
  return QPixmap::fromImage(thumbnail);
}

}  // namespace

QColor needleColour(std::size_t number) {
  return QColor::fromRgb(kColours[number % kColours.size()]);
}

std::vector<Needle> needlesOf(const std::vector<NeedleItem>& items) {
  std::vector<Needle> needles;
  for (const NeedleItem& item : items) {
    Needle& needle = needles.emplace_back();
    needle.picture = item.picture->image;
    if (item.mask) needle.mask = item.mask->view();
  }
  return needles;
}

std::vector<NeedleItem> NeedleTray::active() const {
  std::vector<NeedleItem> active;
  std::copy_if(items_.begin(), items_.end(), std::back_inserter(active),
               [](const NeedleItem& item) { return item.on; });
  return active;
}

std::vector<NeedleItem> NeedleTray::activePictures() const {
  std::vector<NeedleItem> pictures = active();
  std::erase_if(pictures, [](const NeedleItem& item) { return item.isIndex(); });
  return pictures;
}

const NeedleItem* NeedleTray::find(int id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &items_[static_cast<std::size_t>(row)];
}

int NeedleTray::rowOf(int id) const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [id](const NeedleItem& item) { return item.id == id; });
  return found == items_.end() ? -1 : static_cast<int>(found - items_.begin());
}

QColor NeedleTray::nextColour() const {
  std::array<int, kColours.size()> used{};
  for (const NeedleItem& item : items_) {
    const auto colour = std::ranges::find(kColours, item.colour.rgb());
    if (colour != kColours.end()) ++used[static_cast<std::size_t>(colour - kColours.begin())];
  }
  const auto least = std::ranges::min_element(used) - used.begin();
  return needleColour(static_cast<std::size_t>(least));
}

void NeedleTray::insert(int row, NeedleItem item) {
  beginInsertRows({}, row, row);
  nextId_ = std::max(nextId_, item.id + 1);
  thumbnails_.insert(thumbnails_.begin() + row, thumbnailOf(item));
  items_.insert(items_.begin() + row, std::move(item));
  endInsertRows();
  emit changed();
}

NeedleItem NeedleTray::take(int row) {
  beginRemoveRows({}, row, row);
  NeedleItem item = std::move(items_[static_cast<std::size_t>(row)]);
  items_.erase(items_.begin() + row);
  thumbnails_.erase(thumbnails_.begin() + row);
  endRemoveRows();
  emit changed();
  return item;
}

void NeedleTray::replace(int row, NeedleItem item) {
  const auto at = static_cast<std::size_t>(row);
  if (items_[at].picture != item.picture || items_[at].mask != item.mask) {
    thumbnails_[at] = thumbnailOf(item);
  }
  items_[at] = std::move(item);
  emit dataChanged(index(row), index(row));
  emit changed();
}

QVariant NeedleTray::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto at = static_cast<std::size_t>(index.row());
  const NeedleItem& item = items_[at];
  const QSize size = frameOf(item.picture->image).size();
  if (item.isIndex()) {
    const QString count = QLocale().toString(qlonglong{item.picture->index->index.size()});
    if (role == countRole) return count;
    if (role == Qt::ToolTipRole) return tr("%1, an index of %2 needles").arg(item.name, count);
    if (role == Qt::AccessibleTextRole) {
      return tr("Index %1 of %2 needles, %3").arg(item.name, count, item.on ? tr("on") : tr("off"));
    }
  }
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
      return item.name;
    case Qt::DecorationRole:
      return thumbnails_[at];
    case Qt::CheckStateRole:
      return item.on ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
      return tr("%1, %2 x %3 pixels").arg(item.name).arg(size.width()).arg(size.height());
    case Qt::AccessibleTextRole:
      return tr("Needle %1, %2 x %3 pixels, %4")
          .arg(item.name)
          .arg(size.width())
          .arg(size.height())
          .arg(item.on ? tr("on") : tr("off"));
    case colourRole:
      return item.colour;
    case idRole:
      return item.id;
    default:
      return {};
  }
}

bool NeedleTray::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  NeedleItem item = items_[static_cast<std::size_t>(index.row())];
  if (role == Qt::CheckStateRole) {
    item.on = value.toInt() == Qt::Checked;
  } else if (role == Qt::EditRole && !value.toString().trimmed().isEmpty()) {
    item.name = value.toString().trimmed();
  } else if (role == colourRole) {
    item.colour = value.value<QColor>();
  } else {
    return false;
  }
  emit editRequested(item);
  return true;
}

Qt::ItemFlags NeedleTray::flags(const QModelIndex& index) const {
  return QAbstractListModel::flags(index) | Qt::ItemIsUserCheckable | Qt::ItemIsEditable |
         Qt::ItemIsDragEnabled;
}

}  // namespace espy::desktop
