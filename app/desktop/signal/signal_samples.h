// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace espy::desktop {

/// A recording that is installed with the program, or stands in its source; empty: there is none.
QString signalSample(const QString& name);

/// Are these files called as recordings are, all of them? They are not looked into.
bool areRecordings(const QStringList& paths);
/// The files that can be read, for a dialog: "*.csv *.edf".
QString recordingPatterns();

/// What is shown before a recording is open: `open` asks for one, `sample` opens an installed one.
QWidget* newSignalInvitation(const std::function<void()>& open,
                             const std::function<void(const QString& name)>& sample);

}  // namespace espy::desktop
