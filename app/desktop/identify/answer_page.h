// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListWidget>
#include <QWidget>

#include "identify/photo.h"
#include "identify/picture_store.h"

class QCheckBox;
class QLabel;

namespace espy::desktop {

/// Best matching surfaces of one photograph as a row of thumbnails, one of them selected.
class CandidateList : public QListWidget {
  Q_OBJECT

 public:
  explicit CandidateList(PictureStore& pictures, QWidget* parent = nullptr);

  void show(const PhotoAnswerPtr& answer, const QString& library);
  /// Updates the icons after pictures have been read.
  void refreshPictures();
  int chosen() const { return currentRow(); }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void candidateChosen(int match);

 private:
  QIcon pictureOf(const ShownSurface& surface);
  int cardHeight() const;

  PictureStore& pictures_;
  PhotoAnswerPtr answer_;
  QString library_;
};

class CandidateList;
class PairView;

/// Result of one photograph: verdict, evidence, both pictures and the candidates.
class AnswerPage : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerPage(QWidget* parent = nullptr);

  /// `answer` is null while it is pending.
  void showAnswer(const Photo& photo, const PhotoAnswerPtr& answer, const QString& library,
                  const QString& state);
  /// Shows a surface without a photograph.
  void showSurface(const ShownSurface& surface, const QString& library);
  PairView& pair() { return *pair_; }
  CandidateList& candidates() { return *candidates_; }
  QString verdict() const;
  QString evidence() const;
  /// Retries pictures of surfaces that were missing.
  void retryMissingPictures();

 private:
  void showPair();

  PictureStore pictures_;
  Photo photo_;
  PhotoAnswerPtr answer_;
  ShownSurface surface_;  ///< shown when no photograph is
  bool asked_ = false;    ///< a photograph is shown
  QString library_;
  int match_ = -1;  ///< index of the selected match in the answer, -1: none
  QLabel* verdict_;
  QLabel* reason_;
  PairView* pair_;
  QLabel* evidence_;
  QCheckBox* lines_;
  QCheckBox* others_;
  QLabel* note_;
  CandidateList* candidates_;
  QLabel* timings_;
};

}  // namespace espy::desktop
