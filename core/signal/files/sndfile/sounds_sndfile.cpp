// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <sndfile.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "signal/files/sounds_abi.h"

// The sound module: libsndfile behind sounds_abi.h.
namespace {

/// A file in memory and its decoder.
struct Sound {
  const std::uint8_t* bytes = nullptr;
  sf_count_t size = 0;
  sf_count_t at = 0;
  SNDFILE* file = nullptr;
};

Sound& soundOf(void* user) {
  return *static_cast<Sound*>(user);
}

sf_count_t lengthOf(void* user) {
  return soundOf(user).size;
}

sf_count_t tell(void* user) {
  return soundOf(user).at;
}

sf_count_t seek(sf_count_t offset, int whence, void* user) {
  Sound& sound = soundOf(user);
  const sf_count_t from = whence == SEEK_CUR ? sound.at : whence == SEEK_END ? sound.size : 0;
  const bool below = offset < -from;
  sound.at = below ? 0 : offset > sound.size - from ? sound.size : from + offset;
  return sound.at;
}

sf_count_t readBytes(void* out, sf_count_t count, void* user) {
  Sound& sound = soundOf(user);
  const sf_count_t some = std::max<sf_count_t>(0, std::min(count, sound.size - sound.at));
  std::memcpy(out, sound.bytes + sound.at, static_cast<std::size_t>(some));
  sound.at += some;
  return some;
}

sf_count_t writeNothing(const void*, sf_count_t, void*) {
  return 0;
}

void say(char* said, std::size_t size, const char* sentence) {
  std::snprintf(said, size, "%s", sentence);
  // libsndfile's messages end with a full stop, some with a newline.
  std::size_t length = std::strlen(said);
  while (length > 0 && (said[length - 1] == '\n' || said[length - 1] == '.')) said[--length] = 0;
}

void closeSound(void* handle) {
  auto* sound = static_cast<Sound*>(handle);
  if (sound->file != nullptr) sf_close(sound->file);
  delete sound;
}

bool needsDoubles(int format) {
  const int kind = format & SF_FORMAT_SUBMASK;
  return kind == SF_FORMAT_PCM_32 || kind == SF_FORMAT_DOUBLE || kind == SF_FORMAT_ALAC_32;
}

void* openSound(const std::uint8_t* bytes, std::size_t size, EspySoundFacts* facts, char* said,
                std::size_t saidSize) {
  auto* sound = new (std::nothrow) Sound{bytes, static_cast<sf_count_t>(size), 0, nullptr};
  if (sound == nullptr) {
    say(said, saidSize, "there is not enough memory");
    return nullptr;
  }
  SF_VIRTUAL_IO calls{lengthOf, seek, readBytes, writeNothing, tell};
  SF_INFO info{};
  sound->file = sf_open_virtual(&calls, SFM_READ, &info, sound);
  if (sound->file == nullptr || info.channels < 1) {
    say(said, saidSize, sf_strerror(nullptr));
    closeSound(sound);
    return nullptr;
  }
  // A stream may not state its length.
  constexpr sf_count_t kMostFrames = sf_count_t{1} << 60;
  const sf_count_t frames = info.frames > kMostFrames ? 0 : info.frames;
  *facts = {frames, info.channels, static_cast<double>(info.samplerate),
            needsDoubles(info.format) ? 1 : 0};
  return sound;
}

template <class Number, class Read>
std::int64_t readFrames(void* handle, Number* out, std::int64_t frames, char* said,
                        std::size_t saidSize, const Read& read) {
  SNDFILE* file = static_cast<Sound*>(handle)->file;
  const sf_count_t got = read(file, out, frames);
  if (got <= 0 && sf_error(file) != SF_ERR_NO_ERROR) {
    say(said, saidSize, sf_strerror(file));
    return -1;
  }
  return std::max<sf_count_t>(0, got);
}

std::int64_t readFloats(void* handle, float* out, std::int64_t frames, char* said,
                        std::size_t saidSize) {
  return readFrames(handle, out, frames, said, saidSize, sf_readf_float);
}

std::int64_t readDoubles(void* handle, double* out, std::int64_t frames, char* said,
                         std::size_t saidSize) {
  return readFrames(handle, out, frames, said, saidSize, sf_readf_double);
}

constexpr EspySounds kSounds{kEspySoundsVersion, openSound, closeSound, readFloats, readDoubles};

}  // namespace

extern "C" __attribute__((visibility("default"))) const EspySounds* espySounds() {
  return &kSounds;
}
