// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Large libraries in the window, and the view next to the others.
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QSignalSpy>

#include "desktop/identify_stage.h"
#include "identify/id_list.h"
#include "identify/library_panel.h"
#include "window/main_window.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
#include "window/views.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr int kManySurfaces = 20000;

/// Writes a library of many surfaces with few features, "brick-00000" and so on.
void writeMany(const QString& folder) {
  SurfaceOptions options;
  options.features.most = 2;
  options.leastFeatures = 1;
  options.maker = "the tests";
  SurfaceLibrary::create(folder.toStdString(), options);
  SurfaceWriter writer(folder.toStdString());
  Features features = surfaceFeatures(1, {100, 100});
  features.points.resize(1);
  features.bytes.resize(kFeatureBytes);
  for (int i = 0; i < kManySurfaces; ++i) {
    features.bytes[0] = static_cast<std::uint8_t>(i);
    writer.add(QStringLiteral("brick-%1").arg(i, 5, 10, QLatin1Char('0')).toStdString(), features);
  }
  writer.commit();
}

class IdentifyListTest : public IdentifyTestBase {
  Q_OBJECT

 private slots:
  void ofManyOnlyPagesAreFetched();
  void theFilterGoesToWhatBeginsSo();
  void aListThatChangesShowsWhatIsThere();
  void theActionOpensIt();
  void thePictureOfTheCanvasIsIdentified();
  void whatIsSetIsRemembered();

 private:
  void open(IdList& list) {
    writeMany(at(QStringLiteral("many.esl")));
    list.setLibrary(std::make_shared<SurfaceLibrary>(at(QStringLiteral("many.esl")).toStdString()));
    QVERIFY(list.rowCount() == 0);  // loaded by a thread
    QTRY_VERIFY_WITH_TIMEOUT(list.rowCount() > 0, kPatience);
  }
};

void IdentifyListTest::ofManyOnlyPagesAreFetched() {
  IdList list;
  open(list);
  const int page = list.rowCount();
  QVERIFY(page < 1000 && !list.isComplete());
  QCOMPARE(list.id(0), QStringLiteral("brick-00000"));
  QVERIFY(list.canFetchMore({}));
  list.fetchMore({});
  QVERIFY(!list.canFetchMore({}));  // one page at a time
  list.fetchMore({});
  QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 2 * page, kPatience);
  QCOMPARE(list.id(page), QStringLiteral("brick-%1").arg(page, 5, 10, QLatin1Char('0')));
  // Scrolling to the end loads the next page.
  QListView view;
  view.setModel(&list);
  view.setUniformItemSizes(true);
  view.resize(200, 300);
  view.show();
  view.scrollToBottom();
  QTRY_VERIFY_WITH_TIMEOUT(list.rowCount() > 2 * page, kPatience);
  QVERIFY(list.rowCount() < kManySurfaces);
}

void IdentifyListTest::theFilterGoesToWhatBeginsSo() {
  IdList list;
  open(list);
  list.setBeginning(QStringLiteral("brick-1234"));
  QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 10, kPatience);
  QVERIFY(list.isComplete());
  QCOMPARE(list.id(9), QStringLiteral("brick-12349"));
  list.setBeginning(QStringLiteral("brick-12345"));  // the complete id
  QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 1, kPatience);
  QCOMPARE(list.id(0), QStringLiteral("brick-12345"));
  list.setBeginning(QStringLiteral("stone"));
  QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 0, kPatience);
  // Fast typing: only the last text is applied.
  for (const char* letters : {"b", "br", "brick-199", "brick-1999", "brick-19999"}) {
    list.setBeginning(QLatin1String(letters));
  }
  QTRY_VERIFY_WITH_TIMEOUT(list.rowCount() == 1 && list.isComplete(), kPatience);
  QCOMPARE(list.id(0), QStringLiteral("brick-19999"));
}

void IdentifyListTest::aListThatChangesShowsWhatIsThere() {
  makeLibrary(3);
  auto* filter = view_->panel().findChild<QLineEdit*>();
  IdList& ids = view_->panel().ids();
  QTRY_COMPARE_WITH_TIMEOUT(ids.rowCount(), 3, kPatience);
  filter->setText(QStringLiteral("t"));
  QTRY_COMPARE_WITH_TIMEOUT(ids.rowCount(), 0, kPatience);
  view_->addPhotographs({photograph(QStringLiteral("t1.pgm"), 9)});
  QTRY_COMPARE_WITH_TIMEOUT(ids.rowCount(), 1, kPatience);
  QCOMPARE(ids.id(0), QStringLiteral("t1"));
  filter->clear();
  QTRY_COMPARE_WITH_TIMEOUT(ids.rowCount(), 4, kPatience);
}

void IdentifyListTest::theActionOpensIt() {
  QSettings().clear();
  MainWindow window(registry_);
  window.show();
  QVERIFY(!window.actions().at(ActionId::identifyPicture)->isEnabled());
  window.actions().at(ActionId::identify)->trigger();
  QVERIFY(window.tools().identify().isVisible());
  ToolWindow& own = window.tools().window(ActionId::identify);
  QVERIFY(own.isVisible() && own.isWindow());
  QCOMPARE(window.views().shown(), ActionId::picture);
}

void IdentifyListTest::thePictureOfTheCanvasIsIdentified() {
  QSettings().clear();
  MainWindow window(registry_);
  window.show();
  auto picture = std::make_shared<Picture>();
  picture->image = Image({60, 40}, {1, Depth::u8});
  picture->name = QStringLiteral("from the canvas");
  window.bench().setScene(picture);
  window.actions().at(ActionId::identifyPicture)->trigger();
  IdentifyView& view = window.tools().identify();
  QVERIFY(view.isVisible());
  QCOMPARE(view.answers().rowCount(), 1);
  QCOMPARE(view.answers().entry(0).photo.picture, PicturePtr(picture));
}

void IdentifyListTest::whatIsSetIsRemembered() {
  QSettings().clear();
  makeLibrary(2);
  {
    MainWindow window(registry_);
    window.show();
    window.actions().at(ActionId::identify)->trigger();
    window.tools().identify().setChoice(
        {at(QStringLiteral("a.esl")), {at(QStringLiteral("b.esl"))}, QStringLiteral("sequential")});
    QTRY_VERIFY_WITH_TIMEOUT(window.tools().identify().controller().library(), kPatience);
    window.close();
  }
  MainWindow window(registry_);
  window.show();
  IdentifyView& view = window.tools().identify();
  QTRY_VERIFY_WITH_TIMEOUT(view.controller().library(), kPatience);
  const IdentifyChoice choice = view.choice();
  QCOMPARE(choice.library, at(QStringLiteral("a.esl")));
  QCOMPARE(choice.recent, (QStringList{at(QStringLiteral("a.esl")), at(QStringLiteral("b.esl"))}));
  QCOMPARE(choice.engine, QStringLiteral("sequential"));
  QCOMPARE(view.controller().facts().references, 2);
}

}  // namespace
ESPY_WINDOW_TEST(identify_list, IdentifyListTest);

}  // namespace espy::desktop
#include "identify_list_test.moc"
