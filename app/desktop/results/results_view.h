// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QUndoCommand>
#include <QUndoStack>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/match_list.h"
#include "results/contact_sheet.h"
#include "results/counts_view.h"
#include "results/export_menu.h"
#include "results/minimum_slider.h"
#include "results/name_map_view.h"
#include "results/results_table.h"
#include "widgets/status_label.h"

namespace espy::desktop {

/// Removes false matches from the list. Becomes obsolete with the next search; the undo stack then
/// drops it.
class RemoveMatches : public QUndoCommand {
 public:
  RemoveMatches(MatchList& list, std::vector<std::uint32_t> indices);
  void redo() override;
  void undo() override;

 private:
  void setRemoved(bool removed);

  QPointer<MatchList> list_;
  std::weak_ptr<const SearchResult> result_;  ///< weak: must not keep pictures alive
  std::vector<std::uint32_t> indices_;
};

/// Table of matches with filters and actions.
class ResultsView : public QWidget {
  Q_OBJECT

 public:
  ResultsView(MatchList& matches, QUndoStack& undo, QWidget* parent = nullptr);

  /// Enables exports.
  void setRegistry(const Registry& registry) { exports_->setRegistry(registry); }
  void setMarkSettings(const MarkSettings& settings) { exports_->setMarkSettings(settings); }
  /// Shows and applies the minimum score; hidden if matches have no score.
  void setMinimum(double score, bool hasScores);
  /// Removes the sentence about an export, which was another picture's.
  void forgetExport();

  /// Selects a match, alone or in addition, and scrolls to it; does nothing if it is not shown.
  /// Neither this nor `selectNothing` emits `selectionChanged`.
  void select(std::uint32_t index, bool add);
  void selectNothing();
  void selectAll() { table_->selectAll(); }
  /// Selects all shown matches of the needle with this index in the result.
  void selectNeedle(std::uint32_t needle);
  /// Selects the next match of the table (previous for -1), cyclically.
  void step(int by);
  /// Selects this match, as step() does.
  void goTo(std::uint32_t index);
  /// The match of the current row, if it is selected.
  std::optional<std::uint32_t> current() const;
  /// Sorted indices of the selected matches.
  const std::vector<std::uint32_t>& selected() const { return selected_; }

  void copySelected();
  void removeSelected();
  /// Found and expected number of matches by needle.
  CountsModel& counts() { return counts_->model(); }
  /// Includes the second line of the buttons in a narrow panel. The height for the width is
  /// reported as minimum height, not by heightForWidth(), which layouts treat as preferred height.
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return false; }
  /// Adds a widget between matches and buttons.
  void addBar(QWidget* bar);
  /// Shows the matches as a contact sheet in place of the table.
  void setSheetShown(bool shown);
  bool isSheetShown() const { return pages_->currentWidget() == sheet_; }
  NameMapView& nameMap() { return *map_; }
  /// Shows the map of names in place of the table.
  void showNameMap() { pages_->setCurrentWidget(map_); }
  /// Shared with the window's menu.
  ExportMenu& exportMenu() { return *exports_; }

 signals:
  void selectionChanged(const std::vector<std::uint32_t>& indices);
  void centreWanted(std::uint32_t index);
  void zoomWanted(std::uint32_t index);
  void sayWanted(espy::desktop::MatchVerdict said);  ///< for the selected matches
  void minimumWanted(double score);                  ///< the user moved the slider
  void stepped(std::uint32_t index);   ///< by step() or goTo(): now the only selected match
  void said(const QString& sentence);  ///< outcome of an export
  void sheetShownChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLayout* makeFilters();
  QWidget* makeCoveredLine();
  QLayout* makeButtons();
  QLayout* makeExportLine();
  void connectExports();
  void connectSheet();
  void beginReset();
  void endReset();
  void takeSelection();
  void takeResult();
  void applyMinimum();
  void selectRows();
  void showCount();
  void showCovered();
  void showSentence(const QString& sentence, bool trouble);

  MatchList& matches_;
  QUndoStack& undo_;
  ResultsTable* table_;
  ContactSheet* sheet_;
  NameMapView* map_;
  QStackedWidget* pages_;  ///< table, sheet or map
  ExportMenu* exports_;
  QLineEdit* filter_;
  MinimumSlider* minimum_;
  CountsView* counts_;
  QLabel* count_;
  QWidget* coveredLine_;  ///< under the sheet: what overlaps better matches
  QLabel* covered_;
  QToolButton* showCovered_;
  QPushButton* copy_;
  QPushButton* remove_;
  QPushButton* export_;
  QPushButton* yes_;
  QPushButton* no_;
  StatusLabel* sentence_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  QAction* centreAction_;

  std::weak_ptr<const SearchResult> result_;  ///< the shown one
  std::vector<std::uint32_t> selected_;
  std::optional<std::uint32_t> current_;  ///< match of the current row, kept over model resets
  bool quiet_ = false;                    ///< suppresses signals of programmatic changes
};

}  // namespace espy::desktop
