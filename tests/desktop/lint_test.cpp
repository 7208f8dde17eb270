// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Checks all controls of every view: accessible name, keyboard focus, unique mnemonics, and
// translated texts.
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTranslator>
#include <set>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/race_window.h"
#include "desktop/palettes.h"
#include "desktop/scoped_translator.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "identify/identify_view.h"
#include "lab/lab_form.h"
#include "lab/lab_view.h"
#include "signal/signal_view.h"
#include "timing/timing_view.h"
#include "widgets/contrast.h"
#include "widgets/mnemonic.h"
#include "widgets/spacing.h"
#include "window/canvas_menu.h"
#include "window/help_page.h"
#include "window/main_window.h"
#include "window/screen_link.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// Prefixes every translated text, so that untranslated ones are detected.
class Sign : public QTranslator {
 public:
  QString translate(const char* /*context*/, const char* text, const char* /*comment*/,
                    int /*n*/) const override {
    return QStringLiteral("\u00a7") + QString::fromUtf8(text);
  }
  bool isEmpty() const override { return false; }
};

bool isControl(const QWidget* widget) {
  return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
         qobject_cast<const QComboBox*>(widget) != nullptr ||
         qobject_cast<const QAbstractItemView*>(widget) != nullptr ||
         (qobject_cast<const QAbstractSlider*>(widget) != nullptr &&
          !widget->inherits("QScrollBar")) ||
         qobject_cast<const QLineEdit*>(widget) != nullptr;
}

/// Untranslated words of the lab: names and typed values.
QStringList wordsOf(const std::vector<LabExperiment>& experiments) {
  QStringList words;
  for (const LabExperiment& experiment : experiments) {
    words += QString::fromStdString(experiment.name);
    for (const LabParameter& parameter : experiment.parameters) {
      words += QString::fromStdString(parameter.name);
      for (const std::string& choice : parameter.choices) words += QString::fromStdString(choice);
    }
  }
  for (const LabPaper& paper : labPapers()) words += QString::fromStdString(paper.name);
  return words;
}

/// Child widgets that Qt creates inside controls, bars and docks.
bool isInner(const QWidget* widget) {
  if (widget->objectName().startsWith(QStringLiteral("qt_"))) return true;
  for (const QWidget* above = widget->parentWidget(); above != nullptr;
       above = above->parentWidget()) {
    if (isControl(above) || above->inherits("QHeaderView") || above->inherits("QTabBar"))
      return true;
  }
  return widget->inherits("QDockWidgetTitleButton") || widget->inherits("QMenuBarExtension") ||
         widget->inherits("QToolBarExtension");
}

QString nameOf(const QWidget* widget) {
  return QStringLiteral("%1 '%2' in %3")
      .arg(QString::fromLatin1(widget->metaObject()->className()), widget->accessibleName(),
           widget->parentWidget() == nullptr
               ? QString()
               : QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
}

class LintTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void everyControlHasAName();
  void everyControlCanBeReachedByKeyboard();
  void shortcutsAreUnique();
  void mnemonicsAreUniqueInEveryMenu_data();
  void mnemonicsAreUniqueInEveryMenu();
  void layoutsAreOnTheGrid();
  void keysOfMenusAreNoWords();
  void textsCanBeRead();
  void everyTextGoesThroughTheTranslation();

 private:
  QList<QWidget*> widgets() const;
  QList<QWidget*> controls() const;
  /// For a match, the crop rectangle and the background.
  std::vector<std::unique_ptr<QMenu>> menusOfCanvas(MainWindow& window);

  Registry registry_ = makeRegistry();
  Sign sign_;
  std::unique_ptr<MainWindow> window_;
  std::unique_ptr<RaceWindow> race_;
};

void LintTest::initTestCase() {
  QApplication::installTranslator(&sign_);
  QApplication::setPalette(readable(QApplication::palette()));  // as in main()
  window_ = std::make_unique<MainWindow>(registry_);
  window_->batch();
  for (const ActionId what : ToolWindows::all()) window_->tools().window(what);
  for (const LabExperiment& experiment : window_->lab().experiments()) {
    window_->lab().chooseExperiment(QString::fromStdString(experiment.name));
  }
  race_ = std::make_unique<RaceWindow>(registry_);
  window_->screening().open();
  showHelp(*window_);
  showAbout(*window_, registry_);
}

QList<QWidget*> LintTest::widgets() const {
  QList<QWidget*> found;
  std::vector<QWidget*> roots{window_.get(), race_.get()};
  for (const ActionId what : ToolWindows::all()) roots.push_back(&window_->tools().window(what));
  for (const QWidget* root : roots) found += root->findChildren<QWidget*>();
  return found;
}

QList<QWidget*> LintTest::controls() const {
  QList<QWidget*> found = widgets();
  found.removeIf([](const QWidget* widget) { return !isControl(widget) || isInner(widget); });
  return found;
}

