// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/verdicts.h"

#include <QRect>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/match_list.h"

namespace espy::desktop {
namespace {

Verdicts::Place placeOf(const Match& match) {
  return {match.y, match.x, match.height, match.width, match.angle, match.scale, match.mirrored};
}

/// Whether both own the same object, even if it has expired.
template <class A, class B>
bool isSame(const A& a, const B& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

/// The pixels that a judge reads for a match, including those of shifted training copies.
QRect pixelsOf(const Match& match, const QRect& frame) {
  const int more = 2 + static_cast<int>(std::ceil(match.scale));
  return windowOf(match).adjusted(-more, -more, more, more).intersected(frame);
}

double areaOf(const QRect& rectangle) {
  return static_cast<double>(rectangle.width()) * rectangle.height();
}

/// Crops a picture; returns the picture itself for its whole frame.
PicturePtr partOf(const PicturePtr& picture, const QRect& part) {
  if (part == frameOf(picture->image)) return picture;
  auto cut = std::make_shared<Picture>();
  cut->image = cutOut(picture->image, part);
  cut->name = picture->name;
  cut->path = picture->path;
  return cut;
}

}  // namespace

Match Verdicts::OtherPictureVerdict::inPixels() const {
  Match moved = match;
  moved.x -= static_cast<std::uint32_t>(corner.x());
  moved.y -= static_cast<std::uint32_t>(corner.y());
  return moved;
}

bool Verdicts::Page::isOf(const NeedleItem& item) const {
  return isSame(needle, item.picture) && isSame(mask, item.mask);
}

bool Verdicts::Page::isOfTheSameNeedle(const Page& other) const {
  return isSame(needle, other.needle) && isSame(mask, other.mask);
}

bool Verdicts::Page::isOf(const PicturePtr& picture) const {
  return picture != nullptr && isSame(scene, picture);
}

void Verdicts::Page::say(const Match& match, MatchVerdict said) {
  const auto known = entries.find(placeOf(match));
  if (known != entries.end()) {
    --(known->second.said == MatchVerdict::yes ? count.yes : count.no);
    entries.erase(known);
  }
  if (said == MatchVerdict::nothing) return;
  ++(said == MatchVerdict::yes ? count.yes : count.no);
  entries.emplace(placeOf(match), Entry{match, said, nullptr, {}});
}

void Verdicts::Page::keepPixels(const PicturePtr& picture) {
  const QRect frame = frameOf(picture->image);
  double wanted = 0;
  for (const auto& [place, entry] : entries) wanted += areaOf(pixelsOf(entry.match, frame));
  // Keep the whole picture if the parts would need more pixels.
  const bool whole = wanted >= areaOf(frame);
  for (auto& [place, entry] : entries) {
    if (entry.pixels) continue;
    const QRect part = whole ? frame : pixelsOf(entry.match, frame);
    if (part.isEmpty()) continue;
    entry.pixels = partOf(picture, part);
    entry.corner = part.topLeft();
  }
}

bool Verdicts::Page::looksLike(const PicturePtr& picture) const {
  if (path.isEmpty() || picture->path != path) return false;
  const QRect frame = frameOf(picture->image);
  return std::all_of(entries.begin(), entries.end(), [&](const auto& each) {
    const Entry& entry = each.second;
    if (!entry.pixels) return false;
    const ImageView kept = entry.pixels->image;
    const QRect part(entry.corner, frameOf(kept).size());
    if (!frame.contains(part)) return false;
    return samePixels(kept, picture->image.view().crop(part.x(), part.y(), kept.size()));
  });
}

std::size_t Verdicts::pageOf(const PicturePtr& scene, const NeedleItem& needle) const {
  const auto found = std::find_if(pages_.begin(), pages_.end(), [&](const Page& page) {
    return page.isOf(scene) && page.isOf(needle);
  });
  return static_cast<std::size_t>(found - pages_.begin());
}

const Verdicts::Page* Verdicts::find(const PicturePtr& scene, const NeedleItem& needle) const {
  const std::size_t index = pageOf(scene, needle);
  return index < pages_.size() ? &pages_[index] : nullptr;
}

void Verdicts::forgetNeedles() {
  std::erase_if(pages_, [](const Page& page) { return page.needle.expired(); });
}

void Verdicts::say(const PicturePtr& scene, const NeedleItem& needle, const Match& match,
                   MatchVerdict said) {
  if (find(scene, needle) == nullptr) {
    if (said == MatchVerdict::nothing) return;
    forgetNeedles();
    pages_.push_back({scene, scene->path, needle.picture, needle.mask, {}, {}});
  }
  pages_[pageOf(scene, needle)].say(match, said);
}

std::vector<MatchVerdict> Verdicts::of(const SearchResult& result) const {
  std::vector<MatchVerdict> said;
  for (std::size_t needle = 0; needle < result.needles.size(); ++needle) {
    const Page* page = find(result.scene, result.needles[needle]);
    if (page == nullptr || page->entries.empty()) continue;
    const std::vector<Match>& matches = result.finding.matches;
    said.resize(matches.size(), MatchVerdict::nothing);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (matches[i].needle != needle) continue;
      const auto found = page->entries.find(placeOf(matches[i]));
      if (found != page->entries.end()) said[i] = found->second.said;
    }
  }
  return said;
}

std::vector<Verdicts::Of> Verdicts::of(const PicturePtr& scene, const NeedleItem& needle) const {
  std::vector<Of> known;
  const Page* page = find(scene, needle);
  if (page == nullptr) return known;
  for (const auto& [place, entry] : page->entries) known.push_back({entry.match, entry.said});
  return known;
}

Verdicts::Count Verdicts::count(const PicturePtr& scene, const NeedleItem& needle) const {
  const Page* page = find(scene, needle);
  return page == nullptr ? Count() : page->count;
}

void Verdicts::changeScene(const PicturePtr& from, const PicturePtr& to) {
  forgetNeedles();
  for (Page& page : pages_) {
    if (page.isOf(from)) page.keepPixels(from);
  }
  if (to == nullptr) return;
  for (Page& page : pages_) {
    const bool known = std::any_of(pages_.begin(), pages_.end(), [&](const Page& other) {
      return other.isOf(to) && other.isOfTheSameNeedle(page);
    });
    if (!known && page.looksLike(to)) page.scene = to;
  }
}

std::vector<Verdicts::OtherPictureVerdict> Verdicts::elsewhere(const PicturePtr& scene,
                                                               const NeedleItem& needle) const {
  std::vector<OtherPictureVerdict> all;
  std::size_t picture = 0;
  for (const Page& page : pages_) {
    if (page.isOf(scene) || !page.isOf(needle)) continue;
    for (const auto& [place, entry] : page.entries) {
      if (!entry.pixels) continue;
      all.push_back({entry.pixels, entry.corner, entry.match, entry.said, picture});
    }
    ++picture;
  }
  return all;
}

Verdicts::Count Verdicts::countInOtherPictures(const PicturePtr& scene,
                                               const NeedleItem& needle) const {
  Count count;
  for (const Page& page : pages_) {
    if (page.isOf(scene) || !page.isOf(needle)) continue;
    count.yes += page.count.yes;
    count.no += page.count.no;
  }
  return count;
}

void Verdicts::addToOtherPicture(const NeedleItem& needle,
                                 const std::vector<OtherPictureVerdict>& ofOnePicture) {
  if (ofOnePicture.empty()) return;
  Page page{{}, ofOnePicture.front().pixels->path, needle.picture, needle.mask, {}, {}};
  for (const OtherPictureVerdict& one : ofOnePicture) {
    page.say(one.match, one.said);
    Entry& entry = page.entries.at(placeOf(one.match));
    entry.pixels = one.pixels;
    entry.corner = one.corner;
  }
  pages_.push_back(std::move(page));
}

Verdicts::Pages Verdicts::removeFromOtherPictures(const PicturePtr& scene,
                                                  const NeedleItem& needle) {
  const auto stay = std::stable_partition(pages_.begin(), pages_.end(), [&](const Page& page) {
    return page.isOf(scene) || !page.isOf(needle);
  });
  auto gone = std::make_shared<std::vector<Page>>(std::make_move_iterator(stay),
                                                  std::make_move_iterator(pages_.end()));
  pages_.erase(stay, pages_.end());
  return gone;
}

void Verdicts::putBack(const Pages& pages) {
  pages_.insert(pages_.end(), pages->begin(), pages->end());
}

}  // namespace espy::desktop
