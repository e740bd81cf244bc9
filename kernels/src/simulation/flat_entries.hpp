// Flat tables of single constraints and forces.  When one is added or removed only a new one is read, and all are joined again.
// Mirrors manikin/simulation/flat_entries.py.
#pragma once

#include "simulation/stepper.hpp"

namespace manikin {

// A handle in the form of ProgramTables.
struct FlatHandle {
  std::uint8_t code = 0;
  std::int32_t joint = 0;
  std::vector<double> numbers;
  std::vector<std::int32_t> columns;
  bool operator==(const FlatHandle& o) const {
    return code == o.code && joint == o.joint && numbers == o.numbers && columns == o.columns;
  }
};

// A goal or a member of a disjunction, with the kind and range of its rows.  Its inputs are handles of the same entry.
struct FlatGoal {
  std::uint8_t code = 0, kind = kEqual;
  std::int32_t rows = 0;
  std::vector<std::int32_t> inputs;
  std::vector<double> numbers, scales;
  double low = 0, high = 0;
};

// A constraint or spring: one goal, or several of which one counts.  Or a push: handles with the force on them.
struct FlatEntry {
  std::vector<FlatHandle> handles;
  std::vector<FlatGoal> goals;
  bool disjunction = false;
  double hysteresis = 0;
  std::vector<double> force;
  std::vector<std::int32_t> springs;  // as in Terms, counted from the first row of the entry
  std::size_t constants() const {
    std::size_t count = 0;
    for (const FlatHandle& handle : handles) count += is_constant(HandleCode(handle.code)) ? handle.numbers.size() : 0;
    return count;
  }
};

// All entries joined into the tables of a program, and the terms of their rows before those of the linear limits.
class JoinedEntries {
 public:
  JoinedEntries(const std::vector<const FlatEntry*>& entries, Terms limits) : terms_(std::move(limits)) {
    Terms rows;
    for (const FlatEntry* entry : entries)  // pushed handles come first
      if (!entry->force.empty()) add_push(*entry);
    for (std::size_t k = 0; k < entries.size(); ++k) {
      starts_.push_back(constants_);
      if (entries[k]->force.empty()) add(*entries[k], rows);
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
    t.handle_codes = span_of(codes_), t.handle_joints = span_of(joints_);
    t.handle_number_starts = span_of(numbers_.starts), t.handle_numbers = span_of(numbers_.all);
    t.handle_column_starts = span_of(columns_.starts), t.handle_columns = span_of(columns_.all);
    t.goal_codes = span_of(goal_codes_), t.goal_input_starts = span_of(inputs_.starts), t.goal_inputs = span_of(inputs_.all);
    t.goal_number_starts = span_of(goal_numbers_.starts), t.goal_numbers = span_of(goal_numbers_.all);
    t.goal_rows = span_of(rows_), t.choices = span_of(choices_);
    t.row_scales = t.choice_scales = span_of(row_scales_);
    return t;
  }
  Terms& terms() { return terms_; }
  std::vector<double>& force() { return force_; }
  // For every entry, the index of its first constant.
  std::vector<std::size_t>& starts() { return starts_; }

 private:
  template <class T> struct Lists {
    std::vector<T> all;
    std::vector<std::int32_t> starts;
    void add(const std::vector<T>& one) { end(), all.insert(all.end(), one.begin(), one.end()); }
    void end() { starts.push_back(static_cast<std::int32_t>(all.size())); }
  };
  template <class T> static Span<T> span_of(const std::vector<T>& all) { return {all.data(), all.size()}; }

  Terms terms_;
  std::vector<std::size_t> starts_;
  std::vector<const FlatHandle*> handles_;
  std::vector<std::uint8_t> codes_, goal_codes_;
  std::vector<std::int32_t> joints_, rows_, choices_;  // all −1: the terms have the disjunctions
  Lists<double> numbers_, goal_numbers_;
  Lists<std::int32_t> columns_, inputs_;
  std::vector<double> row_scales_, force_;
  std::size_t constants_ = 0;
  std::vector<std::int32_t> force_rows_;  // for every pushed handle, its first row of the force

  // The index of a handle.  Handles on figures are shared; every constant is separate, so that it can be replaced.
  std::int32_t handle_index(const FlatHandle& handle) {
    if (!is_constant(HandleCode(handle.code)))
      for (std::size_t h = 0; h < handles_.size(); ++h)
        if (*handles_[h] == handle) return static_cast<std::int32_t>(h);
    if (is_constant(HandleCode(handle.code))) constants_ += handle.numbers.size();
    handles_.push_back(&handle), codes_.push_back(handle.code), joints_.push_back(handle.joint);
    numbers_.add(handle.numbers), columns_.add(handle.columns);
    return static_cast<std::int32_t>(handles_.size()) - 1;
  }

  void add_push(const FlatEntry& entry) {
    std::size_t from = 0;
    for (const FlatHandle& handle : entry.handles) {
      const int fixed_rows = kHandleForms[handle.code].tangent;
      const std::size_t tangent = fixed_rows < 0 ? handle.columns.size() : static_cast<std::size_t>(fixed_rows);
      if (is_constant(HandleCode(handle.code)) || from + tangent > entry.force.size())
        throw InputError("a push needs a number for every row of its handles");
      const auto h = static_cast<std::size_t>(handle_index(handle));
      if (h == force_rows_.size()) {
        force_rows_.push_back(static_cast<std::int32_t>(force_.size()));
        force_.resize(force_.size() + tangent, 0.0);
      }
      for (std::size_t i = 0; i < tangent; ++i) force_[force_rows_[h] + i] += entry.force[from + i];
      from += tangent;
    }
    if (from != entry.force.size()) throw InputError("a push needs a number for every row of its handles");
  }

  void add(const FlatEntry& entry, Terms& rows) {
    const auto first = static_cast<std::int32_t>(rows.kinds.size());
    std::vector<std::int32_t> index;
    for (const FlatHandle& handle : entry.handles) index.push_back(handle_index(handle));
    Choice choice{{}, entry.hysteresis};
    for (const FlatGoal& goal : entry.goals) {
      const auto start = static_cast<std::int32_t>(rows.kinds.size());
      choice.members.push_back({start, start + goal.rows});
      goal_codes_.push_back(goal.code), rows_.push_back(goal.rows);
      inputs_.end();
      for (const std::int32_t input : goal.inputs) inputs_.all.push_back(index[input]);
      goal_numbers_.add(goal.numbers);
      row_scales_.insert(row_scales_.end(), goal.scales.begin(), goal.scales.end());
      rows.kinds.insert(rows.kinds.end(), goal.rows, goal.kind);
      rows.low.insert(rows.low.end(), goal.rows, goal.low), rows.high.insert(rows.high.end(), goal.rows, goal.high);
      rows.scales.insert(rows.scales.end(), goal.scales.begin(), goal.scales.end());
    }
    if (entry.disjunction) rows.choices.push_back(std::move(choice));
    for (const std::int32_t row : entry.springs) rows.springs.push_back(first + row);
  }
};

}  // namespace manikin