void LintTest::everyControlHasAName() {
  QVERIFY(controls().size() > 40);
  QStringList nameless;
  for (const QWidget* widget : controls()) {
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool hasText = button != nullptr && !button->text().isEmpty();
    if (widget->accessibleName().isEmpty() && !hasText) nameless.push_back(nameOf(widget));
  }
  QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral("; "))));
}

void LintTest::everyControlCanBeReachedByKeyboard() {
  QStringList unreachable;
  for (const QWidget* widget : controls()) {
    if ((widget->focusPolicy() & Qt::TabFocus) == 0) unreachable.push_back(nameOf(widget));
  }
  QVERIFY2(unreachable.isEmpty(), qPrintable(unreachable.join(QStringLiteral("; "))));
}

void LintTest::shortcutsAreUnique() {
  std::set<QString> seen;
  for (const ActionLine& line : actionTable()) {
    const QString keys = window_->actions().at(line.what)->shortcut().toString();
    if (keys.isEmpty()) continue;
    QVERIFY2(seen.insert(keys).second, qPrintable(keys));
  }
  QVERIFY(seen.size() > 20);
}

void LintTest::mnemonicsAreUniqueInEveryMenu_data() {
  QTest::addColumn<QString>("language");
  for (const char* language : {"en", "de", "zh"}) {
    QTest::newRow(language) << QString::fromLatin1(language);
  }
}

void LintTest::mnemonicsAreUniqueInEveryMenu() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  MainWindow window(registry_);
  QStringList clashes;
  const auto check = [&](const QList<QAction*>& actions, const QString& where) {
    QHash<QChar, QString> seen;
    for (const QAction* action : actions) {
      const QString text = action->text().replace(QStringLiteral("&&"), QString());
      const auto at = text.indexOf(QLatin1Char('&'));
      if (action->isSeparator() || at < 0) continue;
      const QChar key = text.at(at + 1).toLower();
      if (seen.contains(key))
        clashes.push_back(QStringLiteral("%1: %2 / %3").arg(where, seen[key], action->text()));
      seen.insert(key, action->text());
    }
  };
  check(window.menuBar()->actions(), QStringLiteral("menu bar"));
  for (const QMenu* menu : window.findChildren<QMenu*>()) check(menu->actions(), menu->title());
  for (const ActionId what : ToolWindows::all()) {
    ToolWindow& tool = window.tools().window(what);
    check(tool.menuBar()->actions(), tool.windowTitle());
    for (const QMenu* menu : tool.menuBar()->findChildren<QMenu*>())
      check(menu->actions(), tool.windowTitle() + menu->title());
  }
  for (const auto* list : window.findChildren<QListView*>()) {
    if (list->contextMenuPolicy() == Qt::ActionsContextMenu)
      check(list->actions(), QStringLiteral("list"));
  }
  for (const auto& menu : menusOfCanvas(window)) check(menu->actions(), QStringLiteral("canvas"));
  QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(QStringLiteral("; "))));
}

std::vector<std::unique_ptr<QMenu>> LintTest::menusOfCanvas(MainWindow& window) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image({300, 300}, {1, Depth::u8});
  window.resize(1000, 700);
  window.show();
  Workbench& bench = window.bench();
  bench.setScene(picture);
  bench.cut(QRect(10, 10, 50, 50));  // black in black: matches everywhere
  std::vector<std::unique_ptr<QMenu>> menus;
  const auto found = [&] {
    return window.canvas().marks() && !window.canvas().marks()->all().empty();
  };
  if (!QTest::qWaitFor(found, kPatience)) return menus;
  CanvasMenu maker(bench, window.canvas(), window.results(), window.actions());
  for (const QPoint pixel : {QPoint(200, 200), QPoint(30, 30)}) {
    menus.push_back(maker.menuFor(
        window.canvas().map().toWidget(QRect(pixel, QSize(1, 1))).center().toPoint()));
  }
  bench.startOver();
  menus.push_back(maker.menuFor(window.canvas().rect().center()));
  return menus;
}

