// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "tray/needle_export.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QWidget>

#include "espy/pictures.h"
#include "model/inputs.h"
#include "model/paths.h"
#include "model/translated.h"
#include "widgets/ask_path.h"

namespace espy::desktop {
namespace {

const char* const kFolderWord = "needle";

}  // namespace

Image withMask(const NeedleItem& needle) {
  const ImageView& from = needle.picture->image;
  if (!needle.mask) return Image::copyOf(from);
  PixelFormat format = from.format();
  const int colours = format.colourChannels();
  format.channels = colours + 1;
  Image picture(from.size(), format);
  for (std::int64_t y = 0; y < from.height(); ++y) {
    for (std::int64_t x = 0; x < from.width(); ++x) {
      for (int c = 0; c < colours; ++c) {
        setSample(picture.pixels(), x, y, c, sampleAt(from, x, y, c));
      }
      const auto opaque = static_cast<std::uint32_t>(format.maxValue());
      const std::uint32_t own = from.format().hasAlpha() ? sampleAt(from, x, y, colours) : opaque;
      setSample(picture.pixels(), x, y, colours, sampleAt(*needle.mask, x, y, 0) == 0 ? 0 : own);
    }
  }
  return picture;
}

std::unique_ptr<DragData> draggedNeedle(const NeedleItem& needle) {
  auto data = std::make_unique<DragData>(DragData::OwnDrop::refused);
  data->offerPixels([needle] { return qImageFrom(withMask(needle)); });
  data->offerFiles([needle](const QString& folder) {
    const QString name = safeFileName(needle.name, QStringLiteral("-_")) + defaultExtension();
    writePicture(pathOf(folder + QLatin1Char('/') + name), withMask(needle));
  });
  return data;
}

NeedleExport::NeedleExport(QWidget& window) : QObject(&window), window_(window) {}

void NeedleExport::copy(const NeedleItem& needle) {
  QGuiApplication::clipboard()->setImage(qImageFrom(withMask(needle)));
}

void NeedleExport::save(const NeedleItem& needle) {
  PathQuestion question;
  question.title = tr("Save the needle");
  question.remembered = QLatin1String(kFolderWord);
  question.folder = QDir::homePath();
  question.name = safeFileName(needle.name, QStringLiteral("-_")) + QStringLiteral(".png");
  question.filters = QStringList{tr("Pictures (*.png *.ppm *.pam *.pgm *.tif *.bmp *.webp)")};
  askForPath(&window_, question, [this, needle](const QString& path) { saveTo(needle, path); });
}

void NeedleExport::saveTo(const NeedleItem& needle, const QString& path) {
  try {
    refuseInputs(pathOf(path), needle.source.lock(), {needle});
    writePicture(pathOf(path), withMask(needle));
    rememberPath(QLatin1String(kFolderWord), path);
    emit said(tr("The needle was saved as %1.").arg(path), false);
  } catch (const std::exception& error) {
    emit said(translated(error), true);
  }
}

}  // namespace espy::desktop
