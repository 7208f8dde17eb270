// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <cstdint>

namespace espy::desktop {

class JudgeView;
class PicturePage;
class Workbench;

/// Ties what the page asks for about judges to the workbench: files of judges, and the view of how
/// sure they are.
class JudgeLink : public QObject {
  Q_OBJECT

 public:
  JudgeLink(Workbench& bench, PicturePage& page);
  ~JudgeLink() override;

  /// How sure the judge is, in a window of its own beside the picture.
  void showView();
  JudgeView* view() const;

 private:
  void save(int needle);
  void load(int needle);

  Workbench& bench_;
  PicturePage& page_;
  QPointer<QObject> view_;  ///< a `JudgeView`
};

}  // namespace espy::desktop
