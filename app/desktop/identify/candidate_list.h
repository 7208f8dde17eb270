// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListWidget>

#include "identify/photo.h"
#include "identify/picture_store.h"

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

}  // namespace espy::desktop
