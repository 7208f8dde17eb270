// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/shared_source.h"

#include <fcntl.h>
#include <spa/param/video/format-utils.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace espy::test {
namespace {

using Format = WaylandSession::Shared::Format;
constexpr int kPixel = 4;
constexpr int kRegions = 16;

class Lock {
 public:
  explicit Lock(pw_thread_loop* loop) : loop_(loop) { pw_thread_loop_lock(loop_); }
  ~Lock() { pw_thread_loop_unlock(loop_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pw_thread_loop* loop_;
};

spa_video_format formatOf(Format format) {
  constexpr std::array<spa_video_format, 4> kFormats{SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRA,
                                                     SPA_VIDEO_FORMAT_RGBx, SPA_VIDEO_FORMAT_RGBA};
  return kFormats.at(static_cast<std::size_t>(format));
}

const spa_pod* metaOf(spa_pod_builder& builder, std::uint32_t type, std::size_t size) {
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(type),
      SPA_PARAM_META_size, SPA_POD_Int(static_cast<int>(size))));
}

void setRegion(spa_meta_region& region, std::int64_t x, std::int64_t y, std::int64_t width,
               std::int64_t height) {
  region.region.position = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
  region.region.size = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

}  // namespace

SourceDaemon::SourceDaemon(const std::string& folder) {
  pw_init(nullptr, nullptr);
  loop_ = pw_thread_loop_new("sources", nullptr);
  context_ = pw_context_new(pw_thread_loop_get_loop(loop_), nullptr, 0);
  if (context_ == nullptr) throw std::runtime_error("PipeWire: no context");
  core_ = pw_context_connect(
      context_, pw_properties_new(PW_KEY_REMOTE_NAME, (folder + "/pipewire-0").c_str(), nullptr),
      0);
  if (core_ == nullptr) throw std::runtime_error("PipeWire: no connection");
  nodeEvents_.version = PW_VERSION_NODE_EVENTS;
  nodeEvents_.info = [](void* self, const pw_node_info* info) {
    auto& reader = *static_cast<Reader*>(self);
    const char* target =
        info->props != nullptr ? spa_dict_lookup(info->props, PW_KEY_TARGET_OBJECT) : nullptr;
    if (target == nullptr && info->props != nullptr) {
      target = spa_dict_lookup(info->props, PW_KEY_NODE_TARGET);
    }
    if (target != nullptr) reader.target = static_cast<std::uint32_t>(std::atoi(target));
    reader.daemon->link(reader);
  };
  events_.version = PW_VERSION_REGISTRY_EVENTS;
  events_.global = [](void* self, std::uint32_t id, std::uint32_t, const char* type, std::uint32_t,
                      const spa_dict* facts) {
    if (facts != nullptr) static_cast<SourceDaemon*>(self)->onGlobal(id, type, facts);
  };
  events_.global_remove = [](void* self, std::uint32_t id) {
    static_cast<SourceDaemon*>(self)->onRemoved(id);
  };
  registry_ = pw_core_get_registry(core_, PW_VERSION_REGISTRY, 0);
  pw_registry_add_listener(registry_, &listener_, &events_, this);
  pw_thread_loop_start(loop_);
}

SourceDaemon::~SourceDaemon() {
  pw_thread_loop_stop(loop_);
  while (!readers_.empty()) onRemoved(readers_.begin()->first);
  pw_proxy_destroy(reinterpret_cast<pw_proxy*>(registry_));
  pw_core_disconnect(core_);
  pw_context_destroy(context_);
  pw_thread_loop_destroy(loop_);
}

void SourceDaemon::onGlobal(std::uint32_t id, const char* type, const spa_dict* facts) {
  if (std::strcmp(type, PW_TYPE_INTERFACE_Port) == 0) {
    const char* const node = spa_dict_lookup(facts, PW_KEY_NODE_ID);
    if (node == nullptr) return;
    const auto found = readers_.find(static_cast<std::uint32_t>(std::atoi(node)));
    if (found == readers_.end()) return;
    found->second->hasPort = true;
    link(*found->second);
    return;
  }
  const char* const kind = spa_dict_lookup(facts, PW_KEY_MEDIA_CLASS);
  if (kind == nullptr || std::strcmp(kind, "Stream/Input/Video") != 0) return;
  auto reader = std::make_unique<Reader>();
  reader->daemon = this;
  reader->id = id;
  reader->node = static_cast<pw_proxy*>(pw_registry_bind(registry_, id, type, PW_VERSION_NODE, 0));
  pw_proxy_add_object_listener(reader->node, &reader->listener, &nodeEvents_, reader.get());
  readers_[id] = std::move(reader);
}

void SourceDaemon::onRemoved(std::uint32_t id) {
  const auto found = readers_.find(id);
  if (found == readers_.end()) return;
  spa_hook_remove(&found->second->listener);
  pw_proxy_destroy(found->second->node);
  if (found->second->link != nullptr) pw_proxy_destroy(found->second->link);
  readers_.erase(found);
}

void SourceDaemon::link(Reader& reader) {
  if (reader.target == PW_ID_ANY || !reader.hasPort || reader.link != nullptr) return;
  pw_properties* const properties = pw_properties_new(nullptr, nullptr);
  pw_properties_setf(properties, PW_KEY_LINK_OUTPUT_NODE, "%u", reader.target);
  pw_properties_setf(properties, PW_KEY_LINK_INPUT_NODE, "%u", reader.id);
  reader.link = static_cast<pw_proxy*>(pw_core_create_object(
      core_, "link-factory", PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, &properties->dict, 0));
  pw_properties_free(properties);
}

SharedSource::SharedSource(SourceDaemon& daemon, const WaylandSession::Shared& shared)
    : daemon_(daemon), shared_(shared) {
  pixels_.resize(static_cast<std::size_t>(kPixel * bufferSize().pixels()));
  events_.version = PW_VERSION_STREAM_EVENTS;
  events_.state_changed = [](void* self, pw_stream_state, pw_stream_state now, const char*) {
    static_cast<SharedSource*>(self)->onState(now);
  };
  events_.param_changed = [](void* self, std::uint32_t id, const spa_pod* param) {
    if (id == SPA_PARAM_Format && param != nullptr) static_cast<SharedSource*>(self)->onFormat();
  };
  startTimer();
}

SharedSource::~SharedSource() {
  const Lock lock(daemon_.loop());
  pw_loop_destroy_source(pw_thread_loop_get_loop(daemon_.loop()), timer_);
  if (stream_ != nullptr) pw_stream_destroy(stream_);
}

std::uint32_t SharedSource::newNode() {
  {
    const Lock lock(daemon_.loop());
    if (stream_ != nullptr) pw_stream_destroy(stream_);
    running_ = false;
    stream_ = pw_stream_new(daemon_.core(), "shared",
                            pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", nullptr));
    pw_stream_add_listener(stream_, &listener_, &events_, this);
    std::array<std::uint8_t, 1024> memory{};
    spa_pod_builder builder{};
    spa_pod_builder_init(&builder, memory.data(), memory.size());
    const spa_pod* params[] = {format(builder)};
    pw_stream_connect(
        stream_, PW_DIRECTION_OUTPUT, PW_ID_ANY,
        static_cast<pw_stream_flags>(PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS), params,
        1);
  }
  for (int wait = 0; wait < 1000; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const Lock lock(daemon_.loop());
    const std::uint32_t node = pw_stream_get_node_id(stream_);
    if (node != PW_ID_ANY) return node;
  }
  return PW_ID_ANY;
}

/// Sends the picture again from time to time, as if a pixel had changed.
void SharedSource::startTimer() {
  const Lock lock(daemon_.loop());
  pw_loop* const loop = pw_thread_loop_get_loop(daemon_.loop());
  const auto repeat = [](void* self, std::uint64_t) {
    auto& source = *static_cast<SharedSource*>(self);
    if (source.running_) source.send({0, 0, 1, 1});
  };
  timer_ = pw_loop_add_timer(loop, repeat, this);
  timespec interval{0, 50'000'000};
  pw_loop_update_timer(loop, timer_, &interval, &interval, false);
}

const spa_pod* SharedSource::format(spa_pod_builder& builder) const {
  const spa_rectangle size{static_cast<std::uint32_t>(bufferSize().width),
                           static_cast<std::uint32_t>(bufferSize().height)};
  const spa_fraction rate{0, 1};
  spa_pod_frame frame{};
  spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  spa_pod_builder_add(&builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
                      SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw),
                      SPA_FORMAT_VIDEO_format, SPA_POD_Id(formatOf(shared_.format)),
                      SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate,
                      SPA_POD_Fraction(&rate), 0);
  if (shared_.graphics) {  // must be understood: a reader that does not is not linked
    spa_pod_builder_prop(&builder, SPA_FORMAT_VIDEO_modifier, SPA_POD_PROP_FLAG_MANDATORY);
    spa_pod_builder_long(&builder, 0);
  }
  return static_cast<const spa_pod*>(spa_pod_builder_pop(&builder, &frame));
}

void SharedSource::onFormat() {
  std::array<std::uint8_t, 1024> memory{};
  spa_pod_builder builder{};
  spa_pod_builder_init(&builder, memory.data(), memory.size());
  const auto stride = static_cast<int>(kPixel * bufferSize().width) + shared_.padding;
  const auto bytes = static_cast<int>(stride * bufferSize().height);
  std::vector<const spa_pod*> params{static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
      SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
      SPA_PARAM_BUFFERS_size, SPA_POD_Int(bytes), SPA_PARAM_BUFFERS_stride, SPA_POD_Int(stride),
      SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd)))};
  params.push_back(metaOf(builder, SPA_META_Header, sizeof(spa_meta_header)));
  if (shared_.damage) {
    params.push_back(metaOf(builder, SPA_META_VideoDamage, kRegions * sizeof(spa_meta_region)));
  }
  if (shared_.buffer)
    params.push_back(metaOf(builder, SPA_META_VideoCrop, sizeof(spa_meta_region)));
  pw_stream_update_params(stream_, params.data(), static_cast<std::uint32_t>(params.size()));
}

