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

/// What somebody says of a match.
enum class Said : std::int8_t { no = -1, nothing = 0, yes = 1 };

/// What was said of matches: of this needle, in this picture, at this place. It outlives searches,
/// and is told again when the same match is found again. It outlives its picture, too: once another
/// one is looked at, the pixels that it is about are kept, and nothing else of it.
class Verdicts {
 public:
  /// So many of each kind.
  struct Count {
    int yes = 0;
    int no = 0;

    int all() const { return yes + no; }
  };

  void say(const PicturePtr& scene, const NeedleItem& needle, const Match& match, Said said);
  /// By match; empty where nothing was said of any.
  std::vector<Said> of(const SearchResult& result) const;
  /// What was said of this needle in this picture, as it was found.
  struct Of {
    Match match;
    Said said;
  };
  std::vector<Of> of(const PicturePtr& scene, const NeedleItem& needle) const;
  Count count(const PicturePtr& scene, const NeedleItem& needle) const;

  /// Another picture is looked at. Where it is one that was looked at before, read again from its
  /// file, and shows the same there, what was said of that is said of this one.
  void changeScene(const PicturePtr& from, const PicturePtr& to);
  /// What was said of a needle in a picture that is no longer looked at.
  struct Elsewhere {
    PicturePtr pixels;  ///< what was kept of the picture; has its name and its file
    QPoint corner;      ///< where that lies in the picture
    Match match;        ///< in the picture
    Said said;
    std::size_t picture = 0;  ///< which of the other pictures, from 0

    /// The match as it lies in the pixels.
    Match inPixels() const;
  };
  /// In all other pictures than this one.
  std::vector<Elsewhere> elsewhere(const PicturePtr& scene, const NeedleItem& needle) const;
  Count countElsewhere(const PicturePtr& scene, const NeedleItem& needle) const;
  /// Says these of a picture that nobody looks at.
  void sayElsewhere(const NeedleItem& needle, const std::vector<Elsewhere>& ofOnePicture);
  /// What was forgotten, to be put back.
  struct Page;
  using Pages = std::shared_ptr<const std::vector<Page>>;
  Pages forgetElsewhere(const PicturePtr& scene, const NeedleItem& needle);
  void putBack(const Pages& pages);
  void clear() { pages_.clear(); }

  /// Where a match lies, and how. Its score is left out: another engine may be less exact.
  using Place =
      std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, float, float, bool>;
  struct Entry {
    Match match;
    Said said = Said::nothing;
    PicturePtr pixels;  ///< null as long as the picture is looked at
    QPoint corner;
  };
  /// What was said of one needle in one picture.
  struct Page {
    std::weak_ptr<const Picture> scene;
    QString path;  ///< the picture's file
    std::weak_ptr<const Picture> needle;
    std::weak_ptr<const Image> mask;
    std::map<Place, Entry> entries;
    Count count;

    bool isOf(const NeedleItem& item) const;
    bool isOfTheSameNeedle(const Page& other) const;
    bool isOf(const PicturePtr& picture) const;
    void say(const Match& match, Said said);
    void keepPixels(const PicturePtr& picture);
    bool looksLike(const PicturePtr& picture) const;
  };

 private:
  /// How many pages there are, where there is none.
  std::size_t pageOf(const PicturePtr& scene, const NeedleItem& needle) const;
  const Page* find(const PicturePtr& scene, const NeedleItem& needle) const;
  void forgetNeedles();

  std::vector<Page> pages_;
};

}  // namespace espy::desktop
