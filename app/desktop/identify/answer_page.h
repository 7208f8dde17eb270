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

/// The surfaces that have most in common with a photograph, as cards in a row. One of them is
/// looked at.
class CandidateList : public QListWidget {
  Q_OBJECT

 public:
  explicit CandidateList(PictureStore& pictures, QWidget* parent = nullptr);

  void show(const PhotoAnswerPtr& answer, const QString& library);
  /// Pictures that have been read meanwhile.
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

/// The answer to one photograph: what it shows and how sure that is, both pictures, the candidates.
class AnswerPage : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerPage(QWidget* parent = nullptr);

  /// An answer of null is still awaited.
  void showAnswer(const Photo& photo, const PhotoAnswerPtr& answer, const QString& library,
                  const QString& state);
  /// A surface by itself.
  void showSurface(const ShownSurface& surface, const QString& library);
  PairView& pair() { return *pair_; }
  CandidateList& candidates() { return *candidates_; }
  QString verdict() const;
  QString evidence() const;
  /// Pictures of surfaces may be where they were not before.
  void lookForPicturesAgain();

 private:
  void showPair();

  PictureStore pictures_;
  Photo photo_;
  PhotoAnswerPtr answer_;
  ShownSurface surface_;  ///< where no photograph is looked at
  bool asked_ = false;    ///< a photograph is looked at
  QString library_;
  int match_ = -1;  ///< of the answer, the one that is looked at
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
