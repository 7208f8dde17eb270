// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/signal_samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <iterator>

namespace espy::desktop {
namespace {

constexpr const char* kEndings[] = {"csv", "tsv", "txt",  "npy", "npz", "wav", "flac", "ogg",
                                    "oga", "aif", "aiff", "au",  "edf", "bdf", "hea",  "f32",
                                    "f64", "i8",  "i16",  "i24", "i32", "u8"};

}  // namespace

QString signalSample(const QString& name) {
  const QString program = QCoreApplication::applicationDirPath();
  const QString folders[] = {program + QStringLiteral("/../share/espy/samples/"),
                             program + QStringLiteral("/../../../samples/"),
                             QStringLiteral(ESPY_SAMPLES) + QLatin1Char('/')};
  for (const QString& folder : folders) {
    QString path = QDir::cleanPath(folder + name);
    if (QFileInfo::exists(path)) return path;
  }
  return {};
}

bool areRecordings(const QStringList& paths) {
  return !paths.isEmpty() && std::all_of(paths.begin(), paths.end(), [](const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return std::any_of(std::begin(kEndings), std::end(kEndings),
                       [&](const char* one) { return ending == QLatin1String(one); });
  });
}

QString recordingPatterns() {
  QStringList patterns;
  for (const char* ending : kEndings) patterns += QStringLiteral("*.") + QLatin1String(ending);
  return patterns.join(QLatin1Char(' '));
}

}  // namespace espy::desktop
