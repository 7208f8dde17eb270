// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "espy/denoise.h"
#include "espy/engine/registry.h"
#include "model/job.h"
#include "model/picture.h"

namespace espy::desktop {

/// A denoised copy of a picture.
struct DenoisedCopy {
  PicturePtr picture;       ///< smaller than the original by `reduction`
  int reduction = 1;        ///< pixels of the original along a side of a pixel
  double milliseconds = 0;  ///< that it took
};

/// Denoises a picture in the background, the latest options only: a small copy at once, then one of
/// all pixels. Both start from the copy before.
class DenoisePreview : public QObject {
  Q_OBJECT

 public:
  explicit DenoisePreview(const Registry& registry, QObject* parent = nullptr);
  ~DenoisePreview() override;

  /// Forgets what is running. Emits `estimated` later, unless the picture is null.
  void setPicture(PicturePtr picture);
  const PicturePtr& picture() const { return picture_; }
  /// Replaces the request before. `small`: emits a small copy first.
  void request(DenoiseModel model, double strength, bool small);
  /// Forgets the request.
  void stop();
  bool running() const { return job_.running(); }

 signals:
  void estimated(double noise);  ///< of the picture, see `Denoised::noise`
  void made(const espy::desktop::DenoisedCopy& copy);
  void failed(const QString& sentence);
  void progressed(double part);  ///< of the copy of all pixels, 0..1

 private:
  struct Work;

  void tell(double noise);

  const Registry& registry_;
  PicturePtr picture_;
  bool told_ = false;           ///< `estimated` was emitted
  std::shared_ptr<Work> work_;  ///< used on the worker only
  Job job_;
};

}  // namespace espy::desktop
