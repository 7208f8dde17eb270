// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/candidate_list.h"

#include <QPainter>
#include <QScrollBar>

#include "identify/pair_view.h"

namespace espy::desktop {
namespace {

constexpr QSize kPicture(84, 60);
constexpr int kCardWidth = 116;

QString textOfCard(const QFontMetrics& metrics, const ShownSurface& surface,
                   const SurfaceMatch& match, bool known) {
  const QString name = metrics.elidedText(surface.id, Qt::ElideMiddle, kCardWidth - 16);
  return QStringLiteral("%1%2\n%3 / %4")
      .arg(known ? QStringLiteral("\u2713 ") : QString(), name)
      .arg(match.verification.inlierCount)
      .arg(match.count);
}

}  // namespace

CandidateList::CandidateList(PictureStore& pictures, QWidget* parent)
    : QListWidget(parent), pictures_(pictures) {
  setAccessibleName(tr("Candidates"));
  setToolTip(
      tr("What has most in common with the photograph, and how many of its matched features "
         "agree. Choose one to look at it."));
  setViewMode(IconMode);
  setFlow(LeftToRight);
  setWrapping(false);
  setMovement(Static);
  setIconSize(kPicture);
  setGridSize({kCardWidth, cardHeight()});
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0) emit candidateChosen(row);
  });
}

int CandidateList::cardHeight() const {
  return kPicture.height() + 2 * fontMetrics().height() + 14;
}

QSize CandidateList::sizeHint() const {
  return {20 * fontMetrics().height(),
          cardHeight() + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth()};
}

QSize CandidateList::minimumSizeHint() const {
  return {kPicture.width() + 40, sizeHint().height()};
}

QIcon CandidateList::pictureOf(const ShownSurface& surface) {
  QImage picture;
  const GalleryPicture* kept = pictures_.of(surface, library_);
  if (kept != nullptr && !kept->image.isNull()) {
    picture = kept->small;
  } else {
    picture = pictureOfPoints({surface.id, surface.size, surface.points, {}, {}},
                              kPicture * devicePixelRatioF(), palette());
  }
  return QIcon(QPixmap::fromImage(picture));
}

void CandidateList::show(const PhotoAnswerPtr& answer, const QString& library) {
  answer_ = answer;
  library_ = library;
  const bool before = blockSignals(true);
  clear();
  if (answer_) {
    const SurfaceAnswer& all = answer_->answer;
    for (std::size_t i = 0; i < all.matches.size(); ++i) {
      const ShownSurface& surface = answer_->surfaces[i];
      const SurfaceMatch& match = all.matches[i];
      auto* item = new QListWidgetItem(
          pictureOf(surface), textOfCard(fontMetrics(), surface, match, all.known && i == all.best),
          this);
      const QString words = tr("%1: %2 of %3 matched features agree")
                                .arg(surface.id)
                                .arg(match.verification.inlierCount)
                                .arg(match.count);
      item->setSizeHint({kCardWidth, cardHeight()});
      item->setToolTip(words);
      item->setData(Qt::AccessibleTextRole, words);
    }
    if (!all.matches.empty()) setCurrentRow(static_cast<int>(all.best));
  }
  blockSignals(before);
  if (currentItem() != nullptr) scrollToItem(currentItem());
}

void CandidateList::refreshPictures() {
  for (int row = 0; row < count(); ++row) {
    item(row)->setIcon(pictureOf(answer_->surfaces[static_cast<std::size_t>(row)]));
  }
}

}  // namespace espy::desktop
