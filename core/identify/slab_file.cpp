// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/slab_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/phrase.h"
#include "base/size_signal.h"
#include "base/system_words.h"
#include "files/checksum.h"
#include "files/mapped_file.h"
#include "files/message.h"
#include "files/plain_file.h"
#include "identify/norms.h"

namespace espy::identify {
namespace {

static_assert(std::endian::native == std::endian::little, "slabs are mapped as they are");

constexpr std::array<char, 8> kMagic{'E', 's', 'p', 'y', 'S', 'l', 'a', 'b'};
constexpr std::uint32_t kSlabVersion = 1;
/// Header size, with reserve for later versions.
constexpr std::int64_t kTableAt = 4096;
/// The largest page size, so that features begin on a page.
constexpr std::int64_t kPageBytes = 65536;

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t rows;
  std::uint32_t places;
  std::uint32_t featureBytes;
  std::uint64_t stamp;
  std::uint64_t number;
  std::uint64_t normsAt;
  std::uint64_t featuresAt;
  std::uint32_t nothing;
  std::uint32_t sum;  ///< of everything before
};
static_assert(sizeof(Header) == 64 && offsetof(Header, sum) == 60);

struct Entry {
  std::uint32_t count;  ///< of features
  std::uint32_t sum;    ///< of these and the norms behind them
};
static_assert(sizeof(Entry) == 8);

template <class Thing>
std::span<const std::uint8_t> bytesOfThing(const Thing& thing) {
  return {reinterpret_cast<const std::uint8_t*>(&thing), sizeof thing};
}

std::span<const std::uint8_t> bytesOfNorms(std::span<const std::int32_t> norms) {
  return {reinterpret_cast<const std::uint8_t*>(norms.data()), norms.size_bytes()};
}

Header headerOf(const SlabHead& head) {
  const SlabLayout layout{head.rows};
  Header header{.magic = kMagic,
                .version = kSlabVersion,
                .rows = static_cast<std::uint32_t>(head.rows),
                .places = kSlabPlaces,
                .featureBytes = kFeatureBytes,
                .stamp = head.stamp,
                .number = static_cast<std::uint64_t>(head.number),
                .normsAt = static_cast<std::uint64_t>(layout.normsAt(0)),
                .featuresAt = static_cast<std::uint64_t>(layout.featuresAt(0)),
                .nothing = 0,
                .sum = 0};
  header.sum = files::checksumOf(bytesOfThing(header).first(offsetof(Header, sum)));
  return header;
}

/// Throws unless the file is the expected slab.
void checkHeader(const Header& there, const SlabHead& head, const std::string& shown) {
  if (there.magic != kMagic) {
    files::refuse(ErrorCode::badPicture, shown, phrase("is not a slab of features"));
  }
  if (there.version != kSlabVersion) {
    files::refuse(
        ErrorCode::unsupported, shown,
        phrase("is a slab of version {}; this Espy reads version {}", there.version, kSlabVersion));
  }
  if (there.sum != files::checksumOf(bytesOfThing(there).first(offsetof(Header, sum)))) {
    files::refuse(ErrorCode::badPicture, shown,
                  phrase("is broken: its header does not match its checksum"));
  }
  const Header wanted = headerOf(head);
  if (there.stamp != wanted.stamp || there.number != wanted.number) {
    files::refuse(ErrorCode::badPicture, shown, phrase("is a slab of another library"));
  }
  if (std::memcmp(&there, &wanted, sizeof there) != 0) {
    files::refuse(ErrorCode::badPicture, shown,
                  phrase("is broken: the sizes in its header differ from the library's"));
  }
}

/// Checks the header and that `places` positions exist. Returns the file's status.
struct stat checkSlab(int file, const std::string& shown, const SlabHead& head,
                      std::int64_t places) {
  Header header{};
  const ssize_t got = ::pread(file, &header, sizeof header, 0);
  if (got < 0) files::refuseSystem(shown, phrase("cannot be read"), errno);
  if (got != sizeof header) {
    files::refuse(ErrorCode::badPicture, shown, phrase("is not a slab of features"));
  }
  checkHeader(header, head, shown);
  struct stat status {};
  if (::fstat(file, &status) != 0) files::refuseSystem(shown, phrase("cannot be read"), errno);
  const std::int64_t needed = SlabLayout{head.rows}.bytesWith(places);
  if (status.st_size < needed) {
    files::refuse(ErrorCode::badPicture, shown,
                  phrase("is broken: it ends after {} of {} bytes",
                         static_cast<std::int64_t>(status.st_size), needed));
  }
  return status;
}

/// Nanoseconds.
std::int64_t timeOf(const struct stat& status) {
  return status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
}

}  // namespace

