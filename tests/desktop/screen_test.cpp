// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tools > Screen by colour.
#include "screen/screen_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <atomic>
#include <chrono>
#include <thread>

#include "canvas/canvas.h"
#include "desktop/window_stage.h"
#include "widgets/status_label.h"
#include "window/screen_link.h"

namespace espy::desktop {

class ScreenTest : public WindowStage {
  Q_OBJECT

 private slots:
  void conditionsAreThoseOfTheCommand_data() {
    QTest::addColumn<QString>("colours");
    QTest::addColumn<int>("tolerance");
    QTest::addColumn<QString>("where");
    QTest::addColumn<int>("edges");
    QTest::addColumn<QString>("style");
    QTest::newRow("colours") << "#ffffff, #101010" << 60 << "" << 0 << "white-out";
    QTest::newRow("where") << "" << 0 << "r > g && x > 100" << 0 << "lighten";
    QTest::newRow("edges") << "" << 0 << "" << 300 << "outline";
    QTest::newRow("all") << "#ffffff" << 200 << "y < 500" << 9 << "dim";
  }
  void conditionsAreThoseOfTheCommand() {
    QFETCH(const QString, colours);
    QFETCH(const int, tolerance);
    QFETCH(const QString, where);
    QFETCH(const int, edges);
    QFETCH(const QString, style);
    open();
    const PicturePtr before = window_->bench().scene();
    edit("Colours").setText(colours);
    spin("Tolerance").setValue(tolerance);
    edit("Where").setText(where);
    spin("Edges from").setValue(edges);
    auto& styles = *dialog().findChild<QComboBox*>();
    styles.setCurrentText(style);
    Screening conditions{{}, tolerance, {}, {}};
    if (colours.contains(QLatin1String("#ffffff"))) conditions.keep.push_back({255, 255, 255});
    if (colours.contains(QLatin1String("#101010"))) conditions.keep.push_back({16, 16, 16});
    if (!where.isEmpty()) conditions.where = where.toStdString();
    if (edges > 0) conditions.edges = edges;
    const Image flags = screened(registry_, "reference", before->image, conditions);
    const MarkOptions marks{static_cast<MarkStyle>(styles.currentData().toInt()), 1,
                            MarkOptions().colour};

    button("Screen").click();
    QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene() != before, kPatience);
    QVERIFY(samePixels(window_->bench().scene()->image,
                       markedCopy(registry_, "reference", before->image, flags, marks)));
    std::int64_t kept = 0;
    for (std::int64_t y = 0; y < flags.size().height; ++y) {
      for (std::int64_t x = 0; x < flags.size().width; ++x) {
        kept += sampleAt(flags.view(), x, y, 0) != 0;
      }
    }
    QVERIFY(status().sentence().startsWith(
        QStringLiteral("Kept %1 of ").arg(QLocale().toString(static_cast<qlonglong>(kept)))));
    window_->actions().at(ActionId::undo)->trigger();
    QCOMPARE(window_->bench().scene(), before);
  }

