// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/answer_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>
#include <utility>

#include "identify/pair_view.h"
#include "identify/surface_words.h"
#include "widgets/plain_widgets.h"

namespace espy::desktop {

namespace {

constexpr QSize kPicture(84, 60);
constexpr int kCardWidth = 116;

QString textOfGpu(const QFontMetrics& metrics, const ShownSurface& surface,
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
      tr("The most similar surfaces, with the number of matched features that agree. Select one to "
         "see it."));
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
          pictureOf(surface), textOfGpu(fontMetrics(), surface, match, all.known && i == all.best),
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

namespace {

PairSide sideOf(const ShownSurface& surface, const GalleryPicture* picture) {
  PairSide side{surface.id, surface.size, surface.points, {}, {}};
  if (picture == nullptr) {
    side.note = AnswerPage::tr("Reading its picture...");
  } else if (picture->image.isNull()) {
    side.note = AnswerPage::tr("No picture: its features");
  } else {
    side.image = picture->image;
  }
  return side;
}

}  // namespace

AnswerPage::AnswerPage(QWidget* parent)
    : QWidget(parent),
      verdict_(wrappedLabel(tr("Result"))),
      reason_(wrappedLabel(tr("Confidence"))),
      pair_(new PairView),
      evidence_(wrappedLabel(tr("Evidence for the candidate"))),
      lines_(new QCheckBox(tr("&Lines"))),
      others_(new QCheckBox(tr("Inclu&de outliers"))),
      note_(wrappedLabel(tr("About the picture"))),
      candidates_(new CandidateList(pictures_)),
      timings_(wrappedLabel(tr("Where the time went"))) {
  verdict_->setFont(headingFont(font()));
  lines_->setChecked(true);
  lines_->setToolTip(tr("Draws lines between matched features; hide them to see the pictures"));
  others_->setChecked(true);
  others_->setToolTip(tr("Also draws, in grey, matched features that do not fit one flat surface"));
  auto* middle = new QHBoxLayout;
  middle->addWidget(evidence_, 1);
  middle->addWidget(lines_);
  middle->addWidget(others_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(verdict_);
  column->addWidget(reason_);
  column->addWidget(pair_, 1);
  column->addLayout(middle);
  column->addWidget(note_);
  column->addWidget(candidates_);
  column->addWidget(timings_);
  connect(lines_, &QCheckBox::toggled, pair_, &PairView::setLinesShown);
  connect(lines_, &QCheckBox::toggled, others_, &QWidget::setEnabled);
  connect(others_, &QCheckBox::toggled, pair_, &PairView::setOthersShown);
  connect(candidates_, &CandidateList::candidateChosen, this, [this](int match) {
    match_ = match;
    showPair();
  });
  connect(&pictures_, &PictureStore::arrived, this, [this] {
    showPair();
    candidates_->refreshPictures();
  });
}

QString AnswerPage::verdict() const {
  return verdict_->text();
}

QString AnswerPage::evidence() const {
  return evidence_->text();
}

void AnswerPage::retryMissingPictures() {
  pictures_.forgetMissing();
}

void AnswerPage::showAnswer(const Photo& photo, const PhotoAnswerPtr& answer,
                            const QString& library, const QString& state) {
  asked_ = true;
  photo_ = photo;
  answer_ = answer;
  library_ = library;
  const bool matched = answer && !answer->answer.matches.empty();
  match_ = matched ? static_cast<int>(answer->answer.best) : -1;
  verdict_->setText(answer ? verdictOf(*answer) : state);
  reason_->setText(answer ? reasonOf(*answer) : QString());
  timings_->setText(answer && answer->failure.isEmpty() ? timingsOf(*answer) : QString());
  candidates_->show(answer, library);
  candidates_->setVisible(matched);
  showPair();
}

void AnswerPage::showSurface(const ShownSurface& surface, const QString& library) {
  asked_ = false;
  answer_ = nullptr;
  surface_ = surface;
  library_ = library;
  verdict_->setText(surface.id);
  reason_->setText(tr("A surface of the library, of %1 features.").arg(surface.points.size()));
  timings_->clear();
  candidates_->show(nullptr, library);
  candidates_->setVisible(false);
  showPair();
}

void AnswerPage::showPair() {
  ShownPair shown;
  const GalleryPicture* reference = nullptr;
  evidence_->clear();
  if (!asked_) {
    if (surface_.id.isEmpty()) return pair_->clear();
    reference = pictures_.of(surface_, library_);
    shown.reference = sideOf(surface_, reference);
  } else {
    const GalleryPicture* query = pictures_.of(photo_);
    PairSide side;
    side.title = photo_.name;
    if (query != nullptr) side.image = query->image;
    if (answer_) {
      side.size = answer_->answer.query.picture;
      side.points = answer_->answer.query.points;
    }
    if (side.size.width == 0) side.size = {side.image.width(), side.image.height()};
    if (match_ < 0) {
      shown.reference = std::move(side);  // no match: the reference alone
    } else {
      const auto match = static_cast<std::size_t>(match_);
      const SurfaceMatch& one = answer_->answer.matches[match];
      reference = pictures_.of(answer_->surfaces[match], library_);
      shown.query = std::move(side);
      shown.reference = sideOf(answer_->surfaces[match], reference);
      shown.pairs = one.pairs;
      shown.inliers = one.verification.inliers;
      shown.homography = one.verification.homography;
      evidence_->setText(evidenceOf(*answer_, match));
    }
  }
  lines_->setVisible(!shown.pairs.empty());
  others_->setVisible(!shown.pairs.empty());
  evidence_->setVisible(!evidence_->text().isEmpty());
  const bool missing = reference != nullptr && !reference->trouble.isEmpty();
  note_->setText(missing ? tr("A library keeps features, not pictures. %1.").arg(reference->trouble)
                         : QString());
  note_->setVisible(missing);
  pair_->show(std::move(shown));
}

}  // namespace espy::desktop
