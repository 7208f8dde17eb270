// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/signal_samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr const char* kEndings[] = {"csv", "tsv", "txt",  "npy", "npz", "wav", "flac", "ogg",
                                    "oga", "aif", "aiff", "au",  "edf", "bdf", "hea",  "f32",
                                    "f64", "i8",  "i16",  "i24", "i32", "u8"};

/// Translation context of this file.
struct InvitationWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::SignalView)
};

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

QWidget* newSignalInvitation(const std::function<void()>& open,
                             const std::function<void(const QString& name)>& sample) {
  auto* empty = new QWidget;
  auto* words = wrappedLabel(InvitationWords::tr("What to do first"));
  words->setAlignment(Qt::AlignCenter);
  words->setText(InvitationWords::tr(
      "Drop a recording here: a table (CSV), a NumPy array, sound, EDF or WFDB.\n\nIts channels "
      "become lanes. Drag over a piece of them, and Espy finds where else it occurs, even if it is "
      "slower, weaker or shifted there."));
  QFont large = empty->font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  words->setFont(large);
  words->setMaximumWidth(34 * empty->fontMetrics().height());
  auto* opens = newButton(InvitationWords::tr("Open &recordings..."),
                          InvitationWords::tr("Opens recordings; they can be dropped here, too"));
  auto* heart =
      newButton(InvitationWords::tr("Try a &heartbeat"),
                InvitationWords::tr("A synthetic electrocardiogram: find the abnormal beats"));
  auto* walk =
      newButton(InvitationWords::tr("Try a &walk"),
                InvitationWords::tr("Three synthetic sensor signals of a leg: find the jumps"));
  QObject::connect(opens, &QPushButton::clicked, empty, open);
  QObject::connect(heart, &QPushButton::clicked, empty,
                   [sample] { sample(QStringLiteral("heart.csv")); });
  QObject::connect(walk, &QPushButton::clicked, empty,
                   [sample] { sample(QStringLiteral("walk.csv")); });
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  for (QPushButton* button : {opens, heart, walk}) buttons->addWidget(button);
  buttons->addStretch(1);
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(words, 8);
  middle->addStretch(1);
  auto* column = new QVBoxLayout(empty);
  column->addStretch(2);
  column->addLayout(middle);
  column->addSpacing(kWideGap);
  column->addLayout(buttons);
  column->addStretch(3);
  return empty;
}

}  // namespace espy::desktop
