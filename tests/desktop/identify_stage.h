// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <atomic>
#include <memory>
#include <random>
#include <semaphore>
#include <thread>

#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "identify/answer_page.h"
#include "identify/identify_view.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {

/// Fake feature extractor and identifier without OpenCV: everything is derived from a picture's
/// first pixel, the surface number.
struct IdentifyStage {
  std::atomic<int> featureCalls = 0;
  std::atomic<int> identifyCalls = 0;
  std::atomic<bool> runsUntilStopped = false;  ///< runs until stopped
  std::atomic<bool> held = false;              ///< waits for `go` at each photograph
  std::counting_semaphore<1000> go{0};

  void step(const Control& control) {
    if (held) go.acquire();
    while (runsUntilStopped && !control.stopping()) std::this_thread::yield();
    control.check();
  }
};

/// Features of the surface with this number; 255 is blank and has too few.
inline Features surfaceFeatures(std::uint8_t number, Size picture) {
  std::mt19937 random(number);
  Features features;
  features.picture = picture;
  const int count = number == 255 ? 5 : 40;
  for (int i = 0; i < count; ++i) {
    features.points.push_back(
        {static_cast<float>(random() % 1000) / 1000 * static_cast<float>(picture.width),
         static_cast<float>(random() % 1000) / 1000 * static_cast<float>(picture.height), 4, 0});
    for (int byte = 0; byte < kFeatureBytes; ++byte) {
      features.bytes.push_back(static_cast<std::uint8_t>(random() % 178));
    }
  }
  return features;
}

/// Identity homography, for pictures of the same size.
inline void judgePlainly(SurfaceMatch& match, Size query, Size reference) {
  match.verification.inliers.assign(match.pairs.size(), false);
  if (match.pairs.size() < 12) return;
  for (std::size_t i = 0; i + 2 < match.pairs.size(); ++i) match.verification.inliers[i] = true;
  match.verification.inlierCount = static_cast<std::int64_t>(match.pairs.size()) - 2;
  const double x = static_cast<double>(query.width) / static_cast<double>(reference.width);
  const double y = static_cast<double>(query.height) / static_cast<double>(reference.height);
  match.verification.homography = std::array<double, 9>{x, 0, 0, 0, y, 0, 0, 0, 1};
}

inline SurfaceAnswer answerPlainly(const Registry& registry, std::string_view engine,
                                   const SurfaceLibrary& library, Features query,
                                   const Control& control) {
  SurfaceAnswer answer;
  const auto shelf = library.shelf();
  const std::span<const std::uint8_t> bytes(query.bytes);
  const RankFinding finding = rankReferences(registry, engine, {*shelf, {&bytes, 1}, {}}, control);
  for (const Ranked& ranked : finding.rankings.front()) {
    const Surface surface = library.surface(ranked.reference);
    SurfaceMatch match;
    match.id = surface.id;
    match.reference = ranked.reference;
    match.count = ranked.count;
    match.pairs = matchedPairs(query.bytes, surface.features.bytes);
    judgePlainly(match, query.picture, surface.features.picture);
    answer.matches.push_back(std::move(match));
  }
  answer.known = !answer.matches.empty() && answer.matches.front().verification.inlierCount >= 12;
  answer.margin = answer.matches.empty() ? 0 : answer.matches.front().count;
  answer.references = shelf->references();
  answer.report = finding.report;
  answer.query = std::move(query);
  return answer;
}

inline IdentifyTools toolsOf(const Registry& registry,
                             const std::shared_ptr<IdentifyStage>& stage) {
  IdentifyTools tools;
  tools.engines = registry.engineNames();
  tools.maker = [] { return std::string("the tests"); };
  tools.features = [stage](const ImageView& photograph, const FeatureOptions& /*options*/,
                           const Control& control) {
    ++stage->featureCalls;
    stage->step(control);
    return surfaceFeatures(*photograph.row(0), photograph.size());
  };
  tools.identify = [stage, &registry](std::string_view engine, const SurfaceLibrary& library,
                                      const ImageView& photograph, const Control& control) {
    ++stage->identifyCalls;
    stage->step(control);
    return answerPlainly(registry, engine, library,
                         surfaceFeatures(*photograph.row(0), photograph.size()), control);
  };
  return tools;
}

