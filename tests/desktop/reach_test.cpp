// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Navigation to matches: keys, context menu, screen reader.
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>

#include "canvas/minimap.h"
#include "canvas_scenes.h"
#include "desktop/animated_style.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "results/results_view.h"
#include "window/canvas_menu.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr int kCount = 12;

QRect tileAt(int number) {
  return {100 + 300 * (number % 4), 80 + 300 * (number / 4), 40, 30};
}

/// A large picture with twelve copies of a patch.
PicturePtr patches() {
  auto scene = std::make_shared<Picture>();
  scene->image = Image({1400, 1000}, {3, Depth::u8});
  for (int i = 0; i < kCount; ++i) {
    const QRect tile = tileAt(i);
    for (int y = 0; y < tile.height(); ++y) {
      std::uint8_t* row = scene->image.pixels().row(tile.y() + y) + 3 * tile.x();
      for (int x = 0; x < 3 * tile.width(); ++x) {
        row[x] = static_cast<std::uint8_t>(37 * x + 91 * y + 5);
      }
    }
  }
  scene->name = QStringLiteral("patches");
  return scene;
}

}  // namespace

class ReachTest : public QObject {
  Q_OBJECT

 private:
  Registry registry_ = makeRegistry();
  std::unique_ptr<MainWindow> window_;

  Canvas& canvas() const { return window_->canvas(); }
  Workbench& bench() const { return window_->bench(); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(&canvas(), key, modifiers);
  }
  void trigger(ActionId what) const { window_->actions().at(what)->trigger(); }
  /// Index of the match with keyboard focus, or -1.
  int current() const {
    const auto mark = canvas().current();
    return mark ? static_cast<int>(canvas().marks()->all()[*mark].match) : -1;
  }
  void find() const {
    bench().setScene(patches());
    auto needle = std::make_shared<Picture>();
    needle->image = cutOut(bench().scene()->image, tileAt(0));
    needle->name = QStringLiteral("patch & co");
    bench().addNeedle(needle);
    QTRY_VERIFY_WITH_TIMEOUT(bench().matches().result(), kPatience);
    QCOMPARE(bench().matches().rowCount(), kCount);
  }
  QStringList textsOf(const QMenu& menu) const {
    QStringList texts;
    for (const QAction* action : menu.actions()) {
      if (!action->isSeparator()) texts.push_back(action->text().remove(QLatin1Char('&')));
    }
    return texts;
  }
  QAction* entry(const QMenu& menu, const QString& begin) const {
    for (QAction* action : menu.actions()) {
      if (action->text().remove(QLatin1Char('&')).startsWith(begin)) return action;
    }
    return nullptr;
  }
  std::unique_ptr<QMenu> menuAt(const QPoint& pixel) const {
    CanvasMenu menus(bench(), canvas(), window_->results(), window_->actions());
    return menus.menuFor(canvas().viewport().toWidget(QPointF(pixel)).toPoint());
  }

 private slots:
  void init() {
    QCoreApplication::setOrganizationName(QStringLiteral("espy-test"));
    QCoreApplication::setApplicationName(QStringLiteral("reach"));
    QSettings().clear();
    window_ = std::make_unique<MainWindow>(registry_);
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    canvas().setFocus();
  }
  void cleanup() { window_.reset(); }

  void stepsGoThroughTheTableAndRound() {
    find();
    QCOMPARE(current(), -1);
    for (int i = 0; i < kCount + 2; ++i) {
      key(Qt::Key_Period);
      QCOMPARE(current(), i % kCount);
      QCOMPARE(window_->results().selected(), std::vector{static_cast<std::uint32_t>(i % kCount)});
    }
    key(Qt::Key_Comma);
    QCOMPARE(current(), 0);
    key(Qt::Key_Comma);
    QCOMPARE(current(), kCount - 1);
  }

  void stepsFollowTheTablesOrderAndFilter() {
    find();
    auto* table = window_->results().findChild<QTableView*>();
    table->sortByColumn(MatchList::NumberColumn, Qt::DescendingOrder);
    key(Qt::Key_Period);
    QCOMPARE(current(), kCount - 1);
    key(Qt::Key_Period);
    QCOMPARE(current(), kCount - 2);
    bench().matches().setRemoved(std::vector<std::uint32_t>{kCount - 3, kCount - 4}, true);
    key(Qt::Key_Period);
    QCOMPARE(current(), kCount - 5);
  }