void LintTest::textsCanBeRead() {
  constexpr double kHint = 3;
  QPalette pale = paletteOf(false);
  pale.setColor(QPalette::Highlight, QColor(120, 180, 230));
  // The active palette, and adjusted light, dark and low-contrast ones.
  for (const QPalette& palette : {window_->palette(), readable(paletteOf(false)),
                                  readable(paletteOf(true)), readable(pale)}) {
    const auto between = [&](QPalette::ColorRole text, QPalette::ColorRole ground) {
      return contrast(palette.color(text), palette.color(ground));
    };
    QVERIFY(between(QPalette::WindowText, QPalette::Window) >= kReadable);
    QVERIFY(between(QPalette::Text, QPalette::Base) >= kReadable);
    QVERIFY(between(QPalette::ButtonText, QPalette::Button) >= kReadable);
    QVERIFY(between(QPalette::ToolTipText, QPalette::ToolTipBase) >= kReadable);
    QVERIFY(between(QPalette::HighlightedText, QPalette::Highlight) >= kReadable);
    QVERIFY(between(QPalette::PlaceholderText, QPalette::Base) >= kHint);
    QVERIFY(between(QPalette::Link, QPalette::Base) >= kReadable);
    for (const QColor& ground : {palette.color(QPalette::Base), canvasGround(palette)}) {
      QVERIFY(contrast(accentOn(ground, palette), ground) >= kReadable);
    }
    const QColor grey = canvasGround(palette);
    QVERIFY(grey.hslSaturation() == 0 && grey.lightness() > 60 && grey.lightness() < 190);
  }
  for (const QToolButton* button : window_->findChildren<QToolButton*>()) {
    const QPalette& own = button->palette();
    QVERIFY(contrast(own.color(QPalette::Active, QPalette::HighlightedText),
                     own.color(QPalette::Active, QPalette::Highlight)) >= kReadable);
  }
  QVERIFY(contrast(Qt::white, QColor(120, 180, 230)) < kReadable);
  QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
}

void LintTest::layoutsAreOnTheGrid() {
  const auto onGrid = [](int pixels) {
    return pixels <= 0 || pixels == kGap || pixels == kWideGap;
  };
  QStringList off;
  for (const QWidget* widget : widgets()) {
    const QLayout* layout = widget->layout();
    const QString name = QString::fromLatin1(widget->metaObject()->className());
    const bool ours =
        name.startsWith(QStringLiteral("espy::")) || name == QStringLiteral("QWidget");
    const bool bar = widget->inherits("QToolBar") || widget->inherits("QMainWindow");
    if (layout == nullptr || !ours || bar) continue;  // Qt lays out its bars
    const QMargins margins = layout->contentsMargins();
    for (const int pixels : {margins.left(), margins.top(), margins.right(), margins.bottom()}) {
      if (!onGrid(pixels)) off.push_back(name);
    }
    QList<const QLayout*> layouts{layout};
    for (const QLayout* inner : layout->findChildren<const QLayout*>()) layouts.push_back(inner);
    for (const QLayout* each : layouts) {
      const auto* grid = qobject_cast<const QGridLayout*>(each);
      const bool good = grid == nullptr
                            ? onGrid(each->spacing())
                            : onGrid(grid->horizontalSpacing()) && onGrid(grid->verticalSpacing());
      if (!good) off.push_back(name);
    }
  }
  QVERIFY2(off.isEmpty(), qPrintable(off.join(QLatin1Char(' '))));
}

void LintTest::keysOfMenusAreNoWords() {
  QCOMPARE(withoutMnemonic(QStringLiteral("&Open a picture...")),
           QStringLiteral("Open a picture..."));
  QCOMPARE(withoutMnemonic(QStringLiteral("图片(&P)…")), QStringLiteral("图片…"));
  for (const ActionLine& line : actionTable()) {
    QVERIFY(!window_->actions().at(line.what)->iconText().contains(QLatin1Char('&')));
  }
}

void LintTest::everyTextGoesThroughTheTranslation() {
  QStringList plain;
  const auto look = [&](const QString& text, const QString& where) {
    // Numbers, engine names and symbols are not translated.
    static const QRegularExpression kWord(QStringLiteral("[a-z]{3,}"),
                                          QRegularExpression::CaseInsensitiveOption);
    static const QStringList kLab = wordsOf(window_->lab().experiments());
    const QStringList names = {
        QStringLiteral("auto"),        QStringLiteral("reference"), QStringLiteral("sequential"),
        QStringLiteral("threads"),     QStringLiteral("openmp"),    QStringLiteral("cuda"),
        QStringLiteral("cuda-passes"), QStringLiteral("{name}"),    QStringLiteral("summary.csv")};
    if (text.contains(QStringLiteral("\u00a7")) || !text.contains(kWord)) return;
    if (!names.contains(text) && !kLab.contains(text))
      plain.push_back(where + QStringLiteral(": ") + text);
  };
  for (const QWidget* widget : controls()) {
    const QString where = QString::fromLatin1(widget->metaObject()->className());
    look(widget->accessibleName(), where);
    look(widget->toolTip(), where);
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
      look(button->text(), where);
    }
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
      for (int i = 0; i < box->count(); ++i) look(box->itemText(i), where);
    }
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
      look(line->placeholderText(), where);
    }
  }
  for (const QLabel* label : window_->findChildren<QLabel*>()) {
    look(label->text(), QStringLiteral("label"));
  }
  for (const ActionLine& line : actionTable()) {
    look(window_->actions().at(line.what)->text(), QStringLiteral("action"));
    look(window_->actions().at(line.what)->statusTip(), QStringLiteral("action"));
  }
  QVERIFY2(plain.isEmpty(), qPrintable(plain.join(QStringLiteral("; "))));
}

}  // namespace
ESPY_WINDOW_TEST(lint, LintTest);

}  // namespace espy::desktop
#include "lint_test.moc"
