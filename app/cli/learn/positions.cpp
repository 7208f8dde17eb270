// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "learn/positions.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <iostream>
#include <numbers>
#include <optional>
#include <sstream>
#include <string_view>

#include "learn/fields.h"

namespace espy::cli {
namespace {

double numberOf(std::string_view text, std::string_view what) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
    throw InvalidFields{fmt::format("{} is not a valid {}", text.empty() ? "nothing" : text, what)};
  }
  return number;
}

std::uint32_t sideOf(std::string_view text, std::string_view what) {
  const double number = numberOf(text, what);
  if (number < 0 || number > 4294967295.0 || number != std::floor(number)) {
    throw InvalidFields{fmt::format("{} is not a valid {}", text, what)};
  }
  return static_cast<std::uint32_t>(number);
}

/// Splits a CSV line, with quoted fields.
std::vector<std::string> fieldsOf(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  if (quoted) throw InvalidFields{"a quoted field does not end"};
  return fields;
}

/// A number from `least` to `most`.
double numberWithin(std::string_view text, std::string_view what, double least, double most) {
  const double number = numberOf(text, what);
  if (number >= least && number <= most) return number;
  throw InvalidFields{fmt::format("{} is not a valid {} from {} to {}", text, what, least, most)};
}

/// IMAGE:X,Y,W,H score=S [angle=A scale=F [mirrored]] ... needle=FILE
Fields fieldsOfText(const std::string& line) {
  // Names of images may contain anything, but the last colon before " score=" ends them.
  const std::string_view before = std::string_view(line).substr(0, line.rfind(" needle="));
  const std::size_t score = before.rfind(" score=");
  const std::size_t colon = score == std::string_view::npos ? score : before.rfind(':', score);
  if (colon == std::string_view::npos) {
    throw InvalidFields{"is neither comma-separated values with titles nor output of espy find"};
  }
  Fields fields{{"image", std::string(before.substr(0, colon))}};
  const auto box = fieldsOf(before.substr(colon + 1, score - colon - 1));
  constexpr const char* kBox[] = {"x", "y", "width", "height"};
  if (box.size() != 4) throw InvalidFields{"has no X,Y,WIDTH,HEIGHT"};
  for (std::size_t i = 0; i < 4; ++i) fields[kBox[i]] = box[i];
  std::istringstream words{std::string(before.substr(score))};
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      fields[word] = '1';
    } else {
      fields[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return fields;
}

/// Throws InvalidFields unless the box is at most twice as wide and high as the posed needle: boxes
/// may be drawn by hand.
void checkBox(const Match& match, Size needle) {
  const double turned = match.angle * std::numbers::pi / 180;
  const double across = std::abs(std::cos(turned));
  const double along = std::abs(std::sin(turned));
  const auto width = static_cast<double>(needle.width) * match.scale;
  const auto height = static_cast<double>(needle.height) * match.scale;
  // Interpolation may add a pixel on each side.
  constexpr double kInterpolationMargin = 2;
  if (match.width <= 2 * (across * width + along * height) + kInterpolationMargin &&
      match.height <= 2 * (along * width + across * height) + kInterpolationMargin) {
    return;
  }
  throw InvalidFields{
      fmt::format("a box of {} x {} cannot be a match of a needle of {} x {} at scale {}",
                  match.width, match.height, needle.width, needle.height, match.scale)};
}

Position positionOf(const Fields& fields, Size needle) {
  const auto field = [&](const char* name) -> std::optional<std::string_view> {
    const auto found = fields.find(name);
    if (found == fields.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
  Position position;
  Match& match = position.match;
  if (field("image")) position.image = *field("image");
  match.x = sideOf(field("x").value_or(""), "x");
  match.y = sideOf(field("y").value_or(""), "y");
  match.width = static_cast<std::uint32_t>(needle.width);
  match.height = static_cast<std::uint32_t>(needle.height);
  if (field("width")) match.width = sideOf(*field("width"), "width");
  if (field("height")) match.height = sideOf(*field("height"), "height");
  if (match.width == 0 || match.height == 0) throw InvalidFields{"is not a box"};
  if (field("score")) {
    match.score = numberOf(*field("score"), "score");
    position.hasScore = true;
  }
  if (field("angle")) {
    match.angle = static_cast<float>(numberWithin(*field("angle"), "angle", -360, 360));
  }
  if (field("scale")) {
    match.scale = static_cast<float>(numberWithin(*field("scale"), "scale", 0.01, 100));
  }
  checkBox(match, needle);
  const std::string_view mirrored = field("mirrored").value_or("0");
  match.mirrored = mirrored == "1" || mirrored == "true";
  if (match.angle == 0 && match.scale == 1 && !match.mirrored) return position;
  match.needleWidth = static_cast<std::uint32_t>(needle.width);
  match.needleHeight = static_cast<std::uint32_t>(needle.height);
  if (!field("centre_x") || !field("centre_y")) return position;
  const double right = numberOf(*field("centre_x"), "centre") - match.x - match.width / 2.0;
  const double down = numberOf(*field("centre_y"), "centre") - match.y - match.height / 2.0;
  double part = 4096;
  while (std::max(std::abs(right), std::abs(down)) * part > 32767) {
    if ((part /= 2) < 1.0 / 32768) throw InvalidFields{"the centre is far outside the box"};
  }
  match.centreX = static_cast<float>(static_cast<double>(std::lround(right * part)) / part);
  match.centreY = static_cast<float>(static_cast<double>(std::lround(down * part)) / part);
  return position;
}

/// Parses CSV or text lines.
std::vector<Position> readLines(const std::string& text, const std::string& file, Size needle) {
  std::vector<Position> positions;
  std::istringstream lines(text);
  std::vector<std::string> titles;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    try {
      if (titles.empty() && positions.empty() && line.find(" score=") == std::string::npos) {
        titles = fieldsOf(line);
        const auto has = [&](const char* title) {
          return std::find(titles.begin(), titles.end(), title) != titles.end();
        };
        if (has("x") && has("y")) continue;
        throw InvalidFields{
            "is neither comma-separated values with titles nor output of espy find"};
      }
      Fields fields;
      if (titles.empty()) {
        fields = fieldsOfText(line);
      } else {
        const std::vector<std::string> values = fieldsOf(line);
        if (values.size() > titles.size())
          throw InvalidFields{"has more fields than there are titles"};
        for (std::size_t i = 0; i < values.size(); ++i) fields[titles[i]] = values[i];
      }
      positions.push_back(positionOf(fields, needle));
    } catch (const InvalidFields& wrong) {
      throw Error(ErrorCode::badUse, fmt::format("{}: line {}: {}", file, number, wrong.fact));
    }
  }
  return positions;
}

/// Parses JSON objects, each with the matches of one image.
std::vector<Position> readObjects(const std::string& text, const std::string& file, Size needle) {
  std::vector<Position> positions;
  std::size_t number = 0;
  for (const Fields& fields : fieldsOfJson(text, file)) {
    ++number;
    try {
      positions.push_back(positionOf(fields, needle));
    } catch (const InvalidFields& wrong) {
      throw Error(ErrorCode::badUse, fmt::format("{}: match {}: {}", file, number, wrong.fact));
    }
  }
  return positions;
}

}  // namespace

std::vector<Position> readPositions(const std::string& file, Size needle) {
  const bool standard = file == "-";
  const std::string shown = standard ? "standard input" : file;
  std::ifstream opened;
  if (!standard) opened.open(file, std::ios::binary);
  std::istream& from = standard ? std::cin : opened;
  std::string text;
  // Pipes cannot be read twice. Text has no zero byte, so stop at one: devices may be endless.
  if (from) std::getline(from, text, '\0');
  if (!opened || from.bad()) throw Error(ErrorCode::system, shown + ": cannot be read");
  if (!from.eof()) throw Error(ErrorCode::badUse, shown + ": has a zero byte and is not text");
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool isJson = begin != std::string::npos && (text[begin] == '{' || text[begin] == '[');
  return isJson ? readObjects(text, shown, needle) : readLines(text, shown, needle);
}

}  // namespace espy::cli
