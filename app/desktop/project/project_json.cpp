// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "project/project_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/phrase.h"
#include "espy/engine/pose.h"
#include "espy/error.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

constexpr int kMostPixels = 1 << 30;  ///< upper limit of sizes and coordinates
constexpr double kLeastBend = 1e-6;
constexpr double kLeastVisible = 1e-6;  ///< of a needle; fractions are stored in millionths
constexpr const char* kSearches[] = {"fast", "complete"};
constexpr const char* kPolarities[] = {"same", "any"};

QJsonObject objectOf(const QRect& rect) {
  return {{QStringLiteral("x"), rect.x()},
          {QStringLiteral("y"), rect.y()},
          {QStringLiteral("width"), rect.width()},
          {QStringLiteral("height"), rect.height()}};
}

/// Reads and validates the values of one JSON object; throws `badPicture` for invalid ones.
class Values {
 public:
  Values(const QJsonObject& object, const QString& file) : object_(object), file_(file) {}

  [[noreturn]] void refuse(const QString& key) const {
    throw Error(ErrorCode::badPicture,
                phrase("{}: \"{}\" has an invalid value", file_.toStdString(), key.toStdString()));
  }
  double number(const char* key, double least, double most) const {
    const QString name = QString::fromLatin1(key);
    const QJsonValue value = object_.value(name);
    if (!value.isDouble() || !(value.toDouble() >= least) || !(value.toDouble() <= most)) {
      refuse(name);
    }
    return value.toDouble();
  }
  int whole(const char* key, int least, int most) const {
    const double value = number(key, least, most);
    if (value != static_cast<int>(value)) refuse(QString::fromLatin1(key));
    return static_cast<int>(value);
  }
  bool yes(const char* key) const {
    const QJsonValue value = object_.value(QLatin1String(key));
    if (!value.isBool()) refuse(QString::fromLatin1(key));
    return value.toBool();
  }
  QString text(const char* key) const {
    const QJsonValue value = object_.value(QLatin1String(key));
    if (!value.isString()) refuse(QString::fromLatin1(key));
    return value.toString();
  }
  /// Index of the value in `words`.
  template <class Words>
  std::size_t word(const char* key, const Words& words) const {
    const std::string said = text(key).toStdString();
    const auto found = std::find(std::begin(words), std::end(words), said);
    if (found == std::end(words)) refuse(QString::fromLatin1(key));
    return static_cast<std::size_t>(found - std::begin(words));
  }
  QRect rectangle() const {
    return {whole("x", 0, kMostPixels), whole("y", 0, kMostPixels), whole("width", 1, kMostPixels),
            whole("height", 1, kMostPixels)};
  }
  bool has(const char* key) const { return object_.contains(QLatin1String(key)); }
  Values inner(const char* key) const {
    const QJsonValue value = object_.value(QLatin1String(key));
    if (!value.isObject()) refuse(QString::fromLatin1(key));
    return {value.toObject(), file_};
  }
  QJsonArray array(const char* key) const {
    const QJsonValue value = object_.value(QLatin1String(key));
    if (!value.isArray()) refuse(QString::fromLatin1(key));
    return value.toArray();
  }
  std::vector<Values> list(const char* key) const {
    std::vector<Values> values;
    for (const auto& each : array(key)) values.push_back({each.toObject(), file_});
    return values;
  }

 private:
  QJsonObject object_;
  QString file_;
};

QJsonObject objectOf(const NeedleItem& needle, const PicturePtr& scene) {
  QJsonObject object{{QStringLiteral("name"), needle.name},
                     {QStringLiteral("colour"), needle.colour.name()},
                     {QStringLiteral("on"), needle.on},
                     {QStringLiteral("kept"), needle.kept},
                     {QStringLiteral("mask"), needle.mask != nullptr}};
  if (!needle.picture->path.isEmpty()) object[QStringLiteral("file")] = needle.picture->path;
  if (needle.isIndex()) object[QStringLiteral("index")] = true;
  if (needle.isOf(scene)) object[QStringLiteral("cut")] = objectOf(*needle.origin);
  if (needle.judge) {
    object[QStringLiteral("judge")] = QJsonObject{{QStringLiteral("recall"), needle.judge->recall},
                                                  {QStringLiteral("file"), needle.judge->file}};
  }
  return object;
}

