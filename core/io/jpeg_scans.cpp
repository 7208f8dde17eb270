// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "base/phrase.h"
#include "io/jpeg_markers.h"
#include "io/sniff.h"

namespace espy::io {
namespace {

/// A scan of a few bytes costs a pass over all blocks.
constexpr int kMostScans = 200;
constexpr int kCoefficients = 64;  // of a block

struct Component {
  int id = 0;
  std::int64_t across = 1;  // sampling factors
  std::int64_t down = 1;
  /// Low bits of each coefficient still missing; `kUnseen` before its first scan.
  std::array<int, kCoefficients> missing{};
};
constexpr int kUnseen = 99;

[[noreturn]] void refuseJpeg(const std::string& name, const Message& why) {
  files::refuse(ErrorCode::badPicture, name,
                phrase("is a JPEG picture that cannot be decoded: {}", why));
}

/// Checks frame and scans against each other and against the file's length.
class JpegScans {
 public:
  explicit JpegScans(const std::string& name) : name_(name) {}

  void frame(int marker, const files::ByteReader& file, std::uint64_t at) {
    if (!components_.empty()) refuseJpeg(name_, phrase("it has two headers"));
    progressive_ = (marker & 3) == 2;
    arithmetic_ = marker > 0xc8;
    height_ = file.u16(at + 3);
    width_ = file.u16(at + 5);
    const int count = file.u8(at + 7);
    if (count != 1 && count != 3 && count != 4) {
      files::refuse(ErrorCode::unsupported, name_,
                    phrase("is a JPEG with {} components; 1, 3 or 4 are read", count));
    }
    for (int i = 0; i < count; ++i) {
      const std::uint64_t entry = at + 8 + 3 * static_cast<std::uint64_t>(i);
      Component component{file.u8(entry), file.u8(entry + 1) >> 4, file.u8(entry + 1) & 15, {}};
      component.missing.fill(kUnseen);
      if (std::min(component.across, component.down) < 1 ||
          std::max(component.across, component.down) > 4) {
        refuseJpeg(name_, phrase("its sampling factors are not between 1 and 4"));
      }
      components_.push_back(component);
    }
  }

  void scan(const files::ByteReader& file, std::uint64_t at) {
    if (++scans_ > kMostScans) {
      files::refuse(ErrorCode::unsupported, name_,
                    phrase("is a JPEG of more than {} scans", kMostScans));
    }
    const std::uint64_t count = file.u8(at + 2);
    const std::uint64_t tail = at + 3 + 2 * count;
    const int first = progressive_ ? file.u8(tail) : 0;
    const int last = progressive_ ? file.u8(tail + 1) : kCoefficients - 1;
    const int low = progressive_ ? file.u8(tail + 2) & 15 : 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const int id = file.u8(at + 3 + 2 * i);
      for (Component& component : components_) {
        if (component.id != id) continue;
        for (int k = first; k <= std::min(last, kCoefficients - 1); ++k) component.missing[k] = low;
      }
    }
  }

  void finish(std::uint64_t dataBytes) const {
    for (const Component& component : components_) {
      if (std::any_of(component.missing.begin(), component.missing.end(),
                      [](int bits) { return bits != 0; })) {
        refuseJpeg(name_, phrase("it ends before all of its scans"));
      }
    }
    // A code has at least one bit. Every block has at least its DC code and, in sequential mode, an
    // end-of-block code. Arithmetic coding may use less than a bit.
    const std::int64_t blocks = countBlocks();
    const std::int64_t leastBits = arithmetic_    ? (blocks - kFreeBlocks) / kFreeBlocksABit
                                   : progressive_ ? blocks
                                                  : 2 * blocks;
    if (leastBits > 8 * static_cast<std::int64_t>(dataBytes)) {
      refuseJpeg(name_, phrase("{} of picture data cannot hold {} x {} pixels",
                               files::countedBytes(dataBytes), width_, height_));
    }
  }

 private:
  static constexpr std::int64_t kFreeBlocks = std::int64_t{1} << 20;
  static constexpr std::int64_t kFreeBlocksABit = 64;

  std::int64_t countBlocks() const {
    std::int64_t across = 1;
    std::int64_t down = 1;
    for (const Component& c : components_) {
      across = std::max(across, c.across);
      down = std::max(down, c.down);
    }
    const auto blocksOf = [](std::int64_t side, std::int64_t factor, std::int64_t most) {
      const std::int64_t samples = (side * factor + most - 1) / most;
      return (samples + 7) / 8;
    };
    std::int64_t blocks = 0;
    for (const Component& c : components_) {
      blocks += blocksOf(width_, c.across, across) * blocksOf(height_, c.down, down);
    }
    return blocks;
  }

  const std::string& name_;
  std::vector<Component> components_;
  std::int64_t width_ = 0;
  std::int64_t height_ = 0;
  bool progressive_ = false;
  bool arithmetic_ = false;
  int scans_ = 0;
};

void walk(std::span<const std::uint8_t> bytes, const std::string& name) {
  JpegMarkers markers(bytes, name);
  JpegScans scans(name);
  std::uint64_t dataBytes = 0;
  for (;;) {
    const int marker = markers.next();
    if (marker == kEndOfImage) break;
    if (standsAlone(marker)) continue;
    const std::uint64_t segment = markers.position();
    if (beginsFrame(marker)) scans.frame(marker, markers.file(), segment);
    if (marker == kStartOfScan) scans.scan(markers.file(), segment);
    markers.skipSegment();
    if (marker != kStartOfScan) continue;
    const std::uint64_t data = markers.position();
    markers.skipData();
    dataBytes += markers.position() - data;
  }
  scans.finish(dataBytes);
}

}  // namespace

void checkJpegScans(std::span<const std::uint8_t> bytes, const std::string& name) {
  try {
    walk(bytes, name);
  } catch (const files::Truncated&) {
    refuseJpeg(name, phrase("it ends within a header"));
  }
}

}  // namespace espy::io