void SharedSource::onState(pw_stream_state now) {
  running_ = now == PW_STREAM_STATE_STREAMING;
  if (running_) send({0, 0, bufferSize().width, bufferSize().height});
}

bool SharedSource::send(const Area& damage) {
  pw_buffer* const buffer = pw_stream_dequeue_buffer(stream_);
  if (buffer == nullptr) return false;
  fill(*buffer->buffer, damage);
  pw_stream_queue_buffer(stream_, buffer);
  return true;
}

void SharedSource::fill(spa_buffer& buffer, const Area& damage) {
  spa_data& data = buffer.datas[0];
  const std::int64_t row = kPixel * bufferSize().width;
  const std::int64_t stride = row + shared_.padding;
  auto* const to = static_cast<std::uint8_t*>(data.data);
  for (std::int64_t y = 0; y < bufferSize().height; ++y) {
    std::memcpy(to + y * stride, pixels_.data() + y * row, static_cast<std::size_t>(row));
  }
  data.chunk->offset = 0;
  data.chunk->stride = static_cast<std::int32_t>(stride);
  data.chunk->size = static_cast<std::uint32_t>(stride * bufferSize().height);
  if (auto* header = static_cast<spa_meta_header*>(
          spa_buffer_find_meta_data(&buffer, SPA_META_Header, sizeof(spa_meta_header)))) {
    *header = {};
    header->seq = number_++;
  }
  if (spa_meta* const regions = spa_buffer_find_meta(&buffer, SPA_META_VideoDamage)) {
    auto* const all = static_cast<spa_meta_region*>(regions->data);
    setRegion(all[0], damage.x, damage.y, damage.width, damage.height);
    setRegion(all[1], 0, 0, 0, 0);
  }
  if (auto* const crop = static_cast<spa_meta_region*>(
          spa_buffer_find_meta_data(&buffer, SPA_META_VideoCrop, sizeof(spa_meta_region)))) {
    setRegion(*crop, shared_.cropX, shared_.cropY, shared_.size.width, shared_.size.height);
  }
}

