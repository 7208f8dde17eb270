// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the window shows agrees with itself, and belongs to the picture that is shown.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/find_panel.h"
#include "desktop/animated_style.h"
#include "desktop/palettes.h"
#include "desktop/pose_stage.h"
#include "desktop/scoped_translator.h"
#include "options/options_panel.h"
#include "results/minimum_slider.h"
#include "results/results_view.h"
#include "widgets/contrast.h"
#include "widgets/status_label.h"
#include "window/picture_page.h"
#include "window/status_band.h"
#include "window/traveller_link.h"

namespace espy::desktop {

class ConsistencyTest : public PoseStage {
  Q_OBJECT

  /// A search for similar matches in the sample with many.
  void searchSimilar() {
    show(kMany, {kPattern});
    bench().setSettings(zncc());
    if (bench().isStale()) bench().searchNow();
    awaitSearch();
    QVERIFY(matches() > 2);
  }
  ResultsView& results() { return window_->results(); }
  OptionsPanel& options() { return window_->page().options(); }

 private slots:
  void theLineAboveCountsWhatIsListed() {
    searchSimilar();
    const QString all = QString::number(matches());
    QVERIFY2(window_->status().text().startsWith(all + QStringLiteral(" matches · ")),
             qPrintable(window_->status().text()));
    results().select(0, false);
    results().removeSelected();
    const QString fewer = QStringLiteral("%1 of %2 matches").arg(matches() - 1).arg(all);
    QVERIFY2(window_->status().text().startsWith(fewer + QStringLiteral(" · ")),
             qPrintable(window_->status().text()));
    bool below = false;
    for (const QLabel* label : results().findChildren<QLabel*>()) below |= label->text() == fewer;
    QVERIFY(below);
    // The engine is in the tool tip.
    const QString engine =
        QString::fromStdString(bench().matches().result()->finding.report.engine);
    QVERIFY(!window_->status().text().contains(engine));
    const auto* outcome = window_->status().findChild<QLabel*>();
    QVERIFY(outcome->toolTip().contains(QStringLiteral("Engine: ") + engine));
  }

