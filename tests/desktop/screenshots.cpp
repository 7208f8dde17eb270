// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Saves screenshots of the window in several states, for review and documentation:
// desktop_screenshots [--dark] [--language XX] [--only NAME] [--size WIDTHxHEIGHT] [--brief]
// FOLDER. With --brief, measurements are shorter and the large crowd is smaller.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLayout>
#include <QLibraryInfo>
#include <QMimeData>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>
#include <QUrl>
#include <cstdio>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/find_panel.h"
#include "demo/find_veil.h"
#include "demo/race_view.h"
#include "demo/race_window.h"
#include "desktop/identify_shots.h"
#include "desktop/palettes.h"
#include "desktop/shots.h"
#include "desktop/signal_shots.h"
#include "espy/engine/all.h"
#include "judge/judge_bar.h"
#include "judge/judge_view.h"
#include "lab/lab_form.h"
#include "lab/lab_view.h"
#include "options/options_panel.h"
#include "results/results_view.h"
#include "timing/timing_view.h"
#include "widgets/notice_bar.h"
#include "window/main_window.h"
#include "window/night_link.h"
#include "window/tool_window.h"
#include "window/traveller_link.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr QRect kTraveller(743, 790, 16, 16);

void open(MainWindow& window, const char* name) {
  window.bench().openScene(sample(name));
  await("the scene is read", [&] { return window.bench().scene() != nullptr; });
}

void showEmpty(MainWindow& /*window*/) {}

void showFound(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  centreOn(window, kTraveller, 4);
}

void showMany(MainWindow& window) {
  open(window, "pattern_many.pgm");
  MarkSettings marks = window.bench().markSettings();
  marks.numbers = true;
  window.bench().setMarkSettings(marks);
  window.bench().openNeedles({sample("pattern.pgm")});
  awaitMatches(window);
  settle(window);
  QTest::mouseClick(&window.canvas(), Qt::LeftButton, {}, placeOf(window, {209, 398}));
}

/// A traveller with another nose, who is not in the crowd.
PicturePtr stranger() {
  auto picture = std::make_shared<Picture>();
  QImage pixels(sample("traveller.ppm"));
  pixels.setPixelColor(8, 6, Qt::green);
  pixels.setPixelColor(9, 6, Qt::green);
  picture->image = imageFrom(pixels);
  picture->name = QStringLiteral("stranger");
  return picture;
}

void showNothing(MainWindow& window) {
  open(window, "crowd.ppm");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.99;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  window.bench().addNeedle(stranger());
  await("there is a notice", [&] { return window.notice().isVisible(); });
}

void showHint(MainWindow& window) {
  showNothing(window);
  centreOn(window, kTraveller, 4);
  window.notice().findChildren<QToolButton*>().at(1)->click();
}

void showTrouble(MainWindow& window) {
  window.bench().openScene(QStringLiteral("/nowhere/holiday.png"));
  await("there is a notice", [&] { return window.notice().isVisible(); });
}

void showCrop(MainWindow& window) {
  open(window, "crowd.ppm");
  centreOn(window, kTraveller, 6);
  drag(window, {{730, 775}, {750, 790}, {764, 812}});
  settle(window);
  pressAndMove(window, {{765.5, 813.5}, {767, 815}, {771, 818}});
}

void showLasso(MainWindow& window) {
  open(window, "crowd.ppm");
  centreOn(window, kTraveller, 12);
  window.actions().at(ActionId::toolLasso)->trigger();
  drag(window, {{751, 787},
                {745, 789},
                {742, 797},
                {743, 807},
                {758, 807},
                {760, 796},
                {757, 789},
                {751, 787}});
  window.actions().at(ActionId::toolIgnore)->trigger();
  drag(window, {{746, 804}, {750, 804}, {756, 804}});
  QTest::mouseMove(&window.canvas(), placeOf(window, {756, 804}));
}

void showPasses(MainWindow& window) {
  open(window, "pattern_many.pgm");
  window.bench().openNeedles({sample("pattern.pgm")});
  awaitMatches(window);
  centreOn(window, {512, 512, 32, 16}, 6);
  window.actions().at(ActionId::passTwo)->trigger();
}

