// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "base/parallel.h"
#include "cuda/base/device.h"
#include "cuda/base/memory.h"

namespace espy::cuda {
namespace {

/// Limit of a pinned buffer; large enough that call overhead is negligible.
constexpr std::int64_t kMostPieceBytes = std::int64_t{4} << 20;
/// Lower limit, for small pictures divided among all threads.
constexpr std::int64_t kLeastPieceBytes = std::int64_t{256} << 10;
/// More threads do not exceed the bus bandwidth.
constexpr int kMostThreads = 8;

/// A thread's transfer path: two pinned buffers (double buffering) and a stream. Reused by later
/// transfers.
class TransferLane {
 public:
  struct Slot {
    PinnedBuffer<std::uint8_t> buffer;
    Event travelled;
    bool used = false;
    std::int64_t firstRow = 0;  ///< rows downloaded into it
    std::int64_t rows = 0;
  };

  /// Returns the next buffer, of at least `bytes` bytes, once its previous copy is complete.
  Slot& next(std::size_t bytes) {
    turn_ ^= 1U;
    Slot& slot = slots_[turn_];
    if (slot.used) slot.travelled.wait();
    slot.used = false;
    if (slot.buffer.size() < bytes) slot.buffer = PinnedBuffer<std::uint8_t>(bytes);
    return slot;
  }
  Slot& other() { return slots_[turn_ ^ 1U]; }
  Slot& current() { return slots_[turn_]; }
  const Stream& stream() const { return stream_; }

 private:
  Stream stream_;
  Slot slots_[2];
  unsigned turn_ = 0;
};

/// Locks all lanes of the current device, for one transfer at a time.
std::unique_lock<std::mutex> lockLanes() {
  static auto* mutexes = new std::array<std::mutex, kMostDevices>;
  return std::unique_lock((*mutexes)[static_cast<std::size_t>(currentDevice())]);
}

/// The lane of a thread; never destroyed.
TransferLane& laneOf(int thread) {
  using Lanes = std::array<std::unique_ptr<TransferLane>, kMostThreads>;
  static auto* all = new std::array<Lanes, kMostDevices>;
  Lanes& lanes = (*all)[static_cast<std::size_t>(currentDevice())];
  std::unique_ptr<TransferLane>& lane = lanes[static_cast<std::size_t>(thread)];
  if (!lane) lane = std::make_unique<TransferLane>();
  return *lane;
}

/// Partition of a transfer into pieces of whole rows.
struct Pieces {
  std::int64_t rows = 0;
  std::int64_t rowsEach = 1;
  std::int64_t count = 0;
  int threads = 1;

  Pieces(std::int64_t allRows, std::int64_t pitch, const Control& control) : rows(allRows) {
    threads = std::min(threadsFor(control), kMostThreads);
    const std::int64_t bytes =
        std::clamp(rows * pitch / (2 * threads), kLeastPieceBytes, kMostPieceBytes);
    rowsEach = std::clamp<std::int64_t>(bytes / std::max<std::int64_t>(pitch, 1), 1,
                                        std::max<std::int64_t>(rows, 1));
    count = (rows + rowsEach - 1) / rowsEach;
    threads = static_cast<int>(std::clamp<std::int64_t>(count, 1, threads));
  }
};

/// Transfers pieces on all threads: body(lane, first row, rows). On failure waits for pending
/// copies, since their memory may be reused afterwards.
template <class Body>
void travel(const Pieces& pieces, const Event& ready, const Control& control, const Body& body) {
  for (int t = 0; t < pieces.threads; ++t) ready.holdBack(laneOf(t).stream());
  const int device = currentDevice();
  const std::string engine = currentEngine();
  try {
    parallelFor(pieces.count, pieces.threads, {0, control.stop, {}},
                [&](std::int64_t piece, int thread) {
                  const OnDevice here(device, engine);
                  call("cudaSetDevice", [&] { return cudaSetDevice(gpuOf(device)); });
                  const std::int64_t from = piece * pieces.rowsEach;
                  body(laneOf(thread), from, std::min(pieces.rowsEach, pieces.rows - from));
                });
  } catch (...) {
    for (int t = 0; t < pieces.threads; ++t) {
      callQuietly([&] { return cudaStreamSynchronize(laneOf(t).stream().get()); });
      laneOf(t).current().rows = laneOf(t).other().rows = 0;
    }
    throw;
  }
}

}  // namespace

void upload(const ImageView& picture, std::int64_t first, std::int64_t step,
            const DevicePlane& target, const Stream& stream, const Control& control) {
  const std::int64_t rows = target.height;
  const auto rowBytes = static_cast<std::size_t>(picture.rowBytes());
  if (rows == 0 || rowBytes == 0) return;
  if (picture.stride() > 0 && isPinned(picture.row(first))) {
    call("cudaMemcpy2DAsync", [&] {
      return cudaMemcpy2DAsync(
          target.bytes, static_cast<std::size_t>(target.pitch), picture.row(first),
          static_cast<std::size_t>(picture.stride() * step), rowBytes,
          static_cast<std::size_t>(rows), cudaMemcpyHostToDevice, stream.get());
    });
    return;
  }
  const Pieces pieces(rows, target.pitch, control);
  const auto lanes = lockLanes();
  const Event ready;
  ready.record(stream);  // queued work may still use the target
  travel(pieces, ready, control, [&](TransferLane& lane, std::int64_t from, std::int64_t count) {
    TransferLane::Slot& slot = lane.next(static_cast<std::size_t>(pieces.rowsEach * target.pitch));
    for (std::int64_t r = 0; r < count; ++r) {
      std::memcpy(slot.buffer.data() + r * target.pitch, picture.row(first + (from + r) * step),
                  rowBytes);
    }
    lane.stream().copy(target.bytes + from * target.pitch, slot.buffer.data(),
                       static_cast<std::size_t>(count * target.pitch));
    slot.travelled.record(lane.stream());
    slot.used = true;
  });
  for (int t = 0; t < pieces.threads; ++t) {
    if (laneOf(t).current().used) laneOf(t).current().travelled.holdBack(stream);
  }
}

void download(const DevicePlane& source, const MutableImageView& picture, const Stream& stream,
              const Control& control) {
  const Pieces pieces(source.height, source.pitch, control);
  const auto lanes = lockLanes();
  const Event ready;
  ready.record(stream);
  const auto unload = [&](TransferLane::Slot& slot) {
    if (!slot.used || slot.rows == 0) return;
    slot.travelled.wait();
    for (std::int64_t r = 0; r < slot.rows; ++r) {
      std::memcpy(picture.row(slot.firstRow + r), slot.buffer.data() + r * source.pitch,
                  static_cast<std::size_t>(picture.rowBytes()));
    }
    slot.used = false;
    slot.rows = 0;
  };
  travel(pieces, ready, control, [&](TransferLane& lane, std::int64_t from, std::int64_t count) {
    TransferLane::Slot& slot = lane.next(static_cast<std::size_t>(pieces.rowsEach * source.pitch));
    slot.firstRow = from;
    slot.rows = count;
    lane.stream().copy(slot.buffer.data(), source.bytes + from * source.pitch,
                       static_cast<std::size_t>(count * source.pitch));
    slot.travelled.record(lane.stream());
    slot.used = true;
    unload(lane.other());  // the previous piece, while this one is copied
  });
  const int device = currentDevice();
  const std::string engine = currentEngine();
  parallelFor(pieces.threads, pieces.threads, {0, {}, {}}, [&](std::int64_t t, int) {
    const OnDevice here(device, engine);
    unload(laneOf(static_cast<int>(t)).current());
  });
}

}  // namespace espy::cuda
