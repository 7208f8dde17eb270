// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QTranslator>

namespace espy::desktop {

/// RAII translator of the window; "en" installs nothing.
class ScopedTranslator {
 public:
  explicit ScopedTranslator(const QString& language) {
    spoken_ =
        language == QStringLiteral("en") ||
        (translator_.load(QStringLiteral("espy_") + language, QStringLiteral(":/translations")) &&
         QCoreApplication::installTranslator(&translator_));
  }
  bool spoken() const { return spoken_; }

 private:
  QTranslator translator_;
  bool spoken_ = false;
};

}  // namespace espy::desktop