  void anotherPictureClearsWhatBelongedToTheLast() {
    searchSimilar();
    auto* histogram = window_->findChild<ScoreHistogram*>();
    QVERIFY(!histogram->accessibleDescription().isEmpty());
    const QTemporaryDir folder;
    QSignalSpy said(&results(), &ResultsView::said);
    results().exportMenu().exportTo(ExportKind::csv, folder.filePath(QStringLiteral("m.csv")));
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), kPatience);
    const auto exported = [this] {
      for (const StatusLabel* label : results().findChildren<StatusLabel*>()) {
        if (label->accessibleName() == QStringLiteral("Result of the export")) {
          return label->sentence();
        }
      }
      return QStringLiteral("no such line");
    };
    QVERIFY(!exported().isEmpty());
    bench().removeNeedle(bench().tray().items().front().id);
    bench().setScene(pictureOf(QImage(40, 30, QImage::Format_RGB32), "other"));
    QVERIFY(!bench().matches().result());
    QCOMPARE(histogram->accessibleDescription(), QString());
    QCOMPARE(exported(), QString());
  }

  void badFilesAreAllNamed() {
    const QTemporaryDir folder;
    QStringList bad;
    for (const char* name : {"one.png", "two.png", "three.png"}) {
      bad += folder.filePath(QLatin1String(name));
      QFile file(bad.back());
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no picture") > 0);
    }
    const auto named = [&](const QStringList& files) {
      return std::ranges::all_of(files, [&](const QString& file) {
        return window_->notice().isVisible() && window_->notice().text().contains(file);
      });
    };
    window_->opener().openFromCommandLine({bad[0]}, {bad[1], bad[2]});
    QTRY_VERIFY_WITH_TIMEOUT(named(bad), kPatience);
    // A good picture does not hide them.
    window_->opener().openFromCommandLine({kMany}, {bad[1], bad[2]});
    QTRY_VERIFY_WITH_TIMEOUT(bench().scene() && named({bad[1], bad[2]}), kPatience);
    QVERIFY(!window_->notice().text().contains(bad[0]));
  }

  void aFolderMakesABatch() {
    const QTemporaryDir folder;
    QVERIFY(QFile::copy(kMany, folder.filePath(QStringLiteral("a.pgm"))));
    QVERIFY(QFile::copy(kMany, folder.filePath(QStringLiteral("b.pgm"))));
    window_->opener().openFromCommandLine({folder.path()}, {kPattern});
    QTRY_COMPARE_WITH_TIMEOUT(window_->batch().queue().size(), 2, kPatience);
    QVERIFY(window_->batch().isVisible());
    QVERIFY(!window_->notice().isVisible());
  }

  void aDemoGivesTheSettingsBack() {
    SearchSettings own = zncc({.angle = {-10, 10, 0}});
    own.select.overlap = 0.4;
    own.minScore = 0.75;
    bench().setSettings(own);
    FindGame& game = window_->traveller().game();
    game.setReducedMotion(true);
    window_->traveller().setCrowdSize({900, 700});
    const auto isOwn = [&] {
      const SearchSettings& now = bench().settings();
      return now.method == own.method && now.pose == own.pose && now.minScore == own.minScore &&
             now.select.overlap == own.select.overlap;
    };
    for (int turn = 0; turn < 2; ++turn) {
      window_->actions().at(ActionId::traveller)->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(game.state() == FindGame::State::asking, kPatience);
      QVERIFY(!isOwn());
      emit game.panel().showWanted();
      QTRY_VERIFY_WITH_TIMEOUT(game.state() == FindGame::State::revealed, kPatience);
    }
    game.stop();
    QVERIFY(isOwn());
    QVERIFY(!bench().search().running());  // the crowd is large
    // Closing the window in the middle of it, too.
    window_->actions().at(ActionId::traveller)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(game.state() == FindGame::State::asking, kPatience);
    window_->close();
    window_ = std::make_unique<MainWindow>(registry_);
    QVERIFY(isOwn());
  }

  void theGamesButtonsAreWhole() {
    for (const char* language : {"en", "de", "zh"}) {
      const ScopedTranslator translator(QString::fromLatin1(language));
      QVERIFY(translator.spoken());
      for (const int width : {300, 420, 900}) {
        QWidget parent;
        parent.resize(width, 500);
        auto* panel = new FindPanel(&parent);
        parent.show();
        panel->reveal(QStringLiteral("You: 41 s. Espy: 0.0004 s."), QStringLiteral("There."));
        for (const QPushButton* button : panel->findChildren<QPushButton*>()) {
          if (!button->isVisible()) continue;
          QVERIFY(button->width() >= button->sizeHint().width());
          QVERIFY(panel->rect().contains(button->geometry()));
          QVERIFY(parent.rect().contains(panel->geometry()));
        }
      }
    }
  }

  void placeholdersAreReadableInDarkPalettes() {
    QPalette dark;
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
      dark.setColor(group, QPalette::Base, QColor(0x20, 0x20, 0x20));
      dark.setColor(group, QPalette::Text, QColor(0xf0, 0xf0, 0xf0));
      dark.setColor(group, QPalette::PlaceholderText, QColor(0, 0, 0, 128));
    }
    const QPalette mended = readable(dark);
    const QColor hint = mended.color(QPalette::PlaceholderText);
    QVERIFY(contrast(hint, mended.color(QPalette::Base)) >= kReadable);
    QVERIFY(contrast(hint, mended.color(QPalette::Base)) <
            contrast(mended.color(QPalette::Text), mended.color(QPalette::Base)));
  }

  void checkBoxesAreVisibleInDarkPalettes() {
    constexpr double kVisible = 3;  // WCAG 2, of what is no text
    AnimatedStyle style(0);
    QCheckBox box(QStringLiteral("too"));
    box.setStyle(&style);
    box.setPalette(readable(paletteOf(true)));
    box.resize(box.sizeHint());
    QStyleOptionButton option;
    option.initFrom(&box);
    const QRect square = style.subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
    const QImage image = box.grab(square).toImage();
    const QColor ground = box.palette().color(QPalette::Window);
    double most = 1;
    for (int x = 0; x < image.width(); ++x) {
      most = std::max(most, contrast(image.pixelColor(x, image.height() / 2), ground));
    }
    QVERIFY2(most >= kVisible, qPrintable(QString::number(most)));
  }

  void aDoubleClickOnAMatchZoomsToIt() {
    searchSimilar();
    Canvas& canvas = window_->canvas();
    const QRect window = windowOf(bench().matches().match(0));
    const double before = canvas.viewport().zoom();
    QTest::mouseDClick(&canvas, Qt::LeftButton, {},
                       canvas.viewport().toWidget(QRectF(window)).center().toPoint());
    QVERIFY(canvas.viewport().zoom() > before);
    const QPointF middle = canvas.viewport().toWidget(QRectF(window)).center();
    QVERIFY(QLineF(middle, QRectF(canvas.rect()).center()).length() < 3);
    QCOMPARE(bench().cutId(), 0);
  }

  void onlyFieldsThatApplyAreShown() {
    for (QToolButton* fold : options().findChildren<QToolButton*>(QStringLiteral("details"))) {
      fold->setChecked(true);
    }
    choose(PoseChoice::own);
    const auto isShown = [&](const char* name) {
      const auto all = window_->page().findChildren<QWidget*>();
      return std::ranges::any_of(all, [name](const QWidget* widget) {
        return widget->accessibleName() == QLatin1String(name) && widget->isVisible();
      });
    };
    SearchSettings identical;
    bench().setSettings(identical);
    choose(PoseChoice::own);
    QVERIFY(isShown("Tolerance") && isShown("Mirrored, too"));
    for (const char* name : {"Compare by", "At the border", "Weight by transparency", "Angles from",
                             "Inverted, too", "Try every pose", "Minimum score"}) {
      QVERIFY2(!isShown(name), name);
    }
    bench().setSettings(zncc());
    choose(PoseChoice::own);
    for (const char* name : {"Compare by", "At the border", "Angles from", "Inverted, too",
                             "Try every pose", "Minimum score"}) {
      QVERIFY2(isShown(name), name);
    }
    QVERIFY(!isShown("Tolerance") && !isShown("Weight by transparency"));
    for (const QWidget* widget : options().findChildren<QWidget*>()) {
      const bool control = qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
                           qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                           qobject_cast<const QComboBox*>(widget) != nullptr;
      if (control && widget->isVisible()) {
        QVERIFY2(widget->isEnabled(), qPrintable(widget->accessibleName()));
      }
    }
  }

  void resetReturnsToTheDefaults() {
    auto* reset = named<QToolButton>("Reset the options");
    QVERIFY(reset != nullptr && reset->isHidden());
    bench().setSettings(zncc());
    QVERIFY(reset->isHidden());
    SearchSettings own = zncc({.angle = {-180, 180, 0}});
    own.select.overlap = 0.05;
    own.threads = 2;
    own.minScore = 0.7;
    bench().setSettings(own);
    MarkSettings marks;
    marks.thickness = 9;
    bench().setMarkSettings(marks);
    QVERIFY(!reset->isHidden());
    const auto isBold = [&](const char* field) {
      for (const QLabel* label : options().findChildren<QLabel*>()) {
        if (label->buddy() != nullptr && label->buddy()->accessibleName() == QLatin1String(field)) {
          return label->font().bold();
        }
      }
      return false;
    };
    for (const char* field : {"Overlap", "Threads", "Thickness", "Angles and sizes"}) {
      QVERIFY2(isBold(field), field);
    }
    for (const char* field : {"Engine", "Best only", "Style"}) QVERIFY2(!isBold(field), field);
    reset->click();
    QCOMPARE(bench().settings().method, Method::zncc);
    QVERIFY(bench().settings().pose == PoseOptions());
    QCOMPARE(bench().settings().select.overlap, kScoredOverlap);
    QCOMPARE(bench().settings().threads, 0);
    QCOMPARE(bench().markSettings().thickness, MarkSettings().thickness);
    QVERIFY(reset->isHidden());
    QVERIFY(!isBold("Overlap") && !isBold("Angles and sizes"));
    bench().undo().undo();
    QCOMPARE(bench().settings().threads, 2);
  }
};

ESPY_WINDOW_TEST(consistency, ConsistencyTest);

}  // namespace espy::desktop
#include "consistency_test.moc"