void showTiming(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  // A search long enough to use several threads.
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.95;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  settle(window);
  window.actions().at(ActionId::timing)->trigger();
  await("the view is there", [&] { return window.timing().isVisible(); });
  TimingOptions options;
  options.runs = brief ? 2 : 3;
  window.timing().setOptions(options);
  window.timing().start();
  await("it is measured", [&] { return !window.timing().running(); });
}

void showBatch(MainWindow& window) {
  static const QTemporaryDir folder;
  window.findTheTraveller();
  awaitMatches(window);
  window.actions().at(ActionId::batch)->trigger();
  await("the view is there", [&] { return window.batch().isVisible(); });
  BatchView& batch = window.batch();
  batch.form().setFolder(folder.path());
  batch.form().setOverwrite(true);
  batch.setImages({sample("crowd.ppm"), sample("blue_box.ppm"), sample("PROVENANCE.md")});
  await("they are listed", [&] { return batch.queue().size() == 3; });
  batch.start();
  await("the batch has ended", [&] { return !batch.running(); });
  batch.addImages({sample("traveller.ppm"), sample("pattern_many.pgm")});
  await("they are listed", [&] { return batch.queue().size() == 5; });
}

void showLab(MainWindow& window) {
  window.actions().at(ActionId::lab)->trigger();
  LabView& lab = window.lab();
  lab.chooseExperiment(QStringLiteral("signal-sad"));
  LabSettings settings;
  settings.swept = QStringLiteral("samples");
  // Threads that wait for a lock are slow while other programs run.
  if (brief) settings.values[QStringLiteral("length")] = QStringLiteral("100");
  settings.sweep =
      brief ? QStringLiteral("300, 500, 700, 1000") : QStringLiteral("10000, 20000, 40000, 80000");
  LabChoice choice = lab.choice();
  choice.runs = brief ? 1 : 3;
  choice.settings[choice.experiment] = settings;
  lab.setChoice(choice);
  lab.start();
  await("the experiment has ended", [&] { return !lab.running(); });
}

void showZones(MainWindow& window) {
  showFound(window);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(sample("traveller.ppm"))});
  const QPoint place(window.width() / 25, window.height() / 2);
  QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &enter);
}

void showPixels(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  centreOn(window, {748, 798, 6, 6}, 40);
}

/// 15,000 dots, all matched, zoomed to fit.
void showDots(MainWindow& window) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image({1800, 1200}, {3, Depth::u8});
  const MutableImageView pixels = picture->image.pixels();
  for (int y = 0; y < 1200; ++y) {
    for (int x = 0; x < 1800; ++x) {
      const bool dot = x % 12 / 4 == 1 && y % 12 / 4 == 1;
      std::uint8_t* pixel = pixels.row(y) + 3 * x;
      pixel[0] = dot ? 20 : 235;
      pixel[1] = dot ? 20 : static_cast<std::uint8_t>(215 + x / 90);
      pixel[2] = dot ? 60 : static_cast<std::uint8_t>(200 + y / 40);
    }
  }
  picture->name = QStringLiteral("dots");
  window.bench().setScene(picture);
  SearchSettings settings = window.bench().settings();
  settings.tolerance = 60;
  window.bench().setSettings(settings);
  window.bench().cut(QRect(903, 603, 6, 6));
  awaitMatches(window);
  settle(window);
  window.actions().at(ActionId::nextMatch)->trigger();
}

void showScores(MainWindow& window) {
  open(window, "crowd.ppm");
  window.bench().cut(kTraveller);
  awaitMatches(window);
  centreOn(window, kTraveller, 3);
  window.actions().at(ActionId::scoreMap)->trigger();
  await("the scores are there", [&] { return window.canvas().scores() != nullptr; });
}

void showAsks(MainWindow& window) {
  // A large crowd takes seconds and looks the same when zoomed out.
  if (brief) window.traveller().setCrowdSize(kLargeCrowd / 4);
  window.actions().at(ActionId::traveller)->trigger();
  await("the crowd is drawn",
        [&] { return window.traveller().game().state() == FindGame::State::asking; });
}