/// A view with a temporary folder of photographs.
class IdentifyTestBase : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
    stage_ = std::make_shared<IdentifyStage>();
    makeView();
  }
  void cleanup() {
    stage_->held = false;
    stage_->go.release(100);
    view_.reset();
  }

 protected:
  void makeView() {
    view_ = std::make_unique<IdentifyView>(toolsOf(registry_, stage_));
    view_->resize(1000, 700);
    view_->show();
  }
  QString at(const QString& name) const { return folder_->filePath(name); }
  /// Writes a photograph of the surface with this number; returns its path.
  QString photograph(const QString& name, int number, Size size = {60, 40}) const {
    Image picture(size, {1, Depth::u8});
    *picture.pixels().row(0) = static_cast<std::uint8_t>(number);
    QDir().mkpath(QFileInfo(at(name)).path());
    writePicture(at(name).toStdString(), picture.view());
    return at(name);
  }
  QString broken(const QString& name) const {
    QFile file(at(name));
    if (file.open(QIODevice::WriteOnly)) file.write("no picture");
    return at(name);
  }
  bool settled() const {
    return QTest::qWaitFor([this] { return !view_->isBusy(); }, kPatience);
  }
  std::int64_t references() const { return view_->controller().facts().references; }
  /// Creates a library of surfaces "s0", "s1", ... with these numbers.
  void makeLibrary(int surfaces) const {
    QStringList files;
    for (int i = 0; i < surfaces; ++i) {
      files += photograph(QStringLiteral("known/s%1.pgm").arg(i), i);
    }
    view_->createLibrary(at(QStringLiteral("a.esl")), files);
    QTRY_COMPARE_WITH_TIMEOUT(references(), surfaces, kPatience);
    QVERIFY(settled());
  }
  void ask(const QStringList& files) const {
    const int before = view_->answers().rowCount();
    view_->identify(files);
    QTRY_COMPARE_WITH_TIMEOUT(view_->answers().rowCount(), before + files.size(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(view_->answers().waiting(), 0, kPatience);
  }
  QString line(int row) const {
    return view_->answers().index(row).data(Qt::AccessibleTextRole).toString();
  }
  QString noticeText() const {
    return view_->notice().isVisible() ? view_->notice().text() : QString();
  }
  void offer(const QString& text) const {
    for (QToolButton* button : view_->notice().findChildren<QToolButton*>()) {
      if (button->text() == text) return button->click();
    }
    QFAIL(qPrintable(text));
  }
  QPushButton* button(const QString& name) const {
    for (auto* each : view_->findChildren<QPushButton*>()) {
      if (each->isVisible() && each->accessibleName() == name) return each;
    }
    return nullptr;
  }
  void drop(const QStringList& files, QPoint place) const {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls += QUrl::fromLocalFile(file);
    data.setUrls(urls);
    QDragEnterEvent enter(place, Qt::MoveAction | Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(view_.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(place, Qt::MoveAction | Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(view_.get(), &dropped);
    QVERIFY(dropped.isAccepted());
    QCOMPARE(dropped.dropAction(), Qt::CopyAction);
  }
  QPoint onLibrary() const { return {20, view_->height() / 2}; }
  QPoint onAnswer() const { return {view_->width() - 50, view_->height() / 2}; }

  Registry registry_ = makeRegistry();
  std::unique_ptr<QTemporaryDir> folder_;
  std::shared_ptr<IdentifyStage> stage_;
  std::unique_ptr<IdentifyView> view_;
};

}  // namespace espy::desktop