  void otherConditionsReplaceTheEarlierOnes() {
    open();
    const PicturePtr original = window_->bench().scene();
    PicturePtr before = original;
    for (const char* where : {"x < 10", "x > 500"}) {
      edit("Where").setText(QLatin1String(where));
      button("Screen").click();
      QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene() != before, kPatience);
      before = window_->bench().scene();
      const Image flags =
          screened(registry_, "reference", original->image, {.where = std::string(where)});
      QVERIFY(samePixels(before->image, markedCopy(registry_, "reference", original->image, flags,
                                                   {MarkStyle::whiteout})));
    }
    window_->bench().setScene(
        std::make_shared<Picture>(Picture{Image({5, 4}, {}), {}, QStringLiteral("a"), {}}));
    edit("Where").setText(QStringLiteral("1"));
    button("Screen").click();
    QTRY_COMPARE_WITH_TIMEOUT(window_->bench().scene()->name, QStringLiteral("a, screened"),
                              kPatience);
  }

  void whatIsWrongIsSaidAtOnce() {
    open();
    QVERIFY(!button("Screen").isEnabled());
    QCOMPARE(status().sentence(), QString());
    edit("Where").setText(QStringLiteral("r >"));
    QCOMPARE(status().sentence(), QStringLiteral("column 4: expected a number, a name or ("));
    QVERIFY(!button("Screen").isEnabled());
    edit("Where").setText(QStringLiteral("r > 5"));
    QCOMPARE(status().sentence(), QString());
    QVERIFY(button("Screen").isEnabled());
    edit("Colours").setText(QStringLiteral("#ff"));
    QCOMPARE(status().sentence(), QStringLiteral("#ff is no colour as #rrggbb."));
    QVERIFY(!button("Screen").isEnabled());
  }

  void clicksInThePicturePickColours() {
    open();
    Canvas& canvas = window_->canvas();
    canvas.actualSize();
    const QPoint middle = canvas.rect().center();
    const QPoint picked = canvas.pixelAt(middle);
    QVERIFY(frameOf(window_->bench().scene()->image).contains(picked));
    const auto click = [&] { QTest::mouseClick(&canvas, Qt::LeftButton, {}, middle); };
    button("Pick").setChecked(true);
    click();
    const ImageView view = window_->bench().scene()->image;
    const auto part = [&](int c) {
      return static_cast<int>(sampleAt(view, picked.x(), picked.y(), c));
    };
    const QString colour = QColor(part(0), part(1), part(2)).name();
    QCOMPARE(edit("Colours").text(), colour);
    click();
    QCOMPARE(edit("Colours").text(), colour + QLatin1Char(' ') + colour);
    // Two quick clicks are a double click; what follows is no drag.
    QTest::mouseDClick(&canvas, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&canvas, middle + QPoint(40, 30));
    QVERIFY(edit("Colours").text().startsWith(colour + QLatin1Char(' ') + colour));
    QVERIFY(!canvas.selection());
    edit("Colours").setText(colour + QLatin1Char(' ') + colour);
    QVERIFY(window_->bench().tray().items().empty());  // no needle was cut
    button("Pick").setChecked(false);
    click();
    QCOMPARE(edit("Colours").text(), colour + QLatin1Char(' ') + colour);
    button("Pick").setChecked(true);
    dialog().close();
    QTRY_VERIFY(window_->screening().dialog() == nullptr);
    click();  // the tools have the clicks again
  }

  void thePreviewIsWhatScreeningGives() {
    open();
    const PicturePtr scene = window_->bench().scene();
    const Canvas& canvas = window_->canvas();
    QSignalSpy previewed(&dialog(), &ScreenDialog::previewed);
    edit("Where").setText(QStringLiteral("x < 10"));
    edit("Where").setText(QStringLiteral("x < 50"));
    edit("Where").setText(QStringLiteral("x > 500"));
    QTRY_VERIFY_WITH_TIMEOUT(canvas.preview(), kPatience);
    QCOMPARE(previewed.size(), 1);  // the latest only
    QCOMPARE(window_->bench().scene(), scene);
    QVERIFY(status().sentence().startsWith(QLatin1String("Kept ")));
    const Image flags =
        screened(registry_, "reference", scene->image, {.where = std::string("x > 500")});
    QVERIFY(samePixels(canvas.preview()->image, markedCopy(registry_, "reference", scene->image,
                                                           flags, {MarkStyle::whiteout})));
    edit("Where").setText(QStringLiteral("x >"));
    QVERIFY(!canvas.preview());
    edit("Where").setText(QStringLiteral("x > 500"));
    QTRY_VERIFY_WITH_TIMEOUT(canvas.preview(), kPatience);
    // What was previewed is the result.
    const PicturePtr last = canvas.preview();
    button("Screen").click();
    QCOMPARE(window_->bench().scene(), last);
    QVERIFY(!canvas.preview());
    dialog().findChild<QCheckBox*>()->setChecked(false);
    edit("Where").setText(QStringLiteral("x > 400"));
    QTest::qWait(50);
    QVERIFY(!canvas.preview());
    dialog().findChild<QCheckBox*>()->setChecked(true);
    QTRY_VERIFY_WITH_TIMEOUT(canvas.preview(), kPatience);
    dialog().close();
    QVERIFY(!canvas.preview());
  }

  void longWorkHasProgressAndCanBeStopped() {
    Registry slow = makeRegistry();
    std::atomic<int> stops = 0;
    slow.add<ScreenWhere>("threads", [&](const ImageView& scene, const auto& /*where*/,
                                         const Control& control, Timeline& /*timeline*/) {
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
      control.progress(0.5);
      while (!control.stopping()) std::this_thread::yield();
      ++stops;
      control.check();
      return Image(scene.size(), {1, Depth::u8});
    });
    ScreenDialog dialog(slow);
    dialog.setPicture(std::make_shared<Picture>(Picture{Image({50, 40}, {}), {}, {}, {}}));
    dialog.show();
    auto& progress = *dialog.findChild<QProgressBar*>();
    const QSignalSpy screenedOnes(&dialog, &ScreenDialog::screened);
    const auto buttonOf = [&](const char* text) -> QPushButton& {
      for (QPushButton* one : dialog.findChildren<QPushButton*>()) {
        if (one->text().remove(QLatin1Char('&')) == QLatin1String(text)) return *one;
      }
      qFatal("there is no button %s", text);
    };
    QVERIFY(!progress.isVisible() && !buttonOf("Stop").isVisible());
    for (auto* edit : dialog.findChildren<QLineEdit*>()) {
      if (edit->accessibleName() == QLatin1String("Where")) edit->setText(QStringLiteral("x > 5"));
    }
    buttonOf("Screen").click();
    QTRY_VERIFY_WITH_TIMEOUT(progress.isVisible(), kPatience);
    QCOMPARE(progress.value(), 250);  // half of the first of two parts
    QVERIFY(!buttonOf("Screen").isEnabled());
    buttonOf("Stop").click();
    QTRY_COMPARE_WITH_TIMEOUT(stops, 1, kPatience);
    QVERIFY(!progress.isVisible() && buttonOf("Screen").isEnabled());
    QCOMPARE(dialog.findChild<StatusLabel*>()->sentence(), QStringLiteral("Stopped."));
    QCOMPARE(screenedOnes.size(), 0);
  }

 private:
  void open() {
    QVERIFY(!window_->actions().at(ActionId::screenColour)->isEnabled());
    show(kCrowd, {});
    window_->actions().at(ActionId::screenColour)->trigger();
    QVERIFY(window_->screening().dialog() != nullptr && dialog().isVisible());
  }
  ScreenDialog& dialog() { return *window_->screening().dialog(); }
  template <class Widget>
  Widget& named(const char* name) {
    for (Widget* widget : dialog().findChildren<Widget*>()) {
      if (widget->accessibleName() == QLatin1String(name)) return *widget;
    }
    qFatal("there is no %s", name);
  }
  QLineEdit& edit(const char* name) { return named<QLineEdit>(name); }
  QSpinBox& spin(const char* name) { return named<QSpinBox>(name); }
  QPushButton& button(const char* text) {
    for (QPushButton* one : dialog().findChildren<QPushButton*>()) {
      if (one->text().remove(QLatin1Char('&')) == QLatin1String(text)) return *one;
    }
    qFatal("there is no button %s", text);
  }
  StatusLabel& status() { return *dialog().findChild<StatusLabel*>(); }
};

ESPY_WINDOW_TEST(screen, ScreenTest);

}  // namespace espy::desktop

#include "screen_test.moc"