QJsonArray arrayOf(const PoseRange& range) {
  return {range.first, range.last, range.step};
}

QJsonObject objectOf(const PoseOptions& pose) {
  QJsonObject object{
      {QStringLiteral("angle"), arrayOf(pose.angle)},
      {QStringLiteral("scale"), arrayOf(pose.scale)},
      {QStringLiteral("quarter_turns"), pose.quarterTurns},
      {QStringLiteral("flip"), pose.flip},
      {QStringLiteral("search"), QLatin1String(kSearches[static_cast<std::size_t>(pose.search)])},
      {QStringLiteral("polarity"),
       QLatin1String(kPolarities[static_cast<std::size_t>(pose.polarity)])}};
  if (pose.visible < 1) object[QStringLiteral("visible")] = pose.visible;
  return object;
}

QJsonObject objectOf(const LabelledMatch& one) {
  const Match& match = one.match;
  QJsonObject object{{QStringLiteral("needle"), one.needle},
                     {QStringLiteral("x"), static_cast<qint64>(match.x)},
                     {QStringLiteral("y"), static_cast<qint64>(match.y)},
                     {QStringLiteral("width"), static_cast<qint64>(match.width)},
                     {QStringLiteral("height"), static_cast<qint64>(match.height)},
                     {QStringLiteral("needle_width"), static_cast<qint64>(match.needleWidth)},
                     {QStringLiteral("needle_height"), static_cast<qint64>(match.needleHeight)},
                     {QStringLiteral("angle"), static_cast<double>(match.angle)},
                     {QStringLiteral("scale"), static_cast<double>(match.scale)},
                     {QStringLiteral("mirrored"), match.mirrored},
                     {QStringLiteral("score"), match.score},
                     {QStringLiteral("true"), one.yes}};
  if (match.centreX != 0 || match.centreY != 0) {
    // Stored as two 16-bit integers in units of 2^bits / 4096 pixels.
    int bits = 0;
    double part = 4096;
    while (std::max(std::abs(match.centreX), std::abs(match.centreY)) * part > 32767) {
      part /= 2;
      ++bits;
    }
    object[QStringLiteral("shift")] = QJsonArray{static_cast<int>(match.centreX * part),
                                                 static_cast<int>(match.centreY * part), bits};
  }
  return object;
}

QJsonArray arrayOf(const std::vector<LabelledMatch>& said) {
  QJsonArray array;
  for (const LabelledMatch& one : said) array += objectOf(one);
  return array;
}

/// Labels in other pictures. `part` is an index into partsOf().
QJsonArray arrayOf(const std::vector<LabelledElsewhere>& said) {
  QJsonArray array;
  std::unordered_map<const Picture*, qint64> parts;
  for (const LabelledElsewhere& one : said) {
    const auto count = static_cast<qint64>(parts.size());
    QJsonObject object = objectOf(one);
    object[QStringLiteral("part")] = parts.try_emplace(one.pixels.get(), count).first->second;
    object[QStringLiteral("picture")] = one.picture;
    object[QStringLiteral("left")] = one.corner.x();
    object[QStringLiteral("top")] = one.corner.y();
    array += object;
  }
  return array;
}

QJsonArray arrayOfParts(const std::vector<LabelledElsewhere>& said) {
  QJsonArray array;
  for (const PicturePtr& part : partsOf(said)) {
    array +=
        QJsonObject{{QStringLiteral("name"), part->name}, {QStringLiteral("file"), part->path}};
  }
  return array;
}

/// x, y and exponent of the unit; see objectOf().
std::array<int, 3> shiftFrom(const Values& values) {
  constexpr const char* kKey = "shift";
  constexpr std::array<int, 3> kLeast{-32768, -32768, 0};
  constexpr std::array<int, 3> kMost{32767, 32767, 24};
  const QJsonArray numbers = values.array(kKey);
  if (numbers.size() != 3) values.refuse(QString::fromLatin1(kKey));
  std::array<int, 3> wholes{};
  for (std::size_t i = 0; i < wholes.size(); ++i) {
    const double number = numbers[static_cast<qsizetype>(i)].toDouble(0.5);
    if (!(number >= kLeast[i]) || !(number <= kMost[i]) || number != std::floor(number)) {
      values.refuse(QString::fromLatin1(kKey));
    }
    wholes[i] = static_cast<int>(number);
  }
  return wholes;
}

