// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The judge file format: little-endian, header, numbers, checksum.
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/engine/judge.h"
#include "espy/error.h"
#include "judge/features.h"

namespace espy {
namespace {

constexpr std::string_view kMagic = "ESPYJUDG";
constexpr std::uint32_t kVersion = 2;
constexpr std::uint64_t kMostHeldOut = 1U << 20U;
constexpr std::uint64_t kMostExamples = 1U << 16U;
constexpr std::uint64_t kMostBytes = 64U << 20U;

std::uint64_t sumOf(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001b3U;
  return sum;
}

std::span<const std::uint8_t> bytesIn(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

class Writer {
 public:
  template <class Number>
  void number(Number value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      text_.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i)));
    }
  }
  void pass(float value) { number(std::bit_cast<std::uint32_t>(value)); }
  void pass(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  template <class Number>
  void pass(const std::vector<Number>& values, std::uint64_t /*most*/) {
    number(static_cast<std::uint64_t>(values.size()));
    for (const Number value : values) pass(value);
  }
  void pass(const HeldOut& held) {
    pass(held.ranking);
    pass(held.falseKept);
  }
  void passShares(const std::vector<double>& values) { pass(values, kMostHeldOut); }
  void text(std::string_view text) { text_ += text; }
  std::string take() { return std::move(text_); }
  std::span<const std::uint8_t> bytes() const { return bytesIn(text_); }

 private:
  std::string text_;
};

/// Thrown for truncated or impossible bytes; caught in this file.
struct Broken {};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t whole(std::size_t size) {
    if (bytes_.size() < size) throw Broken{};
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes_[i]} << (8 * i);
    bytes_ = bytes_.subspan(size);
    return value;
  }
  void pass(float& value) {
    value = std::bit_cast<float>(static_cast<std::uint32_t>(whole(4)));
    if (!(std::abs(value) <= Network::kGreatest)) throw Broken{};
  }
  void pass(double& value) {
    value = std::bit_cast<double>(whole(8));
    if (!std::isfinite(value)) throw Broken{};
  }
  template <class Number>
  void pass(std::vector<Number>& values, std::uint64_t most) {
    const std::uint64_t count = whole(8);
    if (count > most || count > bytes_.size() / sizeof(Number)) throw Broken{};
    values.resize(static_cast<std::size_t>(count));
    for (Number& value : values) pass(value);
  }
  void pass(HeldOut& held) {
    pass(held.ranking);
    pass(held.falseKept);
    if (!isShare(held.ranking) || !isShare(held.falseKept)) throw Broken{};
  }
  /// Ascending probabilities.
  void passShares(std::vector<double>& values) {
    pass(values, kMostHeldOut);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!isShare(values[i]) || (i > 0 && values[i] < values[i - 1])) throw Broken{};
    }
  }
  bool atEnd() const { return bytes_.empty(); }

 private:
  static bool isShare(double value) { return value >= 0 && value <= 1; }

  std::span<const std::uint8_t> bytes_;
};

// The file's fields in order, for reading and writing.

template <class File, class OfJudge>
void passHeldOut(File& file, OfJudge& judge) {
  file.pass(judge.slope);
  file.pass(judge.offset);
  file.pass(judge.byScore);
  file.pass(judge.byRegression);
  file.pass(judge.byNetwork);
  file.passShares(judge.yes);
  file.passShares(judge.no);
}

template <class File, class OfExamples>
void passExamples(File& file, OfExamples& examples) {
  file.pass(examples.weights, kMostExamples);
  file.pass(examples.features, kMostBytes);
  file.pass(examples.tiles, kMostBytes);
  file.pass(examples.featureScales, kMostBytes);
  file.pass(examples.tileScale);
}

template <class File, class OfNetwork>
void passNetwork(File& file, OfNetwork& network) {
  file.pass(network.weights, kMostBytes);
  file.pass(network.biases, kMostBytes);
  file.pass(network.readout, kMostBytes);
  file.pass(network.readoutBias);
}

