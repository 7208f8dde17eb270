// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/start.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/tool_windows.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct StartWords {
  Q_DECLARE_TR_FUNCTIONS(main)
};

}  // namespace

Start::Start(QCommandLineParser& parser)
    : parser_(parser),
      needle_({QStringLiteral("e"), QStringLiteral("needle")},
              StartWords::tr("A needle; may repeat."), StartWords::tr("file")),
      traveller_(QStringLiteral("traveller"), StartWords::tr("Find the traveller in the crowd.")),
      identify_(QStringLiteral("identify"),
                StartWords::tr("Find which surface of a library the pictures show.")),
      signals_(QStringLiteral("signals"), StartWords::tr("Search in the files as recordings.")),
      live_(QStringLiteral("live"),
            StartWords::tr("Search a screen, a camera or this video while it changes.")) {
  parser.addOptions({needle_, traveller_, identify_, signals_, live_});
  parser.addPositionalArgument(StartWords::tr("picture"),
                               StartWords::tr("The picture; several, or a folder, make a batch."),
                               QStringLiteral("[picture...]"));
}

QString Start::desktopEntry() const {
  if (parser_.isSet(identify_)) return QStringLiteral("org.espy.Espy.Identify");
  if (parser_.isSet(signals_)) return QStringLiteral("org.espy.Espy.Signals");
  if (parser_.isSet(live_)) return QStringLiteral("org.espy.Espy.Live");
  return QStringLiteral("org.espy.Espy");
}

void Start::open(MainWindow& window) const {
  QStringList files;
  for (const QString& file : parser_.positionalArguments())
    files += QFileInfo(file).absoluteFilePath();
  if (parser_.isSet(identify_)) return window.tools().identify(files);
  if (parser_.isSet(signals_)) return window.tools().openRecordings(files);
  if (parser_.isSet(live_)) return window.tools().openLive(parser_.values(needle_) + files);
  window.show();
  if (parser_.isSet(traveller_)) return window.findTheTraveller();
  window.opener().openFromCommandLine(parser_.positionalArguments(), parser_.values(needle_));
}

}  // namespace espy::desktop
