// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/surface_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "charts/chart_style.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct SurfaceWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::SurfaceWords)
};

QString number(std::int64_t value) {
  return QLocale().toString(static_cast<qlonglong>(value));
}

QString milliseconds(double value) {
  return QLocale().toString(value, 'f', value < 10 ? 1 : 0);
}

const SurfaceMatch& bestOf(const PhotoAnswer& answer) {
  return answer.answer.matches[answer.answer.best];
}

const QString& idOfBest(const PhotoAnswer& answer) {
  return answer.surfaces[answer.answer.best].id;
}

}  // namespace

QString verdictOf(const PhotoAnswer& answer) {
  if (!answer.failure.isEmpty()) return answer.failure;
  if (answer.answer.known) return SurfaceWords::tr("This is %1.").arg(idOfBest(answer));
  return SurfaceWords::tr("None of these.");
}

QString shortVerdictOf(const PhotoAnswer& answer) {
  if (!answer.failure.isEmpty()) return SurfaceWords::tr("failed");
  return answer.answer.known ? idOfBest(answer) : SurfaceWords::tr("none of these");
}

QString reasonOf(const PhotoAnswer& answer) {
  const SurfaceAnswer& all = answer.answer;
  if (!answer.failure.isEmpty()) return {};
  if (all.references == 0) return SurfaceWords::tr("The library is empty.");
  if (all.matches.empty()) {
    return SurfaceWords::tr("None of the %1 features of this photograph matches the library.")
        .arg(all.query.count());
  }
  const SurfaceMatch& best = bestOf(answer);
  const std::int64_t inliers = best.verification.inlierCount;
  if (!all.known) {
    return SurfaceWords::
        tr("The most similar is %1, but only %2 of its %3 matched features fit one flat surface.")
            .arg(idOfBest(answer), number(inliers), number(best.count));
  }
  QString sure = SurfaceWords::tr("%1 of %2 matched features fit one flat surface.")
                     .arg(number(inliers), number(best.count));
  if (all.references < 2) return sure;
  if (all.margin < 0) {
    return SurfaceWords::tr(
               "%1 Another surface has %2 more matched features, but fewer that agree.")
        .arg(sure, number(-all.margin));
  }
  return SurfaceWords::tr("%1 It has %2 more matched features than any other surface.")
      .arg(sure, number(all.margin));
}

QString evidenceOf(const PhotoAnswer& answer, std::size_t match) {
  const SurfaceMatch& one = answer.answer.matches[match];
  return SurfaceWords::tr("%1: %2 matched features, %3 of them agree")
      .arg(answer.surfaces[match].id, number(one.count), number(one.verification.inlierCount));
}

QString timingsOf(const PhotoAnswer& answer) {
  const RunReport& report = answer.answer.report;
  QStringList stages;
  for (const Timeline::Stage& stage : report.timeline.stages()) {
    stages +=
        SurfaceWords::tr("%1 %2 ms").arg(stageName(stage.name), milliseconds(stage.milliseconds));
  }
  QString words = SurfaceWords::tr("%1 surfaces by %2: %3")
                      .arg(number(answer.answer.references), textOf(report.engine),
                           stages.join(QStringLiteral(", ")));
  const QString fallback = translated(answer.answer.report.fallback);
  return fallback.isEmpty() ? words : words + QStringLiteral(" (") + fallback + QLatin1Char(')');
}

QString wordsOf(const SurfaceFacts& facts) {
  return SurfaceWords::tr("%1 surfaces, %2 features")
      .arg(number(facts.references), number(facts.features));
}

QString outcomeOf(const AddProgress& news) {
  QStringList parts;
  if (news.cancelled) parts += SurfaceWords::tr("cancelled");
  parts += SurfaceWords::tr("%1 added").arg(number(news.added));
  if (news.replaced > 0) parts += SurfaceWords::tr("%1 replaced").arg(number(news.replaced));
  if (news.skipped > 0) parts += SurfaceWords::tr("%1 already known").arg(number(news.skipped));
  return parts.join(QStringLiteral(", "));
}

}  // namespace espy::desktop
