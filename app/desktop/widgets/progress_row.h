// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace espy::desktop {

/// A progress bar with a Stop button. Visible only while work takes longer than 200 ms; its space
/// is kept.
class ProgressRow : public QWidget {
  Q_OBJECT

 public:
  /// `name` and `stopTip` are for the bar and the button.
  ProgressRow(const QString& name, const QString& stopTip, QWidget* parent = nullptr);

  /// Work begins.
  void start();
  /// `part`: 0 to 1.
  void showPart(double part);
  /// Work has ended.
  void end();

 signals:
  void stopClicked();

 private:
  QElapsedTimer since_;
  QProgressBar* bar_;
  QPushButton* stop_;
};

}  // namespace espy::desktop
