// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/npy.h"

#include <charconv>
#include <optional>

#include "files/byte_reader.h"
#include "signal/files/formats.h"

namespace espy::recordings {
namespace {

/// Strides of the samples of channels in an array.
struct ArrayLayout {
  std::int64_t samples = 0;
  std::int64_t channels = 1;
  std::int64_t sampleStep = 1;  ///< stride between samples of a channel
  std::int64_t channelStep = 0;
};

ArrayLayout layoutOf(const NpyHeader& header, RecordingOptions::Side along) {
  if (header.shape.size() == 1) return {header.shape[0], 1, 1, 0};
  const std::int64_t rows = header.shape[0];
  const std::int64_t columns = header.shape[1];
  const std::int64_t rowStep = header.columnsFirst ? 1 : columns;
  const std::int64_t columnStep = header.columnsFirst ? rows : 1;
  const bool byRows = along == RecordingOptions::Side::rows ||
                      (along == RecordingOptions::Side::longer && rows > columns);
  if (byRows) return {rows, columns, rowStep, columnStep};
  return {columns, rows, columnStep, rowStep};
}

/// Bytes of the array's numbers; throws if the file has fewer than the shape needs.
std::uint64_t checkedBytes(const Source& source, const NpyHeader& header) {
  std::uint64_t bytes = static_cast<std::uint64_t>(header.stored.bytes);
  for (const std::int64_t side : header.shape) {
    if (side == 0) refuseFile(source, phrase("is an array without numbers"));
    if (bytes > source.bytes.size() / static_cast<std::uint64_t>(side)) {
      refuseFile(source, phrase("ends before the numbers announced in its header"));
    }
    bytes *= static_cast<std::uint64_t>(side);
  }
  return bytes;
}

}  // namespace

bool isNpy(const Source& source) {
  return source.text().starts_with("\x93NUMPY");
}

ReadRecording readNpy(const Source& source, const RecordingOptions& options) {
  const NpyHeader header = readNpyHeader(source);
  if (header.shape.empty() || header.shape.size() > 2) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is an array of {} dimensions; 1 and 2 can be read", header.shape.size()));
  }
  const std::uint64_t bytes = checkedBytes(source, header);
  const std::uint64_t there = source.bytes.size() - header.data;
  if (bytes > there) {
    refuseFile(source, phrase("ends after {} of {} bytes of numbers", there, bytes));
  }
  const ArrayLayout layout = layoutOf(header, options.samplesAlong);
  if (layout.channels > kMostChannelsRead) {
    files::refuse(ErrorCode::tooLarge, source.name,
                  phrase("has {} channels, more than the {} that can be read", layout.channels,
                         kMostChannelsRead));
  }
  const std::vector<std::string> names(static_cast<std::size_t>(layout.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), layout.samples, options, source.name);
  MemoryOwners owners;
  owners.keep(source.owner);
  ReadRecording result;
  const std::uint8_t* numbers = source.bytes.data() + header.data;
  for (const std::size_t index : chosen) {
    const std::int64_t first = static_cast<std::int64_t>(index) * layout.channelStep;
    result.channels.push_back(
        {"", "", options.rate,
         samplesOf(header.stored, numbers + first * header.stored.bytes, layout.samples,
                   layout.sampleStep * header.stored.bytes, source.name, owners)});
  }
  result.memory = owners.memory();
  if (there > bytes) {
    result.note = phrase("{} after its numbers were not read", files::countedBytes(there - bytes));
  }
  return result;
}

namespace {

/// The header's Python dictionary.
class Dictionary {
 public:
  Dictionary(const Source& source, std::string_view text) : source_(source), text_(text) {}

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
    refuseFile(source_, phrase("is an NPY file whose header cannot be understood"));
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
      files::refuse(ErrorCode::unsupported, source_.name,
                    phrase("is an array of records; save each field as an array of numbers"));
    }
    const std::string_view word = quoted();
    const std::optional<NumberFormat> stored = numberFormatOf(word);
    if (!stored) {
      files::refuse(
          ErrorCode::unsupported, source_.name,
          phrase("is an array of the type '{}', which is not a supported real number type",
                 shown(word)));
    }
    header.stored = *stored;
  }

  static std::optional<NumberFormat> numberFormatOf(std::string_view word) {
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

  const Source& source_;
  std::string_view text_;
  int seen_ = 0;  ///< one bit per key
};

}  // namespace

NpyHeader readNpyHeader(const Source& source) {
  const files::ByteReader file(source.bytes, files::ByteReader::Order::little);
  const int version = file.u8(6);
  if (version < 1 || version > 3) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is an NPY file of version {}; only 1 to 3 are supported", version));
  }
  NpyHeader header;
  const std::uint64_t begin = version == 1 ? 10 : 12;
  const std::uint64_t size = version == 1 ? file.u16(8) : file.u32(8);
  file.need(begin, size);
  header.data = begin + size;
  Dictionary(source, source.text().substr(begin, size)).read(header);
  return header;
}

std::string npyHeader(const std::vector<std::int64_t>& shape, bool columnsFirst) {
  std::string sides;
  for (const std::int64_t side : shape) sides += std::to_string(side) + ", ";
  // A one-element tuple keeps its comma.
  sides.resize(sides.size() - (shape.size() == 1 ? 1 : 2));
  std::string text = "{'descr': '<f8', 'fortran_order': ";
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

}  // namespace espy::recordings
