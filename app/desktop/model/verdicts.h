// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "espy/engine/find.h"
#include "model/needle_tray.h"

namespace espy::desktop {

struct SearchResult;

/// The user's verdict on a match.
enum class MatchVerdict : std::int8_t { no = -1, nothing = 0, yes = 1 };
/// As shown in table and sheet.
inline QString signOf(MatchVerdict said) {
  if (said == MatchVerdict::nothing) return {};
  return said == MatchVerdict::yes ? QStringLiteral("✓") : QStringLiteral("✗");
}

/// Verdicts on matches, by needle, picture and window. They persist across searches and are
/// reapplied when the same match is found again. When another picture is opened, only the pixels
/// they refer to are kept.
class Verdicts {
 public:
  /// Number of verdicts.
  struct Count {
    int yes = 0;
    int no = 0;

    int all() const { return yes + no; }
  };

  void say(const PicturePtr& scene, const NeedleItem& needle, const Match& match,
           MatchVerdict said);
  /// By match; empty if there are none.
  std::vector<MatchVerdict> of(const SearchResult& result) const;
  /// A verdict on a match of this needle in this picture.
  struct Of {
    Match match;
    MatchVerdict said;
  };
  std::vector<Of> of(const PicturePtr& scene, const NeedleItem& needle) const;
  Count count(const PicturePtr& scene, const NeedleItem& needle) const;

  /// Switches to another picture. If it is an earlier one read again from its file, with the same
  /// pixels there, the earlier verdicts apply to it.
  void changeScene(const PicturePtr& from, const PicturePtr& to);
  /// A verdict on a match in a picture that is closed.
  struct OtherPictureVerdict {
    PicturePtr pixels;  ///< the kept part of the picture, with its name and path
    QPoint corner;      ///< position of `pixels` in the picture
    Match match;        ///< in picture coordinates
    MatchVerdict said;
    std::size_t picture = 0;  ///< number of the picture, from 0

    /// The match in coordinates of `pixels`.
    Match inPixels() const;
  };
  /// In all pictures except `scene`.
  std::vector<OtherPictureVerdict> elsewhere(const PicturePtr& scene,
                                             const NeedleItem& needle) const;
  Count countInOtherPictures(const PicturePtr& scene, const NeedleItem& needle) const;
  /// Records verdicts on a closed picture.
  void addToOtherPicture(const NeedleItem& needle,
                         const std::vector<OtherPictureVerdict>& ofOnePicture);
  /// Removed verdicts, for putBack().
  struct Page;
  using Pages = std::shared_ptr<const std::vector<Page>>;
  Pages removeFromOtherPictures(const PicturePtr& scene, const NeedleItem& needle);
  void putBack(const Pages& pages);
  void clear() { pages_.clear(); }

  /// Identifies a match by window and pose, not by score: engines may differ in precision.
  using Place =
      std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, float, float, bool>;
  struct Entry {
    Match match;
    MatchVerdict said = MatchVerdict::nothing;
    PicturePtr pixels;  ///< null while the picture is open
    QPoint corner;
  };
  /// Verdicts on one needle in one picture.
  struct Page {
    std::weak_ptr<const Picture> scene;
    QString path;  ///< of the picture
    std::weak_ptr<const Picture> needle;
    std::weak_ptr<const Image> mask;
    std::map<Place, Entry> entries;
    Count count;

    bool isOf(const NeedleItem& item) const;
    bool isOfTheSameNeedle(const Page& other) const;
    bool isOf(const PicturePtr& picture) const;
    void say(const Match& match, MatchVerdict said);
    void keepPixels(const PicturePtr& picture);
    bool looksLike(const PicturePtr& picture) const;
  };

 private:
  /// Index of the page; the number of pages if there is none.
  std::size_t pageOf(const PicturePtr& scene, const NeedleItem& needle) const;
  const Page* find(const PicturePtr& scene, const NeedleItem& needle) const;
  void forgetNeedles();

  std::vector<Page> pages_;
};

}  // namespace espy::desktop