LabelledMatch saidFrom(const Values& values, int lastNeedle) {
  LabelledMatch said;
  said.needle = values.whole("needle", 0, lastNeedle);
  Match& match = said.match;
  const auto side = [&](const char* key, int least) {
    return static_cast<std::uint32_t>(values.whole(key, least, kMostPixels));
  };
  match.x = side("x", 0);
  match.y = side("y", 0);
  match.width = side("width", 1);
  match.height = side("height", 1);
  match.needleWidth = side("needle_width", 0);
  match.needleHeight = side("needle_height", 0);
  match.angle = static_cast<float>(values.number("angle", -720, 720));
  match.scale = static_cast<float>(values.number("scale", 0, 200));
  match.mirrored = values.yes("mirrored");
  match.score = values.number("score", -1, 1);
  said.yes = values.yes("true");
  if (values.has("shift")) {
    const std::array<int, 3> shift = shiftFrom(values);
    match.centreX = static_cast<float>(std::ldexp(shift[0], shift[2] - 12));
    match.centreY = static_cast<float>(std::ldexp(shift[1], shift[2] - 12));
  }
  return said;
}

std::vector<LabelledElsewhere> saidElsewhereFrom(const Values& values, int lastNeedle) {
  std::vector<LabelledElsewhere> all;
  if (!values.has("said_elsewhere")) return all;
  std::vector<PicturePtr> parts;
  for (const Values& each : values.list("parts")) {
    auto part = std::make_shared<Picture>();
    part->name = each.text("name");
    part->path = each.text("file");
    parts.push_back(std::move(part));
  }
  std::size_t seen = 0;
  for (const Values& each : values.list("said_elsewhere")) {
    LabelledElsewhere said;
    static_cast<LabelledMatch&>(said) = saidFrom(each, lastNeedle);
    // Parts are numbered in order of first use.
    const auto part = static_cast<std::size_t>(each.whole("part", 0, static_cast<int>(seen)));
    if (part >= parts.size()) each.refuse(QStringLiteral("part"));
    seen = std::max(seen, part + 1);
    said.pixels = parts[part];
    said.corner = {each.whole("left", 0, static_cast<int>(said.match.x)),
                   each.whole("top", 0, static_cast<int>(said.match.y))};
    said.picture = each.whole("picture", 0, std::numeric_limits<int>::max());
    all.push_back(std::move(said));
  }
  return all;
}

PoseRange rangeFrom(const Values& values, const char* key) {
  const QJsonArray numbers = values.array(key);
  if (numbers.size() != 3) values.refuse(QString::fromLatin1(key));
  for (const auto& number : numbers) {
    if (!number.isDouble()) values.refuse(QString::fromLatin1(key));
  }
  return {numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble()};
}

PoseOptions poseFrom(const Values& values) {
  PoseOptions pose;
  pose.angle = rangeFrom(values, "angle");
  pose.scale = rangeFrom(values, "scale");
  pose.quarterTurns = values.yes("quarter_turns");
  pose.flip = values.yes("flip");
  pose.search = static_cast<PoseSearch>(values.word("search", kSearches));
  pose.polarity = static_cast<Polarity>(values.word("polarity", kPolarities));
  if (values.has("visible")) pose.visible = values.number("visible", kLeastVisible, 1);
  return pose;
}

QJsonObject objectOf(const SearchSettings& search) {
  QJsonObject object{{QStringLiteral("method"), QLatin1String(methodName(search.method))},
                     {QStringLiteral("tolerance"), search.tolerance},
                     {QStringLiteral("minimum"), search.minScore},
                     {QStringLiteral("weighted"), search.weighted},
                     {QStringLiteral("overlap"), search.select.overlap},
                     {QStringLiteral("across"), search.select.across},
                     {QStringLiteral("engine"), search.engine},
                     {QStringLiteral("threads"), search.threads}};
  if (search.select.top) object[QStringLiteral("top")] = static_cast<double>(*search.select.top);
  if (search.pose.isAsked()) object[QStringLiteral("poses")] = objectOf(search.pose);
  if (search.method == Method::outline) object[QStringLiteral("bend")] = search.bend;
  if (search.denoise > 0) object[QStringLiteral("denoise")] = search.denoise;
  if (search.automatic) object[QStringLiteral("automatic")] = true;
  return object;
}

