// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Screen module: X11 by XCB. Pixels come by shared memory where the server is on this machine, and
// DAMAGE reports what to read.
#include <poll.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/damage.h>
#include <xcb/randr.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "live/screen_module.h"

namespace espy::live {
namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <class Reply>
using Owned = std::unique_ptr<Reply, Free>;

class Connection {
 public:
  explicit Connection(const char* display) {
    int number = 0;
    connection_ = xcb_connect(display, &number);
    if (xcb_connection_has_error(connection_) != 0) {
      xcb_disconnect(connection_);
      fail("no X server answers");
    }
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
    for (; number > 0 && screens.rem > 1; --number) xcb_screen_next(&screens);
    screen_ = screens.data;
  }
  ~Connection() { xcb_disconnect(connection_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  operator xcb_connection_t*() const { return connection_; }
  const xcb_screen_t& screen() const { return *screen_; }
  bool has(xcb_extension_t& extension) const {
    const xcb_query_extension_reply_t* facts = xcb_get_extension_data(connection_, &extension);
    return facts != nullptr && facts->present != 0;
  }
  void check() const {
    if (xcb_connection_has_error(connection_) != 0) fail("the X server has ended");
  }

  /// Throws if the screen is that of a Wayland compositor, which hides other programs' windows.
  std::vector<EspyScreenArea> monitors() const {
    std::vector<EspyScreenArea> areas;
    if (has(xcb_randr_id)) {
      const Owned<xcb_randr_query_version_reply_t> version(xcb_randr_query_version_reply(
          connection_, xcb_randr_query_version(connection_, 1, 5), nullptr));
      const Owned<xcb_randr_get_monitors_reply_t> reply(xcb_randr_get_monitors_reply(
          connection_, xcb_randr_get_monitors(connection_, screen_->root, 1), nullptr));
      if (reply != nullptr) {
        auto each = xcb_randr_get_monitors_monitors_iterator(reply.get());
        for (; each.rem > 0; xcb_randr_monitor_info_next(&each)) {
          refuseWayland(each.data->name);
          areas.push_back({each.data->x, each.data->y, each.data->width, each.data->height});
        }
      }
    }
    if (areas.empty()) areas.push_back(whole());
    return areas;
  }
  EspyScreenArea whole() const {
    const Owned<xcb_get_geometry_reply_t> now(
        xcb_get_geometry_reply(connection_, xcb_get_geometry(connection_, screen_->root), nullptr));
    if (now == nullptr) fail("the X server does not tell its size");
    return {0, 0, now->width, now->height};
  }

 private:
  void refuseWayland(xcb_atom_t name) const {
    const Owned<xcb_get_atom_name_reply_t> reply(
        xcb_get_atom_name_reply(connection_, xcb_get_atom_name(connection_, name), nullptr));
    if (reply == nullptr) return;
    const std::string text(xcb_get_atom_name_name(reply.get()),
                           static_cast<std::size_t>(xcb_get_atom_name_name_length(reply.get())));
    if (text.starts_with("XWAYLAND")) {
      fail("it belongs to a Wayland session, whose screen can be read as the display wayland only");
    }
  }

  xcb_connection_t* connection_ = nullptr;
  xcb_screen_t* screen_ = nullptr;
};

/// System V shared memory, attached by the server; freed with the process at the latest.
class SharedPixels {
 public:
  SharedPixels(const Connection& connection, std::size_t bytes) : connection_(connection) {
    if (!connection.has(xcb_shm_id)) return;
    const int id = ::shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
    if (id < 0) return;
    void* memory = ::shmat(id, nullptr, 0);
    if (reinterpret_cast<std::intptr_t>(memory) != -1) {
      segment_ = xcb_generate_id(connection);
      const Owned<xcb_generic_error_t> error(xcb_request_check(
          connection, xcb_shm_attach_checked(connection, segment_, static_cast<std::uint32_t>(id),
                                             /*read_only=*/0)));
      if (error == nullptr) {
        data_ = static_cast<std::uint8_t*>(memory);
      } else {
        ::shmdt(memory);
      }
    }
    ::shmctl(id, IPC_RMID, nullptr);
  }
  ~SharedPixels() {
    if (data_ == nullptr) return;
    xcb_shm_detach(connection_, segment_);
    xcb_flush(connection_);
    ::shmdt(data_);
  }
  SharedPixels(const SharedPixels&) = delete;
  SharedPixels& operator=(const SharedPixels&) = delete;

  const std::uint8_t* data() const { return data_; }
  xcb_shm_seg_t segment() const { return segment_; }

 private:
  const Connection& connection_;
  xcb_shm_seg_t segment_ = 0;
  std::uint8_t* data_ = nullptr;
};

class Screen {
 public:
  explicit Screen(const EspyScreenRequest& request)
      : connection_(request.display), drawable_(connection_.screen().root) {
    whole_ = request.monitor == 0 && request.region.width <= 0;
    size_ = connection_.whole();
    const EspyScreenArea base = baseOf(request);
    // Reports that the window, or the root, which is the screen, is closed or gets another size.
    const std::uint32_t reports = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
    xcb_change_window_attributes(connection_, drawable_, XCB_CW_EVENT_MASK, &reports);
    area_ = regionWithin(base, request);
    checkFormat();
    shared_ = std::make_unique<SharedPixels>(
        connection_, static_cast<std::size_t>(area_.width * area_.height * kPixelBytes));
    if (request.useDamage != 0) startDamage();
  }

  EspyScreenFacts facts() const {
    return {area_,
            {masks_[0], masks_[1], masks_[2]},
            damage_ != 0,
            shared_->data() != nullptr,
            nullptr};
  }

  bool wait(int milliseconds) {
    takeEvents();
    if (damaged_ || damage_ == 0) {
      if (damage_ == 0) ::poll(nullptr, 0, milliseconds);
      return damaged_;
    }
    xcb_flush(connection_);
    pollfd ready{xcb_get_file_descriptor(connection_), POLLIN, 0};
    ::poll(&ready, 1, milliseconds);
    takeEvents();
    return damaged_;
  }

  const std::vector<EspyScreenPart>& read(bool all) {
    parts_.clear();
    images_.clear();
    std::vector<EspyScreenArea> wanted = damagedAreas();
    if (all || damage_ == 0) wanted = {area_};
    if (shared_->data() != nullptr) {
      readShared(wanted);
    } else {
      for (const EspyScreenArea& area : wanted) readPlain(area);
    }
    return parts_;
  }

 private:
  EspyScreenArea baseOf(const EspyScreenRequest& request) {
    if (request.window != 0) {
      drawable_ = static_cast<xcb_window_t>(request.window);
      return windowArea();
    }
    const std::vector<EspyScreenArea> monitors = connection_.monitors();
    if (request.monitor == 0) return connection_.whole();
    if (request.monitor > static_cast<std::int64_t>(monitors.size())) {
      fail("there is no monitor " + std::to_string(request.monitor) + ", but " +
           std::to_string(monitors.size()));
    }
    return intersected(monitors[static_cast<std::size_t>(request.monitor - 1)],
                       connection_.whole());
  }

  /// The part of the window that is on the screen, in the window's coordinates.
  EspyScreenArea windowArea() {
    const Owned<xcb_get_window_attributes_reply_t> attributes(xcb_get_window_attributes_reply(
        connection_, xcb_get_window_attributes(connection_, drawable_), nullptr));
    const Owned<xcb_get_geometry_reply_t> geometry(
        xcb_get_geometry_reply(connection_, xcb_get_geometry(connection_, drawable_), nullptr));
    if (attributes == nullptr || geometry == nullptr) fail("there is no such window");
    if (attributes->map_state != XCB_MAP_STATE_VIEWABLE) fail("the window is not shown");
    const Owned<xcb_translate_coordinates_reply_t> corner(xcb_translate_coordinates_reply(
        connection_,
        xcb_translate_coordinates(connection_, drawable_, connection_.screen().root, 0, 0),
        nullptr));
    if (corner == nullptr) fail("there is no such window");
    depth_ = geometry->depth;
    visual_ = attributes->visual;
    size_ = {0, 0, geometry->width, geometry->height};
    const EspyScreenArea screen = connection_.whole();
    return intersected({0, 0, geometry->width, geometry->height},
                       {-corner->dst_x, -corner->dst_y, screen.width, screen.height});
  }

  /// Finds the masks of the colours; throws if pixels do not have 32 bits.
  void checkFormat() {
    if (depth_ == 0) depth_ = connection_.screen().root_depth;
    if (visual_ == 0) visual_ = connection_.screen().root_visual;
    const xcb_setup_t* setup = xcb_get_setup(connection_);
    int bits = 0;
    for (auto each = xcb_setup_pixmap_formats_iterator(setup); each.rem > 0;
         xcb_format_next(&each)) {
      if (each.data->depth == depth_) bits = each.data->bits_per_pixel;
    }
    if (bits != 8 * kPixelBytes || setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) {
      fail("its pixels have " + std::to_string(bits) + " bits, not 32, lowest first");
    }
    for (auto depth = xcb_screen_allowed_depths_iterator(&connection_.screen()); depth.rem > 0;
         xcb_depth_next(&depth)) {
      for (auto each = xcb_depth_visuals_iterator(depth.data); each.rem > 0;
           xcb_visualtype_next(&each)) {
        if (each.data->visual_id != visual_) continue;
        masks_[0] = each.data->red_mask;
        masks_[1] = each.data->green_mask;
        masks_[2] = each.data->blue_mask;
      }
    }
    if (masks_[0] == 0 || masks_[1] == 0 || masks_[2] == 0) fail("its pixels are no true colours");
  }

  void startDamage() {
    if (!connection_.has(xcb_damage_id) || !connection_.has(xcb_xfixes_id)) return;
    const Owned<xcb_xfixes_query_version_reply_t> fixes(xcb_xfixes_query_version_reply(
        connection_, xcb_xfixes_query_version(connection_, 2, 0), nullptr));
    const Owned<xcb_damage_query_version_reply_t> version(xcb_damage_query_version_reply(
        connection_, xcb_damage_query_version(connection_, 1, 1), nullptr));
    if (fixes == nullptr || version == nullptr) return;
    region_ = xcb_generate_id(connection_);
    const xcb_damage_damage_t damage = xcb_generate_id(connection_);
    xcb_xfixes_create_region(connection_, region_, 0, nullptr);
    const Owned<xcb_generic_error_t> error(xcb_request_check(
        connection_, xcb_damage_create_checked(connection_, damage, drawable_,
                                               XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY)));
    if (error == nullptr) damage_ = damage;
  }

  void takeEvents() {
    connection_.check();
    const int first =
        damage_ == 0 ? 0 : xcb_get_extension_data(connection_, &xcb_damage_id)->first_event;
    while (const Owned<xcb_generic_event_t> event{xcb_poll_for_event(connection_)}) {
      const int kind = event->response_type & 0x7f;
      damaged_ = damaged_ || (damage_ != 0 && kind == first);
      if (kind == XCB_DESTROY_NOTIFY) fail("the window was closed");
      if (kind == XCB_CONFIGURE_NOTIFY) {
        checkSize(*reinterpret_cast<const xcb_configure_notify_event_t*>(event.get()));
      }
    }
    connection_.check();
  }

  /// Refuses another size: parts of what is watched would be missing, or stay as they were.
  void checkSize(const xcb_configure_notify_event_t& now) const {
    if (now.window != drawable_ || (now.width == size_.width && now.height == size_.height)) return;
    if (!whole_ && area_.x + area_.width <= now.width && area_.y + area_.height <= now.height) {
      return;
    }
    fail("it has another size now: " + std::to_string(now.width) + " x " +
         std::to_string(now.height) + ", not " + std::to_string(size_.width) + " x " +
         std::to_string(size_.height) + " pixels");
  }

  /// Damaged since the last call, within the area. What is damaged from here on is reported again.
  std::vector<EspyScreenArea> damagedAreas() {
    if (damage_ == 0) return {};
    takeEvents();
    damaged_ = false;
    xcb_damage_subtract(connection_, damage_, XCB_NONE, region_);
    const Owned<xcb_xfixes_fetch_region_reply_t> reply(xcb_xfixes_fetch_region_reply(
        connection_, xcb_xfixes_fetch_region(connection_, region_), nullptr));
    connection_.check();
    if (reply == nullptr) fail("it no longer reports what changes");
    const int count = xcb_xfixes_fetch_region_rectangles_length(reply.get());
    const xcb_rectangle_t* rectangles = xcb_xfixes_fetch_region_rectangles(reply.get());
    std::vector<EspyScreenArea> areas;
    const auto add = [&](const xcb_rectangle_t& r) {
      const EspyScreenArea area = intersected({r.x, r.y, r.width, r.height}, area_);
      if (area.width > 0 && area.height > 0) areas.push_back(area);
    };
    if (count > kMostRectangles) {
      add(reply->extents);
    } else {
      std::for_each(rectangles, rectangles + count, add);
    }
    return areas;
  }

  void readShared(const std::vector<EspyScreenArea>& wanted) {
    std::vector<xcb_shm_get_image_cookie_t> asked;
    std::int64_t offset = 0;
    for (const EspyScreenArea& area : wanted) {
      asked.push_back(xcb_shm_get_image(
          connection_, drawable_, static_cast<std::int16_t>(area.x),
          static_cast<std::int16_t>(area.y), static_cast<std::uint16_t>(area.width),
          static_cast<std::uint16_t>(area.height), ~0U, XCB_IMAGE_FORMAT_Z_PIXMAP,
          shared_->segment(), static_cast<std::uint32_t>(offset)));
      add(area, shared_->data() + offset);
      offset += area.width * area.height * kPixelBytes;
    }
    bool done = true;
    for (const xcb_shm_get_image_cookie_t cookie : asked) {
      xcb_generic_error_t* error = nullptr;
      const Owned<xcb_shm_get_image_reply_t> reply(
          xcb_shm_get_image_reply(connection_, cookie, &error));
      std::free(error);
      done = done && reply != nullptr;
    }
    if (!done) refuseRead();
  }

  void readPlain(const EspyScreenArea& area) {
    Owned<xcb_get_image_reply_t> reply(xcb_get_image_reply(
        connection_,
        xcb_get_image(connection_, XCB_IMAGE_FORMAT_Z_PIXMAP, drawable_,
                      static_cast<std::int16_t>(area.x), static_cast<std::int16_t>(area.y),
                      static_cast<std::uint16_t>(area.width),
                      static_cast<std::uint16_t>(area.height), ~0U),
        nullptr));
    if (reply == nullptr ||
        xcb_get_image_data_length(reply.get()) < area.width * area.height * kPixelBytes) {
      refuseRead();
    }
    add(area, xcb_get_image_data(reply.get()));
    images_.push_back(std::move(reply));
  }

  [[noreturn]] void refuseRead() {
    takeEvents();
    fail("its pixels can no longer be read: it is hidden, or partly outside the screen");
  }

  void add(const EspyScreenArea& area, const std::uint8_t* data) {
    parts_.push_back({{area.x - area_.x, area.y - area_.y, area.width, area.height},
                      data,
                      area.width * kPixelBytes});
  }

  Connection connection_;
  xcb_window_t drawable_;
  int depth_ = 0;
  xcb_visualid_t visual_ = 0;
  std::uint32_t masks_[3] = {};
  EspyScreenArea size_{};  ///< of the drawable
  EspyScreenArea area_{};
  bool whole_ = false;  ///< neither a monitor nor a region
  std::unique_ptr<SharedPixels> shared_;
  xcb_damage_damage_t damage_ = 0;
  xcb_xfixes_region_t region_ = 0;
  bool damaged_ = false;
  std::vector<EspyScreenPart> parts_;
  std::vector<Owned<xcb_get_image_reply_t>> images_;
};

std::int64_t monitors(const char* display, EspyScreenArea* areas, std::int64_t most, char* said,
                      std::size_t size) {
  return guarded<std::int64_t>(-1, said, size, [&] {
    const std::vector<EspyScreenArea> all = Connection(display).monitors();
    const auto count = static_cast<std::int64_t>(all.size());
    std::copy_n(all.begin(), std::min(count, most), areas);
    return count;
  });
}

/// The bytes of a window's property; empty if it has none.
std::string propertyOf(const Connection& connection, xcb_window_t window, xcb_atom_t property) {
  constexpr std::uint32_t kMostWords = 1 << 16;
  const Owned<xcb_get_property_reply_t> reply(xcb_get_property_reply(
      connection,
      xcb_get_property(connection, 0, window, property, XCB_GET_PROPERTY_TYPE_ANY, 0, kMostWords),
      nullptr));
  if (reply == nullptr) return {};
  const auto* const bytes = static_cast<const char*>(xcb_get_property_value(reply.get()));
  return {bytes, static_cast<std::size_t>(xcb_get_property_value_length(reply.get()))};
}

xcb_atom_t atomOf(const Connection& connection, const std::string& name) {
  const Owned<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(
      connection,
      xcb_intern_atom(connection, 1, static_cast<std::uint16_t>(name.size()), name.c_str()),
      nullptr));
  return reply == nullptr ? static_cast<xcb_atom_t>(XCB_NONE) : reply->atom;
}

/// The windows that the window manager lists; without one, those of the screen.
std::vector<xcb_window_t> shownWindows(const Connection& connection) {
  const xcb_window_t root = connection.screen().root;
  std::vector<xcb_window_t> windows;
  const xcb_atom_t list = atomOf(connection, "_NET_CLIENT_LIST");
  const std::string listed = list == XCB_NONE ? "" : propertyOf(connection, root, list);
  if (!listed.empty()) {
    windows.resize(listed.size() / sizeof(xcb_window_t));
    std::memcpy(windows.data(), listed.data(), windows.size() * sizeof(xcb_window_t));
  } else {
    const Owned<xcb_query_tree_reply_t> tree(
        xcb_query_tree_reply(connection, xcb_query_tree(connection, root), nullptr));
    if (tree == nullptr) return windows;
    const xcb_window_t* const first = xcb_query_tree_children(tree.get());
    windows.assign(first, first + xcb_query_tree_children_length(tree.get()));
  }
  std::erase_if(windows, [&](xcb_window_t window) {
    const Owned<xcb_get_window_attributes_reply_t> facts(xcb_get_window_attributes_reply(
        connection, xcb_get_window_attributes(connection, window), nullptr));
    return facts == nullptr || facts->map_state != XCB_MAP_STATE_VIEWABLE ||
           facts->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT;
  });
  return windows;
}

std::string titleOf(const Connection& connection, xcb_window_t window) {
  const xcb_atom_t name = atomOf(connection, "_NET_WM_NAME");
  std::string title = name == XCB_NONE ? "" : propertyOf(connection, window, name);
  return title.empty() ? propertyOf(connection, window, XCB_ATOM_WM_NAME) : title;
}

void copyTitle(const std::string& title, EspyScreenWindow& to) {
  std::size_t size = std::min(title.size(), sizeof to.title - 1);
  // A character of UTF-8 is not cut.
  while (size < title.size() && size > 0 && (title[size] & 0xc0) == 0x80) --size;
  std::memcpy(to.title, title.data(), size);
  to.title[size] = 0;
}

std::int64_t windows(const char* display, EspyScreenWindow* windows, std::int64_t most, char* said,
                     std::size_t size) {
  return guarded<std::int64_t>(-1, said, size, [&] {
    const Connection connection(display);
    connection.monitors();  // refuses the screen of a Wayland session
    std::int64_t count = 0;
    for (const xcb_window_t window : shownWindows(connection)) {
      if (count == most) break;
      EspyScreenWindow& each = windows[count++];
      each.id = window;
      copyTitle(titleOf(connection, window), each);
    }
    return count;
  });
}

}  // namespace
}  // namespace espy::live

extern "C" __attribute__((visibility("default"))) const EspyScreens* espyScreens() {
  using namespace espy::live;
  using Calls = ScreenCalls<Screen>;
  static constexpr EspyScreens kScreens{kEspyScreensVersion, Calls::open, Calls::close, Calls::wait,
                                        Calls::read,         monitors,    windows};
  return &kScreens;
}