void readNetwork(Reader& reader, int planes, Network& network) {
  NetworkShape& shape = network.shape;
  const std::int64_t numbers = Judge::kSide * Judge::kSide * planes;
  shape.inputs = numbers;
  shape.neighbours = static_cast<int>(reader.whole(2));
  shape.layers = static_cast<int>(reader.whole(2));
  shape.padded = true;
  shape.columns = Judge::kSide;
  LayerShape last;
  try {
    last = layersOf(shape).back();
  } catch (const Error&) {
    throw Broken{};
  }
  const auto biases = static_cast<std::uint64_t>(last.firstBias + last.outputs());
  passNetwork(reader, network);
  if (network.weights.size() != biases * static_cast<std::uint64_t>(shape.neighbours) ||
      network.biases.size() != biases ||
      network.readout.size() != static_cast<std::size_t>(numbers))
    throw Broken{};
}

void readExamples(Reader& reader, int planes, Judge::Examples& examples) {
  passExamples(reader, examples);
  const std::int64_t count = std::ssize(examples.weights);
  const std::int64_t features = judge::featuresOf(planes);
  if (std::ssize(examples.features) != count * features ||
      std::ssize(examples.tiles) != count * judge::tilesOf(planes) ||
      std::ssize(examples.featureScales) != features || examples.tileScale < 0) {
    throw Broken{};
  }
}

Judge readAll(Reader reader) {
  Judge judge;
  for (std::uint64_t& sum : judge.needle) sum = reader.whole(8);
  const std::uint64_t by = reader.whole(1);
  const std::uint64_t planes = reader.whole(1);
  if (by > 2 || (planes != 1 && planes != 3)) throw Broken{};
  judge.by = static_cast<Judge::By>(by);
  judge.planes = static_cast<int>(planes);
  passHeldOut(reader, judge);
  if (judge.by == Judge::By::regression) readExamples(reader, judge.planes, judge.examples);
  if (judge.by == Judge::By::network) readNetwork(reader, judge.planes, judge.network);
  if (!reader.atEnd()) throw Broken{};
  return judge;
}

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::badUse, sentence);
}

}  // namespace

std::string bytesOf(const Judge& judge) {
  Writer writer;
  writer.text(kMagic);
  writer.number(kVersion);
  for (const std::uint64_t sum : judge.needle) writer.number(sum);
  writer.number(static_cast<std::uint8_t>(judge.by));
  writer.number(static_cast<std::uint8_t>(judge.planes));
  passHeldOut(writer, judge);
  if (judge.by == Judge::By::regression) {
    passExamples(writer, judge.examples);
  } else if (judge.by == Judge::By::network) {
    writer.number(static_cast<std::uint16_t>(judge.network.shape.neighbours));
    writer.number(static_cast<std::uint16_t>(judge.network.shape.layers));
    passNetwork(writer, judge.network);
  }
  writer.number(sumOf(writer.bytes()));
  return writer.take();
}

Judge judgeOf(std::span<const std::uint8_t> bytes, const std::string& name, const Needle& needle) {
  const std::size_t head = kMagic.size() + 4;
  if (bytes.size() < kMagic.size() ||
      std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    refuse(phrase("{}: is not a judge file of `espy learn`", name));
  }
  const Message broken = phrase("{}: the judge is damaged; learn it or copy it again", name);
  if (bytes.size() < head + 8) refuse(broken);
  const auto version = static_cast<std::uint32_t>(Reader(bytes.subspan(kMagic.size())).whole(4));
  if (version != kVersion) {
    refuse(phrase("{}: the judge has version {}; this Espy reads version {}", name, version,
                  kVersion));
  }
  const auto contents = bytes.first(bytes.size() - 8);
  if (Reader(bytes.last(8)).whole(8) != sumOf(contents)) refuse(broken);
  Judge judge;
  try {
    judge = readAll(Reader(contents.subspan(head)));
  } catch (const Broken&) {
    refuse(broken);
  }
  if (judge.needle != fingerprintOf(needle)) {
    refuse(phrase("{}: the judge was learned for another needle", name));
  }
  return judge;
}

Judge readJudge(const std::string& path, const Needle& needle) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  char part[1 << 16];
  while (file && text.size() <= kMostBytes) {
    file.read(part, sizeof part);
    text.append(part, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad() || !(file.eof() || text.size() > kMostBytes)) {
    throw Error(ErrorCode::system, phrase("{}: cannot be read: {}", path, systemWords(errno)));
  }
  if (text.size() > kMostBytes) refuse(phrase("{}: is too large to be a judge", path));
  return judgeOf(bytesIn(text), path, needle);
}

}  // namespace espy