SearchSettings searchFrom(const Values& values) {
  SearchSettings search;
  search.method = static_cast<Method>(values.word("method", kMethodNames));
  search.tolerance = values.whole("tolerance", 0, 65535);
  search.minScore = values.number("minimum", -1, 1);
  search.weighted = values.yes("weighted");
  search.select.overlap = values.number("overlap", 0, 1);
  search.select.across = values.yes("across");
  if (values.has("top")) {
    search.select.top = static_cast<std::uint64_t>(values.whole("top", 1, 1000000));
  }
  if (values.has("poses")) {
    search.pose = poseFrom(values.inner("poses"));
    try {
      checkPoses(search.method, search.pose);
    } catch (const Error&) {
      values.refuse(QStringLiteral("poses"));
    }
  }
  search.engine = values.text("engine");
  search.threads = values.whole("threads", 0, 1024);
  if (values.has("bend")) search.bend = values.number("bend", kLeastBend, 1);
  if (values.has("denoise")) search.denoise = values.number("denoise", 0, 1000);
  if (values.has("automatic")) search.automatic = values.yes("automatic");
  return search;
}

NeedleItem needleFrom(const Values& values) {
  NeedleItem needle;
  needle.name = values.text("name");
  needle.colour = QColor(values.text("colour"));
  if (!needle.colour.isValid()) values.refuse(QStringLiteral("colour"));
  needle.on = values.yes("on");
  needle.kept = values.yes("kept");
  if (values.has("cut")) needle.origin = values.inner("cut").rectangle();
  if (values.has("judge")) {
    const Values inner = values.inner("judge");
    needle.judge = std::make_shared<const NeedleJudge>(
        NeedleJudge{{}, inner.number("recall", 0, 1), inner.text("file")});
  }
  return needle;
}

}  // namespace

QString sceneName() {
  return QStringLiteral("scene.pam");
}
QString needleName(std::size_t index) {
  return QStringLiteral("needle-%1.pam").arg(index + 1);
}
QString maskName(std::size_t index) {
  return QStringLiteral("needle-%1-mask.pam").arg(index + 1);
}

QString judgeName(std::size_t index) {
  return QStringLiteral("needle-%1-judge.esj").arg(index + 1);
}

QString partName(std::size_t index) {
  return QStringLiteral("part-%1.pam").arg(index + 1);
}

std::vector<PicturePtr> partsOf(const std::vector<LabelledElsewhere>& said) {
  std::vector<PicturePtr> parts;
  std::unordered_set<const Picture*> known;
  for (const LabelledElsewhere& one : said) {
    if (known.insert(one.pixels.get()).second) parts.push_back(one.pixels);
  }
  return parts;
}

