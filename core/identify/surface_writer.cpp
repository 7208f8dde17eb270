// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/surface_writer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "base/json.h"
#include "base/phrase.h"
#include "base/utf8.h"
#include "base/within_memory.h"
#include "espy/error.h"
#include "files/message.h"
#include "identify/norms.h"

namespace espy::identify {
namespace {

constexpr std::size_t kLongestId = 1000;
constexpr std::size_t kLongestName = 4096;

/// The state including uncommitted changes.
constexpr CatalogueState kNow{std::numeric_limits<std::int64_t>::max(),
                              std::numeric_limits<std::int64_t>::max()};

/// Control characters and line separators in UTF-8: beyond ASCII U+0080 to U+009F, U+2028 and
/// U+2029.
bool hasControl(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    const std::string_view rest = text.substr(i);
    if (byte < 0x20 || byte == 0x7f) return true;
    if (byte == 0xc2 && static_cast<std::uint8_t>(rest[1]) < 0xa0) return true;
    if (rest.starts_with("\u2028") || rest.starts_with("\u2029")) return true;
  }
  return false;
}

void checkId(std::string_view id) {
  if (id.empty()) throw Error(ErrorCode::badUse, phrase("a surface needs an id"));
  const bool text = isUtf8(id) && !hasControl(id);
  if (id.size() > kLongestId) {
    throw Error(ErrorCode::badUse,
                phrase("an id of {} bytes is too long; {} are allowed", id.size(), kLongestId));
  }
  if (!text) {
    throw Error(
        ErrorCode::badUse,
        phrase("{}: an id must be text in UTF-8 without control characters", jsonString(id)));
  }
}

struct Ordered {
  std::vector<std::uint8_t> bytes;
  std::vector<FeaturePoint> points;

  explicit Ordered(const Features& features) {
    bytes.reserve(features.bytes.size());
    points.reserve(features.points.size());
    for (const std::int64_t index : orderOfNorms(features.bytes)) {
      const auto feature = features.feature(index);
      bytes.insert(bytes.end(), feature.begin(), feature.end());
      points.push_back(features.points[static_cast<std::size_t>(index)]);
    }
  }
};

}  // namespace

WriterState::WriterState(std::string given)
    : folder(std::move(given), libraryKind()), lock(folder) {
  open();
}

void WriterState::open() {
  discard();
  catalogue.reset();
  number = folder.state();
  const std::string name = catalogueName(number);
  catalogue =
      std::make_unique<Catalogue>(folder.path(name), folder.shown(name), Database::Use::write);
  try {
    restore();
  } catch (...) {
    catalogue.reset();
    throw;
  }
}

Catalogue& WriterState::current() {
  if (!catalogue) open();
  return *catalogue;
}

void WriterState::readCommitted() {
  CatalogueHead nowCommitted = catalogue->head();
  std::vector<SlabEntry> nowSlabs = catalogue->slabs();
  // The next slab would overwrite a current one.
  if (!nowSlabs.empty() && nowSlabs.back().number >= nowCommitted.nextSlab) {
    files::refuse(ErrorCode::badPicture, folder.shown(catalogueName(number)),
                  phrase("is broken: its description of the library is inconsistent"));
  }
  committed = std::move(nowCommitted);
  committedSlabs = std::move(nowSlabs);
}

/// An interrupted writer, or a full disk, may leave uncommitted slabs, catalogues, and positions at
/// the end of the last slab; no reader maps these.
void WriterState::removeLeftovers() const {
  if (folder.state() != number) return;
  std::set<std::string> known;
  for (const std::string& name : filesOf(number, committedSlabs)) known.insert(name);
  known.insert(catalogueName(number) + "-journal");
  for (const std::string& name : folder.names()) {
    if (isLibraryName(name) && !known.contains(name)) ::unlink(folder.path(name).c_str());
  }
  // The catalogue contradicts itself.
  if (committedSlabs.empty() || catalogue->lastPlace() > lastPlaceOf(committedSlabs)) return;
  const SlabEntry& last = committedSlabs.back();
  const std::string path = folder.path(slabName(last.number));
  const SlabLayout layout{slabHead(committed, last.number).rows};
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_size > layout.bytesWith(last.places)) {
    // If that fails, the next surface overwrites it.
    [[maybe_unused]] const int cut = ::truncate(path.c_str(), layout.bytesWith(last.places));
  }
}

void WriterState::restore() {
  readCommitted();
  try {
    removeLeftovers();
  } catch (const std::exception&) {
    // They stay until the next time.
  }
  head = committed;
  slabs = committedSlabs;
  count();
  facts.bytes = bytesOnDisk(folder, filesOf(number, slabs));
}

void WriterState::discard() noexcept {
  transaction_.reset();
  writers_.clear();
  newFiles_ = false;
}

void WriterState::undo() noexcept {
  discard();
  // What looks like leftovers may be the other writer's.
  if (!catalogue || overtaken_) return;
  try {
    restore();  // reads it, since a commit that failed in its last step may be durable
  } catch (const std::exception&) {
    catalogue.reset();
  }
}

void WriterState::count() {
  const std::int64_t bytes = facts.bytes;
  facts = factsOf(head, slabs);
  facts.bytes = bytes;
}

void WriterState::begin() {
  if (transaction_) return;
  // The lock of a folder on a network can be lost to another writer. The catalogue's own lock,
  // which the transaction holds, and the number of the last commit fence what would overwrite its
  // work, slabs included.
  if (!overtaken_) {
    transaction_ = std::make_unique<Transaction>(current().database(), Transaction::Kind::write);
    overtaken_ = folder.state() != number || catalogue->change() != committed.change;
  }
  if (overtaken_) {
    files::refuse(ErrorCode::system, folder.given(),
                  phrase("another process has written to it meanwhile; open it again"));
  }
}

