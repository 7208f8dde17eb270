// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QFileDialog;
class QWidget;

namespace espy::desktop {

/// Parameters of a file dialog.
struct PathQuestion {
  QString title;        ///< "Export matches"
  QString remembered;   ///< settings key of the remembered folder
  QString folder;       ///< start folder if none is remembered
  QString name;         ///< suggested file name with suffix; empty: ask for a folder
  QStringList filters;  ///< "PNG pictures (*.png)"; the suffix follows the selected one
};

/// The first suffix in a filter: "png".
QString endingOf(const QString& filter);

/// Opens a non-blocking dialog that starts in the remembered folder. The caller stores the new
/// folder with rememberPath() once the path was used successfully.
QFileDialog* askForPath(QWidget* parent, const PathQuestion& question,
                        std::function<void(const QString& path)> chosen);

/// Opens a non-blocking dialog for existing files, which starts in the remembered folder, or at
/// home, and remembers the folder of the chosen ones.
void askForFiles(QWidget* parent, const QString& title, const QString& remembered,
                 const QStringList& filters, std::function<void(const QStringList& files)> chosen);

/// The remembered folder, or `otherwise`. For other dialogs.
QString rememberedFolder(const QString& word, const QString& otherwise);
void rememberFolder(const QString& word, const QString& folder);
/// Remembers this folder, or the folder of this file.
void rememberPath(const QString& word, const QString& path);

}  // namespace espy::desktop