  void stepsScrollOnlyWhereTheyMust() {
    find();
    canvas().actualSize();
    canvas().centreOn({300, 200});
    const QPointF centre = canvas().viewport().centre();
    key(Qt::Key_Period);  // visible
    QCOMPARE(canvas().viewport().centre(), centre);
    key(Qt::Key_Comma);  // not visible
    const QRect last = tileAt(kCount - 1);
    QVERIFY(canvas().viewport().visible().contains(QRectF(last)));
    QCOMPARE(canvas().viewport().zoom(), 1.0);
  }

  void stepsLeaveAPictureThatIsSeenWholeWhereItIs() {
    find();
    canvas().fit();
    bench().matches().sort(MatchList::NumberColumn, Qt::AscendingOrder);
    // Also for matches at the picture's edge.
    canvas().reveal(QRect(0, 0, 5, 5));
    QVERIFY(canvas().viewport().isFit());
    for (int i = 0; i < kCount; ++i) key(Qt::Key_Period);
    QVERIFY(canvas().viewport().isFit());
  }

  void theCurrentOnePulsesOnceUnlessAnimationsAreOff() {
    find();
    AnimatedStyle none(0);
    canvas().setStyle(&none);
    key(Qt::Key_Period);
    QVERIFY(!canvas().isPulsing());
    AnimatedStyle some(200);
    canvas().setStyle(&some);
    key(Qt::Key_Period);
    QVERIFY(canvas().isPulsing());
    QTRY_VERIFY_WITH_TIMEOUT(!canvas().isPulsing(), kPatience);
    canvas().setStyle(nullptr);
  }

  void enterZoomsToTheCurrentOne() {
    find();
    key(Qt::Key_Period);
    key(Qt::Key_Return);
    const double zoom = canvas().viewport().zoom();
    QVERIFY(zoom > 2);
    QVERIFY((canvas().viewport().centre() - QRectF(tileAt(0)).center()).manhattanLength() < 2);
    QVERIFY(!canvas().selection());
    key(Qt::Key_Period);
    QCOMPARE(canvas().viewport().zoom(), zoom);
    QVERIFY(canvas().viewport().visible().contains(QRectF(tileAt(1))));
  }

