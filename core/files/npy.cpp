// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/npy.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "files/byte_reader.h"
#include "files/message.h"
#include "files/quotation.h"

namespace espy::files {
namespace {

std::string_view textOf(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// NumPy's name of a type: "<f8".
std::string descriptionOf(const NumberFormat& stored) {
  std::string name(1, stored.bytes == 1 ? '|' : stored.big ? '>' : '<');
  name += stored.kind == NumberFormat::Kind::floating  ? 'f'
          : stored.kind == NumberFormat::Kind::natural ? 'u'
                                                       : 'i';
  return name + std::to_string(stored.bytes);
}

/// The header's Python dictionary.
class Dictionary {
 public:
  Dictionary(const std::string& name, std::string_view text) : name_(name), text_(text) {}

  void read(NpyHeader& header) {
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      value(key, header);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!skipSpaces().empty() || seen_ != 7) refuseIt();
  }

 private:
  [[noreturn]] void refuseIt() const {
    refuse(ErrorCode::badPicture, name_,
           phrase("is an NPY file whose header cannot be understood"));
  }

  std::string_view skipSpaces() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
    return text_;
  }
  bool accept(char c) {
    if (!skipSpaces().starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool accept(std::string_view word) {
    if (!skipSpaces().starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuseIt();
  }

  std::string_view quoted() {
    if (skipSpaces().empty()) refuseIt();
    const char quote = text_[0];
    const std::size_t end = text_.find(quote, 1);
    if ((quote != '\'' && quote != '"') || end == std::string_view::npos) refuseIt();
    const std::string_view word = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return word;
  }

  void value(std::string_view key, NpyHeader& header) {
    const int bit = key == "descr" ? 1 : key == "fortran_order" ? 2 : key == "shape" ? 4 : 8;
    if (bit == 8 || (seen_ & bit) != 0) refuseIt();
    seen_ |= bit;
    if (bit == 1) return description(header);
    if (bit == 4) return shape(header);
    header.columnsFirst = accept("True");
    if (!header.columnsFirst && !accept("False")) refuseIt();
  }

  void description(NpyHeader& header) {
    if (skipSpaces().starts_with('[')) {
      refuse(ErrorCode::unsupported, name_,
             phrase("is an array of records; save each field as an array of numbers"));
    }
    const std::string_view word = quoted();
    const std::optional<NumberFormat> stored = formatOf(word);
    if (!stored) {
      refuse(ErrorCode::unsupported, name_,
             phrase("is an array of the type '{}', which is not a supported real number type",
                    shown(word)));
    }
    header.stored = *stored;
  }

  static std::optional<NumberFormat> formatOf(std::string_view word) {
    if (word.size() != 3) return {};
    const char order = word[0];
    const char kind = word[1];
    const int bytes = word[2] - '0';
    if (order != '<' && order != '>' && order != '|' && order != '=') return {};
    if (kind == 'b' && bytes == 1) return NumberFormat{NumberFormat::Kind::natural, 1, false};
    const bool power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    if (!power || (order == '|' && bytes > 1)) return {};
    if (kind == 'i') return NumberFormat{NumberFormat::Kind::whole, bytes, order == '>'};
    if (kind == 'u') return NumberFormat{NumberFormat::Kind::natural, bytes, order == '>'};
    if (kind == 'f' && bytes > 1)
      return NumberFormat{NumberFormat::Kind::floating, bytes, order == '>'};
    return {};
  }

  void shape(NpyHeader& header) {
    expect('(');
    while (!accept(')')) {
      std::int64_t side = 0;
      skipSpaces();
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), side);
      if (error != std::errc() || side < 0) refuseIt();
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      header.shape.push_back(side);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  const std::string& name_;
  std::string_view text_;
  int seen_ = 0;  ///< one bit per key
};

}  // namespace

bool isNpy(std::span<const std::uint8_t> bytes) {
  return textOf(bytes).starts_with("\x93NUMPY");
}

NpyHeader readNpyHeader(std::span<const std::uint8_t> bytes, const std::string& name) {
  const ByteReader file(bytes, ByteReader::Order::little);
  const int version = file.u8(6);
  if (version < 1 || version > 3) {
    refuse(ErrorCode::unsupported, name,
           phrase("is an NPY file of version {}; only 1 to 3 are supported", version));
  }
  NpyHeader header;
  const std::uint64_t begin = version == 1 ? 10 : 12;
  const std::uint64_t size = version == 1 ? file.u16(8) : file.u32(8);
  file.need(begin, size);
  header.data = begin + size;
  Dictionary(name, textOf(bytes).substr(begin, size)).read(header);
  return header;
}

std::string npyHeader(const std::vector<std::int64_t>& shape, const NumberFormat& stored,
                      bool columnsFirst) {
  std::string sides;
  for (const std::int64_t side : shape) sides += std::to_string(side) + ", ";
  // A one-element tuple keeps its comma.
  sides.resize(sides.size() - (shape.size() == 1 ? 1 : 2));
  std::string text = "{'descr': '" + descriptionOf(stored) + "', 'fortran_order': ";
  text += (columnsFirst ? "True" : "False");
  text += ", 'shape': (" + sides + "), }";
  // The data are aligned to 64 bytes.
  constexpr std::size_t kBefore = 10;
  text.append(63 - (kBefore + text.size()) % 64, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 255);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace espy::files
