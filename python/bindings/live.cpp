// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <unistd.h>

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "bindings.h"
#include "buffers.h"
#include "espy/engine/live.h"
#include "matches.h"
#include "running.h"
#include "scenes.h"

namespace espy::python {
namespace {

namespace nb = nanobind;
using Four = std::array<std::int64_t, 4>;

/// A stream that one thread uses at a time.
class StreamOf {
 public:
  StreamOf(std::unique_ptr<Stream> stream, bool stays)
      : stream_(std::move(stream)), stays_(stays) {}
  /// A forked child leaves the stream open: to close it would end the parent's connection.
  ~StreamOf() {
    if (::getpid() != process_) static_cast<void>(stream_.release());
  }

  /// Throws `badUse` while another thread waits for a frame: its pixels may be changing.
  std::unique_lock<std::mutex> use() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) throw Error(ErrorCode::badUse, "another thread uses this stream");
    if (::getpid() != process_) {
      throw Error(ErrorCode::badUse, "another process opened this stream; open one after the fork");
    }
    return lock;
  }
  Stream& stream() {
    if (stream_ == nullptr || closed_) throw Error(ErrorCode::badUse, "the stream is closed");
    return *stream_;
  }
  void close() {
    const auto lock = use();
    // A screen's arrays refer to its pixels: it then ends with the last of them.
    if (!stays_) stream_.reset();
    closed_ = true;
  }
  bool stays() const { return stays_; }
  bool closed() const { return closed_; }

 private:
  std::unique_ptr<Stream> stream_;
  std::mutex mutex_;
  pid_t process_ = ::getpid();  ///< that opened it
  bool stays_;                  ///< whether all frames share their memory
  bool closed_ = false;
};

std::unique_ptr<StreamOf> openScreenOf(const std::string& display, int monitor,
                                       std::uint64_t window, std::optional<Four> region,
                                       double rate, bool useDamage) {
  ScreenOptions options;
  options.display = display;
  options.monitor = monitor;
  options.window = window;
  if (region) options.region = Area{(*region)[0], (*region)[1], (*region)[2], (*region)[3]};
  options.rate = rate;
  options.useDamage = useDamage;
  const nb::gil_scoped_release released;
  return std::make_unique<StreamOf>(openScreen(options), true);
}

std::unique_ptr<StreamOf> openCameraOf(const nb::bytes& name, double rate) {
  const std::string camera = fileNameOf(name);
  const nb::gil_scoped_release released;
  return std::make_unique<StreamOf>(openCamera(camera, rate), false);
}

std::unique_ptr<StreamOf> openVideoOf(const nb::bytes& name, double rate) {
  const std::string path = fileNameOf(name);
  const nb::gil_scoped_release released;
  return std::make_unique<StreamOf>(openVideo(path, rate), false);
}

bool next(StreamOf& self, const Cancel* cancel) {
  const auto lock = self.use();
  Stream& stream = self.stream();
  return run({{}, nb::none(), cancel},
             [&](const Control& control) { return stream.next(control.stop); });
}

/// Of a screen a view, which changes with the next frame; else a copy.
nb::object picture(nb::handle handle) {
  auto& self = nb::cast<StreamOf&>(handle);
  const auto lock = self.use();
  const ImageView& view = self.stream().picture();
  if (view.empty()) throw Error(ErrorCode::badUse, "there is no frame yet; wait for one");
  return self.stays() ? arrayOver(view, handle) : arrayOf(Image::copyOf(view));
}

std::vector<Four> areasOf(std::span<const Area> areas) {
  std::vector<Four> all;
  for (const Area& area : areas) all.push_back({area.x, area.y, area.width, area.height});
  return all;
}

/// Needles and what is known of them.
class WatchOf {
 public:
  WatchOf(const nb::list& needles, const FindOptions& options, const std::string& engine,
          Threads threads, int frames, std::int64_t moveBy, double still, bool absentVanishes)
      : needles_(needles), threads_(threads) {
    FindOptions asked = options;
    asked.engine = engine;
    asked.wantBest = false;
    watch_.emplace(needles_.all(), asked, WatchOptions{frames, moveBy, still, absentVanishes});
  }

  /// Waits for the next frame and returns its events; none at the end, and after `seconds`.
  nb::object step(StreamOf& source, const Cancel* cancel, std::optional<double> seconds) {
    const auto lock = source.use();
    Stream& stream = source.stream();
    const auto events = run({threads_, nb::none(), cancel}, [&](const Control& control) {
      std::optional<std::vector<Event>> all;
      std::optional<Deadline> deadline;
      Control limited = control;
      if (seconds) limited.stop = deadline.emplace(control.stop, *seconds).token();
      try {
        if (!stream.next(limited.stop)) return all;
        watch_->setControl(limited);
        all = watch_->step(stream);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::cancelled || !deadline || !deadline->passed()) throw;
      }
      return all;
    });
    if (!events) return nb::none();
    nb::list list;
    for (const Event& event : *events) {
      nb::list matches;
      for (const Match& match : event.matches) {
        matches.append(nb::cast(MatchRecord{match, {}, {}}));
      }
      list.append(nb::make_tuple(event.name(), event.time, event.frame,
                                 event.needle ? nb::cast(*event.needle) : nb::none(), matches));
    }
    return list;
  }
  double searched() const { return watch_->searched(); }

 private:
  NeedlesArgument needles_;
  Threads threads_;
  std::optional<Watch> watch_;
};

}  // namespace

void addLive(nb::module_& module) {
  nb::class_<StreamOf>(module, "StreamOf")
      .def("next", next, nb::arg("cancel").none())
      .def("close", &StreamOf::close)
      .def_prop_ro("closed", &StreamOf::closed)
      .def_prop_ro("picture", picture)
      .def_prop_ro("name", [](StreamOf& self) { return self.stream().name(); })
      .def_prop_ro("rate", [](StreamOf& self) { return self.stream().rate(); })
      .def_prop_ro("time", [](StreamOf& self) { return self.stream().time(); })
      .def_prop_ro("number", [](StreamOf& self) { return self.stream().number(); })
      .def_prop_ro("changed", [](StreamOf& self) { return areasOf(self.stream().changed()); });
  module.attr("CHOSEN_WINDOW") = kChosenWindow;
  module.def("open_screen", openScreenOf, nb::arg("display"), nb::arg("monitor"), nb::arg("window"),
             nb::arg("region").none(), nb::arg("rate"), nb::arg("use_damage"));
  module.def("open_camera", openCameraOf, nb::arg("name"), nb::arg("rate"));
  module.def("open_video", openVideoOf, nb::arg("path"), nb::arg("rate"));
  module.def("monitors",
             [](const std::string& display) { return areasOf(screenMonitors(display)); });
  nb::class_<WatchOf>(module, "WatchOf")
      .def(nb::init<const nb::list&, const FindOptions&, const std::string&, Threads, int,
                    std::int64_t, double, bool>(),
           nb::arg("needles"), nb::arg("options"), nb::arg("engine"), nb::arg("threads"),
           nb::arg("frames"), nb::arg("move_by"), nb::arg("still"), nb::arg("absent_vanishes"))
      .def("step", &WatchOf::step, nb::arg("stream"), nb::arg("cancel").none(),
           nb::arg("seconds").none())
      .def_prop_ro("searched", &WatchOf::searched);
}

}  // namespace espy::python
