// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "canvas/marks.h"
#include "model/job.h"
#include "model/match_list.h"

namespace espy::desktop {

/// What marks are made of.
struct MarksOrder {
  SearchResultPtr result;
  std::vector<std::uint32_t> shown;  ///< one mark for each, in this order
  std::vector<QColor> colours;
  std::vector<PixelMask> shapes;
  QSize picture;
  std::vector<Said> said;   ///< by match, or empty
  std::vector<bool> faint;  ///< the same: those that the judge leaves out
};

/// Makes the marks of matches, of millions of them on a worker thread.
class MarksMaker : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Forgets what is being made. True: `made` was emitted already; else it will be.
  bool make(MarksOrder order);
  void forget() { job_.forget(); }
  bool making() const { return job_.running(); }

 signals:
  void made(const std::shared_ptr<const espy::desktop::Marks>& marks);

 private:
  Job job_;
};

}  // namespace espy::desktop
