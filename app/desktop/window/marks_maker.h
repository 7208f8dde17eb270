// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <thread>

#include "canvas/marks.h"
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

/// Makes the marks of matches, millions of them in a thread of its own.
class MarksMaker : public QObject {
  Q_OBJECT

 public:
  explicit MarksMaker(QObject* parent = nullptr);
  /// Waits for the thread.
  ~MarksMaker() override;

  /// Forgets what is being made. True: `made` was said already; else it will be.
  bool make(MarksOrder order);
  void forget();
  bool making() const { return making_; }

 signals:
  void made(const std::shared_ptr<const espy::desktop::Marks>& marks);

 private:
  bool making_ = false;
  std::uint64_t turn_ = 0;  ///< what was asked for before it is of no interest
  std::jthread thread_;     ///< last: ends before what it uses does
};

}  // namespace espy::desktop