void showRevealed(MainWindow& window) {
  // Skip the animation.
  if (brief) QSettings().setValue(QStringLiteral("race/reducedMotion"), true);
  showAsks(window);
  emit window.traveller().game().panel().showWanted();
  await("he is found", [&] { return window.traveller().game().veil().depth() >= 1; });
  constexpr int kFlight = 3000;  // milliseconds
  if (!brief) QTest::qWait(kFlight);
}

void showRace(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  window.actions().at(ActionId::race)->trigger();
  auto* race = window.findChild<RaceWindow*>();
  await("they race", [&] { return !race->view().lanes().empty(); });
  QTest::qWait(100);
  race->view().setTime(race->view().plan().end());
}

void showCounts(MainWindow& window) {
  open(window, "crowd.ppm");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.6;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  window.bench().openNeedles({sample("traveller.ppm")});
  awaitMatches(window);
  settle(window);
  CountsModel& counts = window.findChild<ResultsView*>()->counts();
  counts.setExpected({{window.bench().tray().items().front().id, 12}});
  window.findChild<CountsView*>()->setOpen(true);
}

/// A machine part without symmetries.
QImage partPicture() {
  QImage part(96, 64, QImage::Format_ARGB32_Premultiplied);
  part.fill(Qt::transparent);
  QPainter painter(&part);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(196, 202, 210));
  painter.drawRoundedRect(QRectF(2, 2, 92, 60), 10, 10);
  painter.setBrush(QColor(70, 78, 90));
  painter.drawEllipse(QPointF(20, 20), 10, 10);
  painter.drawRect(QRectF(44, 12, 40, 8));
  painter.drawRect(QRectF(12, 42, 24, 10));
  painter.setBrush(QColor(186, 120, 40));
  painter.drawPolygon(QPolygonF({{54, 52}, {84, 52}, {84, 30}}));
  return part;
}

/// Parts on a table in different poses, one mirrored.
PicturePtr partsScene() {
  QImage table(900, 620, QImage::Format_RGB32);
  for (int y = 0; y < table.height(); ++y) {
    for (int x = 0; x < table.width(); ++x) {
      const int grain = (x * 37 + y * 91 + (x * y) % 61) % 17;
      table.setPixelColor(x, y, QColor(112 + grain + x / 60, 104 + grain + y / 60, 96 + grain));
    }
  }
  QPainter painter(&table);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QImage part = partPicture();
  struct Place {
    double x, y, angle, scale;
  };
  for (const Place& place :
       {Place{148, 132, 0, 1}, Place{380, 150, 35, 1}, Place{640, 140, 90, 1.4},
        Place{210, 370, -110, 0.7}, Place{470, 400, 160, 1.8}, Place{740, 430, -25, 0.55},
        Place{690, 560, 70, 0.8}}) {
    painter.save();
    painter.translate(place.x, place.y);
    painter.rotate(-place.angle);
    painter.scale(place.scale, place.scale);
    painter.drawImage(QPointF(-part.width() / 2.0, -part.height() / 2.0), part);
    painter.restore();
  }
  painter.end();
  auto picture = std::make_shared<Picture>();
  picture->image = imageFrom(table);
  picture->name = QStringLiteral("parts");
  return picture;
}

void showParts(MainWindow& window, const PoseOptions& pose) {
  window.bench().setScene(partsScene());
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.8;
  settings.select.overlap = 0.5;
  settings.pose = pose;
  window.bench().setSettings(settings);
  window.bench().cut({100, 100, 96, 64});
  awaitMatches(window);
  settle(window);
}

void showTurned(MainWindow& window) {
  MarkSettings marks = window.bench().markSettings();
  marks.numbers = true;
  window.bench().setMarkSettings(marks);
  PoseOptions pose;
  pose.angle = {-180, 180, 0};
  pose.scale = {0.5, 2, 0};
  showParts(window, pose);
  window.actions().at(ActionId::nextMatch)->trigger();
  window.actions().at(ActionId::nextMatch)->trigger();
}

/// Custom ranges and their matches.
void showRanges(MainWindow& window) {
  PoseOptions pose;
  pose.angle = {-40, 40, 0};
  pose.scale = {0.5, 1.25, 0};
  pose.flip = true;
  showParts(window, pose);
}