std::optional<std::int64_t> WriterState::placeOf(std::string_view id) {
  return current().placeOf(id, kNow);
}

SlabWriter& WriterState::slabWithRoom() {
  const bool full = slabs.empty() || slabs.back().places == kSlabPlaces;
  if (full) {
    const std::string name = slabName(head.nextSlab);
    writers_.push_back(
        SlabWriter::create(folder.path(name), folder.shown(name), slabHead(head, head.nextSlab)));
    slabs.push_back({head.nextSlab++, 0});
    newFiles_ = true;
  } else if (writers_.empty()) {
    const std::string name = slabName(slabs.back().number);
    writers_.push_back(SlabWriter::open(folder.path(name), folder.shown(name),
                                        slabHead(head, slabs.back().number), slabs.back().places));
  }
  return writers_.back();
}

void WriterState::check(std::string_view id, const Features& features,
                        std::string_view name) const {
  checkId(id);
  const std::int64_t count = features.count();
  const SurfaceOptions& options = head.options;
  if (std::ssize(features.bytes) != count * kFeatureBytes || features.picture.width < 0 ||
      features.picture.height < 0) {
    throw Error(ErrorCode::badUse, phrase("{}: its features are invalid", id));
  }
  if (count < options.leastFeatures) {
    throw Error(ErrorCode::badUse,
                phrase("{}: too few features to identify: {}, but the library requires {}", id,
                       count, options.leastFeatures));
  }
  if (count > options.features.most) {
    throw Error(ErrorCode::badUse,
                phrase("{}: has {} features, but the library keeps at most {} a surface", id, count,
                       options.features.most));
  }
  if (name.size() > kLongestName) {
    throw Error(ErrorCode::badUse, phrase("{}: its name of {} bytes is too long", id, name.size()));
  }
}

/// Runs a change; on failure rolls back to the committed state.
template <class Change>
void WriterState::change(const Change& make) {
  try {
    begin();
    make();
  } catch (...) {
    undo();
    throw;
  }
}

void WriterState::put(std::string_view id, const Features& features, std::string_view name,
                      std::optional<std::int64_t> replaced) {
  check(id, features, name);
  const Ordered ordered(features);
  change([&] {
    SlabWriter& slab = slabWithRoom();
    SlabEntry& entry = slabs.back();
    SurfaceRow row;
    row.place = placeNumber(entry.number, entry.places);
    row.id = id;
    row.name = name;
    row.picture = features.picture;
    row.features = features.count();
    row.sum = slab.write(entry.places, ordered.bytes);
    row.points = packPoints(ordered.points);
    if (replaced) removeAt(*replaced);
    catalogue->add(row);
    ++entry.places;
    ++head.references;
    head.features += row.features;
  });
  count();
}

void WriterState::removeAt(std::int64_t place) {
  change([&] {
    head.features -= catalogue->featuresAt(place);
    --head.references;
    if (place > lastPlaceOf(committedSlabs)) {
      catalogue->forget(place);
    } else {
      catalogue->remove(place, head.change + 1);
    }
  });
  count();
}

void WriterState::setNote(std::string_view key, std::string_view text) {
  change([&] { catalogue->setNote(key, text); });
}

void WriterState::commit() {
  if (!transaction_) return;
  change([&] {
    // Slabs first: the catalogue refers to them.
    for (SlabWriter& writer : writers_) writer.sync();
    if (newFiles_) folder.sync();
    const std::size_t grown = committedSlabs.empty() ? 0 : committedSlabs.size() - 1;
    for (std::size_t i = grown; i < slabs.size(); ++i) catalogue->setSlab(slabs[i]);
    ++head.change;
    catalogue->setHead(head);
    transaction_->commit();
  });
  transaction_.reset();
  if (writers_.size() > 1) writers_.erase(writers_.begin(), writers_.end() - 1);
  newFiles_ = false;
  committed = head;
  committedSlabs = slabs;
  facts.change = head.change;
  facts.bytes = bytesOnDisk(folder, filesOf(number, slabs));
}

}  // namespace espy::identify

namespace espy {

SurfaceWriter::SurfaceWriter(std::string folder)
    : state_(withinMemory([&] { return std::make_unique<State>(std::move(folder)); })) {}

SurfaceWriter::~SurfaceWriter() = default;

const SurfaceFacts& SurfaceWriter::facts() const {
  return state_->facts;
}

bool SurfaceWriter::has(std::string_view id) const {
  return withinMemory([&] { return state_->placeOf(id).has_value(); });
}

void SurfaceWriter::add(std::string_view id, const Features& features, std::string_view name) {
  withinMemory([&] {
    if (has(id)) {
      throw Error(ErrorCode::badUse,
                  phrase("{}: a surface of the library has this id already", id));
    }
    state_->put(id, features, name, std::nullopt);
  });
}

void SurfaceWriter::update(std::string_view id, const Features& features, std::string_view name) {
  withinMemory([&] { state_->put(id, features, name, state_->placeOf(id)); });
}

bool SurfaceWriter::remove(std::string_view id) {
  return withinMemory([&] {
    const auto place = state_->placeOf(id);
    if (place) state_->removeAt(*place);
    return place.has_value();
  });
}

std::string SurfaceWriter::note(std::string_view key) const {
  return withinMemory([&] { return state_->current().note(key); });
}

void SurfaceWriter::setNote(std::string_view key, std::string_view text) {
  withinMemory([&] { state_->setNote(key, text); });
}

void SurfaceWriter::commit() {
  withinMemory([&] { state_->commit(); });
}

void SurfaceWriter::compact(const Control& control) {
  withinMemory([&] {
    state_->commit();
    state_->compact(control);
  });
}

}  // namespace espy
