// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/pictures.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/hash.h"
#include "files/file_bytes.h"
#include "files/mapped_file.h"
#include "files/message.h"
#include "io/foreign.h"
#include "io/limits.h"
#include "io/pnm_header.h"
#include "io/pnm_raster.h"
#include "io/row_sink.h"
#include "io/sniff.h"

namespace espy::io {
namespace {

Kind kindOrRefuse(std::span<const std::uint8_t> bytes, const std::string& name) {
  const auto kind = kindOf(bytes);
  if (!kind) refuseUnknown(bytes, name);
  return *kind;
}

/// Limit for reading a stream that begins with `prefix`.
files::ReadSize wantedBytes(std::span<const std::uint8_t> prefix, const ReadOptions& options,
                            const std::string& name) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  // Generous bounds: bytes of a plain or compressed pixel, and of everything else.
  constexpr std::uint64_t kUnitBytes = 64;
  constexpr std::uint64_t kSlackBytes = std::uint64_t{256} << 20;
  const auto generously = [&](std::uint64_t units) {
    return files::ReadSize{
        units > (kMost - kSlackBytes) / kUnitBytes ? kMost : units * kUnitBytes + kSlackBytes,
        false};
  };

  const Kind kind = kindOrRefuse(prefix, name);
  if (kind == Kind::pnm) {
    const PnmHeader header = readPnmHeader(prefix, options, name);
    if (header.isPlain()) return generously(header.samples());
    return {header.raster + header.rasterBytes(), true};
  }
  const auto info = readInfo(kind, prefix, name);
  if (!info) {
    if (prefix.size() >= kSlackBytes) {
      files::refuse(
          ErrorCode::tooLarge, name,
          phrase(
              "does not state its size in the first {} MiB of the stream; save it as a file first",
              kSlackBytes >> 20));
    }
    return {std::min(kSlackBytes, 2 * std::uint64_t{prefix.size()}), false, true};
  }
  checkSize(info->width, info->height, 8, options, name);
  return generously(static_cast<std::uint64_t>(info->width * info->height));
}

ReadPicture readPnm(const files::FileBytes& file, const ReadOptions& options,
                    const std::string& name) {
  const PnmHeader header = readPnmHeader(file.bytes, options, name);
  Raster raster = header.isPlain() ? readPlainRaster(file.bytes, header, name)
                                   : readRawRaster(file.bytes, file.owner, header, name);
  ReadPicture read;
  read.image = std::move(raster.image);
  read.note = header.note;
  addUnread(read.note, file.bytes.size() - raster.end + file.dropped, file.droppedMore);
  return read;
}

ReadPicture readFrom(const files::FileBytes& file, const ReadOptions& options,
                     const std::string& name, RowSink* sink) {
  const Kind kind = kindOrRefuse(file.bytes, name);
  ReadPicture read = kind == Kind::pnm ? readPnm(file, options, name)
                                       : readForeign(kind, file.bytes, options, name, sink);
  if (file.owner != nullptr) files::checkUnchanged(file.bytes.data());
  return read;
}

ReadPicture readFile(const std::string& path, const ReadOptions& options, RowSink* sink) {
  const std::string name = files::shownInput(path);
  const auto ask = [&](std::span<const std::uint8_t> prefix) {
    return wantedBytes(prefix, options, name);
  };
  const files::FileBytes file =
      files::readFileBytes(path, ask, phrase("is a folder, not a picture"), options.stop);
  ReadPicture read = readFrom(file, options, name, sink);
  if (options.wantContent) {
    read.content = hashOf({reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()});
  }
  return read;
}

ReadPicture readMemory(std::span<const std::uint8_t> bytes, const std::string& name,
                       const ReadOptions& options, RowSink* sink) {
  files::FileBytes file;
  file.bytes = bytes;  // without an owner, so the pixels are copied
  return readFrom(file, options, name, sink);
}

}  // namespace

ReadPicture readRows(const std::string& path, const ReadOptions& options, RowSink& sink) {
  return readFile(path, options, &sink);
}

ReadPicture readRows(std::span<const std::uint8_t> bytes, const std::string& name,
                     const ReadOptions& options, RowSink& sink) {
  return readMemory(bytes, name, options, &sink);
}

}  // namespace espy::io

namespace espy {

ReadPicture readPicture(const std::string& path, const ReadOptions& options) {
  return io::readFile(path, options, nullptr);
}

ReadPicture readPicture(std::span<const std::uint8_t> bytes, const std::string& name,
                        const ReadOptions& options) {
  return io::readMemory(bytes, name, options, nullptr);
}

void checkUncut(const ImageView& picture) {
  if (!picture.empty()) files::checkUncut(picture.row(0));
}

void checkUnchanged(const ImageView& picture) {
  if (!picture.empty()) files::checkUnchanged(picture.row(0));
}

}  // namespace espy
