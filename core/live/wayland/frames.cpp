// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/wayland/frames.h"

#include <spa/param/video/format-utils.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "live/screen_module.h"

namespace espy::live {
namespace {

constexpr std::uint32_t kMostSide = 1 << 15;
constexpr std::uint32_t kMostRate = 1000;
constexpr int kRegion = sizeof(spa_meta_region);
constexpr const char* kEnded = "PipeWire has ended";

EspyScreenArea areaOf(const spa_region& region) {
  return {region.position.x, region.position.y, region.size.width, region.size.height};
}

template <class Meta>
const Meta* metaOf(const spa_buffer& buffer, std::uint32_t type) {
  return static_cast<const Meta*>(spa_buffer_find_meta_data(&buffer, type, sizeof(Meta)));
}

const spa_pod* formats(spa_pod_builder& builder) {
  const spa_rectangle usual{1920, 1080};
  const spa_rectangle least{1, 1};
  const spa_rectangle most{kMostSide, kMostSide};
  const spa_fraction rate{60, 1};
  const spa_fraction none{0, 1};
  const spa_fraction fastest{kMostRate, 1};
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,  //
      SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),  //
      SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format,
      SPA_POD_CHOICE_ENUM_Id(5, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRA,
                             SPA_VIDEO_FORMAT_RGBx, SPA_VIDEO_FORMAT_RGBA),
      SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most),
      SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &none, &fastest)));
}

const spa_pod* buffers(spa_pod_builder& builder) {
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,  //
      SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(4, 3, 16), SPA_PARAM_BUFFERS_blocks,
      SPA_POD_Int(1), SPA_PARAM_BUFFERS_dataType,
      SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemFd) | (1 << SPA_DATA_MemPtr))));
}

const spa_pod* meta(spa_pod_builder& builder, std::uint32_t type, int size, int least, int most) {
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(type),
      SPA_PARAM_META_size, SPA_POD_CHOICE_RANGE_Int(size, least, most)));
}

void swapRedAndBlue(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  for (std::int64_t x = 0; x < kPixelBytes * count; x += kPixelBytes) {
    out[x] = in[x + 2];
    out[x + 1] = in[x + 1];
    out[x + 2] = in[x];
    out[x + 3] = in[x + 3];
  }
}

}  // namespace

PipeWire::PipeWire(int descriptor) {
  static const bool ready = [] {
    pw_init(nullptr, nullptr);
    // A library does not print, unless it is debugged.
    if (std::getenv("PIPEWIRE_DEBUG") == nullptr) pw_log_set_level(SPA_LOG_LEVEL_NONE);
    return true;
  }();
  event_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  loop_ = ready ? pw_thread_loop_new("espy screen", nullptr) : nullptr;
  context_ = loop_ == nullptr
                 ? nullptr
                 : pw_context_new(pw_thread_loop_get_loop(loop_), nullptr, /*user_data_size=*/0);
  if (event_ < 0 || context_ == nullptr) {
    ::close(descriptor);
    close();
    fail("PipeWire cannot be used: its configuration is not installed");
  }
  core_ = pw_context_connect_fd(context_, descriptor, nullptr, 0);  // takes the descriptor
  static const pw_core_events kEvents = [] {
    pw_core_events events{};
    events.version = PW_VERSION_CORE_EVENTS;
    events.error = [](void* self, std::uint32_t id, int, int result, const char* message) {
      auto& pipeWire = *static_cast<PipeWire*>(self);
      if (id != PW_ID_CORE) {
        pipeWire.setError(std::string("PipeWire: ") + message);
      } else if (result == -EPIPE) {
        pipeWire.setError(kEnded);
      }
    };
    return events;
  }();
  if (core_ != nullptr) pw_core_add_listener(core_, &listener_, &kEvents, this);
  if (core_ == nullptr || pw_thread_loop_start(loop_) < 0) {
    close();
    fail("PipeWire does not answer");
  }
}

PipeWire::~PipeWire() {
  close();
}

void PipeWire::close() {
  if (loop_ != nullptr) pw_thread_loop_stop(loop_);
  if (core_ != nullptr) pw_core_disconnect(core_);
  if (context_ != nullptr) pw_context_destroy(context_);
  if (loop_ != nullptr) pw_thread_loop_destroy(loop_);
  if (event_ >= 0) ::close(event_);
}

void PipeWire::notify() const {
  ::eventfd_write(event_, 1);
}

