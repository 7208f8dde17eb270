// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/match_columns.h"

#include <QtGlobal>
#include <array>
#include <bit>

#include "model/poses.h"

namespace espy::desktop {
namespace {

constexpr int kScoreDigits = 6;
constexpr int kJudgeDigits = 4;
constexpr int kAngleDigits = 2;
constexpr int kScaleDigits = 3;

/// A number that is greater where this one is.
std::uint64_t rising(double number) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // of -0 and 0 one
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

void numberText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.index} + 1);
}
/// In letters, since these texts are ASCII; the list shows signs.
void saidText(const MatchRow& row, ShortText& text) {
  if (row.said != Said::nothing) text.add(row.said == Said::yes ? "y" : "n");
}
void xText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.match.x});
}
void yText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.match.y});
}
void sizeText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.match.width});
  text.add(" x ");
  text.add(std::uint64_t{row.match.height});
}
void angleText(const MatchRow& row, ShortText& text) {
  if (row.match.isPosed()) text.addFixed(signedAngle(row.match), kAngleDigits);
}
void scaleText(const MatchRow& row, ShortText& text) {
  if (row.match.isPosed()) text.addFixed(row.match.scale, kScaleDigits);
}
/// A sign, since words here are English; the list says it in a word.
void mirroredText(const MatchRow& row, ShortText& text) {
  if (row.match.mirrored) text.add("x");
}
void scoreText(const MatchRow& row, ShortText& text) {
  if (row.match.score == 1) {
    text.add("1");  // and nothing else reads so
  } else {
    text.addFixed(row.match.score, kScoreDigits);
  }
}
void judgeText(const MatchRow& row, ShortText& text) {
  if (row.judge >= 0) text.addFixed(row.judge, kJudgeDigits);
}
void distanceText(const MatchRow& row, ShortText& text) {
  if (!row.hasDistance) return;
  if (row.match.distance.high() == 0) {
    text.add(row.match.distance.low());
  } else {
    text.add(row.match.distance.digits());
  }
}

std::uint64_t numberKey(const MatchRow& row) {
  return row.index;
}
/// What was said comes together: yes, no, nothing.
std::uint64_t saidKey(const MatchRow& row) {
  return row.said == Said::yes ? 0 : row.said == Said::no ? 1 : 2;
}
std::uint64_t nameKey(const MatchRow& row) {
  return row.nameRank;
}
std::uint64_t xKey(const MatchRow& row) {
  return row.match.x;
}
std::uint64_t yKey(const MatchRow& row) {
  return row.match.y;
}
std::uint64_t areaKey(const MatchRow& row) {
  return std::uint64_t{row.match.width} * row.match.height;
}
std::uint64_t angleKey(const MatchRow& row) {
  return rising(signedAngle(row.match));
}
std::uint64_t scaleKey(const MatchRow& row) {
  return rising(row.match.scale);
}
std::uint64_t mirroredKey(const MatchRow& row) {
  return row.match.mirrored ? 1 : 0;
}
std::uint64_t scoreKey(const MatchRow& row) {
  return rising(row.match.score);
}
std::uint64_t judgeKey(const MatchRow& row) {
  return rising(row.judge >= 0 ? row.judge : -1);
}
std::uint64_t distanceKey(const MatchRow& row) {
  return row.match.distance.high() == 0 ? row.match.distance.low()
                                        : std::numeric_limits<std::uint64_t>::max();
}

const std::array kMatchColumns{
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "No."),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "In the order of the search: best first"),
        numberText, numberKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "True?"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "What you said: a true match, or not"),
        saidText, saidKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Needle"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "What was found here"), nullptr,
                nameKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "X"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Column of the upper-left pixel, from 0"),
        xText, xKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Y"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Row of the upper-left pixel, from 0"), yText,
        yKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Size"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Width and height in pixels"),
                sizeText, areaKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Angle"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "By which the needle is turned, in degrees, counter-clockwise"),
                angleText, angleKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Scale"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "How large it is over the needle's own size"),
        scaleText, scaleKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Mirrored"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "Whether left and right are exchanged, before it is turned"),
                mirroredText, mirroredKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Score"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "How alike they are; 1 is identical"),
                scoreText, scoreKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Judge"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "How probable it is that this is a true match, 0 to 1"),
                judgeText, judgeKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Distance"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "Sum of the differences of all samples; 0 is identical"),
                distanceText, distanceKey},
};

}  // namespace

std::span<const MatchColumn> matchColumns() {
  return kMatchColumns;
}

}  // namespace espy::desktop
