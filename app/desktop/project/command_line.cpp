// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "project/command_line.h"

#include <QRegularExpression>
#include <QStringList>

namespace espy::desktop {
namespace {

/// Quotes a word for a POSIX shell if needed.
QString quoted(const QString& word) {
  static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9_./:@%+,=-]+$"));
  if (kPlain.match(word).hasMatch()) return word;
  QString inside = word;
  return QLatin1Char('\'') + inside.replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
         QLatin1Char('\'');
}

/// C++ string literal.
QString literal(const QString& text) {
  QString inside = text;
  inside.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
  inside.replace(QLatin1Char('"'), QStringLiteral("\\\""));
  return QLatin1Char('"') + inside + QLatin1Char('"');
}

QString fileOf(const NeedleItem& needle) {
  const QString& path = needle.picture->path;
  // With a mask, pixels differ from the file.
  return path.isEmpty() || needle.mask ? needle.name + defaultExtension() : path;
}

QString sceneFile(const Project& project) {
  if (!project.scene) return QStringLiteral("scene") + defaultExtension();
  return project.scene->path.isEmpty() ? project.scene->name + defaultExtension()
                                       : project.scene->path;
}

QString numberOf(double value) {
  return QString::number(value, 'g', 10);
}

/// Range in the syntax of the command: first[:last[:step]].
QString rangeOf(const PoseRange& range) {
  QString text = numberOf(range.first);
  if (range.isOne()) return text;
  text += QLatin1Char(':') + numberOf(range.last);
  return range.step > 0 ? text + QLatin1Char(':') + numberOf(range.step) : text;
}

QStringList poseWords(const PoseOptions& pose) {
  QStringList words;
  if (pose.angle != PoseOptions().angle) {
    words << QStringLiteral("--angle") << rangeOf(pose.angle);
  }
  if (pose.scale != PoseOptions().scale) {
    words << QStringLiteral("--scale") << rangeOf(pose.scale);
  }
  if (pose.quarterTurns) words << QStringLiteral("--quarter-turns");
  if (pose.flip) words << QStringLiteral("--flip");
  if (pose.search == PoseSearch::complete) {
    words << QStringLiteral("--search") << QStringLiteral("complete");
  }
  if (pose.polarity == Polarity::any) {
    words << QStringLiteral("--polarity") << QStringLiteral("any");
  }
  if (pose.visible < 1) words << QStringLiteral("--visible") << numberOf(pose.visible);
  return words;
}

QStringList poseLines(const PoseOptions& pose) {
  QStringList lines;
  const auto range = [&](const char* name, const PoseRange& of, const PoseRange& usual) {
    if (of == usual) return;
    lines << QStringLiteral("options.pose.%1 = {%2, %3, %4};")
                 .arg(QLatin1String(name), numberOf(of.first), numberOf(of.last),
                      numberOf(of.step));
  };
  range("angle", pose.angle, PoseOptions().angle);
  range("scale", pose.scale, PoseOptions().scale);
  if (pose.quarterTurns) lines << QStringLiteral("options.pose.quarterTurns = true;");
  if (pose.flip) lines << QStringLiteral("options.pose.flip = true;");
  if (pose.search == PoseSearch::complete) {
    lines << QStringLiteral("options.pose.search = espy::PoseSearch::complete;");
  }
  if (pose.polarity == Polarity::any) {
    lines << QStringLiteral("options.pose.polarity = espy::Polarity::any;");
  }
  if (pose.visible < 1) {
    lines << QStringLiteral("options.pose.visible = %1;").arg(numberOf(pose.visible));
  }
  return lines;
}

/// Options of the judge. The command supports one needle with a judge from a file.
QStringList judgeWords(const Project& project) {
  const NeedleItem* only = nullptr;
  for (const NeedleItem& needle : project.needles) {
    if (!needle.on) continue;
    if (only != nullptr) return {};
    only = &needle;
  }
  if (only == nullptr || !only->judge || only->judge->file.isEmpty()) return {};
  QStringList words{QStringLiteral("--judge"), quoted(only->judge->file)};
  if (only->judge->recall != NeedleJudge::kUsualRecall) {
    words << QStringLiteral("--judge-recall") << numberOf(only->judge->recall);
  }
  return words;
}

}  // namespace

QString commandLine(const Project& project) {
  QStringList words{QStringLiteral("espy"), QStringLiteral("find")};
  const auto option = [&](const char* name, const QString& value) {
    words << QLatin1String(name) << quoted(value);
  };
  const SearchSettings& search = project.search;
  if (search.scored()) {
    option("--method", QLatin1String(methodName(search.method)));
    option("--min-score", numberOf(search.minScore));
    if (search.weighted) words << QStringLiteral("--weighted");
  } else if (search.tolerance > 0) {
    option("--tolerance", QString::number(search.tolerance));
  }
  words << poseWords(search.pose);
  if (search.select.top) option("--top", QString::number(*search.select.top));
  const double usual = search.scored() ? kScoredOverlap : SelectOptions().overlap;
  if (search.select.overlap != usual) option("--overlap", numberOf(search.select.overlap));
  if (search.select.across) words << QStringLiteral("--across");
  if (search.engine != QLatin1String("auto")) option("--engine", search.engine);
  if (search.threads > 0) option("--threads", QString::number(search.threads));
  for (const NeedleItem& needle : project.needles) {
    if (needle.on) option("-e", fileOf(needle));
  }
  words << judgeWords(project);
  words << QStringLiteral("--") << quoted(sceneFile(project));
  return words.join(QLatin1Char(' '));
}

QString cppLines(const Project& project) {
  const SearchSettings& search = project.search;
  QStringList lines{QStringLiteral("const espy::Registry registry = espy::makeRegistry();"),
                    QStringLiteral("const espy::ReadPicture scene = espy::readPicture(%1);")
                        .arg(literal(sceneFile(project)))};
  QStringList needles;
  for (const NeedleItem& needle : project.needles) {
    if (!needle.on) continue;
    const QString name = QStringLiteral("needle%1").arg(needles.size() + 1);
    lines << QStringLiteral("const espy::ReadPicture %1 = espy::readPicture(%2);")
                 .arg(name, literal(fileOf(needle)));
    needles << QStringLiteral("{%1.image, std::nullopt}").arg(name);
  }
  lines << QStringLiteral("const std::vector<espy::Needle> needles{%1};")
               .arg(needles.join(QStringLiteral(", ")));
  lines << QStringLiteral("espy::FindOptions options;");
  lines << QStringLiteral("options.method = espy::Method::%1;")
               .arg(QLatin1String(methodName(search.method)));
  if (search.scored()) {
    lines << QStringLiteral("options.minScore = %1;").arg(numberOf(search.minScore));
    if (search.weighted) lines << QStringLiteral("options.weighted = true;");
  } else if (search.tolerance > 0) {
    lines << QStringLiteral("options.tolerance = %1;").arg(search.tolerance);
  }
  lines << poseLines(search.pose);
  if (search.select.top) {
    lines << QStringLiteral("options.select.top = %1;").arg(*search.select.top);
  }
  lines << QStringLiteral("options.select.overlap = %1;").arg(numberOf(search.select.overlap));
  if (search.select.across) lines << QStringLiteral("options.select.across = true;");
  if (search.engine != QLatin1String("auto")) {
    lines << QStringLiteral("options.engine = %1;").arg(literal(search.engine));
  }
  lines << QStringLiteral("const espy::Finding found = espy::find(scene.image, needles, options);");
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace espy::desktop