/// A part cut off by the picture's border, and the option that finds it.
void showBorder(MainWindow& window) {
  const PicturePtr whole = partsScene();
  auto needle = std::make_shared<Picture>();
  needle->image = cutOut(whole->image, {100, 100, 96, 64});
  needle->name = QStringLiteral("part");
  auto scene = std::make_shared<Picture>();
  scene->image = cutOut(whole->image, {130, 60, 500, 340});
  scene->name = QStringLiteral("parts");
  window.bench().setScene(scene);
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.8;
  settings.select.overlap = 0.5;
  settings.pose.visible = 0.5;
  window.bench().setSettings(settings);
  window.bench().addNeedle(needle);
  window.findChild<OptionsPanel*>()->findChild<QToolButton*>(QStringLiteral("details"))->click();
  awaitMatches(window);
}

/// A rotated needle: no match, and the offer of other angles.
void showWider(MainWindow& window) {
  window.bench().setScene(partsScene());
  auto needle = std::make_shared<Picture>();
  QImage whole(96, 64, QImage::Format_RGB32);
  whole.fill(QColor(118, 110, 104));
  QPainter painter(&whole);
  painter.drawImage(0, 0, partPicture());
  painter.end();
  needle->image = imageFrom(whole.transformed(QTransform().rotate(90)));
  needle->name = QStringLiteral("part");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  window.bench().addNeedle(needle);
  await("there is a notice", [&] { return window.notice().isVisible(); });
}

void showWiderFound(MainWindow& window) {
  showWider(window);
  window.bench().searchWider();
  awaitMatches(window);
}

void showNight(MainWindow& window) {
  // Skip the animations.
  QSettings().setValue(QStringLiteral("race/reducedMotion"), true);
  window.actions().at(ActionId::night)->trigger();
  await("they are found",
        [&] { return window.night().game().state() == FindGame::State::guiding; });
}

void letEspyClick(MainWindow& window) {
  JudgeController& controller = window.bench().judging();
  const int before = controller.state().no;
  emit window.night().game().panel().clicksWanted();
  await("it has clicked", [&] {
    return controller.state().no > before && controller.state().enough() &&
           !window.night().clicking();
  });
}

void showMarked(MainWindow& window) {
  showNight(window);
  letEspyClick(window);
  window.night().game().stop();
  window.canvas().zoomBy(2);
}

void learn(MainWindow& window) {
  JudgeController& controller = window.bench().judging();
  controller.setFading(std::chrono::milliseconds(0));
  controller.learn();
  // The game continues a moment later than the controller.
  const FindGame& game = window.night().game();
  await("it has learned",
        [&] { return !controller.busy() && game.state() != FindGame::State::waiting; });
}

void showJudged(MainWindow& window) {
  showMarked(window);
  learn(window);
  window.bench().judging().setRejectedShown(true);
}

void showSure(MainWindow& window) {
  showMarked(window);
  learn(window);
  emit window.findChild<JudgeBar*>()->curveWanted();
  QTest::qWait(200);
}

void showNightRevealed(MainWindow& window) {
  showNight(window);
  FindGame& game = window.night().game();
  constexpr int kMostRounds = 6;
  for (int round = 0; round < kMostRounds && game.state() == FindGame::State::guiding; ++round) {
    letEspyClick(window);
    learn(window);
  }
  await("he is found", [&] { return game.state() == FindGame::State::revealed; });
}

constexpr State kStates[] = {
    {"empty", showEmpty},
    {"found", showFound},
    {"many", showMany},
    {"nothing", showHint},
    {"trouble", showTrouble},
    {"crop", showCrop},
    {"lasso", showLasso},
    {"passes", showPasses},
    {"timing", showTiming},
    {"batch", showBatch},
    {"zones", showZones},
    {"pixels", showPixels},
    {"lab", showLab},
    {"dots", showDots},
    {"scores", showScores},
    {"asks", showAsks},
    {"told", showRevealed},
    {"race", showRace},
    {"counts", showCounts},
    {"turned", showTurned},
    {"ranges", showRanges},
    {"border", showBorder},
    {"wider", showWider},
    {"wider-found", showWiderFound},
    {"night", showNight},
    {"marked", showMarked},
    {"judged", showJudged},
    {"sure", showSure},
    {"night-told", showNightRevealed},
    {"identify-empty", showIdentifyEmpty},
    {"identify-added", showIdentifyAdded},
    {"identified", showIdentified},
    {"unknown", showUnknown},
    {"dots-only", showDotsOnly},
    {"identify-zones", showIdentifyZones},
};

