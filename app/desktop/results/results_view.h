// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QUndoCommand>
#include <QUndoStack>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/match_list.h"
#include "results/counts_view.h"
#include "results/export_menu.h"
#include "results/minimum_slider.h"
#include "results/results_table.h"
#include "widgets/said_label.h"

namespace espy::desktop {

/// Takes wrong matches out of the list. Once another search has filled it, the command is about
/// nothing any more, and the undo stack drops it.
class RemoveMatches : public QUndoCommand {
 public:
  RemoveMatches(MatchList& list, std::vector<std::uint32_t> indices);
  void redo() override;
  void undo() override;

 private:
  void setRemoved(bool removed);

  QPointer<MatchList> list_;
  std::weak_ptr<const SearchResult> result_;  ///< weak: a history keeps no pictures in memory
  std::vector<std::uint32_t> indices_;
};

/// The matches as a table, with what narrows them down and what is done with them.
class ResultsView : public QWidget {
  Q_OBJECT

 public:
  ResultsView(MatchList& matches, QUndoStack& undo, QWidget* parent = nullptr);

  /// Lets matches be exported.
  void setRegistry(const Registry& registry) { exports_->setRegistry(registry); }
  void setMarkSettings(const MarkSettings& settings) { exports_->setMarkSettings(settings); }
  /// Shows and applies the minimum score; it means nothing where matches have no score.
  void setMinimum(double score, bool hasScores);

  /// Selects a match, alone or beside the others, and scrolls to it; nothing where it is not shown.
  /// This and `selectNothing` do not come back as `selectionChanged`.
  void select(std::uint32_t index, bool add);
  void selectNothing();
  void selectAll() { table_->selectAll(); }
  /// All shown matches of the needle with this number in the result.
  void selectNeedle(std::uint32_t needle);
  /// Selects the next match of the table, or the one before with -1, and begins again at its end.
  void step(int by);
  /// The match whose row the keys are at, if it is selected.
  std::optional<std::uint32_t> current() const;
  /// Indices of the selected matches, rising.
  const std::vector<std::uint32_t>& selected() const { return selected_; }

  void copySelected();
  void removeSelected();
  /// How many there are of each needle, and how many are expected.
  CountsModel& counts() { return counts_->model(); }
  /// With the second line that the buttons take in a narrow panel. To the layout around it that is
  /// the least height, and not, as of what has a height for its width, the height that it likes.
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return false; }
  /// Shows this between the matches and the buttons.
  void addBar(QWidget* bar);
  /// Also for the window's own menu.
  ExportMenu& exportMenu() { return *exports_; }

 signals:
  void selectionChanged(const std::vector<std::uint32_t>& indices);
  void centreWanted(std::uint32_t index);
  void zoomWanted(std::uint32_t index);
  void sayWanted(espy::desktop::Said said);  ///< of the selected matches
  void minimumWanted(double score);          ///< somebody moved the slider
  void stepped(std::uint32_t index);         ///< by `step`: this one is the only one selected now
  void said(const QString& sentence);        ///< how an export went

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLayout* makeFilters();
  QLayout* makeButtons();
  QLayout* makeExportLine();
  void connectExports();
  void beginReset();
  void endReset();
  void takeSelection();
  void takeResult();
  void applyMinimum();
  void selectRows();
  void showCount();
  void showSentence(const QString& sentence, bool trouble);

  MatchList& matches_;
  QUndoStack& undo_;
  ResultsTable* table_;
  ExportMenu* exports_;
  QLineEdit* filter_;
  MinimumSlider* minimum_;
  CountsView* counts_;
  QLabel* count_;
  QPushButton* copy_;
  QPushButton* remove_;
  QPushButton* export_;
  QPushButton* yes_;
  QPushButton* no_;
  SaidLabel* sentence_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  QAction* centreAction_;

  std::weak_ptr<const SearchResult> result_;  ///< the one that is shown
  std::vector<std::uint32_t> selected_;
  std::optional<std::uint32_t> current_;  ///< match of the current row, kept over a reset
  bool quiet_ = false;                    ///< the selection changes by our own doing
};

}  // namespace espy::desktop
