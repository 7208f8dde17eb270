// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/denoise_preview.h"

#include <QElapsedTimer>
#include <algorithm>
#include <memory>
#include <stop_token>
#include <utility>

#include "espy/engine/picture_denoiser.h"

namespace espy::desktop {
namespace {

constexpr const char* kEngine = "threads";
/// Pixels of the small copy at first, and at least.
constexpr std::int64_t kFirstPixels = 300'000;
constexpr std::int64_t kLeastPixels = 20'000;
/// Milliseconds: the slider's answer is to take less.
constexpr double kSoon = 100;
/// Pixels; larger pictures are not kept with their dual variable, 12 bytes a sample.
constexpr std::int64_t kMostKept = 32'000'000;
/// Of the small copy: not visible in 8 bits.
constexpr double kSmallGap = 2e-3;
constexpr std::int64_t kSmallIterations = 60;

}  // namespace

/// A picture's denoisers.
struct DenoisePreview::Work {
  Work(const Registry& engines, PicturePtr given) : registry(engines), picture(std::move(given)) {}

  const Registry& registry;
  PicturePtr picture;
  std::stop_source over;  ///< the picture is not wanted any more
  std::int64_t smallPixels = kFirstPixels;
  std::unique_ptr<PictureDenoiser> small;
  std::unique_ptr<PictureDenoiser> whole;

  /// Stopped with the picture, not with a request: the next one takes the same estimate.
  PictureDenoiser& smallOne() {
    Control control;
    control.stop = over.get_token();
    if (!small)
      small = std::make_unique<PictureDenoiser>(registry, picture->image, smallPixels, control);
    return *small;
  }

  DenoisedCopy copyOf(Denoised result, int reduction, double milliseconds) const {
    auto copy = std::make_shared<Picture>();
    copy->image = std::move(result.image);
    copy->name = DenoisePreview::tr("%1, denoised").arg(picture->name);
    return {std::move(copy), reduction, milliseconds};
  }

  DenoisedCopy makeSmall(DenoiseOptions options) {
    PictureDenoiser& denoiser = smallOne();
    QElapsedTimer timer;
    timer.start();
    options.gap = kSmallGap;
    options.iterations = kSmallIterations;
    options.control.progress = nullptr;
    DenoisedCopy copy = copyOf(denoiser.denoise(options), denoiser.reduction(), 0);
    copy.milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    if (copy.milliseconds > kSoon && smallPixels > kLeastPixels) {
      smallPixels = std::max(kLeastPixels, smallPixels / 2);
      small.reset();
    }
    return copy;
  }

  DenoisedCopy makeWhole(const DenoiseOptions& options) {
    QElapsedTimer timer;
    timer.start();
    const bool keeps = picture->image.size().pixels() <= kMostKept;
    if (keeps && !whole) {
      whole = std::make_unique<PictureDenoiser>(registry, picture->image, 0, options.control);
    }
    Denoised result = keeps ? whole->denoise(options) : denoise(registry, picture->image, options);
    DenoisedCopy copy = copyOf(std::move(result), 1, 0);
    copy.milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    return copy;
  }
};

DenoisePreview::DenoisePreview(const Registry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {}

DenoisePreview::~DenoisePreview() {
  setPicture(nullptr);
}

void DenoisePreview::setPicture(PicturePtr picture) {
  job_.forget();
  if (work_) work_->over.request_stop();
  picture_ = std::move(picture);
  work_ = picture_ ? std::make_shared<Work>(registry_, picture_) : nullptr;
  if (!work_) return;
  told_ = false;
  job_.start([work = work_](const Job::Handle&) { return work->smallOne().noise(); },
             [this](const Outcome<double>& outcome) {
               if (outcome.value) return tell(*outcome.value);
               emit failed(outcome.failure.sentence);
             });
}

void DenoisePreview::tell(double noise) {
  if (!std::exchange(told_, true)) emit estimated(noise);
}

void DenoisePreview::request(DenoiseModel model, double strength, bool small) {
  if (!work_) return;
  DenoiseOptions options;
  options.model = model;
  options.strength = strength;
  options.engine = kEngine;
  const auto work = [this, kept = work_, options, small](const Job::Handle& handle) {
    DenoiseOptions own = options;
    own.control = handle.control(0, [this](double part) { emit progressed(part); });
    // The request has replaced the job that estimates.
    PictureDenoiser& reduced = kept->smallOne();
    handle.post([this, noise = reduced.noise()] { tell(noise); });
    if (small && reduced.reduction() > 1) {
      const auto copy = std::make_shared<DenoisedCopy>(kept->makeSmall(own));
      handle.post([this, copy] { emit made(*copy); });
    }
    return kept->makeWhole(own);
  };
  job_.start(work, [this](const Outcome<DenoisedCopy>& outcome) {
    if (outcome.value) return emit made(*outcome.value);
    if (!outcome.failure.cancelled) emit failed(outcome.failure.sentence);
  });
}

void DenoisePreview::stop() {
  job_.forget();
}

}  // namespace espy::desktop
