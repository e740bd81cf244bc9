// What one constraint or force brings to a simulation's program, so that they can come and go: only a new one is read, and the
// rest is joined again.  Mirrors manikin/simulation/flat_entries.py.
#pragma once

#include "simulation/stepper.hpp"

namespace manikin {

// A quantity as ProgramTables has it.
struct HandlePiece {
  std::uint8_t code = 0;
  std::int32_t joint = 0;
  std::vector<double> numbers;
  std::vector<std::int32_t> columns;
  bool operator==(const HandlePiece& o) const {
    return code == o.code && joint == o.joint && numbers == o.numbers && columns == o.columns;
  }
};

// A goal, or a member of a disjunction, and what is asked of its rows; its inputs are the piece's own handles.
struct GoalPiece {
  std::uint8_t code = 0, kind = kEqual;
  std::int32_t rows = 0;
  std::vector<std::int32_t> inputs;
  std::vector<double> numbers, scales;
  double low = 0, high = 0;
};

// A constraint or spring: a goal, or several of which one counts.  Or a push: handles with the force on them.
struct Piece {
  std::vector<HandlePiece> handles;
  std::vector<GoalPiece> goals;
  bool disjunction = false;
  double hysteresis = 0;
  std::vector<double> force;
  std::vector<std::int32_t> springs;  // as Terms has them, from the piece's own first row
  std::size_t constants() const {
    std::size_t count = 0;
    for (const HandlePiece& handle : handles) count += handle.code == kFixed ? handle.numbers.size() : 0;
    return count;
  }
};

// Pieces one after another as the tables of a program, and the terms of their rows before those of the linear limits.
class JoinedPieces {
 public:
  JoinedPieces(const std::vector<const Piece*>& pieces, Terms limits) : terms_(std::move(limits)) {
    Terms rows;
    for (const Piece* piece : pieces)  // what is pushed comes first
      if (!piece->force.empty()) push(*piece);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      starts_.push_back(constants_);
      if (pieces[k]->force.empty()) add(*pieces[k], rows);
    }
    starts_.push_back(constants_);
    auto before = [](auto& all, auto& first) { all.insert(all.begin(), first.begin(), first.end()); };
    before(terms_.kinds, rows.kinds), before(terms_.low, rows.low), before(terms_.high, rows.high);
    before(terms_.scales, rows.scales), before(terms_.springs, rows.springs);
    terms_.choices = std::move(rows.choices), choices_.assign(goal_codes_.size(), -1);
    numbers_.end(), columns_.end(), inputs_.end(), goal_numbers_.end();
  }

  ProgramTables tables() const {
    ProgramTables t;
    t.handle_codes = over(codes_), t.handle_joints = over(joints_);
    t.handle_number_starts = over(numbers_.starts), t.handle_numbers = over(numbers_.all);
    t.handle_column_starts = over(columns_.starts), t.handle_columns = over(columns_.all);
    t.goal_codes = over(goal_codes_), t.goal_input_starts = over(inputs_.starts), t.goal_inputs = over(inputs_.all);
    t.goal_number_starts = over(goal_numbers_.starts), t.goal_numbers = over(goal_numbers_.all);
    t.goal_rows = over(rows_), t.choices = over(choices_);
    t.row_scales = t.choice_scales = over(row_scales_);
    return t;
  }
  Terms& terms() { return terms_; }
  std::vector<double>& force() { return force_; }
  // Of every piece, the first of its constants.
  std::vector<std::size_t>& starts() { return starts_; }

 private:
  template <class T> struct Lists {
    std::vector<T> all;
    std::vector<std::int32_t> starts;
    void add(const std::vector<T>& one) { end(), all.insert(all.end(), one.begin(), one.end()); }
    void end() { starts.push_back(static_cast<std::int32_t>(all.size())); }
  };
  template <class T> static Span<T> over(const std::vector<T>& all) { return {all.data(), all.size()}; }

  Terms terms_;
  std::vector<std::size_t> starts_;
  std::vector<const HandlePiece*> handles_;
  std::vector<std::uint8_t> codes_, goal_codes_;
  std::vector<std::int32_t> joints_, rows_, choices_;  // to the program disjunctions are nothing: the terms have them
  Lists<double> numbers_, goal_numbers_;
  Lists<std::int32_t> columns_, inputs_;
  std::vector<double> row_scales_, force_;
  std::size_t constants_ = 0;
  std::vector<std::int32_t> force_rows_;  // of every handle that is pushed

  // Handles on figures are shared; every constant is its own, so that it may be given anew.
  std::int32_t entered(const HandlePiece& handle) {
    if (handle.code != kFixed)
      for (std::size_t h = 0; h < handles_.size(); ++h)
        if (*handles_[h] == handle) return static_cast<std::int32_t>(h);
    if (handle.code == kFixed) constants_ += handle.numbers.size();
    handles_.push_back(&handle), codes_.push_back(handle.code), joints_.push_back(handle.joint);
    numbers_.add(handle.numbers), columns_.add(handle.columns);
    return static_cast<std::int32_t>(handles_.size()) - 1;
  }

  void push(const Piece& piece) {
    std::size_t from = 0;
    for (const HandlePiece& handle : piece.handles) {
      const std::size_t tangent = handle.code == kFrame ? 6 : handle.code == kParameters ? handle.columns.size() : 3;
      if (handle.code == kFixed || from + tangent > piece.force.size()) throw InputError("a push needs a number for every row of its handles");
      const auto h = static_cast<std::size_t>(entered(handle));
      if (h == force_rows_.size()) {
        force_rows_.push_back(static_cast<std::int32_t>(force_.size()));
        force_.resize(force_.size() + tangent, 0.0);
      }
      for (std::size_t i = 0; i < tangent; ++i) force_[force_rows_[h] + i] += piece.force[from + i];
      from += tangent;
    }
    if (from != piece.force.size()) throw InputError("a push needs a number for every row of its handles");
  }

  void add(const Piece& piece, Terms& rows) {
    const auto first = static_cast<std::int32_t>(rows.kinds.size());
    std::vector<std::int32_t> place;
    for (const HandlePiece& handle : piece.handles) place.push_back(entered(handle));
    Choice choice{{}, piece.hysteresis};
    for (const GoalPiece& goal : piece.goals) {
      const auto start = static_cast<std::int32_t>(rows.kinds.size());
      choice.members.push_back({start, start + goal.rows});
      goal_codes_.push_back(goal.code), rows_.push_back(goal.rows);
      inputs_.end();
      for (const std::int32_t input : goal.inputs) inputs_.all.push_back(place[input]);
      goal_numbers_.add(goal.numbers);
      row_scales_.insert(row_scales_.end(), goal.scales.begin(), goal.scales.end());
      rows.kinds.insert(rows.kinds.end(), goal.rows, goal.kind);
      rows.low.insert(rows.low.end(), goal.rows, goal.low), rows.high.insert(rows.high.end(), goal.rows, goal.high);
      rows.scales.insert(rows.scales.end(), goal.scales.begin(), goal.scales.end());
    }
    if (piece.disjunction) rows.choices.push_back(std::move(choice));
    for (const std::int32_t row : piece.springs) rows.springs.push_back(first + row);
  }
};

}  // namespace manikin
