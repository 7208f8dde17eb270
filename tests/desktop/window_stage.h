// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QSettings>
#include <QTest>
#include <memory>

#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/workbench.h"

namespace espy::desktop {

inline const QString kCrowd = QStringLiteral(ESPY_SOURCE_DIR "/samples/crowd.ppm");
inline const QString kTraveller = QStringLiteral(ESPY_SOURCE_DIR "/samples/traveller.ppm");
inline const QString kMany = QStringLiteral(ESPY_SOURCE_DIR "/samples/pattern_many.pgm");
inline const QString kPattern = QStringLiteral(ESPY_SOURCE_DIR "/samples/pattern.pgm");

/// Test fixture with a new window, and empty settings, for each case.
class WindowStage : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QCoreApplication::setOrganizationName(QStringLiteral("espy-test"));
    QCoreApplication::setApplicationName(QStringLiteral("window"));
    QSettings().clear();
    if (!automatic_) QSettings().setValue(QStringLiteral("search/automatic"), false);
    window_ = std::make_unique<MainWindow>(registry_);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  }
  void cleanup() { window_.reset(); }

 protected:
  void awaitSearch() const {
    QTRY_VERIFY_WITH_TIMEOUT(!window_->bench().search().running(), kPatience);
  }
  void show(const QString& scene, const QStringList& needles) {
    window_->opener().openFromCommandLine({scene}, needles);
    QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(window_->bench().tray().rowCount(), static_cast<int>(needles.size()),
                              kPatience);
    if (!needles.isEmpty()) {
      QTRY_VERIFY_WITH_TIMEOUT(window_->bench().matches().result(), kPatience);
    }
    awaitSearch();
  }
  std::size_t matches() const {
    const SearchResultPtr& result = window_->bench().matches().result();
    return result ? result->finding.matches.size() : 0;
  }

  Registry registry_ = makeRegistry();
  std::unique_ptr<MainWindow> window_;
  bool automatic_ = false;  ///< automatic search, as is the default
};

}  // namespace espy::desktop