void PipeWire::clear() const {
  eventfd_t count = 0;
  ::eventfd_read(event_, &count);
}

void PipeWire::setError(const std::string& error) {
  if (error_.empty()) error_ = error;
  notify();
}

void PipeWire::checkError() const {
  if (!error_.empty()) fail(error_);
}

pw_stream_events Frames::events() {
  pw_stream_events events{};
  events.version = PW_VERSION_STREAM_EVENTS;
  events.state_changed = [](void* self, pw_stream_state, pw_stream_state now, const char* error) {
    static_cast<Frames*>(self)->onState(now, error);
  };
  events.param_changed = [](void* self, std::uint32_t id, const spa_pod* param) {
    if (id == SPA_PARAM_Format && param != nullptr) static_cast<Frames*>(self)->onFormat(param);
  };
  events.remove_buffer = [](void* self, pw_buffer* buffer) {
    static_cast<Frames*>(self)->onRemoved(buffer);
  };
  events.process = [](void* self) { static_cast<Frames*>(self)->onFrames(); };
  return events;
}

Frames::Frames(PipeWire& pipeWire, std::uint32_t node, bool useDamage)
    : pipeWire_(pipeWire), useDamage_(useDamage), events_(events()) {
  const PipeWire::Lock lock(pipeWire_);
  stream_ = pw_stream_new(pipeWire_.core(), "espy",
                          pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY,
                                            "Capture", PW_KEY_MEDIA_ROLE, "Screen", nullptr));
  if (stream_ == nullptr) fail(kEnded);
  pw_stream_add_listener(stream_, &listener_, &events_, this);
  connect(node);
}

Frames::~Frames() {
  const PipeWire::Lock lock(pipeWire_);
  pw_stream_destroy(stream_);
}

void Frames::connect(std::uint32_t node) {
  std::array<std::uint8_t, 1024> memory{};
  spa_pod_builder builder{};
  spa_pod_builder_init(&builder, memory.data(), memory.size());
  const spa_pod* params[] = {formats(builder)};
  const auto flags = static_cast<pw_stream_flags>(
      PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_DONT_RECONNECT);
  if (pw_stream_connect(stream_, PW_DIRECTION_INPUT, node, flags, params, 1) < 0) {
    pw_stream_destroy(stream_);
    fail(kEnded);
  }
}

void Frames::onState(pw_stream_state now, const char* error) {
  if (now == PW_STREAM_STATE_ERROR) {
    pipeWire_.setError(std::string("PipeWire: ") + (error != nullptr ? error : "unknown error"));
  } else if (now == PW_STREAM_STATE_UNCONNECTED && started()) {
    pipeWire_.setError("the desktop no longer shares it");
  }
}

void Frames::onFormat(const spa_pod* format) {
  spa_video_info_raw info{};
  if (spa_format_video_raw_parse(format, &info) < 0) return;
  picture_ = {0, 0, info.size.width, info.size.height};
  redFirst_ = info.format == SPA_VIDEO_FORMAT_RGBx || info.format == SPA_VIDEO_FORMAT_RGBA;
  std::array<std::uint8_t, 1024> memory{};
  spa_pod_builder builder{};
  spa_pod_builder_init(&builder, memory.data(), memory.size());
  constexpr int kHeader = sizeof(spa_meta_header);
  const spa_pod* params[] = {buffers(builder),
                             meta(builder, SPA_META_Header, kHeader, kHeader, kHeader),
                             meta(builder, SPA_META_VideoCrop, kRegion, kRegion, kRegion),
                             meta(builder, SPA_META_VideoDamage, kMostRectangles * kRegion, kRegion,
                                  kMostRectangles * kRegion)};
  pw_stream_update_params(stream_, params, std::size(params));
}

void Frames::onFrames() {
  while (pw_buffer* const buffer = pw_stream_dequeue_buffer(stream_)) {
    if (!take(buffer)) {
      pw_stream_queue_buffer(stream_, buffer);
      continue;
    }
    if (newest_ != nullptr) pw_stream_queue_buffer(stream_, newest_);
    newest_ = buffer;
  }
  if (changed()) pipeWire_.notify();
}

void Frames::onRemoved(const pw_buffer* buffer) {
  if (buffer != newest_) return;
  newest_ = nullptr;
  inOrder_ = false;  // its damage may not have been read
}

