// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#ifdef ESPY_WITH_DEFLATE
#include <libdeflate.h>
#endif

#include <algorithm>
#include <utility>

#include "files/byte_reader.h"
#include "signal/files/formats.h"

// NPZ: a ZIP archive of NPY files (PKWARE's APPNOTE).
namespace espy::recordings {
namespace {

using files::ByteReader;

struct Member {
  std::string name;  ///< without ".npy"
  int flags = 0;
  int method = 0;  ///< 0 stored, 8 deflated
  std::uint32_t crc = 0;
  std::uint64_t packed = 0;
  std::uint64_t size = 0;
  std::uint64_t at = 0;  ///< offset of its local header
};

struct Directory {
  std::uint64_t at = 0;
  std::uint64_t members = 0;
};

constexpr std::uint32_t kEnd = 0x06054b50;
constexpr std::uint32_t kEnd64 = 0x06064b50;
constexpr std::uint32_t kLocator64 = 0x07064b50;
constexpr std::uint32_t kEntry = 0x02014b50;
constexpr std::uint32_t kLocal = 0x04034b50;

[[noreturn]] void refuseArchive(const Source& source) {
  refuseFile(source, phrase("is an NPZ file whose directory is damaged or cut short"));
}

Directory findDirectory(const Source& source, const ByteReader& file) {
  constexpr std::uint64_t kEndBytes = 22;
  constexpr std::uint64_t kLongestComment = 65535;
  if (file.size() < kEndBytes) refuseArchive(source);
  const std::uint64_t last = file.size() - kEndBytes;
  for (std::uint64_t back = 0; back <= std::min(last, kLongestComment); ++back) {
    const std::uint64_t at = last - back;
    if (file.u32(at) != kEnd || file.u16(at + 20) != back) continue;
    Directory found{file.u32(at + 16), file.u16(at + 10)};
    if (at >= 20 && file.u32(at - 20) == kLocator64) {
      const std::uint64_t end64 = file.u64(at - 12);
      if (file.u32(end64) != kEnd64) refuseArchive(source);
      found = {file.u64(end64 + 48), file.u64(end64 + 32)};
    }
    return found;
  }
  refuseArchive(source);
}

/// ZIP64 sizes are in the entry's extra field, in this order.
void readExtra64(const ByteReader& file, std::uint64_t at, std::uint64_t end, Member& member) {
  while (at + 4 <= end) {
    const std::uint64_t size = file.u16(at + 2);
    if (file.u16(at) == 1) {
      std::uint64_t field = at + 4;
      for (std::uint64_t* wide : {&member.size, &member.packed, &member.at}) {
        if (*wide != 0xffffffffU) continue;
        if (field + 8 > at + 4 + size) throw files::Truncated{};
        *wide = file.u64(field);
        field += 8;
      }
      return;
    }
    at += 4 + size;
  }
}

std::vector<Member> readDirectory(const Source& source, const ByteReader& file) {
  const Directory directory = findDirectory(source, file);
  std::vector<Member> members;
  std::uint64_t at = directory.at;
  for (std::uint64_t i = 0; i < directory.members; ++i) {
    if (file.u32(at) != kEntry) refuseArchive(source);
    Member member;
    member.flags = file.u16(at + 8);
    member.method = file.u16(at + 10);
    member.crc = file.u32(at + 16);
    member.packed = file.u32(at + 20);
    member.size = file.u32(at + 24);
    const std::uint64_t name = file.u16(at + 28);
    const std::uint64_t extra = file.u16(at + 30);
    const std::uint64_t comment = file.u16(at + 32);
    member.at = file.u32(at + 42);
    file.need(at + 46, name + extra + comment);
    member.name = source.text().substr(at + 46, name);
    readExtra64(file, at + 46 + name, at + 46 + name + extra, member);
    at += 46 + name + extra + comment;
    if (!member.name.ends_with(".npy")) continue;
    member.name.resize(member.name.size() - 4);
    members.push_back(std::move(member));
  }
  return members;
}

const Member& chosenMember(const Source& source, const std::vector<Member>& members,
                           const RecordingOptions& options) {
  if (members.empty()) refuseFile(source, phrase("is an archive without arrays"));
  std::vector<std::string> all;
  for (const Member& member : members) {
    if (member.name == options.member) return member;
    all.push_back(member.name);
  }
  const std::string names = listOf(all);
  if (!options.member.empty()) {
    files::refuse(ErrorCode::badUse, source.name,
                  phrase("has no array {}; its arrays are {}", shown(options.member), names));
  }
  if (members.size() > 1) {
    files::refuse(ErrorCode::badUse, source.name,
                  phrase("has several arrays; name one of {}", names));
  }
  return members.front();
}

/// The member's bytes as stored in the archive.
std::span<const std::uint8_t> packedBytes(const Source& source, const ByteReader& file,
                                          const Member& member) {
  if (file.u32(member.at) != kLocal) refuseArchive(source);
  const std::uint64_t begin = member.at + 30 + file.u16(member.at + 26) + file.u16(member.at + 28);
  file.need(begin, member.packed);
  return source.bytes.subspan(begin, member.packed);
}

[[noreturn]] void refuseArray(const Source& source, const Member& member) {
  refuseFile(source, phrase("its array {} is damaged", shown(member.name)));
}

#ifdef ESPY_WITH_DEFLATE
/// Throws unless the bytes of a stored array have its checksum.
void checkStored(const Source& source, std::span<const std::uint8_t> bytes, const Member& member,
                 const RecordingOptions& options) {
  constexpr std::size_t kBlock = std::size_t{16} << 20;
  std::uint32_t sum = 0;
  for (std::span<const std::uint8_t> rest = bytes; !rest.empty();) {
    checkStop(options);
    const auto some = rest.first(std::min(kBlock, rest.size()));
    sum = libdeflate_crc32(sum, some.data(), some.size());
    rest = rest.subspan(some.size());
  }
  if (sum != member.crc) refuseArray(source, member);
}

std::shared_ptr<std::vector<std::uint8_t>> memoryFor(const Source& source, const Member& member) {
  try {
    return std::make_shared<std::vector<std::uint8_t>>(member.size);
  } catch (const std::exception&) {
    files::refuse(
        ErrorCode::tooLarge, source.name,
        phrase("no memory for the {} bytes of its array {}", member.size, shown(member.name)));
  }
}

Source inflated(const Source& source, std::span<const std::uint8_t> packed, const Member& member,
                const RecordingOptions& options) {
  // Deflate expands two bits to at most 258 bytes.
  constexpr std::uint64_t kMostOfAByte = 1032;
  if (member.size / kMostOfAByte > packed.size()) refuseArchive(source);
  // At most eight bytes per number.
  if (member.size / 8 > static_cast<std::uint64_t>(options.maxSamples) + (1U << 16)) {
    files::refuse(ErrorCode::tooLarge, source.name,
                  phrase("has an array of {} bytes, more than the {} samples allowed", member.size,
                         options.maxSamples));
  }
  const auto bytes = memoryFor(source, member);
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> engine(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!engine) throw std::bad_alloc();
  const libdeflate_result result = libdeflate_deflate_decompress(
      engine.get(), packed.data(), packed.size(), bytes->data(), bytes->size(), nullptr);
  if (result != LIBDEFLATE_SUCCESS ||
      libdeflate_crc32(0, bytes->data(), bytes->size()) != member.crc) {
    refuseArray(source, member);
  }
  return {source.name, *bytes, bytes};
}
#else
void checkStored(const Source&, std::span<const std::uint8_t>, const Member&,
                 const RecordingOptions&) {}

Source inflated(const Source& source, std::span<const std::uint8_t>, const Member&,
                const RecordingOptions&) {
  files::refuse(ErrorCode::unsupported, source.name,
                phrase("is compressed, and this build of Espy lacks libdeflate"));
}
#endif

}  // namespace

bool isNpz(const Source& source) {
  return source.text().starts_with("PK\x03\x04") || source.text().starts_with("PK\x05\x06");
}

ReadRecording readNpz(const Source& source, const RecordingOptions& options) {
  const ByteReader file(source.bytes, ByteReader::Order::little);
  const std::vector<Member> members = readDirectory(source, file);
  const Member& member = chosenMember(source, members, options);
  if ((member.flags & 1) != 0 || (member.method != 0 && member.method != 8)) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("its array {} is encrypted, or compressed by an unknown method",
                         shown(member.name)));
  }
  const std::span<const std::uint8_t> packed = packedBytes(source, file, member);
  if (member.method == 0) {
    if (packed.size() != member.size) refuseArray(source, member);
    checkStored(source, packed, member, options);
  }
  const Source array = member.method == 8 ? inflated(source, packed, member, options)
                                          : Source{source.name, packed, source.owner};
  if (!isNpy(array))
    refuseFile(source, phrase("its array {} is not an NPY file", shown(member.name)));
  return readNpy(array, options);
}

}  // namespace espy::recordings