std::int64_t SlabLayout::entryAt(std::int64_t place) const {
  return kTableAt + place * static_cast<std::int64_t>(sizeof(Entry));
}

std::int64_t SlabLayout::normsAt(std::int64_t place) const {
  return entryAt(kSlabPlaces) + place * rows * static_cast<std::int64_t>(sizeof(std::int32_t));
}

std::int64_t SlabLayout::featuresAt(std::int64_t place) const {
  const std::int64_t first = (normsAt(kSlabPlaces) + kPageBytes - 1) / kPageBytes * kPageBytes;
  return first + place * rows * kFeatureBytes;
}

MappedSlab::MappedSlab(const std::string& path, std::string shown, const SlabHead& head,
                       std::int64_t places)
    : path_(path), shown_(std::move(shown)), head_(head), layout_{head.rows}, places_(places) {
  const files::Descriptor file = files::openPlainFile(path, shown_, O_RDONLY);
  const struct stat status = checkSlab(file.get(), shown_, head, places);
  inode_ = status.st_ino;
  intactAt_ = timeOf(status);
  bytesThen_ = status.st_size;
  const auto bytes = static_cast<std::uint64_t>(layout_.bytesWith(places));
  bytes_ = files::mapFile(file.get(), bytes, path, shown_);
  if (bytes_ == nullptr) files::refuseSystem(shown_, phrase("cannot be mapped"), errno);
  tableSum_ = tableSum();
}

std::int64_t MappedSlab::placesIn(const std::string& path, const std::string& shown,
                                  const SlabHead& head) {
  const files::Descriptor file = files::openPlainFile(path, shown, O_RDONLY);
  const SlabLayout layout{head.rows};
  const std::int64_t bytes = checkSlab(file.get(), shown, head, 0).st_size - layout.featuresAt(0);
  return std::clamp<std::int64_t>(bytes / (head.rows * kFeatureBytes), 0, kSlabPlaces);
}

const std::uint8_t* MappedSlab::at(std::int64_t offset) const {
  return static_cast<const std::uint8_t*>(bytes_.get()) + offset;
}

const std::uint8_t* MappedSlab::features() const {
  return at(layout_.featuresAt(0));
}

const std::int32_t* MappedSlab::norms() const {
  return reinterpret_cast<const std::int32_t*>(at(layout_.normsAt(0)));
}

std::int32_t MappedSlab::count(std::int64_t place) const {
  Entry entry{};
  std::memcpy(&entry, at(layout_.entryAt(place)), sizeof entry);
  if (entry.count < 1 || entry.count > head_.rows) {
    checkUncut();
    files::refuse(ErrorCode::badPicture, shown_,
                  phrase("is broken: it claims {} features, of at most {}, in slot {}", entry.count,
                         head_.rows, place));
  }
  return static_cast<std::int32_t>(entry.count);
}

std::uint32_t MappedSlab::sum(std::int64_t place) const {
  Entry entry{};
  std::memcpy(&entry, at(layout_.entryAt(place)), sizeof entry);
  return entry.sum;
}

std::span<const std::uint8_t> MappedSlab::featuresOf(std::int64_t place) const {
  return {at(layout_.featuresAt(place)), static_cast<std::size_t>(count(place) * kFeatureBytes)};
}

std::span<const std::int32_t> MappedSlab::normsOf(std::int64_t place) const {
  return {norms() + place * head_.rows, static_cast<std::size_t>(count(place))};
}

void MappedSlab::checkUncut() const {
  files::checkUncut(bytes_.get());
}

std::uint32_t MappedSlab::tableSum() const {
  return files::checksumOf({at(0), static_cast<std::size_t>(layout_.entryAt(places_))});
}

