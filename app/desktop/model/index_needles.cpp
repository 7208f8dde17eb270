// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/index_needles.h"

#include <QFileInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

constexpr int kSheet = 128;      ///< side of an index's picture, pixels
constexpr int kMostOnSheet = 4;  ///< pictures in a row

/// Length of the folder that begins all names, with its slash.
std::size_t sharedFolder(const NeedleIndex& index) {
  if (index.size() == 0) return 0;
  std::string_view shared = index.name(0);
  for (std::int64_t n = 1; n < index.size() && !shared.empty(); ++n) {
    const std::string_view name = index.name(n);
    const auto end = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end()).first;
    shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
  }
  const std::size_t slash = shared.rfind('/');
  return slash == std::string_view::npos ? 0 : slash + 1;
}

Image sheetOf(const NeedleIndex& index) {
  const auto count = static_cast<int>(
      std::min<std::int64_t>(index.size(), std::int64_t{kMostOnSheet} * kMostOnSheet));
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(count))));
  const int side = kSheet / columns;
  QImage sheet(kSheet, kSheet, QImage::Format_RGB888);
  sheet.fill(Qt::white);
  QPainter painter(&sheet);
  for (int n = 0; n < count; ++n) {
    const QRect cell(n % columns * side, n / columns * side, side, side);
    const QImage one = qImageFrom(index.picture(n).picture, cell.size());
    const int times = std::max(1, std::min((side - 2) / one.width(), (side - 2) / one.height()));
    QRect place(QPoint(0, 0), (one.size() * times).boundedTo(cell.size()));
    place.moveCenter(cell.center());
    painter.drawImage(place, one);
  }
  painter.end();
  return imageFrom(sheet);
}

}  // namespace

IndexNeedles::IndexNeedles(const std::string& folder) : index(folder), shared(sharedFolder(index)) {
  if (index.size() > std::numeric_limits<std::int32_t>::max()) {
    throw Error(ErrorCode::tooLarge, phrase("{}: has too many needles for the window", folder));
  }
}

QString IndexNeedles::name(std::uint32_t number) const {
  return textOf(index.name(number).substr(shared));
}

bool isIndexFolder(const QString& path) {
  if (!QFileInfo(path).isDir()) return false;
  try {
    SceneIndex::isOne(pathOf(path));
    return true;
  } catch (const Error&) {
    return false;
  }
}

PicturePtr pictureOfIndex(const QString& path) {
  if (SceneIndex::isOne(pathOf(path))) {
    throw Error(ErrorCode::badUse,
                phrase("{}: is an index of scenes; needles are searched for in it by espy find "
                       "--index",
                       pathOf(path)));
  }
  auto picture = std::make_shared<Picture>();
  picture->index = std::make_shared<const IndexNeedles>(pathOf(path));
  picture->image = sheetOf(picture->index->index);
  picture->path = path;
  picture->name = QFileInfo(path).fileName();
  return picture;
}

std::vector<NeedleItem> foundOf(const NeedleItem& index, std::span<const std::uint32_t> numbers,
                                std::int64_t before) {
  const std::shared_ptr<const IndexNeedles>& needles = index.picture->index;
  std::vector<NeedleItem> found;
  found.reserve(numbers.size());
  for (const std::uint32_t number : numbers) {
    const Needle needle = needles->index.picture(number);
    auto picture = std::make_shared<Picture>();
    picture->image = Image(needle.picture, needles);
    picture->name = needles->name(number);
    NeedleItem& item = found.emplace_back();
    item.id = static_cast<int>(-1 - before - number);
    item.name = picture->name;
    item.picture = std::move(picture);
    if (needle.mask) item.mask = std::make_shared<const Image>(*needle.mask, needles);
    item.colour = needleColour(found.size() - 1);
  }
  return found;
}

}  // namespace espy::desktop