EspyScreenArea Frames::cropOf(const spa_buffer& buffer) const {
  const auto* crop = metaOf<spa_meta_region>(buffer, SPA_META_VideoCrop);
  if (crop == nullptr || !spa_meta_region_is_valid(crop)) return picture_;
  return intersected(areaOf(crop->region), picture_);
}

/// Whether the buffer holds a frame. Then what has changed is noted.
bool Frames::take(pw_buffer* taken) {
  const spa_buffer& buffer = *taken->buffer;
  if (buffer.n_datas != 1 || picture_.width == 0) return false;
  const spa_data& data = buffer.datas[0];
  const auto* header = metaOf<spa_meta_header>(buffer, SPA_META_Header);
  if (header != nullptr && (header->flags & SPA_META_HEADER_FLAG_CORRUPTED) != 0) return false;
  if ((data.chunk->flags & SPA_CHUNK_FLAG_CORRUPTED) != 0 || data.chunk->size == 0) return false;
  if (data.data == nullptr) {
    pipeWire_.setError("its frames are not in shared memory");
    return false;
  }
  const std::int64_t stride = data.chunk->stride;
  const std::int64_t offset = data.chunk->offset;
  const std::int64_t row = kPixelBytes * picture_.width;
  if (stride < row || offset + stride * (picture_.height - 1) + row > data.maxsize) {
    pipeWire_.setError("its frames are incomplete");
    return false;
  }
  const EspyScreenArea crop = cropOf(buffer);
  const bool moved = crop.x != crop_.x || crop.y != crop_.y;
  if (started() && (crop.width != size_.width || crop.height != size_.height)) {
    pipeWire_.setError("it has another size now");
    return false;
  }
  crop_ = crop;
  size_ = {0, 0, crop.width, crop.height};
  stride_ = stride;
  pixels_ =
      static_cast<const std::uint8_t*>(data.data) + offset + crop.y * stride + crop.x * kPixelBytes;
  // Some do not count: then all are 0.
  const std::uint64_t number = header != nullptr ? header->seq : 0;
  const bool skipped = number != number_ + 1 && !(number == 0 && number_ == 0);
  if (!inOrder_ || skipped || moved) {
    damage_ = {size_};
  } else {
    addDamage(buffer);
  }
  inOrder_ = true;
  number_ = number;
  return true;
}

/// Without reports, everything may have changed.
void Frames::addDamage(const spa_buffer& buffer) {
  const spa_meta* const meta =
      useDamage_ ? spa_buffer_find_meta(&buffer, SPA_META_VideoDamage) : nullptr;
  bool reported = false;
  if (meta != nullptr) {
    const auto* const regions = static_cast<const spa_meta_region*>(meta->data);
    const std::size_t most = meta->size / sizeof(spa_meta_region);
    for (std::size_t i = 0; i < most && spa_meta_region_is_valid(&regions[i]); ++i) {
      reported = true;
      EspyScreenArea area = intersected(areaOf(regions[i].region), crop_);
      area.x -= crop_.x;
      area.y -= crop_.y;
      if (area.width > 0 && area.height > 0) damage_.push_back(area);
    }
  }
  if (!reported || damage_.size() > kMostRectangles) damage_ = {size_};
}

std::vector<EspyScreenArea> Frames::copy(bool all, const EspyScreenArea& wanted, std::uint8_t* to,
                                         std::int64_t stride) {
  std::vector<EspyScreenArea> copied;
  if (newest_ == nullptr) return copied;
  if (all) damage_ = {size_};
  for (const EspyScreenArea& damage : damage_) {
    const EspyScreenArea area = intersected(damage, wanted);
    if (area.width == 0 || area.height == 0) continue;
    const EspyScreenArea placed{area.x - wanted.x, area.y - wanted.y, area.width, area.height};
    copyArea(area, to + placed.y * stride + placed.x * kPixelBytes, stride);
    copied.push_back(placed);
  }
  damage_.clear();
  return copied;
}

void Frames::copyArea(const EspyScreenArea& area, std::uint8_t* to, std::int64_t stride) const {
  const std::uint8_t* from = pixels_ + area.y * stride_ + area.x * kPixelBytes;
  for (std::int64_t y = 0; y < area.height; ++y) {
    if (redFirst_) {
      swapRedAndBlue(from, area.width, to);
    } else {
      std::memcpy(to, from, static_cast<std::size_t>(kPixelBytes * area.width));
    }
    from += stride_;
    to += stride;
  }
}

}  // namespace espy::live
