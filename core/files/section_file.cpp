// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/section_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "files/checksum.h"
#include "files/mapped_file.h"
#include "files/message.h"
#include "files/plain_file.h"

namespace espy::files {
namespace {

constexpr std::uint64_t kBlock = 65536;
constexpr std::uint64_t kAlignment = 64;
constexpr std::size_t kMostSections = 32;
constexpr std::array<char, 8> kMagic{'e', 's', 'p', 'y', ' ', 's', 'e', 'c'};

struct Footer {
  std::array<char, 8> magic = kMagic;
  std::array<char, 8> kind{};
  std::uint32_t version = 0;
  std::uint32_t sections = 0;
  std::uint64_t dataBytes = 0;
  std::uint32_t tableSum = 0;  ///< of the table and the blocks' checksums
  std::uint32_t footerSum = 0;
};
static_assert(sizeof(Footer) == 40 && sizeof(SectionEntry) == 24);

template <class T>
std::span<const std::uint8_t> bytesOf(std::span<const T> values) {
  return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()};
}

std::uint32_t sumOf(const Footer& footer) {
  return checksumOf(bytesOf(std::span(&footer, 1)).first(offsetof(Footer, footerSum)));
}

std::array<char, 8> eight(std::string_view letters) {
  std::array<char, 8> name{};
  std::copy_n(letters.begin(), std::min(letters.size(), name.size()), name.begin());
  return name;
}

std::uint64_t blocksIn(std::uint64_t bytes) {
  return (bytes + kBlock - 1) / kBlock;
}

}  // namespace

SectionWriter::SectionWriter(const std::string& path, const SectionKind& kind)
    : file_(path), kind_(kind) {}

void SectionWriter::put(std::span<const std::uint8_t> bytes) {
  file_.write(bytes);
  while (!bytes.empty()) {
    const std::uint64_t inBlock = written_ % kBlock;
    if (inBlock == 0) sums_.push_back(0);
    const auto part = bytes.first(std::min<std::size_t>(bytes.size(), kBlock - inBlock));
    sums_.back() = checksumOf(part, sums_.back());
    written_ += part.size();
    bytes = bytes.subspan(part.size());
  }
}

void SectionWriter::align() {
  constexpr std::array<std::uint8_t, kAlignment> kZeros{};
  put(std::span(kZeros).first((kAlignment - written_ % kAlignment) % kAlignment));
}

void SectionWriter::begin(std::string_view name) {
  align();
  entries_.push_back({eight(name), written_, 0});
}

void SectionWriter::write(std::span<const std::uint8_t> bytes) {
  put(bytes);
  entries_.back().bytes += bytes.size();
}

void SectionWriter::commit() {
  align();
  Footer footer;
  footer.kind = eight(kind_.letters);
  footer.version = kind_.version;
  footer.sections = static_cast<std::uint32_t>(entries_.size());
  footer.dataBytes = written_;
  const auto table = bytesOf(std::span<const SectionEntry>(entries_));
  const auto sums = bytesOf(std::span<const std::uint32_t>(sums_));
  footer.tableSum = checksumOf(sums, checksumOf(table));
  footer.footerSum = sumOf(footer);
  file_.write(table);
  file_.write(sums);
  file_.write(bytesOf(std::span<const Footer>(&footer, 1)));
  file_.commit();
}

std::span<const std::uint8_t> Section::read(std::uint64_t offset, std::uint64_t bytes) const {
  if (offset > bytes_ || bytes > bytes_ - offset) refuse();
  if (bytes == 0) return {};
  const std::uint64_t at = static_cast<std::uint64_t>(data_ - file_->data_) + offset;
  file_->checkBlocks(at / kBlock, blocksIn(at + bytes));
  return {data_ + offset, static_cast<std::size_t>(bytes)};
}

void Section::verify(const Control& control) const {
  const auto at = static_cast<std::uint64_t>(data_ - file_->data_);
  const std::uint64_t first = at / kBlock;
  const std::uint64_t end = bytes_ == 0 ? first : blocksIn(at + bytes_);
  parallelFor(
      static_cast<std::int64_t>(end - first), threadsFor(control), {0, control.stop, {}},
      [&](std::int64_t i, int) { file_->checkBlock(first + static_cast<std::uint64_t>(i)); });
}

void Section::refuse() const {
  files::refuse(ErrorCode::badPicture, file_->shown(), phrase("is damaged"));
}

