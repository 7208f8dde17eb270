// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "canvas/canvas.h"
#include "desktop/live_stream.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "live/live_view.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {

/// A view of a made stream.
class LiveTestBase : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QVERIFY(folder_.isValid());
    stage_ = std::make_shared<LiveStage>();
    makeView(false);
  }
  void cleanup() { view_.reset(); }

 protected:
  void makeView(bool coversScreen) {
    view_ = std::make_unique<LiveView>(registry_, toolsOf(stage_, coversScreen));
    view_->resize(1100, 760);
    view_->show();
  }
  bool started() const {
    LiveSource source;
    source.name = QStringLiteral("made");
    view_->start(source);
    return QTest::qWaitFor([this] { return view_->hasFrame(); }, kPatience);
  }
  /// Widget coordinates of a pixel.
  QPoint placeOf(const QPoint& pixel) const {
    const QPointF centre = view_->canvas().viewport().toWidget(QPointF(pixel) + QPointF(0.5, 0.5));
    return {static_cast<int>(centre.x()), static_cast<int>(centre.y())};
  }
  void drag(const QRect& pixels) const {
    Canvas& canvas = view_->canvas();
    QTest::mousePress(&canvas, Qt::LeftButton, {}, placeOf(pixels.topLeft()));
    QTest::mouseMove(&canvas, placeOf(pixels.center()));
    QTest::mouseMove(&canvas, placeOf(pixels.bottomRight()));
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, placeOf(pixels.bottomRight()));
  }
  /// Cuts the badge out of the running stream.
  void cutBadge() const { drag(QRect(*stage_->badge, LiveStage::kBadge)); }
  /// Whether exactly this window is outlined, within the usual time.
  bool outlined(const QPoint& corner) const {
    return QTest::qWaitFor(
        [&] {
          const auto& marks = view_->canvas().marks();
          return marks && marks->all().size() == 1 &&
                 marks->all().front().window == QRect(corner, LiveStage::kBadge);
        },
        kPatience);
  }
  bool outlinedNothing() const {
    return QTest::qWaitFor(
        [&] { return view_->canvas().marks() && view_->canvas().marks()->all().empty(); },
        kPatience);
  }
  bool happened(int row, EventKind kind) const {
    return QTest::qWaitFor([&] { return view_->events().rowCount() > row; }, kPatience) &&
           view_->events().at(row).event.kind == kind;
  }
  /// Ends the recording of events; the lines of its file, none if it does not appear.
  QList<QByteArray> recordedLines(const QString& path) const {
    view_->eventsButton().click();
    if (!QTest::qWaitFor([&] { return QFile::exists(path); }, kPatience)) return {};
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
  }
  QString noticeText() const {
    if (!view_->notice().isVisible()) return {};
    return view_->notice().text().remove(QStringLiteral("\u26a0 "));
  }
  QString at(const QString& name) const { return folder_.filePath(name); }

  Registry registry_ = makeRegistry();
  QTemporaryDir folder_;
  std::shared_ptr<LiveStage> stage_;
  std::unique_ptr<LiveView> view_;
};

}  // namespace espy::desktop
