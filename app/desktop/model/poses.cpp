// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/poses.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct PoseWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::Poses)
};

// Smaller differences are ignored.
constexpr double kSameAngle = 1;     // degrees
constexpr double kSameScale = 0.02;  // of the scale

QString number(double value) {
  return QLocale().toString(value, 'g', 5);
}

QString rangeText(const PoseRange& range, const QString& one, const QString& many) {
  QString text = range.isOne() ? one.arg(number(range.first))
                               : many.arg(number(range.first), number(range.last));
  if (!range.isOne() && range.step > 0) {
    text += PoseWords::tr(" in steps of %1").arg(number(range.step));
  }
  return text;
}

double between(double a, double b) {
  return std::abs(std::remainder(a - b, 360));
}

/// Text of angles and sizes, without the part about borders.
QString turnsText(const PoseOptions& pose) {
  switch (choiceOf(pose)) {
    case PoseChoice::off:
      return {};
    case PoseChoice::symmetries:
      return PoseWords::tr("quarter turns and mirrored");
    case PoseChoice::angles:
      return PoseWords::tr("any angle");
    case PoseChoice::anglesAndSizes:
      return PoseWords::tr("any angle and size");
    case PoseChoice::own:
      break;
  }
  QStringList parts;
  if (pose.angle != PoseOptions().angle) {
    parts += rangeText(pose.angle, PoseWords::tr("turned by %1°"),
                       PoseWords::tr("turned by %1° to %2°"));
  }
  if (pose.scale != PoseOptions().scale) {
    parts += rangeText(pose.scale, PoseWords::tr("at %1 of the size"),
                       PoseWords::tr("at %1 to %2 of the size"));
  }
  if (pose.quarterTurns) parts += PoseWords::tr("quarter turns");
  if (pose.flip) parts += PoseWords::tr("also mirrored");
  if (pose.search == PoseSearch::complete) parts += PoseWords::tr("complete search");
  if (pose.polarity == Polarity::any) parts += PoseWords::tr("also inverted");
  return parts.join(QStringLiteral(", "));
}

}  // namespace

PoseOptions posesOf(PoseChoice choice) {
  PoseOptions pose;
  if (choice == PoseChoice::symmetries) pose.quarterTurns = pose.flip = true;
  if (choice == PoseChoice::angles || choice == PoseChoice::anglesAndSizes) {
    pose.angle = {-180, 180, 0};
  }
  if (choice == PoseChoice::anglesAndSizes) pose.scale = {0.5, 2, 0};
  return pose;
}

PoseChoice choiceOf(const PoseOptions& pose) {
  PoseOptions inside = pose;
  inside.visible = 1;
  for (const PoseChoice choice :
       {PoseChoice::off, PoseChoice::symmetries, PoseChoice::angles, PoseChoice::anglesAndSizes}) {
    if (inside == posesOf(choice)) return choice;
  }
  return PoseChoice::own;
}

bool allows(Method method, PoseChoice choice) {
  return method != Method::exact ||
         (choice != PoseChoice::angles && choice != PoseChoice::anglesAndSizes);
}

PoseOptions posesFor(Method method, PoseOptions pose) {
  if (method != Method::zncc) pose.polarity = Polarity::same;
  if (method == Method::outline) {
    // Any angle and many sizes, unless ranges were given.
    PoseOptions limits;
    limits.flip = pose.flip;
    if (choiceOf(pose) == PoseChoice::own) {
      limits.angle = pose.angle;
      limits.scale = pose.scale;
    }
    return limits;
  }
  if (method != Method::exact) return pose;
  PoseOptions whole;
  whole.quarterTurns = pose.quarterTurns;
  whole.flip = pose.flip;
  return whole;
}

QString posesText(const PoseOptions& pose) {
  QStringList parts;
  if (const QString turned = turnsText(pose); !turned.isEmpty()) parts += turned;
  if (pose.visible < 1) {
    parts += PoseWords::tr("at least %1 % inside the picture").arg(number(pose.visible * 100));
  }
  return parts.join(QStringLiteral(", "));
}

double signedAngle(const Match& match) {
  const double angle = std::remainder(static_cast<double>(match.angle), 360);
  return angle <= -180 ? 180 : angle;
}

QString posesSummary(std::span<const Match> matches) {
  if (matches.empty()) return {};
  const Match& first = matches.front();
  const bool alike = std::ranges::all_of(matches, [&](const Match& match) {
    return between(match.angle, first.angle) < kSameAngle && match.mirrored == first.mirrored &&
           std::abs(match.scale / first.scale - 1) < kSameScale;
  });
  QStringList parts;
  if (first.mirrored) parts += PoseWords::tr("mirrored");
  if (between(first.angle, 0) >= kSameAngle / 2) {
    const double tenths = std::round(signedAngle(first) * 10) / 10;
    parts += PoseWords::tr("turned by %1°").arg(number(tenths));
  }
  if (std::abs(first.scale - 1) >= kSameScale / 2) {
    parts += PoseWords::tr("at %1 of the size").arg(QLocale().toString(first.scale, 'g', 2));
  }
  QString how = parts.join(QStringLiteral(", "));
  if (alike) return how;
  return how.isEmpty() ? PoseWords::tr("in several poses")
                       : PoseWords::tr("in several poses, the best %1").arg(how);
}

}  // namespace espy::desktop
