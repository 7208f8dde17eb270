// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

namespace espy::desktop {

class JudgeView;
class PicturePage;
class Workbench;

/// Connects the page's judge actions to the workbench: judge files and the view of confidence.
class JudgeLink : public QObject {
  Q_OBJECT

 public:
  JudgeLink(Workbench& bench, PicturePage& page);
  ~JudgeLink() override;

  /// Opens, or raises, the window of the judge's confidence.
  void showView();
  JudgeView* view() const;

 private:
  void save(int needle);
  void load(int needle);

  Workbench& bench_;
  PicturePage& page_;
  QPointer<QObject> view_;  ///< JudgeView
};

}  // namespace espy::desktop
