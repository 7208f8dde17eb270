// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/stream_limit.h"

#include <algorithm>
#include <optional>

#include "signal/files/formats.h"
#include "signal/files/table.h"

namespace espy::recordings {
namespace {

/// The longest stream that is buffered.
constexpr std::uint64_t kMostOfAStream = std::uint64_t{1} << 40;
/// Maximum bytes between two checks of a growing text.
constexpr std::uint64_t kStep = std::uint64_t{16} << 20;
/// Allowance for headers, names and comments.
constexpr std::uint64_t kAround = std::uint64_t{1} << 20;

/// a + b * c, at most `kMostOfAStream`.
std::uint64_t atMost(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if (a >= kMostOfAStream || (c > 0 && b > (kMostOfAStream - a) / c)) return kMostOfAStream;
  return a + b * c;
}

/// Counts, as text arrives, the lines that may be rows of samples.
class RowCount {
 public:
  void read(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) {
      const char c = static_cast<char>(byte);
      if (isLineEnd(c)) {
        atBegin_ = true;
        length_ = 0;
        continue;
      }
      ++length_;
      longest_ = std::max(longest_, length_);
      zero_ = zero_ || c == '\0';
      if (!atBegin_ || c == ' ' || c == '\t') continue;
      atBegin_ = false;
      rows_ += c == '#' ? 0 : 1;
    }
  }

  std::int64_t rows() const { return rows_; }
  std::uint64_t longest() const { return longest_; }  ///< in bytes
  bool hasZero() const { return zero_; }

 private:
  bool atBegin_ = true;
  bool zero_ = false;
  std::uint64_t length_ = 0;
  std::uint64_t longest_ = 0;
  std::int64_t rows_ = 0;
};

class StreamLimit {
 public:
  StreamLimit(std::string name, const std::string& ending, const RecordingOptions& options)
      : name_(std::move(name)),
        raw_(options.raw ? options.raw : rawOf(ending)),
        isSaidRaw_(options.raw.has_value()),
        isMemberSaid_(!options.member.empty()),
        ucr_(options.ucr),
        row_(options.row),
        most_(options.maxSamples),
        chosen_(std::ssize(options.channels)) {}

  files::ReadSize operator()(std::span<const std::uint8_t> bytes) {
    const Source source{name_, bytes, {}};
    if (isSaidRaw_) return wantedOfRaw(bytes.size());
    // Unwanted arrays of an archive are skipped only if a member was named.
    if (isNpz(source) && isMemberSaid_) return {kMostOfAStream};
    if (isNpz(source) || isNpy(source) || isWav(source) || isEdf(source)) {
      return wantedOfNumbers(bytes.size());
    }
    if (!looksLikeText(source)) {
      if (isSound(source, raw_.has_value())) return wantedOfNumbers(bytes.size());
      if (raw_) return wantedOfRaw(bytes.size());
      return {bytes.size(), true};  // unknown format: refused without reading the rest
    }
    return raw_ ? wantedOfRaw(bytes.size()) : wantedOfText(bytes);
  }

 private:
  [[noreturn]] void refuseMore() const {
    files::refuse(ErrorCode::tooLarge, name_,
                  phrase("has more than the {} samples allowed", most_));
  }

  files::ReadSize upTo(std::uint64_t limit, std::uint64_t there) const {
    if (limit >= kMostOfAStream) return {kMostOfAStream};
    if (there > limit) refuseMore();
    return {limit + 1, false, true};
  }

  /// Exact, since channels are interleaved.
  files::ReadSize wantedOfRaw(std::uint64_t there) const {
    const std::int64_t channels = std::max<std::int64_t>(1, raw_->channels);
    const auto frames = static_cast<std::uint64_t>(most_ / (chosen_ > 0 ? chosen_ : channels));
    const auto frame = static_cast<std::uint64_t>(bytesOf(raw_->type) * channels);
    return upTo(atMost(raw_->skip, frames, frame), there);
  }

  /// At most eight bytes per sample; twice that for everything else.
  files::ReadSize wantedOfNumbers(std::uint64_t there) const {
    if (chosen_ > 0) return {kMostOfAStream};  // other channels are interleaved
    return upTo(atMost(kAround, static_cast<std::uint64_t>(most_), 16), there);
  }

  files::ReadSize wantedOfText(std::span<const std::uint8_t> bytes) {
    count_.read(bytes.subspan(std::min(read_, bytes.size())));
    read_ = bytes.size();
    if (count_.hasZero()) return {bytes.size(), true};  // the cell with it is refused
    // Names and units take a line each; rows before the series count, too.
    constexpr std::int64_t kTitles = 2;
    const std::int64_t rows = most_ / std::max<std::int64_t>(1, chosen_);
    if (count_.rows() - kTitles - (ucr_ ? row_ : 0) > rows) refuseMore();
    const std::uint64_t longest = atMost(kAround, static_cast<std::uint64_t>(most_), 64);
    if (longest < kMostOfAStream && count_.longest() > longest) refuseMore();
    const std::uint64_t next =
        std::min(kMostOfAStream, bytes.size() + std::min<std::uint64_t>(bytes.size(), kStep));
    return {next, false, next < kMostOfAStream};
  }

  std::string name_;
  std::optional<RawFormat> raw_;
  bool isSaidRaw_;  ///< else the extension decides
  bool isMemberSaid_;
  bool ucr_;
  std::int64_t row_;
  std::int64_t most_;
  std::int64_t chosen_;  ///< number of channels; 0: all
  RowCount count_;
  std::size_t read_ = 0;
};

}  // namespace

files::ReadSizeCallback streamLimit(const std::string& name, const std::string& ending,
                                    const RecordingOptions& options) {
  return StreamLimit(name, ending, options);
}

}  // namespace espy::recordings
