// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>

#include "identify/identify_tools.h"
#include "identify/photo.h"
#include "identify/surface_adder.h"
#include "model/job.h"

namespace espy::desktop {

using LibraryPtr = std::shared_ptr<const SurfaceLibrary>;

/// The open library and the work on it, without a widget. One worker thread reads, another one
/// writes.
class SurfaceDesk : public QObject {
  Q_OBJECT

 public:
  explicit SurfaceDesk(IdentifyTools tools, QObject* parent = nullptr);
  ~SurfaceDesk() override;

  const IdentifyTools& tools() const { return tools_; }
  /// Null before one was opened.
  const LibraryPtr& library() const { return library_; }
  /// The folder of the library that is open or being opened.
  const QString& folder() const { return folder_; }
  const SurfaceFacts& facts() const { return facts_; }

  /// Opens a library in place of the one that is open, which stays where this fails.
  void open(const QString& folder);
  /// Makes an empty library, and opens it.
  void create(const QString& folder);
  bool isOpening() const { return opening_; }

  /// Asks which surface a photograph shows; those that were asked before come first.
  void identify(const Photo& photo, const QString& engine);
  bool isIdentifying() const { return asked_ > 0; }
  /// Nothing more is heard of what was asked.
  void stopIdentifying();

  /// Looks up a surface of the library, to be looked at.
  void look(const QString& id);

  /// Sees what there is to add: `planned` tells it.
  void plan(const QStringList& files);
  void add(const AddPlan& plan, bool replace);
  void remove(const QStringList& ids);
  bool isWriting() const { return writer_.running(); }
  /// What is in the library by then stays.
  void stopWriting() { writer_.stop(); }

 signals:
  void opened();
  /// The library has other surfaces now.
  void changed();
  void openFailed(const QString& folder, const QString& sentence);
  void answered(int photo, const espy::desktop::PhotoAnswerPtr& answer);
  void looked(const espy::desktop::ShownSurface& surface);
  void planned(const espy::desktop::AddPlan& plan);
  void adding(const espy::desktop::AddNews& news);
  void addingEnded(const espy::desktop::AddNews& news);
  void removed(int surfaces);
  void failed(const QString& sentence);
  void busyChanged();  ///< isOpening, isIdentifying, isWriting

 private:
  /// Runs `work` on the writer.
  template <class Work, class Done>
  void write(Work work, Done done);
  void openBy(const QString& folder, bool create);
  void take(const QString& folder, std::shared_ptr<SurfaceLibrary> library,
            const SurfaceFacts& facts);
  /// Sees what was written, between photographs.
  void refresh(const QString& folder);

  IdentifyTools tools_;
  std::shared_ptr<SurfaceLibrary> open_;  ///< the same as library_; for the reader's thread
  LibraryPtr library_;
  QString folder_;
  SurfaceFacts facts_;
  bool opening_ = false;
  int asked_ = 0;
  int round_ = 0;  ///< answers of an earlier one are for nobody
  Job reader_;
  Job writer_;
};

}  // namespace espy::desktop