QByteArray toJson(const Project& project) {
  // Writes the lowest version that can represent the project, so that older programs refuse what
  // they would misread: poses need 2, needles across the border 3, judges 4, indexes and
  // outlines 5.
  const PoseOptions& pose = project.search.pose;
  const bool judged = std::any_of(project.needles.begin(), project.needles.end(),
                                  [](const NeedleItem& needle) { return needle.judge != nullptr; });
  const bool latest = project.search.method == Method::outline ||
                      std::ranges::any_of(project.needles, &NeedleItem::isIndex);
  const int version = latest             ? kProjectVersion
                      : judged           ? 4
                      : pose.visible < 1 ? 3
                      : pose.isAsked()   ? 2
                                         : 1;
  QJsonObject object{{QStringLiteral("espy-project"), version},
                     {QStringLiteral("search"), objectOf(project.search)}};
  object[QStringLiteral("marks")] =
      QJsonObject{{QStringLiteral("style"),
                   textOf(kMarkStyleNames[static_cast<std::size_t>(project.marks.style)])},
                  {QStringLiteral("thickness"), project.marks.thickness},
                  {QStringLiteral("numbers"), project.marks.numbers},
                  {QStringLiteral("boxes"), project.marks.boxes}};
  if (project.scene) {
    object[QStringLiteral("scene")] = QJsonObject{{QStringLiteral("name"), project.scene->name},
                                                  {QStringLiteral("file"), project.scene->path},
                                                  {QStringLiteral("pixels"), project.scenePixels}};
  }
  QJsonArray needles;
  for (std::size_t i = 0; i < project.needles.size(); ++i) {
    QJsonObject each = objectOf(project.needles[i], project.scene);
    const auto expected = project.expected.constFind(static_cast<int>(i));
    if (expected != project.expected.constEnd()) each[QStringLiteral("expected")] = *expected;
    needles += each;
  }
  object[QStringLiteral("needles")] = needles;
  QJsonArray removed;
  for (const RemovedMatch& match : project.removed) {
    QJsonObject each = objectOf(match.window);
    each[QStringLiteral("needle")] = match.needle;
    if (project.search.pose.isAsked()) {
      each[QStringLiteral("angle")] = static_cast<double>(match.angle);
      each[QStringLiteral("scale")] = static_cast<double>(match.scale);
      each[QStringLiteral("mirrored")] = match.mirrored;
    }
    removed += each;
  }
  object[QStringLiteral("removed")] = removed;
  if (!project.said.empty()) object[QStringLiteral("said")] = arrayOf(project.said);
  if (!project.labelledElsewhere.empty()) {
    object[QStringLiteral("said_elsewhere")] = arrayOf(project.labelledElsewhere);
    object[QStringLiteral("parts")] = arrayOfParts(project.labelledElsewhere);
  }
  return QJsonDocument(object).toJson();
}

Project fromJson(const QByteArray& json, const QString& file, std::vector<bool>& masks) {
  const QJsonDocument document = QJsonDocument::fromJson(json);
  const Values values(document.object(), file);
  const int version = values.whole("espy-project", 1, kMostPixels);
  if (version > kProjectVersion) {
    throw Error(ErrorCode::unsupported,
                phrase("{}: was written by a later version of Espy", file.toStdString()));
  }
  Project project;
  project.search = searchFrom(values.inner("search"));
  const Values marks = values.inner("marks");
  project.marks.style = static_cast<MarkStyle>(marks.word("style", kMarkStyleNames));
  project.marks.thickness = marks.whole("thickness", 1, 255);
  project.marks.numbers = marks.yes("numbers");
  project.marks.boxes = marks.yes("boxes");
  if (values.has("scene")) {
    auto scene = std::make_shared<Picture>();
    scene->name = values.inner("scene").text("name");
    scene->path = values.inner("scene").text("file");
    project.scene = scene;
    project.scenePixels = values.inner("scene").yes("pixels");
  }
  masks.clear();
  for (const Values& each : values.list("needles")) {
    NeedleItem needle = needleFrom(each);
    auto picture = std::make_shared<Picture>();
    picture->name = needle.name;
    if (each.has("file")) picture->path = each.text("file");
    needle.picture = picture;
    if (needle.origin) needle.source = project.scene;
    if (each.has("index") && each.yes("index")) project.indexes.insert(project.needles.size());
    masks.push_back(each.yes("mask"));
    if (each.has("expected")) {
      project.expected.insert(static_cast<int>(project.needles.size()),
                              each.whole("expected", 0, std::numeric_limits<int>::max()));
    }
    project.needles.push_back(std::move(needle));
  }
  for (const Values& each : values.list("removed")) {
    const auto last = static_cast<int>(project.needles.size()) - 1;
    RemovedMatch match{each.whole("needle", 0, std::max(0, last)), each.rectangle()};
    if (each.has("angle")) {
      match.angle = static_cast<float>(each.number("angle", -720, 720));
      match.scale = static_cast<float>(each.number("scale", 0, 200));
      match.mirrored = each.yes("mirrored");
    }
    project.removed.push_back(match);
  }
  if (values.has("said")) {
    const auto last = static_cast<int>(project.needles.size()) - 1;
    for (const Values& each : values.list("said")) project.said.push_back(saidFrom(each, last));
  }
  project.labelledElsewhere =
      saidElsewhereFrom(values, static_cast<int>(project.needles.size()) - 1);
  return project;
}

}  // namespace espy::desktop
