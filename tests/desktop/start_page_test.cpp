// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The doors of the empty canvas.
#include <QApplication>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>

#include "canvas/canvas.h"
#include "desktop/cut_off.h"
#include "desktop/palettes.h"
#include "desktop/scoped_translator.h"
#include "desktop/window_stage.h"
#include "window/icons.h"
#include "window/start_page.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
#include "window/traveller_link.h"
#include "window/views.h"

namespace espy::desktop {
namespace {

class StartPageTest : public WindowStage {
  Q_OBJECT

 private slots:
  void itIsThereUntilThereIsAPicture();
  void eachDoorLeadsToItsAction();
  void keysOpenADoor();
  void itFits_data();
  void itFits();
  void drawingsFollowThePalette();

 private:
  StartPage& start() const { return *window_->findChild<StartPage*>(); }
};

void StartPageTest::itIsThereUntilThereIsAPicture() {
  QVERIFY(start().isVisible());
  show(kMany, {});
  QVERIFY(!start().isVisible());
}

void StartPageTest::eachDoorLeadsToItsAction() {
  const std::vector<Door*>& doors = start().doors();
  QCOMPARE(doors.size(), std::size_t{6});
  for (const Door* door : doors) {
    QVERIFY(!door->accessibleName().isEmpty() && !door->accessibleDescription().isEmpty());
    QVERIFY((door->focusPolicy() & Qt::TabFocus) != 0);
  }
  QTest::mouseClick(doors[1], Qt::LeftButton);
  QCOMPARE(window_->views().shown(), ActionId::batch);
  window_->actions().at(ActionId::picture)->trigger();
  QTest::mouseClick(doors[2], Qt::LeftButton);
  QVERIFY(window_->tools().window(ActionId::identify).isVisible());
  QTest::mouseClick(doors[3], Qt::LeftButton);
  QVERIFY(window_->tools().window(ActionId::signalLanes).isVisible());
  QTest::mouseClick(doors[4], Qt::LeftButton);
  QVERIFY(window_->tools().window(ActionId::live).isVisible());
  window_->traveller().setCrowdSize({1500, 1000});
  QTest::mouseClick(doors[5], Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene(), kPatience);
  QSignalSpy opened(window_->actions().at(ActionId::openScene), &QAction::triggered);
  window_->actions().at(ActionId::openScene)->disconnect(window_.get());
  doors[0]->click();
  QCOMPARE(opened.size(), 1);
}

void StartPageTest::keysOpenADoor() {
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  const std::vector<Door*>& doors = start().doors();
  window_->canvas().setFocus();
  for (int i = 0; i < 40 && !doors[1]->hasFocus(); ++i)
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  QVERIFY(doors[1]->hasFocus());
  QTest::keyClick(doors[1], Qt::Key_Return);
  QCOMPARE(window_->views().shown(), ActionId::batch);
}

void StartPageTest::itFits_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QSize>("size");
  for (const char* language : {"en", "de", "zh"}) {
    for (const QSize size : {QSize(800, 600), QSize(1280, 800), QSize(1000, 700)}) {
      QTest::addRow("%s %d x %d", language, size.width(), size.height())
          << QString::fromLatin1(language) << size;
    }
  }
}

void StartPageTest::itFits() {
  QFETCH(const QString, language);
  QFETCH(const QSize, size);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  window_ = std::make_unique<MainWindow>(registry_);
  window_->show();
  window_->resize(size);
  QCoreApplication::processEvents();
  QCOMPARE(window_->size(), size);
  QTRY_COMPARE(start().verticalScrollBar()->maximum(), 0);
  for (const Door* door : start().doors()) {
    const QRect place(door->mapTo(&start(), QPoint()), door->size());
    QVERIFY2(start().rect().contains(place), qPrintable(door->text()));
    for (const QLabel* label : door->findChildren<QLabel*>()) {
      QVERIFY2(door->rect().contains(label->geometry()), qPrintable(label->text()));
      if (label->text().isEmpty()) continue;
      QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
  }
}

void StartPageTest::drawingsFollowThePalette() {
  for (const char* name : {"door_picture", "door_batch", "door_surface", "door_recording",
                           "door_live", "door_example"}) {
    const QString word = QString::fromLatin1(name);
    const QImage light = drawing(word, paletteOf(false), 64, 1).toImage();
    QVERIFY(light != drawing(word, paletteOf(true), 64, 1).toImage());
    QPalette green = paletteOf(false);
    green.setColor(QPalette::Highlight, Qt::green);
    QVERIFY(light != drawing(word, green, 64, 1).toImage());
    QCOMPARE(drawing(word, green, 64, 2).width(), 128);
  }
}

}  // namespace
ESPY_WINDOW_TEST(start_page, StartPageTest);

}  // namespace espy::desktop
#include "start_page_test.moc"
