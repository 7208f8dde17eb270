// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/engine/area.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/live.h"

#pragma GCC visibility push(default)
namespace espy {

/// A window that the user chooses, in a Wayland session.
inline constexpr std::uint64_t kChosenWindow = ~std::uint64_t{0};

/// The part of a screen to read, and how often.
struct ScreenOptions {
  /// An X11 display, "x11" for that of $DISPLAY, or "wayland". "" is Wayland if $WAYLAND_DISPLAY is
  /// set and $XDG_SESSION_TYPE is not x11, else $DISPLAY.
  std::string display = {};
  /// From 1, in the order of `screenMonitors`; of a Wayland session, among the shared ones. 0: all.
  int monitor = 0;
  std::uint64_t window = 0;    ///< the X11 id of a window, or `kChosenWindow`; 0: none
  std::optional<Area> region;  ///< a part of the screen, monitor or window, relative to it
  /// Most frames per second while the screen changes, and frames per second while it does not;
  /// above 0, at most 1000.
  double rate = 60;
  /// Uses what the X server or the desktop reports as damaged, and reads only that. Off: reads
  /// everything; on X11 at a rate that takes about 3 % of a core while nothing changes.
  bool useDamage = true;
};

/// The monitors of an X11 display, in RandR's order. A Wayland session does not list them: throws
/// `system`.
std::vector<Area> screenMonitors(const std::string& display = {});

/// A window on a screen.
struct ScreenWindow {
  std::uint64_t id = 0;  ///< for `ScreenOptions::window`
  std::string title;     ///< UTF-8; may be empty
};

/// The windows of an X11 display's programs that are shown, the oldest first. Throws as
/// `screenMonitors`.
std::vector<ScreenWindow> screenWindows(const std::string& display = {});

/// A stop that comes with another one, or after some seconds: it ends a wait for a frame, or a
/// search, that would go on past its time.
class Deadline {
 public:
  /// `seconds` from now, 0 to 1e9; others are clamped.
  Deadline(const std::stop_token& other, double seconds);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  std::stop_token token() const;
  /// Whether the time is over, and the other stop was not requested.
  bool passed() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Options of `LiveFinder` that do not change its results.
struct LiveOptions {
  /// Off: searches each frame that changed as a whole.
  bool partly = true;
};

/// Finds needles in the frames of a stream. Searches only windows that changed since the frame
/// before; the result is that of a whole search, byte for byte.
///
/// Poses other than quarter turns, judges, sub-pixel positions, and selection of turned matches
/// need a whole search of each frame that changed; so do needles that occur more than 100,000
/// times, and the nearest position where nothing is found.
class LiveFinder {
 public:
  /// The needles' pixels must outlive the finder.
  LiveFinder(std::span<const Needle> needles, const FindOptions& options,
             const LiveOptions& live = {});
  ~LiveFinder();
  LiveFinder(const LiveFinder&) = delete;
  LiveFinder& operator=(const LiveFinder&) = delete;

  /// Threads and stop of the following calls, in place of those of the options.
  void setControl(const Control& control);
  /// `espy::find` in the stream's current frame, given that the last call had the frame before it.
  /// The result lives until the next call; its report is that of the last search.
  const Finding& find(const Stream& stream);
  /// The same for a picture and what has changed in it since the last call. The first call, and one
  /// with another size or format, searches everything.
  const Finding& find(const ImageView& picture, std::span<const Area> changed);

  /// Share of the picture that the last call searched, 0 to 1; 1 also if parts overlapped.
  double searched() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What happened to a needle, or to the picture.
enum class EventKind : std::uint8_t {
  appears,   ///< a needle that was not there is found
  vanishes,  ///< the last match of a needle is gone
  moves,     ///< as many matches as before, but elsewhere
  count,     ///< a needle has another number of matches, neither from nor to 0
  still,     ///< the picture has not changed for a while
};
/// Names in the order of `EventKind`.
inline constexpr std::array<const char*, 5> kEventNames{"appears", "vanishes", "moves", "count",
                                                        "still"};

/// Something that happened.
struct Event {
  EventKind kind = EventKind::appears;
  /// Time and number of the frame in which it was first seen; of `still`: of the frame at which
  /// the time was over.
  double time = 0;
  std::int64_t frame = 0;
  std::optional<std::uint32_t> needle = {};  ///< index; none for `still`
  std::vector<Match> matches = {};           ///< of this needle in that frame

  const char* name() const { return kEventNames.at(static_cast<std::size_t>(kind)); }
};

/// Options of `Watch`.
struct WatchOptions {
  /// Frames in a row that must agree before an event is reported, at least 1.
  int frames = 1;
  /// `moves` ignores differences of up to this many pixels in x and y.
  std::int64_t moveBy = 0;
  /// Seconds without a change until `still`; 0: never reported. Reported once until it changes.
  double still = 0;
  /// A needle that is absent at first counts as vanished.
  bool absentVanishes = false;
};

/// Turns the frames of a stream into events.
class Watch {
 public:
  /// The needles' pixels must outlive the watch.
  Watch(std::span<const Needle> needles, const FindOptions& options, const WatchOptions& watch = {},
        const LiveOptions& live = {});
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Threads and stop of the following calls, in place of those of the options.
  void setControl(const Control& control);
  /// Searches the stream's current frame; returns what happened, by needle. Call it once for each
  /// frame.
  std::vector<Event> step(const Stream& stream);
  /// The finding in the last frame.
  const Finding& finding() const;
  /// `LiveFinder::searched` of the last frame.
  double searched() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace espy
#pragma GCC visibility pop