void translate(const QString& language) {
  for (const QString& name : {QStringLiteral("qtbase_"), QStringLiteral("espy_")}) {
    const bool ours = name == QLatin1String("espy_");
    auto* translator = new QTranslator(QApplication::instance());
    if (translator->load(name + language,
                         ours ? QStringLiteral(":/translations")
                              : QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
      QApplication::installTranslator(translator);
    } else if (ours) {
      std::fprintf(stderr, "desktop_screenshots: no words in this language\n");
      std::exit(2);
    }
  }
}

/// The tool window that is open, or null.
QWidget* shownTool() {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (qobject_cast<ToolWindow*>(widget) != nullptr && widget->isVisible()) return widget;
  }
  return nullptr;
}

/// Captures all states or one; returns whether all were saved.
bool takeAll(const QDir& folder, const QString& only, QSize size) {
  const Registry registry = makeRegistry();
  std::vector<State> states(std::begin(kStates), std::end(kStates));
  states.insert(states.end(), std::begin(kSignalStates), std::end(kSignalStates));
  for (const State& state : states) {
    const QString name = QString::fromLatin1(state.name);
    if (!only.isEmpty() && name != only) continue;
    const QTemporaryDir settings;  // empty settings
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QSettings().setValue(QStringLiteral("search/automatic"), false);  // each state chooses itself
    MainWindow window(registry);
    if (!size.isEmpty()) window.resize(size);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) return false;
    state.show(window);
    QWidget* tool = shownTool();
    if (tool != nullptr && !size.isEmpty()) tool->resize(size);
    settle(window);
    const QString path = folder.filePath(name + QStringLiteral(".png"));
    // Some have their own window.
    QWidget* shown = tool != nullptr ? tool : &window;
    if (state.show == showRace) shown = window.findChild<RaceWindow*>();
    if (state.show == showSure) shown = window.findChild<JudgeView*>();
    if (!shown->grab().save(path)) {
      std::fprintf(stderr, "desktop_screenshots: cannot write %s\n", qPrintable(path));
      return false;
    }
    std::printf("%s\n", qPrintable(path));
    window.canvas().clearFocus();
  }
  return true;
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCommandLineParser parser;
  const QCommandLineOption dark(QStringLiteral("dark"), QStringLiteral("A dark desktop."));
  const QCommandLineOption language(QStringLiteral("language"), QStringLiteral("Such as de."),
                                    QStringLiteral("code"));
  const QCommandLineOption only(QStringLiteral("only"), QStringLiteral("One state."),
                                QStringLiteral("name"));
  const QCommandLineOption brief(QStringLiteral("brief"), QStringLiteral("Measure little."));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Of the window."),
                                QStringLiteral("pixels"));
  parser.addOptions({dark, language, only, brief, size});
  parser.addHelpOption();
  parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("Where pictures go."));
  parser.process(application);
  espy::desktop::brief = parser.isSet(brief);
  if (parser.positionalArguments().size() != 1) parser.showHelp(2);
  QApplication::setApplicationName(QStringLiteral("espy-screenshots"));
  QApplication::setOrganizationName(QStringLiteral("espy"));
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(espy::desktop::paletteOf(parser.isSet(dark)));
  QLocale::setDefault(QLocale(QStringLiteral("en")));
  if (parser.isSet(language)) {
    QLocale::setDefault(QLocale(parser.value(language)));
    espy::desktop::translate(parser.value(language));
  }
  const QDir folder(parser.positionalArguments().front());
  if (!folder.mkpath(QStringLiteral("."))) return 1;
  const QStringList sides = parser.value(size).split(QLatin1Char('x'));
  const QSize pixels = sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize();
  return espy::desktop::takeAll(folder, parser.value(only), pixels) ? 0 : 1;
}