void SharedSource::paint(const ImageView& picture, std::int64_t left, std::int64_t top) {
  const bool redFirst = shared_.format == Format::rgbx || shared_.format == Format::rgba;
  for (std::int64_t j = 0; j < picture.height(); ++j) {
    std::uint8_t* to = pixels_.data() + kPixel * ((top + j) * bufferSize().width + left);
    for (std::int64_t i = 0; i < picture.width(); ++i, to += kPixel) {
      const std::uint8_t* const pixel = picture.pixel(i, j);
      to[0] = pixel[redFirst ? 0 : 2];
      to[1] = pixel[1];
      to[2] = pixel[redFirst ? 2 : 0];
    }
  }
}

void SharedSource::show(const ImageView& picture, std::int64_t x, std::int64_t y, bool reported) {
  const std::int64_t left = shared_.cropX + x;
  const std::int64_t top = shared_.cropY + y;
  const Area nothing{0, 0, 1, 1};
  const Area damage{left, top, picture.width(), picture.height()};
  {
    const Lock lock(daemon_.loop());
    paint(picture, left, top);
  }
  for (;;) {  // until a buffer is free
    {
      const Lock lock(daemon_.loop());
      if (!running_ || send(reported ? damage : nothing)) return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void SharedSource::resize(Size size) {
  const Lock lock(daemon_.loop());
  shared_.size = size;
  pixels_.assign(static_cast<std::size_t>(kPixel * bufferSize().pixels()), 0);
  std::array<std::uint8_t, 1024> memory{};
  spa_pod_builder builder{};
  spa_pod_builder_init(&builder, memory.data(), memory.size());
  const spa_pod* params[] = {format(builder)};
  pw_stream_update_params(stream_, params, 1);
}

}  // namespace espy::test