SectionFile::SectionFile(const std::string& path, std::string shown, const SectionKind& kind)
    : shown_(std::move(shown)) {
  const Descriptor file = openPlainFile(path, shown_, O_RDONLY);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    refuseSystem(shown_, phrase("cannot be read"), errno);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (size_ < sizeof(Footer)) {
    files::refuse(ErrorCode::badPicture, shown_, phrase("is truncated"));
  }
  owner_ = mapFile(file.get(), size_, path, shown_);
  if (!owner_)
    files::refuse(ErrorCode::unsupported, shown_, phrase("cannot be mapped into memory"));
  data_ = static_cast<const std::uint8_t*>(owner_.get());
  readTable(kind);
  verified_ = std::make_unique<std::atomic<bool>[]>(sums_.size());
}

void SectionFile::readTable(const SectionKind& kind) {
  Footer footer;
  std::memcpy(&footer, data_ + size_ - sizeof footer, sizeof footer);
  const auto damaged = [&] {
    files::refuse(ErrorCode::badPicture, shown_, phrase("is damaged or truncated"));
  };
  if (footer.magic != kMagic || footer.footerSum != sumOf(footer)) damaged();
  if (footer.kind != eight(kind.letters)) {
    files::refuse(ErrorCode::badPicture, shown_, phrase("is a file of another kind"));
  }
  if (footer.version != kind.version) {
    files::refuse(
        ErrorCode::unsupported, shown_,
        phrase("has version {}; this Espy reads version {}", footer.version, kind.version));
  }
  if (footer.dataBytes > size_ || footer.sections > kMostSections) damaged();
  const std::uint64_t tableBytes = footer.sections * sizeof(SectionEntry);
  const std::uint64_t sumBytes = blocksIn(footer.dataBytes) * sizeof(std::uint32_t);
  if (footer.dataBytes % kAlignment != 0 ||
      footer.dataBytes + tableBytes + sumBytes + sizeof footer != size_) {
    damaged();
  }
  dataBytes_ = footer.dataBytes;
  const std::uint8_t* table = data_ + dataBytes_;
  if (checksumOf({table, static_cast<std::size_t>(tableBytes + sumBytes)}) != footer.tableSum) {
    damaged();
  }
  entries_.resize(footer.sections);
  if (tableBytes > 0) std::memcpy(entries_.data(), table, tableBytes);
  for (const SectionEntry& entry : entries_) {
    if (entry.offset % kAlignment != 0 || entry.offset > dataBytes_ ||
        entry.bytes > dataBytes_ - entry.offset) {
      damaged();
    }
  }
  sums_ = {reinterpret_cast<const std::uint32_t*>(table + tableBytes),
           static_cast<std::size_t>(blocksIn(dataBytes_))};
}

Section SectionFile::section(std::string_view name) const {
  const auto found = std::ranges::find(entries_, eight(name), &SectionEntry::name);
  if (found == entries_.end()) {
    files::refuse(ErrorCode::badPicture, shown_, phrase("is damaged"));
  }
  Section section;
  section.file_ = this;
  section.data_ = data_ + found->offset;
  section.bytes_ = found->bytes;
  return section;
}

void SectionFile::checkBlocks(std::uint64_t first, std::uint64_t end) const {
  for (std::uint64_t block = first; block < end; ++block) checkBlock(block);
}

void SectionFile::checkBlock(std::uint64_t block) const {
  if (verified_[block].load(std::memory_order_relaxed)) return;
  const std::uint64_t begin = block * kBlock;
  const std::uint64_t bytes = std::min(kBlock, dataBytes_ - begin);
  if (checksumOf({data_ + begin, static_cast<std::size_t>(bytes)}) != sums_[block]) {
    checkUncut();
    files::refuse(
        ErrorCode::badPicture, shown_,
        phrase("is damaged: the checksum of the {} bytes from {} on is wrong", bytes, begin));
  }
  verified_[block].store(true, std::memory_order_relaxed);
}

void SectionFile::verify(const Control& control) const {
  parallelFor(static_cast<std::int64_t>(sums_.size()), threadsFor(control), control,
              [&](std::int64_t block, int) { checkBlock(static_cast<std::uint64_t>(block)); });
}

void SectionFile::checkUncut() const {
  files::checkUncut(data_);
}

}  // namespace espy::files
