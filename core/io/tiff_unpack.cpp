// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>

#include "io/message.h"
#include "io/tiff_layout.h"

#ifdef ESPY_WITH_DEFLATE
#include <libdeflate.h>
#endif

namespace espy::io {
namespace {

/// PackBits: a count, and so many bytes more or one byte so often.
std::uint64_t unpackRuns(std::span<const std::uint8_t> part, std::span<std::uint8_t> out) {
  std::size_t made = 0;
  for (std::size_t at = 0; at + 1 < part.size() && made < out.size();) {
    const int byte = part[at++];
    const int code = byte < 128 ? byte : byte - 256;
    if (code == -128) continue;
    const auto wanted = static_cast<std::size_t>(code >= 0 ? code + 1 : 1 - code);
    const std::size_t count = std::min(wanted, out.size() - made);
    if (code >= 0) {
      const std::size_t there = std::min(count, part.size() - at);
      std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(at), there,
                  out.begin() + static_cast<std::ptrdiff_t>(made));
      made += there;
      at += wanted;
    } else {
      std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(made), count, part[at++]);
      made += count;
    }
  }
  return made;
}

/// LZW as TIFF has it: codes of 9 to 12 bits, the highest bit first.
class Lzw {
 public:
  Lzw(std::span<const std::uint8_t> part, std::span<std::uint8_t> out, const std::string& name)
      : part_(part), out_(out), name_(name) {}

  std::uint64_t unpack() {
    while (made_ < out_.size()) {
      const int code = next();
      if (code == kEnd || code < 0) break;
      if (code == kClear) {
        clear();
      } else {
        take(code);
      }
    }
    return made_;
  }

 private:
  static constexpr int kClear = 256;
  static constexpr int kEnd = 257;
  static constexpr int kMostCodes = 4096;

  /// A code's text: it was written before, and is there still.
  struct Text {
    std::size_t at = 0;
    std::size_t length = 0;
  };

  int next() {
    while (held_ < width_) {
      if (at_ == part_.size()) return -1;
      bits_ = (bits_ << 8 | part_[at_++]) & 0xffffff;
      held_ += 8;
    }
    held_ -= width_;
    return static_cast<int>(bits_ >> held_ & ((1U << width_) - 1U));
  }
  void clear() {
    width_ = 9;
    codes_ = kEnd + 1;
    before_ = {};
  }
  void take(int code) {
    if (code > codes_ || (code == codes_ && before_.length == 0)) {
      refuseTiff(name_, phrase("its LZW data are damaged"));
    }
    const Text written{made_, 0};
    Text text = written;
    if (code < kClear) {
      out_[made_++] = static_cast<std::uint8_t>(code);
    } else {
      // A code that is only now being made: the text before, and its own first byte.
      const Text from = code == codes_ ? Text{before_.at, before_.length + 1} : texts_[code];
      const std::size_t length = std::min(from.length, out_.size() - made_);
      for (std::size_t i = 0; i < length; ++i) out_[made_++] = out_[from.at + i];
    }
    text.length = made_ - written.at;
    if (before_.length > 0 && codes_ < kMostCodes) {
      texts_[static_cast<std::size_t>(codes_++)] = {before_.at, before_.length + 1};
      if (codes_ >= (1 << width_) - 1 && width_ < 12) ++width_;
    }
    before_ = text;
  }

  std::span<const std::uint8_t> part_;
  std::span<std::uint8_t> out_;
  const std::string& name_;
  std::array<Text, kMostCodes> texts_{};
  Text before_;
  std::size_t at_ = 0;
  std::size_t made_ = 0;
  std::uint32_t bits_ = 0;
  int held_ = 0;
  int width_ = 9;
  int codes_ = kEnd + 1;
};

#ifdef ESPY_WITH_DEFLATE
std::uint64_t inflate(std::span<const std::uint8_t> part, std::span<std::uint8_t> out,
                      const std::string& name) {
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> engine(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!engine) refuse(ErrorCode::tooLarge, name, phrase("no memory to decode it"));
  std::size_t made = 0;
  const auto result = libdeflate_zlib_decompress(engine.get(), part.data(), part.size(), out.data(),
                                                 out.size(), &made);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
    refuseTiff(name, phrase("a part of it holds more than its pixels"));
  }
  if (result != LIBDEFLATE_SUCCESS) refuseTiff(name, phrase("its deflated data are damaged"));
  return made;
}
#endif

}  // namespace

std::uint64_t unpackTiffPart(TiffPacking packing, std::span<const std::uint8_t> part,
                             std::span<std::uint8_t> out, const std::string& name) {
  switch (packing) {
    case TiffPacking::runs:
      return unpackRuns(part, out);
    case TiffPacking::lzw:
      // An old kind has its bits the other way round, and begins with another code.
      if (part.size() >= 2 && part[0] == 0 && (part[1] & 1) != 0) {
        refuse(ErrorCode::unsupported, name,
               phrase("is a TIFF of the old kind of LZW, which is not read"));
      }
      return Lzw(part, out, name).unpack();
#ifdef ESPY_WITH_DEFLATE
    case TiffPacking::deflate:
    case TiffPacking::oldDeflate:
      return inflate(part, out, name);
#endif
    default:
      refuse(ErrorCode::unsupported, name,
             phrase("is a TIFF that is packed in a way that is not read"));
  }
}

}  // namespace espy::io
