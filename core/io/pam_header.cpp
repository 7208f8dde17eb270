// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "files/message.h"
#include "io/pnm_header.h"

namespace espy::io {
namespace {

struct TupleType {
  std::string_view name;
  int channels;
};

constexpr std::array<TupleType, 6> kTupleTypes{{{"BLACKANDWHITE", 1},
                                                {"GRAYSCALE", 1},
                                                {"RGB", 3},
                                                {"BLACKANDWHITE_ALPHA", 2},
                                                {"GRAYSCALE_ALPHA", 2},
                                                {"RGB_ALPHA", 4}}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isPnmSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isPnmSpace(text.back())) text.remove_suffix(1);
  return text;
}

/// Removes and returns the first word of `text`.
std::string_view takeWord(std::string_view& text) {
  text = trimmed(text);
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return isPnmSpace(c); });
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text = trimmed(text.substr(word.size()));
  return word;
}

/// Quotes text of the file for a message.
std::string quoted(std::string_view text) {
  constexpr std::size_t kMostShown = 32;
  std::string shown;
  for (const char c : text.substr(0, kMostShown)) shown += c >= ' ' && c < 127 ? c : '?';
  return fmt::format("'{}{}'", shown, text.size() > kMostShown ? "..." : "");
}

/// Collects the lines of a PAM header.
class PamLines {
 public:
  explicit PamLines(const std::string& name) : name_(name) {}

  /// Returns true for the last line.
  bool add(std::string_view line) {
    if (line.starts_with('#')) return false;
    std::string_view rest = line;
    const std::string_view word = takeWord(rest);
    if (word.empty()) return false;
    if (word == "ENDHDR") {
      if (!rest.empty()) {
        files::refuse(ErrorCode::badPicture, name_, phrase("{} follows ENDHDR", quoted(rest)));
      }
      return true;
    }
    if (word == "TUPLTYPE") {
      if (rest.empty())
        files::refuse(ErrorCode::badPicture, name_, phrase("TUPLTYPE names no tuple type"));
      if (!tupleType_.empty()) tupleType_ += ' ';
      tupleType_ += rest;
    } else if (word == "WIDTH") {
      set(width_, word, rest);
    } else if (word == "HEIGHT") {
      set(height_, word, rest);
    } else if (word == "DEPTH") {
      set(depth_, word, rest);
    } else if (word == "MAXVAL") {
      set(maxval_, word, rest);
    } else {
      files::refuse(ErrorCode::badPicture, name_,
                    phrase("{} is not a line of a PAM header", quoted(word)));
    }
    return false;
  }

  PnmHeader header() const {
    PnmHeader header;
    header.kind = 7;
    const DecimalNumber maxval = given(maxval_, "MAXVAL");
    header.width = side(width_, "WIDTH");
    header.height = side(height_, "HEIGHT");
    header.depth = side(depth_, "DEPTH");
    checkMaxval(maxval, name_);
    header.maxval = static_cast<std::uint32_t>(maxval.value());
    setChannels(header);
    return header;
  }

 private:
  void set(std::optional<DecimalNumber>& field, std::string_view word, std::string_view text) {
    if (field)
      files::refuse(ErrorCode::badPicture, name_, phrase("the header has two {} lines", word));
    field.emplace();
    for (const char c : text) {
      if (!isDigit(c)) {
        files::refuse(ErrorCode::badPicture, name_,
                      phrase("{} is {}, not a number", word, quoted(text)));
      }
      field->push(c);
    }
    if (field->empty()) {
      files::refuse(ErrorCode::badPicture, name_, phrase("{} has no number", word));
    }
  }

  const DecimalNumber& given(const std::optional<DecimalNumber>& field,
                             std::string_view word) const {
    if (!field)
      files::refuse(ErrorCode::badPicture, name_, phrase("the header has no {} line", word));
    return *field;
  }

  std::int64_t side(const std::optional<DecimalNumber>& field, std::string_view word) const {
    checkSide(given(field, word), std::string(word), name_);
    return field->value();
  }

  /// By the tuple type if the specification defines it, without surplus planes; else by DEPTH:
  /// grey, grey and alpha, colour, colour and alpha.
  void setChannels(PnmHeader& header) const {
    const auto* known = std::find_if(kTupleTypes.begin(), kTupleTypes.end(),
                                     [&](const TupleType& t) { return t.name == tupleType_; });
    if (known != kTupleTypes.end()) {
      if (header.depth < known->channels) {
        files::refuse(ErrorCode::badPicture, name_,
                      phrase("tuple type {} needs DEPTH {}, but it is {}", tupleType_,
                             known->channels, header.depth));
      }
      if (tupleType_.starts_with("BLACKANDWHITE") && header.maxval != 1) {
        files::refuse(
            ErrorCode::badPicture, name_,
            phrase("tuple type {} needs MAXVAL 1, but it is {}", tupleType_, header.maxval));
      }
      header.channels = known->channels;
      if (header.depth > header.channels) {
        header.note = phrase("{} of its {} channels were left out", header.depth - header.channels,
                             header.depth);
      }
      return;
    }
    if (header.depth > 4) {
      files::refuse(ErrorCode::unsupported, name_,
                    phrase("has {} channels; pictures of 1 to 4 are read", header.depth));
    }
    header.channels = static_cast<int>(header.depth);
    if (!tupleType_.empty()) {
      const std::array<Message, 4> meaning{phrase("grey"), phrase("grey and alpha"), "RGB",
                                           phrase("RGB and alpha")};
      header.note = phrase("tuple type {} is unknown and was read as {}", quoted(tupleType_),
                           meaning.at(static_cast<std::size_t>(header.depth - 1)));
    }
  }

  const std::string& name_;
  std::optional<DecimalNumber> width_, height_, depth_, maxval_;
  std::string tupleType_;
};

}  // namespace

PnmHeader readPamHeader(std::span<const std::uint8_t> bytes, const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              std::min(bytes.size(), kMostHeaderBytes));
  PamLines lines(name);
  std::size_t at = 2;  // after the magic number, whose line must be empty
  for (bool first = true;; first = false) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) {
      files::refuse(ErrorCode::badPicture, name,
                    text.size() == kMostHeaderBytes
                        ? phrase("the header is longer than {} bytes", kMostHeaderBytes)
                        : phrase("the file ends before the ENDHDR line"));
    }
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (first && !trimmed(line).empty()) {
      files::refuse(ErrorCode::badPicture, name,
                    phrase("{} follows P7, where a new line is required", quoted(trimmed(line))));
    }
    if (!first && lines.add(line)) break;
  }
  PnmHeader header = lines.header();
  header.raster = at;
  return header;
}

}  // namespace espy::io
