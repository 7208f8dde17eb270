// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Measures how long work with a large library of surfaces blocks the GUI thread, and the latency of
// each step. A program to run by hand, not a test.
//
//     library_bench [REFERENCES [FOLDER]]
//
// The library is written to the folder, or reused if it exists.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "espy/engine/all.h"
#include "espy/pictures.h"
#include "identify/answer_page.h"
#include "identify/id_list.h"
#include "identify/identify_view.h"
#include "identify/library_panel.h"
#include "identify/surface_words.h"
#include "support/surface_photo.h"
#include "window/main_window.h"
#include "window/tool_windows.h"

namespace espy::desktop {
namespace {

constexpr int kPatience = 600000;  // in milliseconds
constexpr std::int64_t kFeatures = 2;

QString idOf(std::int64_t number) {
  return QStringLiteral("brick-%1").arg(number, 7, 10, QLatin1Char('0'));
}

void writeLibrary(const QString& folder, std::int64_t references) {
  SurfaceOptions options;
  options.features.most = kFeatures;
  options.leastFeatures = 1;
  options.maker = featureMaker();
  SurfaceLibrary::create(folder.toStdString(), options);
  SurfaceWriter writer(folder.toStdString());
  std::mt19937 random(1);
  Features features;
  features.picture = {640, 480};
  features.points.resize(kFeatures);
  features.bytes.resize(kFeatures * kFeatureBytes);
  for (std::int64_t i = 0; i < references; ++i) {
    for (std::uint8_t& byte : features.bytes) byte = static_cast<std::uint8_t>(random() % 90);
    writer.add(idOf(i).toStdString(), features, "nowhere.png");
    if (i % 50000 == 0) writer.commit();
  }
  writer.commit();
}

struct Step {
  double blockedTime = 0;  ///< longest interval between two ticks of the GUI thread
  double took = 0;         ///< until it was done
};

/// Runs `work` and waits until `done`, plus kAfterwards.
template <class Work, class Done>
void measure(const char* what, const Work& work, const Done& done) {
  constexpr int kAfterwards = 500;
  Step step;
  QElapsedTimer since;
  QTimer beat;
  QObject::connect(&beat, &QTimer::timeout, [&] {
    step.blockedTime = std::max(step.blockedTime, static_cast<double>(since.nsecsElapsed()) / 1e6);
    since.start();
  });
  beat.start(0);
  since.start();
  QElapsedTimer all;
  all.start();
  work();
  if (!QTest::qWaitFor(done, kPatience)) std::printf("waited in vain: ");
  step.took = static_cast<double>(all.nsecsElapsed()) / 1e6;
  QTest::qWait(kAfterwards);
  std::printf("%-40s %8.1f %10.1f\n", what, step.blockedTime, step.took);
  std::fflush(stdout);
}

QString photographIn(const QDir& folder) {
  const auto sheet = test::surfaceSheet({test::SurfaceKind::stone, 5, 0, 0});
  const auto view = test::queryView(test::SurfaceLevel::easy, 3);
  const QString path = folder.filePath(QStringLiteral("stone.png"));
  writePicture(path.toStdString(), surfacePhoto(sheet, sheet, view, 4).view());
  return path;
}

void run(std::int64_t references, const QString& library) {
  const QTemporaryDir folder;
  const QString photograph = photographIn(QDir(folder.path()));
  if (!isLibraryFolder(library)) {
    QElapsedTimer clock;
    clock.start();
    writeLibrary(library, references);
    std::printf("written in %.1f s\n", static_cast<double>(clock.elapsed()) / 1000);
  }
  const Registry registry = makeRegistry();
  QSettings().setValue(QStringLiteral("search/automatic"), false);  // one search at a time
  MainWindow window(registry);
  window.resize(1280, 800);
  window.show();
  if (!QTest::qWaitForWindowExposed(&window)) return;
  IdentifyView& view = window.tools().identify();
  window.tools().open(ActionId::identify);
  QTest::qWait(500);
  IdList& ids = view.panel().ids();
  auto* filter = view.panel().findChild<QLineEdit*>();
  auto* list = view.panel().findChild<QListView*>();
  std::printf("%lld surfaces; milliseconds that the window stood still, and until it was done:\n",
              static_cast<long long>(references));
  measure(
      "open", [&] { view.openLibrary(library); },
      [&] { return view.controller().library() && ids.rowCount() > 0; });
  measure(
      "scroll to the end of what is listed", [&] { list->scrollToBottom(); },
      [&, before = ids.rowCount()] { return ids.rowCount() > before; });
  const QString last = idOf(references - 1);
  for (const qsizetype letters : {qsizetype{1}, last.size() - 3, last.size()}) {
    const QString text = last.left(letters);
    measure(
        qPrintable(QStringLiteral("filter: ") + text), [&] { filter->setText(text); },
        [&] { return ids.rowCount() > 0 && (letters < last.size() || ids.rowCount() == 1); });
  }
  measure(
      "filter off", [&] { filter->clear(); }, [&] { return ids.rowCount() > 1; });
  measure(
      "identify a photograph", [&] { view.identify(QStringList{photograph}); },
      [&] { return view.answers().rowCount() == 1 && view.answers().waiting() == 0; });
  measure(
      "identify it again, shown by now", [&] { view.identify(QStringList{photograph}); },
      [&] { return view.answers().rowCount() == 2 && view.answers().waiting() == 0; });
  if (const PhotoAnswerPtr answer = view.answers().entry(0).answer) {
    std::printf("  %s\n", qPrintable(timingsOf(*answer)));
  }
  measure(
      "add a photograph",
      [&] {
        QFile::remove(folder.filePath(QStringLiteral("another.png")));
        QFile::copy(photograph, folder.filePath(QStringLiteral("another.png")));
        view.addPhotographs({folder.filePath(QStringLiteral("another.png"))});
      },
      [&] { return view.controller().facts().references > references && !view.isBusy(); });
  measure(
      "remove it again", [&] { view.controller().remove({QStringLiteral("another")}); },
      [&] { return view.controller().facts().references == references && !view.isBusy(); });
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("library-bench"));
  QApplication::setOrganizationName(QStringLiteral("espy-bench"));
  const std::int64_t references = argc > 1 ? std::atoll(argv[1]) : 1000000;
  const QTemporaryDir own;
  const QString library =
      argc > 2 ? QString::fromLocal8Bit(argv[2]) : own.filePath(QStringLiteral("bench.esl"));
  espy::desktop::run(references, library);
  return 0;
}
