// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>
#include <utility>

#include "desktop/shots.h"
#include "espy/features.h"
#include "espy/pictures.h"
#include "identify/answer_page.h"
#include "identify/identify_view.h"
#include "support/surface_photo.h"
#include "widgets/notice_bar.h"
#include "window/tool_windows.h"

/// Screenshots of the view "Identify" with a library of generated surfaces.
namespace espy::desktop {

/// Folder with rendered photographs of surfaces; drawn on first use, deleted at exit.
inline const QDir& surfacePhotographs() {
  static const QTemporaryDir folder;
  static const QDir photographs(folder.path());
  static bool drawn = false;
  if (std::exchange(drawn, true)) return photographs;
  photographs.mkpath(QStringLiteral("known"));
  const auto sheetOf = [](int number) {
    return test::surfaceSheet({static_cast<test::SurfaceKind>(number % test::kSurfaceKinds),
                               static_cast<std::uint64_t>(40 + number), 0, 0});
  };
  const auto save = [](const QString& name, const Image& picture) {
    writePicture(photographs.filePath(name).toStdString(), picture.view());
  };
  const char* const kinds[] = {"stone", "plank", "cloth", "tea-brick", "clay"};
  constexpr int kKnown = 10;
  constexpr int kQueried = 3;
  const auto around = sheetOf(kKnown + kQueried);
  for (int i = 0; i < kKnown + kQueried; ++i) {
    const auto sheet = sheetOf(i);
    const auto seed = static_cast<std::uint64_t>(i);
    if (i < kKnown) {
      const QString name =
          QStringLiteral("known/%1-%2.png").arg(QLatin1String(kinds[i % 5])).arg(100 + 7 * i);
      save(name, surfacePhoto(sheet, around, test::referenceView(seed), seed));
    }
    if (i % 4 != 0 && i < kKnown) continue;  // no query
    const auto view = test::queryView(test::SurfaceLevel::medium, seed);
    save(QStringLiteral("photograph-%1.png").arg(i + 1, 2, 10, QLatin1Char('0')),
         surfacePhoto(sheet, around, view, seed));
  }
  QFile broken(photographs.filePath(QStringLiteral("known/holiday.png")));
  if (broken.open(QIODevice::WriteOnly)) broken.write("no picture");
  Image plain({64, 64}, {1, Depth::u8});
  save(QStringLiteral("known/wall.png"), plain);
  return photographs;
}

inline QStringList photographsToAsk() {
  const QDir& folder = surfacePhotographs();
  QStringList files;
  for (const QString& name : folder.entryList({QStringLiteral("photograph-*.png")})) {
    files += folder.filePath(name);
  }
  return files;
}

inline void showIdentifyEmpty(MainWindow& window) {
  window.actions().at(ActionId::identify)->trigger();
}

/// A library just created from a folder, with some pictures refused.
inline void showIdentifyAdded(MainWindow& window) {
  showIdentifyEmpty(window);
  IdentifyView& view = window.tools().identify();
  const QDir& folder = surfacePhotographs();
  const QString library = folder.filePath(QStringLiteral("surfaces.esl"));
  QDir(library).removeRecursively();
  view.createLibrary(library, {folder.filePath(QStringLiteral("known"))});
  await("surfaces are added",
        [&] { return view.notice().isVisible() && !view.controller().isWriting(); });
  await("they are listed", [&] { return view.controller().facts().references > 0; });
}

inline void askFor(MainWindow& window, int row) {
  showIdentifyAdded(window);
  IdentifyView& view = window.tools().identify();
  view.notice().clear();
  view.identify(photographsToAsk());
  await("all are asked", [&] { return view.answers().rowCount() > row; });
  await("all are answered", [&] { return view.answers().waiting() == 0; });
  view.chooseAnswer(row);
  QTest::qWait(300);  // until pictures are read
}

inline void showIdentified(MainWindow& window) {
  askFor(window, 1);
}

inline void showUnknown(MainWindow& window) {
  askFor(window, 3);
}

/// The library's photographs are missing: only features are shown.
inline void showDotsOnly(MainWindow& window) {
  const QDir& folder = surfacePhotographs();
  showIdentifyAdded(window);
  const QDir known(folder.filePath(QStringLiteral("known")));
  const QDir hidden(folder.filePath(QStringLiteral("hidden")));
  await("they are gone", [&] { return QDir().rename(known.path(), hidden.path()); });
  IdentifyView& view = window.tools().identify();
  view.notice().clear();
  view.identify(photographsToAsk());
  await("all are asked", [&] { return view.answers().rowCount() > 0; });
  await("all are answered", [&] { return view.answers().waiting() == 0; });
  QTest::qWait(300);
  QDir().rename(hidden.path(), known.path());
}

inline void showIdentifyZones(MainWindow& window) {
  showIdentifyAdded(window);
  IdentifyView& view = window.tools().identify();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(photographsToAsk().front())});
  QDragEnterEvent enter(QPoint(view.width() / 2, view.height() / 2), Qt::CopyAction, &data,
                        Qt::LeftButton, {});
  QApplication::sendEvent(&view, &enter);
}

inline constexpr State kIdentifyStates[] = {
    {"identify-empty", showIdentifyEmpty}, {"identify-added", showIdentifyAdded},
    {"identified", showIdentified},        {"unknown", showUnknown},
    {"dots-only", showDotsOnly},           {"identify-zones", showIdentifyZones},
};

}  // namespace espy::desktop