void MappedSlab::checkIntact() const {
  struct stat status {};
  // The mapped file stays as it is if another one has its path.
  if (::stat(path_.c_str(), &status) != 0 || status.st_ino != inode_) return;
  if (timeOf(status) == intactAt_) return;
  if (status.st_size > bytesThen_ && tableSum() == tableSum_) return;
  const bool whole = status.st_size >= layout_.bytesWith(places_);
  if (whole && matchesSums(tableSum_)) {
    intactAt_ = timeOf(status);
    bytesThen_ = status.st_size;
    return;
  }
  // A mapping that was accessed while its file was truncated has lost those pages.
  if (whole && MappedSlab(path_, shown_, head_, places_).matchesSums(tableSum_)) {
    throwSystem(phrase("{}: {}", shown_, phrase("was truncated for a time; open it again")),
                ESTALE);
  }
  files::refuse(ErrorCode::badPicture, shown_, phrase("was overwritten; restore it"));
}

bool MappedSlab::matchesSums(std::uint32_t ofTable) const {
  if (tableSum() != ofTable) return false;
  for (std::int64_t place = 0; place < places_; ++place) {
    if (!matchesSum(place)) return false;
  }
  return true;
}

bool MappedSlab::matchesSum(std::int64_t place) const {
  const std::span<const std::uint8_t> features = featuresOf(place);
  return files::checksumOf(bytesOfNorms(normsOf(place)), files::checksumOf(features)) == sum(place);
}

Message MappedSlab::faultOf(std::int64_t place) const {
  const std::span<const std::uint8_t> features = featuresOf(place);
  const std::span<const std::int32_t> norms = normsOf(place);
  if (!matchesSum(place)) {
    return phrase("its features do not match their checksum");
  }
  for (std::size_t i = 0; i < norms.size(); ++i) {
    if (norms[i] != normOf(features.subspan(i * kFeatureBytes, kFeatureBytes))) {
      return phrase("a norm does not match its feature");
    }
  }
  if (!std::ranges::is_sorted(norms)) return phrase("its features are not in order");
  return {};
}

SlabWriter::SlabWriter(const std::string& path, const std::string& shown, const SlabHead& head,
                       int flags)
    : shown_(shown),
      head_(head),
      layout_{head.rows},
      file_(files::openPlainFile(path, shown, O_RDWR | flags)) {}

SlabWriter SlabWriter::create(const std::string& path, const std::string& shown,
                              const SlabHead& head) {
  SlabWriter writer(path, shown, head, O_CREAT | O_TRUNC);
  const Header header = headerOf(head);
  writer.put(bytesOfThing(header), 0);
  return writer;
}

SlabWriter SlabWriter::open(const std::string& path, const std::string& shown, const SlabHead& head,
                            std::int64_t places) {
  SlabWriter writer(path, shown, head, 0);
  writer.bytes_ = checkSlab(writer.file_.get(), shown, head, places).st_size;
  return writer;
}

std::uint32_t SlabWriter::write(std::int64_t place, std::span<const std::uint8_t> features) {
  std::vector<std::int32_t> norms;
  for (std::size_t at = 0; at < features.size(); at += kFeatureBytes) {
    norms.push_back(normOf(features.subspan(at, kFeatureBytes)));
  }
  const std::uint32_t sum = files::checksumOf(bytesOfNorms(norms), files::checksumOf(features));
  const Entry entry{static_cast<std::uint32_t>(norms.size()), sum};
  put(features, layout_.featuresAt(place));
  put(bytesOfNorms(norms), layout_.normsAt(place));
  put(bytesOfThing(entry), layout_.entryAt(place));
  // Truncates to whole positions; committed ones stay, since others may have mapped them.
  const std::int64_t bytes = layout_.bytesWith(place + 1);
  if (bytes > bytes_) {
    const WithoutSizeSignal guard;
    if (::ftruncate(file_.get(), bytes) != 0) fail(errno);
    bytes_ = bytes;
  }
  return sum;
}

void SlabWriter::put(std::span<const std::uint8_t> bytes, std::int64_t offset) {
  const WithoutSizeSignal guard;
  while (!bytes.empty()) {
    const ssize_t some = ::pwrite(file_.get(), bytes.data(), bytes.size(), offset);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) fail(some < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(some));
    offset += some;
  }
}

void SlabWriter::sync() {
  if (::fdatasync(file_.get()) != 0) fail(errno);
}

void SlabWriter::fail(int errorNumber) const {
  files::refuseSystem(shown_, phrase("cannot be written"), errorNumber);
}

}  // namespace espy::identify
