// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tools > Denoise.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <atomic>
#include <chrono>
#include <thread>

#include "canvas/canvas.h"
#include "canvas/curtain.h"
#include "denoise/denoise_dialog.h"
#include "denoise/denoise_preview.h"
#include "desktop/sample_result.h"
#include "desktop/window_stage.h"
#include "espy/engine/picture_denoiser.h"
#include "widgets/status_label.h"
#include "window/denoise_link.h"

namespace espy::desktop {
namespace {

/// Largest difference of samples.
int mostBetween(const ImageView& a, const ImageView& b) {
  int most = 0;
  for (std::int64_t y = 0; y < a.height(); ++y) {
    for (std::int64_t x = 0; x < a.width(); ++x) {
      for (int c = 0; c < a.format().channels; ++c) {
        most = std::max(most, std::abs(static_cast<int>(sampleAt(a, x, y, c)) -
                                       static_cast<int>(sampleAt(b, x, y, c))));
      }
    }
  }
  return most;
}

}  // namespace

class DenoiseTest : public WindowStage {
  Q_OBJECT

 private slots:
  void givesWhatTheCommandGives_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<double>("strength");
    QTest::newRow("grain") << 0 << 0.08;
    QTest::newRow("specks") << 1 << 1.5;
  }
  void givesWhatTheCommandGives() {
    QFETCH(const int, model);
    QFETCH(const double, strength);
    open();
    const PicturePtr before = window_->bench().scene();
    dialog().findChild<QComboBox*>()->setCurrentIndex(model);
    number().setValue(strength);
    button("Denoise").click();
    QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene() != before, kPatience);
    const Denoised wanted =
        denoise(registry_, before->image,
                {.model = static_cast<DenoiseModel>(model), .strength = strength});
    // The objective may differ within the gap.
    QVERIFY(mostBetween(window_->bench().scene()->image, wanted.image) <= 8);
    QVERIFY(mostBetween(window_->bench().scene()->image, before->image) > 8);
    QVERIFY(window_->bench().scene()->name.endsWith(QLatin1String(", denoised")));
    window_->actions().at(ActionId::undo)->trigger();
    QCOMPARE(window_->bench().scene(), before);
  }

  void theStrengthIsThatOfTheNoise() {
    open();
    QTRY_VERIFY_WITH_TIMEOUT(button("Estimate").isEnabled(), kPatience);
    const double noise = denoise(registry_, window_->bench().scene()->image).noise;
    const double usual = strengthForNoise(DenoiseModel::rof, noise);
    QVERIFY(std::abs(number().value() - usual) < 1e-4);
    number().setValue(0.5);
    QVERIFY(std::abs(slider().value() / 1000.0 - std::log(0.5 / 0.002) / std::log(1000)) < 0.002);
    slider().setValue(0);
    QCOMPARE(number().value(), 0.002);
    button("Estimate").click();
    QVERIFY(std::abs(number().value() - usual) < 1e-4);
  }

  void thePreviewFollowsTheSlider() {
    open();
    const PicturePtr scene = window_->bench().scene();
    const Canvas& canvas = window_->canvas();
    QTRY_VERIFY_WITH_TIMEOUT(shows("Shown with all pixels"), kPatience);
    QVERIFY(canvas.preview() && canvas.preview()->image.size() == scene->image.size());
    QSignalSpy previewed(&dialog(), &DenoiseDialog::previewed);
    for (int step = 300; step <= 700; step += 100) slider().setValue(step);
    QTRY_VERIFY_WITH_TIMEOUT(previewed.size() >= 2, kPatience);
    // A small copy first, and it says so.
    const auto first = previewed.front().front().value<PicturePtr>();
    QVERIFY(first->image.size() != scene->image.size());
    QTRY_VERIFY_WITH_TIMEOUT(shows("Shown with all pixels"), kPatience);
    QCOMPARE(previewed.size(), 2);  // of the last step only
    QCOMPARE(window_->bench().scene(), scene);
    // What was previewed is the result; another strength replaces it.
    const PicturePtr last = canvas.preview();
    button("Denoise").click();
    QCOMPARE(window_->bench().scene(), last);
    number().setValue(0.02);
    button("Denoise").click();
    QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene() != last, kPatience);
    QVERIFY(mostBetween(window_->bench().scene()->image,
                        denoise(registry_, scene->image, {.strength = 0.02}).image) <= 4);
    dialog().findChildren<QCheckBox*>().at(0)->setChecked(false);
    QVERIFY(!canvas.preview());
    dialog().close();
    QVERIFY(!canvas.preview() && !window_->canvas().curtain().isVisible());
  }

  void theCurtainDividesThePicture() {
    open();
    QTRY_VERIFY_WITH_TIMEOUT(shows("Shown with all pixels"), kPatience);
    Canvas& canvas = window_->canvas();
    Curtain& curtain = canvas.curtain();
    QVERIFY(curtain.isVisible());
    const PicturePtr weak = canvas.preview();
    number().setValue(2);  // a strong difference
    QTRY_VERIFY_WITH_TIMEOUT(canvas.preview() != weak && shows("Shown with all pixels"), kPatience);
    const auto shot = [&] {
      QTest::qWait(400);  // tiles, and smooth painting
      return canvas.grab().toImage();
    };
    box("Curtain").setChecked(false);
    QVERIFY(!curtain.isVisible());
    const QImage after = shot();
    box("Preview").setChecked(false);
    const QImage before = shot();
    box("Preview").setChecked(true);
    box("Curtain").setChecked(true);
    QTRY_VERIFY_WITH_TIMEOUT(canvas.preview() && shows("Shown with all pixels"), kPatience);
    const QImage both = shot();
    const QRect left(0, 0, curtain.x(), canvas.height());
    const QRect right(curtain.x() + curtain.width(), 0, canvas.width(), canvas.height());
    const auto part = [&](const QImage& image, const QRect& where) {
      return image.copy(where.intersected(image.rect()).adjusted(0, 0, 0, -200));
    };
    QVERIFY(before != after);
    QCOMPARE(part(both, left), part(before, left));
    QCOMPARE(part(both, right), part(after, right));
    // Dragged, and moved by keys.
    const int from = curtain.line();
    QTest::mousePress(&curtain, Qt::LeftButton, {}, curtain.rect().center());
    QMouseEvent move(QEvent::MouseMove, QPointF(curtain.rect().center()) + QPointF(-60, 0),
                     curtain.mapToGlobal(curtain.rect().center()) + QPointF(-60, 0), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(&curtain, &move);
    QVERIFY(std::abs(curtain.line() - (from - 60)) <= 1);
    QVERIFY(!canvas.selection());
    QTest::keyClick(&curtain, Qt::Key_Home);
    QCOMPARE(curtain.part(), 0.0);
    QTest::keyClick(&curtain, Qt::Key_Right);
    QVERIFY(curtain.part() > 0);
    QTest::keyClick(&curtain, Qt::Key_End);
    QCOMPARE(curtain.part(), 1.0);
    QTest::keyClick(&curtain, Qt::Key_Left);
    QVERIFY(curtain.part() < 1);
  }

  void searchesCanBeOfTheDenoisedPicture() {
    show(kCrowd, {kTraveller});
    window_->actions().at(ActionId::denoise)->trigger();
    const PicturePtr scene = window_->bench().scene();
    number().setValue(0.05);
    box("Find in the denoised picture").setChecked(true);
    QTRY_COMPARE_WITH_TIMEOUT(window_->bench().settings().denoise, 0.05, kPatience);
    awaitSearch();
    QTRY_VERIFY_WITH_TIMEOUT(window_->bench().matches().result() &&
                                 window_->bench().matches().result()->settings.denoise == 0.05,
                             kPatience);
    QCOMPARE(window_->bench().scene(), scene);  // the original stays on the screen
    QCOMPARE(window_->canvas().scene(), scene);
    // The dialog shows the setting when it is opened again, and undo resets it.
    dialog().close();
    QTRY_VERIFY(window_->denoising().dialog() == nullptr);
    QCOMPARE(window_->bench().settings().denoise, 0.05);
    window_->actions().at(ActionId::denoise)->trigger();
    QVERIFY(box("Find in the denoised picture").isChecked());
    QCOMPARE(number().value(), 0.05);
    window_->actions().at(ActionId::undo)->trigger();
    QCOMPARE(window_->bench().settings().denoise, 0.0);
    QVERIFY(!box("Find in the denoised picture").isChecked());
    // Searches know the model of grain only.
    dialog().findChild<QComboBox*>()->setCurrentIndex(1);
    QVERIFY(!box("Find in the denoised picture").isEnabled());
  }

  void longWorkHasProgressAndCanBeStopped() {
    Registry slow = makeRegistry();
    std::atomic<int> stops = 0;
    slow.add<DenoiseSamples>("threads", [&](const DenoiseProblem& problem, const Control& control,
                                            RunReport& /*report*/) {
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
      if (control.progress) control.progress(0.5);
      while (!control.stopping()) std::this_thread::yield();
      ++stops;
      control.check();
      return DenoiseSolution{
          std::vector<float>(static_cast<std::size_t>(problem.size.voxels())), 0, 1, {}};
    });
    DenoiseDialog dialog(slow);
    for (QCheckBox* one : dialog.findChildren<QCheckBox*>()) {
      if (one->text().contains(QLatin1String("view"))) one->setChecked(false);
    }
    dialog.setPicture(std::make_shared<Picture>(Picture{Image({50, 40}, {}), {}, {}, {}}));
    dialog.show();
    auto& progress = *dialog.findChild<QProgressBar*>();
    const QSignalSpy results(&dialog, &DenoiseDialog::denoised);
    const auto buttonOf = [&](const char* text) -> QPushButton& {
      for (QPushButton* one : dialog.findChildren<QPushButton*>()) {
        if (one->text().remove(QLatin1Char('&')) == QLatin1String(text)) return *one;
      }
      qFatal("there is no button %s", text);
    };
    QTRY_VERIFY_WITH_TIMEOUT(buttonOf("Estimate").isEnabled(), kPatience);
    QVERIFY(!progress.isVisible() && !buttonOf("Stop").isVisible());
    buttonOf("Denoise").click();
    QTRY_VERIFY_WITH_TIMEOUT(progress.isVisible(), kPatience);
    QCOMPARE(progress.value(), 500);
    QVERIFY(!buttonOf("Denoise").isEnabled());
    buttonOf("Stop").click();
    QTRY_COMPARE_WITH_TIMEOUT(stops, 1, kPatience);
    QVERIFY(!progress.isVisible() && buttonOf("Denoise").isEnabled());
    QCOMPARE(dialog.findChild<StatusLabel*>()->sentence(), QStringLiteral("Stopped."));
    QCOMPARE(results.size(), 0);
  }

  void itsDialogIsBesideThePicture() {
    open();
    const Canvas& canvas = window_->canvas();
    const int right = canvas.mapToGlobal(QPoint(canvas.width(), 0)).x();
    const int last = canvas.screen()->availableGeometry().right() - dialog().width();
    QCOMPARE(dialog().x(), std::min(right, last));
  }

  void anEndDoesNotWaitForTheEstimate() {
    const PicturePtr large = test::pictureOf(Image({5000, 5000}, {3, Depth::u8}), {});
    QElapsedTimer clock;
    qint64 estimate = 0;
    for (int i = 0; i < 2; ++i) {  // the first one is slower
      clock.start();
      const PictureDenoiser whole(registry_, large->image, 300'000);
      estimate = clock.elapsed();
    }
    qint64 shortest = estimate;
    for (int i = 0; i < 5; ++i) {
      auto preview = std::make_unique<DenoisePreview>(registry_);
      preview->setPicture(large);
      QTest::qWait(static_cast<int>(estimate / 8));  // until it runs
      clock.start();
      preview.reset();
      shortest = std::min(shortest, clock.elapsed());
    }
    QVERIFY2(shortest < estimate / 4,
             qPrintable(QStringLiteral("%1 of %2 ms").arg(shortest).arg(estimate)));
  }

 private:
  void open() {
    QVERIFY(!window_->actions().at(ActionId::denoise)->isEnabled());
    show(kCrowd, {});
    window_->actions().at(ActionId::denoise)->trigger();
    QVERIFY(window_->denoising().dialog() != nullptr && dialog().isVisible());
  }
  DenoiseDialog& dialog() { return *window_->denoising().dialog(); }
  QSlider& slider() { return *dialog().findChild<QSlider*>(); }
  QDoubleSpinBox& number() { return *dialog().findChild<QDoubleSpinBox*>(); }
  QPushButton& button(const char* text) { return named<QPushButton>(text); }
  QCheckBox& box(const char* text) { return named<QCheckBox>(text); }
  template <class Widget>
  Widget& named(const char* text) {
    for (Widget* one : dialog().findChildren<Widget*>()) {
      if (one->text().remove(QLatin1Char('&')) == QLatin1String(text)) return *one;
    }
    qFatal("there is no %s", text);
  }
  bool shows(const char* begin) {
    return dialog().findChild<StatusLabel*>()->sentence().startsWith(QLatin1String(begin));
  }
};

ESPY_WINDOW_TEST(denoise, DenoiseTest);

}  // namespace espy::desktop

#include "denoise_test.moc"
