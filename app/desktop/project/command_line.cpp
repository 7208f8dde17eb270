// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "project/command_line.h"

#include <QRegularExpression>
#include <QStringList>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/all.h"

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

/// As the command takes it: a range is first[:last[:step]].
QString wordOf(const FindOption& option, const OptionValue& value) {
  if (option.kind == FindOption::Kind::choice) {
    const std::string_view word = option.words[std::get<std::int64_t>(value)];
    return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
  }
  if (option.kind == FindOption::Kind::whole) return QString::number(std::get<std::int64_t>(value));
  if (option.kind == FindOption::Kind::real) return numberOf(std::get<double>(value));
  const PoseRange range = std::get<PoseRange>(value);
  QString text = numberOf(range.first);
  if (range.isOne()) return text;
  text += QLatin1Char(':') + numberOf(range.last);
  return range.step > 0 ? text + QLatin1Char(':') + numberOf(range.step) : text;
}

/// As a C++ expression.
QString expressionOf(const FindOption& option, const OptionValue& value) {
  if (option.kind == FindOption::Kind::flag) {
    return std::get<bool>(value) ? QStringLiteral("true") : QStringLiteral("false");
  }
  if (option.kind == FindOption::Kind::range) {
    const PoseRange range = std::get<PoseRange>(value);
    return QStringLiteral("{%1, %2, %3}")
        .arg(numberOf(range.first), numberOf(range.last), numberOf(range.step));
  }
  const QString word = wordOf(option, value);
  if (option.kind != FindOption::Kind::choice) return word;
  return QStringLiteral("espy::%1::%2").arg(QString::fromStdString(std::string(option.type)), word);
}

/// The options that a reader must know: those that differ from `usual`, the method, and the minimum
/// score.
std::vector<const FindOption*> optionsToShow(const SearchSettings& search,
                                             const FindOptions& usual) {
  std::vector<const FindOption*> shown;
  for (const FindOption& option : findOptions()) {
    const bool always = search.scored() && (option.name == "method" || option.name == "min_score");
    const bool differs = option.get(search) != option.get(usual);
    const bool counts =
        option.belongsTo(search.method) && (search.scored() || option.name != "min_score");
    if (counts && (always || differs)) shown.push_back(&option);
  }
  return shown;
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
  FindOptions usual;
  if (search.scored()) usual.select.overlap = kScoredOverlap;
  for (const FindOption* each : optionsToShow(search, usual)) {
    words << QStringLiteral("--") +
                 QString::fromStdString(std::string(each->name)).replace(u'_', u'-');
    if (each->kind != FindOption::Kind::flag) words << wordOf(*each, each->get(search));
  }
  if (search.engine != QLatin1String("auto")) option("--engine", search.engine);
  if (search.threads > 0) option("--threads", QString::number(search.threads));
  const QStringList common = words;
  // One command for the needles, and one for each index.
  QStringList commands;
  const auto finish = [&] {
    words << QStringLiteral("--") << quoted(sceneFile(project));
    commands << words.join(QLatin1Char(' '));
    words = common;
  };
  for (const NeedleItem& needle : project.needles) {
    if (needle.on && !needle.isIndex()) option("-e", fileOf(needle));
  }
  if (words.size() > common.size()) {
    words << judgeWords(project);
    finish();
  }
  for (const NeedleItem& needle : project.needles) {
    if (!needle.on || !needle.isIndex()) continue;
    option("--index", needle.picture->path);
    finish();
  }
  if (commands.isEmpty()) finish();
  return commands.join(QLatin1Char('\n'));
}

QString cppLines(const Project& project) {
  const SearchSettings& search = project.search;
  QStringList lines{QStringLiteral("const espy::Registry registry = espy::makeRegistry();"),
                    QStringLiteral("const espy::ReadPicture scene = espy::readPicture(%1);")
                        .arg(literal(sceneFile(project)))};
  QStringList needles;
  QStringList searches;
  for (const NeedleItem& needle : project.needles) {
    if (!needle.on) continue;
    if (needle.isIndex()) {
      const QString number = QString::number(searches.size() + 1);
      lines << QStringLiteral("const espy::NeedleIndex index%1(%2);")
                   .arg(number, literal(needle.picture->path));
      searches << QStringLiteral(
                      "const espy::Finding found%1 = espy::find(scene.image, index%1, "
                      "options);")
                      .arg(number);
      continue;
    }
    const QString name = QStringLiteral("needle%1").arg(needles.size() + 1);
    lines << QStringLiteral("const espy::ReadPicture %1 = espy::readPicture(%2);")
                 .arg(name, literal(fileOf(needle)));
    needles << QStringLiteral("{%1.image, std::nullopt}").arg(name);
  }
  if (!needles.isEmpty()) {
    lines << QStringLiteral("const std::vector<espy::Needle> needles{%1};")
                 .arg(needles.join(QStringLiteral(", ")));
    searches << QStringLiteral(
        "const espy::Finding found = espy::find(scene.image, needles, options);");
  }
  lines << QStringLiteral("espy::FindOptions options;");
  for (const FindOption* each : optionsToShow(search, {})) {
    lines << QStringLiteral("options.%1 = %2;")
                 .arg(QString::fromStdString(std::string(each->member)),
                      expressionOf(*each, each->get(search)));
  }
  if (search.engine != QLatin1String("auto")) {
    lines << QStringLiteral("options.engine = %1;").arg(literal(search.engine));
  }
  lines += searches;
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace espy::desktop