  void enterPlacesAFirstRectangle() {
    key(Qt::Key_Return);  // does nothing without a picture
    bench().setScene(patches());
    canvas().actualSize();
    canvas().centreOn({700, 500});
    trigger(ActionId::toolHand);
    key(Qt::Key_Return);
    QVERIFY(!canvas().selection());
    trigger(ActionId::toolCrop);
    key(Qt::Key_Return);
    const auto placed = canvas().selection();
    QVERIFY(placed);
    QVERIFY((QRectF(*placed).center() - QPointF(700, 500)).manhattanLength() <= 3);
    QVERIFY(placed->width() >= 32 && placed->width() == placed->height());
    QCOMPARE(bench().tray().rowCount(), 1);
    QCOMPARE(bench().cutRectangle(), placed);
    // Arrow keys move it.
    key(Qt::Key_Right);
    QCOMPARE(canvas().selection(), placed->translated(1, 0));
    // A running search, or explorer, would take the Escape key, so wait until it ends.
    const auto rests = [this] {
      return !bench().search().running() && !bench().explorer().running() &&
             canvas().marks() != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(rests(), kPatience);
    // Escape drops the rectangle, then the current match; then Enter places a new one.
    trigger(ActionId::nextMatch);
    QVERIFY(canvas().current());
    key(Qt::Key_Escape);
    QVERIFY(!canvas().selection());
    QTRY_VERIFY_WITH_TIMEOUT(rests(), kPatience);
    trigger(ActionId::nextMatch);
    QVERIFY(canvas().current());
    key(Qt::Key_Escape);
    QVERIFY(!canvas().current());
    key(Qt::Key_Return);
    QVERIFY(canvas().selection());
    QCOMPARE(bench().tray().rowCount(), 2);
  }

  void whatIsChosenInViewAndMarksIsRemembered() {
    trigger(ActionId::minimap);
    auto* style = window_->findChild<QComboBox*>(QStringLiteral("markStyle"));
    QVERIFY(style != nullptr);
    QVERIFY(bench().markSettings().boxes);
    style->setCurrentText(QStringLiteral("region"));
    QCOMPARE(bench().markSettings().style, MarkStyle::outline);
    QVERIFY(!bench().markSettings().boxes);
    QVERIFY(!canvas().markSettings().boxes);
    window_->close();
    window_ = std::make_unique<MainWindow>(registry_);
    window_->show();
    QVERIFY(!window_->actions().at(ActionId::minimap)->isChecked());
    QVERIFY(!bench().markSettings().boxes);
    find();
    canvas().actualSize();
    canvas().zoomBy(4);
    QVERIFY(canvas().findChild<Minimap*>()->isHidden());
    trigger(ActionId::minimap);
    QVERIFY(canvas().findChild<Minimap*>()->isVisible());
    style = window_->findChild<QComboBox*>(QStringLiteral("markStyle"));
    QCOMPARE(style->currentText(), QStringLiteral("region"));
    style->setCurrentText(QStringLiteral("box"));
    QVERIFY(bench().markSettings().boxes);
  }

  void smallMatchesCanBeClicked() {
    find();
    canvas().setMarks(marksAt({QRect(700, 500, 2, 2)}, {1400, 1000}));
    const QPoint middle = canvas().viewport().toWidget(QPointF(701, 501)).toPoint();
    QCOMPARE(canvas().markAt(middle), 0);
    QCOMPARE(canvas().markAt(middle + QPoint(8, -8)), 0);
    QCOMPARE(canvas().markAt(middle + QPoint(20, 0)), -1);
    // Larger marks end at their edges.
    canvas().setMarks(marksAt({QRect(500, 300, 400, 300)}, {1400, 1000}));
    const QPoint edge = canvas().viewport().toWidget(QPointF(500, 400)).toPoint();
    QCOMPARE(canvas().markAt(edge + QPoint(3, 0)), 0);
    QCOMPARE(canvas().markAt(edge - QPoint(6, 0)), -1);
  }

  void theMenuOfAMatch() {
    find();
    const std::unique_ptr<QMenu> menu = menuAt(tileAt(5).center());
    // The match is selected, since the actions apply to the selection.
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{5});
    QVERIFY(menu->actions().contains(window_->actions().at(ActionId::removeMatches)));
    QVERIFY(menu->actions().contains(window_->actions().at(ActionId::nextMatch)));
    QVERIFY(!menu->actions().contains(window_->actions().at(ActionId::paste)));
    for (const QAction* action : menu->actions()) QVERIFY(action->isEnabled());

    entry(*menu, QStringLiteral("Copy its position"))->trigger();
    const QRect tile = tileAt(5);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("%1,%2,40,30").arg(tile.x()).arg(tile.y()));
    entry(*menu, QStringLiteral("Zoom to it"))->trigger();
    QVERIFY((canvas().viewport().centre() - QRectF(tile).center()).manhattanLength() < 2);
    entry(*menu, QStringLiteral("Select all of patch"))->trigger();
    QCOMPARE(window_->results().selected().size(), std::size_t{kCount});
    QCOMPARE(canvas().selectedMarks().size(), std::size_t{kCount});
    entry(*menu, QStringLiteral("Use it as a needle"))->trigger();
    QCOMPARE(bench().tray().rowCount(), 2);
    const Image& made = bench().tray().items().back().picture->image;
    QCOMPARE(frameOf(made).size(), QSize(40, 30));
  }

  void deleteRemovesWhatIsSelected() {
    find();
    QVERIFY(!window_->actions().at(ActionId::removeMatches)->isEnabled());
    key(Qt::Key_Period);
    key(Qt::Key_Delete);
    QCOMPARE(bench().matches().rowCount(), kCount - 1);
    QCOMPARE(bench().matches().rowOf(0), -1);
    bench().undo().undo();
    QCOMPARE(bench().matches().rowCount(), kCount);
  }

  void theMenuOfTheCut() {
    bench().setScene(patches());
    bench().cut(QRect(600, 600, 120, 90));
    QTRY_VERIFY_WITH_TIMEOUT(bench().matches().result(), kPatience);
    bench().matches().setRemoved(std::vector<std::uint32_t>{0}, true);
    const std::unique_ptr<QMenu> menu = menuAt({640, 640});
    for (const ActionId what : {ActionId::keepNeedle, ActionId::removeNeedle, ActionId::toolIgnore,
                                ActionId::saveNeedle}) {
      QVERIFY(menu->actions().contains(window_->actions().at(what)));
    }
    trigger(ActionId::removeNeedle);
    QCOMPARE(bench().tray().rowCount(), 0);
  }

  void theMenuOfTheGround() {
    find();
    const QPoint pixel(tileAt(0).right() + 40, tileAt(0).bottom() + 40);
    const std::unique_ptr<QMenu> menu = menuAt(pixel);
    for (const ActionId what : {ActionId::paste, ActionId::fit, ActionId::actualSize}) {
      QVERIFY(menu->actions().contains(window_->actions().at(what)));
    }
    QVERIFY(!menu->actions().contains(window_->actions().at(ActionId::removeMatches)));
    QAction* value = entry(*menu, QStringLiteral("Copy the pixel's value"));
    QVERIFY(value != nullptr);
    value->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("0 0 0"));
  }

  void theMenuKeyIsAboutTheCurrentMatch() {
    find();
    QSignalSpy wanted(&canvas(), &Canvas::menuWanted);
    key(Qt::Key_Period);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {0, 0}, {0, 0});
    QApplication::sendEvent(&canvas(), &event);
    QCOMPARE(wanted.count(), 1);
    const QPoint place = wanted.first().first().toPoint();
    QCOMPARE(canvas().markAt(place), 0);
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activePopupWidget() != nullptr, kPatience);
    QApplication::activePopupWidget()->close();
  }

  void aReaderMeetsEveryMatch() {
    find();
    QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(&canvas());
    QVERIFY(seen != nullptr && seen->isValid());
    QCOMPARE(seen->role(), QAccessible::Table);
    QCOMPARE(seen->text(QAccessible::Name), QStringLiteral("Picture"));
    QAccessibleTableInterface* table = seen->tableInterface();
    QVERIFY(table != nullptr);
    QCOMPARE(table->rowCount(), kCount);
    QCOMPARE(table->columnCount(), 1);
    QCOMPARE(seen->text(QAccessible::Value), QStringLiteral("12 matches"));
    QVERIFY(seen->childCount() >= kCount);
    QCOMPARE(table->selectedRowCount(), 0);
    for (int row = 0; row < kCount; ++row) {
      QAccessibleInterface* cell = table->cellAt(row, 0);
      QVERIFY(cell != nullptr && cell->isValid());
      QCOMPARE(seen->child(row), cell);
      QCOMPARE(seen->indexOfChild(cell), row);
      QCOMPARE(cell->parent(), seen);
      QCOMPARE(cell->role(), QAccessible::Cell);
      QCOMPARE(cell->tableCellInterface()->rowIndex(), row);
      const QRect tile = tileAt(row);
      const QLocale locale;
      QCOMPARE(cell->text(QAccessible::Name),
               QStringLiteral("match %1 of 12, patch & co, x %2, y %3, score 1")
                   .arg(row + 1)
                   .arg(locale.toString(tile.x()), locale.toString(tile.y())));
      QVERIFY(!cell->state().selected);
      // Its rectangle is consistent with childAt().
      const QPoint middle = cell->rect().center();
      QCOMPARE(seen->childAt(middle.x(), middle.y()), cell);
    }
    QVERIFY(table->cellAt(kCount, 0) == nullptr);
    QVERIFY(table->cellAt(0, 1) == nullptr);
  }

  void aReaderSelectsAndFollows() {
    find();
    QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(&canvas());
    QAccessibleTableInterface* table = seen->tableInterface();
    key(Qt::Key_Period);
    key(Qt::Key_Period);
    QCOMPARE(table->selectedRows(), QList<int>{1});
    QVERIFY(table->cellAt(1, 0)->state().selected);
    QVERIFY(table->cellAt(1, 0)->state().focused);
    QVERIFY(!table->cellAt(0, 0)->state().selected);
    QCOMPARE(seen->focusChild(), table->cellAt(1, 0));
    QVERIFY(table->selectRow(4));
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{4});
    QCOMPARE(table->selectedCells(), QList<QAccessibleInterface*>{table->cellAt(4, 0)});
    QVERIFY(table->unselectRow(4));
    QCOMPARE(table->selectedRowCount(), 0);
  }

  void aReaderIsNotLeftWithWhatIsGone() {
    find();
    QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(&canvas());
    QAccessibleInterface* last = seen->tableInterface()->cellAt(kCount - 1, 0);
    const QAccessible::Id id = QAccessible::uniqueId(last);
    bench().matches().setRemoved(std::vector<std::uint32_t>{0}, true);
    QCOMPARE(seen->tableInterface()->rowCount(), kCount - 1);
    QVERIFY(seen->tableInterface()->cellAt(kCount - 1, 0) == nullptr);
    QVERIFY(seen->tableInterface()
                ->cellAt(0, 0)
                ->text(QAccessible::Name)
                .startsWith(QStringLiteral("match 1 of 11")));
    QVERIFY(QAccessible::accessibleInterface(id) == nullptr);
    bench().setScene(sceneOf(50, 40));
    QCOMPARE(seen->tableInterface()->rowCount(), 0);
  }
};

ESPY_WINDOW_TEST(reach, ReachTest);

}  // namespace espy::desktop
#include "reach_test.moc"
