// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <memory>

#include "identify/identify_tools.h"
#include "identify/photo.h"
#include "identify/surface_adder.h"
#include "model/job.h"

namespace espy::desktop {

using LibraryPtr = std::shared_ptr<const SurfaceLibrary>;

/// Controller of the open library, independent of widgets. One worker thread reads, another one
/// writes.
class SurfaceController : public QObject {
  Q_OBJECT

 public:
  explicit SurfaceController(IdentifyTools tools, QObject* parent = nullptr);

  const IdentifyTools& tools() const { return tools_; }
  /// Null until a library was opened.
  const LibraryPtr& library() const { return library_; }
  /// Folder of the open library.
  const QString& folder() const { return folder_; }
  const SurfaceFacts& facts() const { return facts_; }

  /// Opens a library. On failure the one that is open stays open.
  void open(const QString& folder);
  /// Creates an empty library and opens it.
  void create(const QString& folder);
  bool isOpening() const { return opening_; }

  /// Queues a photograph for identification, first in, first out. Emits `answered`.
  void identify(const Photo& photo, const QString& engine);
  bool isIdentifying() const { return asked_ > 0; }
  /// Cancels identification and opening; emits no more results of them.
  void stopIdentifying();

  /// Loads a surface for display, before queued photographs. Emits `looked`.
  void look(const QString& id);

  /// Plans the adding of files. Emits `planned`.
  void plan(const QStringList& files);
  void add(const AddPlan& plan, bool replace);
  void remove(const QStringList& ids);
  bool isWriting() const { return writer_.running(); }
  /// Cancels writing; committed surfaces stay.
  void stopWriting() { writer_.stop(); }

 signals:
  void opened();
  /// The library was written to.
  void changed();
  void openFailed(const QString& folder, const QString& sentence);
  void answered(int photo, const espy::desktop::PhotoAnswerPtr& answer);
  void looked(const espy::desktop::ShownSurface& surface);
  void planned(const espy::desktop::AddPlan& plan);
  void adding(const espy::desktop::AddProgress& news);
  void addingEnded(const espy::desktop::AddProgress& news);
  void removed(int surfaces);
  void failed(const QString& sentence);
  void busyChanged();  ///< isOpening(), isIdentifying() or isWriting() changed

 private:
  /// Runs `work` on the writer thread, then `done` on this one.
  template <class Work, class Done>
  void write(Work work, Done done);
  void openBy(const QString& folder, bool create);
  void take(const QString& folder, std::shared_ptr<SurfaceLibrary> library,
            const SurfaceFacts& facts);
  /// Reloads the library after a write, between two photographs.
  void refresh(const QString& folder);

  IdentifyTools tools_;
  std::shared_ptr<SurfaceLibrary> open_;  ///< `library_`, mutable for the reader thread
  LibraryPtr library_;
  QString folder_;
  SurfaceFacts facts_;
  bool opening_ = false;
  int asked_ = 0;
  int round_ = 0;  ///< generation; results of earlier ones are dropped
  Job reader_;
  Job writer_;
};

}  // namespace espy::desktop
