// Many states: blocks of states in lanes, chunks of blocks on threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <type_traits>

#include "kinematics/single.hpp"
#include "kinematics/stream.hpp"

namespace manikin {

// ---- threads ------------------------------------------------------------------------------------------------------

// Calls work(worker, chunk) for every chunk, on up to `threads` threads that take the next chunk when free.
// `work` must not throw.
template <class Work> inline void in_chunks(std::int64_t chunks, int threads, const Work& work) {
  std::atomic<std::int64_t> next{0};
  auto run = [&](int worker) {
    for (std::int64_t chunk; (chunk = next.fetch_add(1)) < chunks;) work(worker, chunk);
  };
  std::vector<std::thread> others;
  try {
    for (int worker = 1; worker < threads; ++worker) others.emplace_back(run, worker);
  } catch (...) {  // the system gives no more threads: the existing ones do all the work
  }
  run(0);
  for (std::thread& other : others) other.join();
}

// ---- which parts of each state are wanted --------------------------------------------------------------------------

// The joints to walk (the wanted parts and their ancestors), and the slots of the result that each of them fills.
struct Plan {
  std::vector<std::int32_t> joints, dofs, slot_starts, slots;
  std::int64_t parts = 0;  // slots in the result
  bool in_order = true;    // the walk fills the slots first to last

  explicit Plan(const Tree& tree) : joints(tree.all), parts(tree.all.size()) {
    slots = tree.all;
    slot_starts = tree.all;
    slot_starts.push_back(static_cast<std::int32_t>(parts));
    list_dofs(tree);
  }

  Plan(const Tree& tree, const std::int32_t* wanted, std::int64_t count)
      : parts(count), in_order(std::is_sorted(wanted, wanted + count)) {
    if (count > max_count) throw InputError("at most " + std::to_string(max_count) + " parts can be asked for");
    const std::size_t n = tree.joints.size();
    slot_starts.assign(n + 1, 0);
    slots.resize(count);
    for (std::int64_t k = 0; k < count; ++k) ++slot_starts[wanted[k] + 1];
    for (std::size_t i = 0; i < n; ++i) slot_starts[i + 1] += slot_starts[i];
    std::vector<std::int32_t> next(slot_starts.begin(), slot_starts.end() - 1);
    for (std::int64_t k = 0; k < count; ++k) slots[next[wanted[k]]++] = static_cast<std::int32_t>(k);
    std::vector<char> needed(n, 0);
    for (std::int64_t k = 0; k < count; ++k)
      for (std::int32_t i = wanted[k]; i >= 0 && !needed[i]; i = tree.joints[i].parent) needed[i] = 1;
    for (const std::int32_t i : tree.all)
      if (needed[i]) joints.push_back(i);
    list_dofs(tree);
  }

 private:
  void list_dofs(const Tree& tree) {
    for (const std::int32_t i : joints)
      for (std::int32_t d = tree.joints[i].first_dof; d < tree.joints[i].last_dof; ++d) dofs.push_back(d);
  }
};

// ---- a block of states in lanes -----------------------------------------------------------------------------------

// Memory of one worker, allocated once.  `Number` is the type of the results.
template <class Number> struct ForwardWorkspace {
  Buffer<Lanes> parameters, values, frames;
  Buffer<double> moves, world, block;
  RowStream rows;

  ForwardWorkspace(const Tree& tree, const Plan& plan)
      : parameters(tree.size), values(tree.dofs.size()), frames(12 * tree.joints.size()), moves(moves_size(tree.dofs.size())),
        world(12 * tree.joints.size()), block(std::is_same_v<Number, double> ? 0 : width<Lanes> * 12 * plan.parts) {}
};

// Frames of joints where the tree branches stay in lanes.  The wanted frames are written to the rows of their states at once …
struct ScatterStore {
  const Tree& tree;
  const Plan& plan;
  Lanes* frames;
  double* out;

  Frame<Lanes> load(std::int32_t i) const { return load_frame(frames + 12 * std::int64_t(i)); }
  void save(std::int32_t i, const Frame<Lanes>& f) {
    if (tree.joints[i].branches) store_frame(frames + 12 * std::int64_t(i), f);
    for (std::int32_t k = plan.slot_starts[i]; k < plan.slot_starts[i + 1]; ++k) {
      double* to = out + 12 * std::int64_t(plan.slots[k]);
      const std::int64_t stride = 12 * plan.parts;
      store_rows(to, stride, f.x.x, f.y.x, f.z.x, f.o.x);
      store_rows(to + 4, stride, f.x.y, f.y.y, f.z.y, f.o.y);
      store_rows(to + 8, stride, f.x.z, f.y.z, f.z.z, f.o.z);
    }
  }
};

// … or by whole cache lines, if the walk meets them in the order of their slots.
template <class Number, bool past_caches> struct LineStore {
  const Tree& tree;
  const Plan& plan;
  Lanes* frames;
  RowStream& rows;

  Frame<Lanes> load(std::int32_t i) const { return load_frame(frames + 12 * std::int64_t(i)); }
  void save(std::int32_t i, const Frame<Lanes>& f) {
    if (tree.joints[i].branches) store_frame(frames + 12 * std::int64_t(i), f);
    for (std::int32_t k = plan.slot_starts[i]; k < plan.slot_starts[i + 1]; ++k) {
      Lanes* to = rows.place();
      if constexpr (std::is_same_v<Number, double>) {
        store_frame(to, f);
        rows.advance<past_caches>(12);
      } else {
        to[0] = rounded_pair(f.x.x, f.y.x), to[1] = rounded_pair(f.z.x, f.o.x);
        to[2] = rounded_pair(f.x.y, f.y.y), to[3] = rounded_pair(f.z.y, f.o.y);
        to[4] = rounded_pair(f.x.z, f.y.z), to[5] = rounded_pair(f.z.z, f.o.z);
        rows.advance<past_caches>(6);
      }
    }
  }
};

// width<Lanes> states, `stride` numbers apart from p on; false if a parameter is not finite.
template <class Number, class Store>
inline bool forward_block(const Tree& tree, const Plan& plan, ForwardWorkspace<Number>& workspace, const double* p,
                          std::int64_t stride, Store&& store) {
  Lanes *parameters = workspace.parameters.get(), *values = workspace.values.get();
  load_lanes(p, stride, tree.size, parameters);
  Lanes not_finite{};
  for (std::int64_t i = 0; i < tree.size; ++i) not_finite += parameters[i] - parameters[i];
  if (!all_zero(not_finite)) return false;
  if (tree.identity) values = parameters;
  else
    for (const std::int32_t d : plan.dofs) values[d] = joint_value(tree, d, parameters);
  NoTrace none;
  walk<Lanes>(tree, plan.joints.data(), static_cast<std::int64_t>(plan.joints.size()), ValueMoves<Lanes>{values}, store, none);
  return true;
}

// Each lane takes `stripe` states in a row: lane i takes p[i · stripe : (i + 1) · stripe].  If stripe is a multiple of
// stripe_unit, all lanes write at the same place of a cache line.
constexpr std::int64_t stripe_unit = 4;

template <bool past_caches, class Number>
inline bool forward_stripes(const Tree& tree, const Plan& plan, ForwardWorkspace<Number>& workspace, const double* p,
                            std::int64_t stripe, Number* out) {
  constexpr std::int64_t together = sizeof(double) / sizeof(Number);  // numbers that are written as one double
  RowStream& rows = workspace.rows;
  rows.begin(reinterpret_cast<double*>(out), stripe * 12 * plan.parts / together);
  LineStore<Number, past_caches> store{tree, plan, workspace.frames.get(), rows};
  std::int64_t i = 0;
  while (i < stripe && forward_block(tree, plan, workspace, p + i * tree.size, stripe * tree.size, store)) ++i;
  rows.finish<past_caches>();
  if (past_caches) finish_streaming();
  return i == stripe;
}

// width<Lanes> states at p → their parts at out.
template <class Number>
inline bool forward_rows(const Tree& tree, const Plan& plan, ForwardWorkspace<Number>& workspace, const double* p,
                         Number* out) {
  if constexpr (std::is_same_v<Number, double>)
    return forward_block(tree, plan, workspace, p, tree.size, ScatterStore{tree, plan, workspace.frames.get(), out});
  double* block = workspace.block.get();
  const bool fine = forward_block(tree, plan, workspace, p, tree.size, ScatterStore{tree, plan, workspace.frames.get(), block});
  if (fine) std::copy(block, block + width<Lanes> * 12 * plan.parts, out);
  return fine;
}

// One state at p → its parts at out, for the states that fill no whole block.
template <class Number>
inline bool forward_left_over(const Tree& tree, const Plan& plan, ForwardWorkspace<Number>& workspace, const double* p,
                              Number* out) {
  if (!all_finite(p, tree.size)) return false;
  double* world = workspace.world.get();
  forward_single(tree, p, workspace.moves.get(), world, NoTrace{});
  for (std::size_t i = 0; i + 1 < plan.slot_starts.size(); ++i)
    for (std::int32_t k = plan.slot_starts[i]; k < plan.slot_starts[i + 1]; ++k)
      std::copy(world + 12 * i, world + 12 * (i + 1), out + 12 * std::int64_t(plan.slots[k]));
  return true;
}

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// `count` states (count, size) → (count, parts, 3, 4), computed in double precision and rounded once if `Number` is
// shorter.  Gives the index of the first state that is not finite, or `never`.
template <class Number>
inline std::int64_t forward_batch(const Tree& tree, const Plan& plan, const double* p, std::int64_t count, int threads,
                                  Number* out) {
  constexpr std::int64_t block = width<Lanes>, group = block * stripe_unit;
  constexpr std::int64_t large = std::int64_t(1) << 25;  // bytes; 32 MB are more than most caches hold
  const std::int64_t row = 12 * plan.parts;
  if (row == 0 && tree.size == 0) return never;  // nothing to compute, for any number of states
  const bool in_lines = plan.in_order && reinterpret_cast<std::uintptr_t>(out) % sizeof(double) == 0;
  const bool past_caches = row * count > large / static_cast<std::int64_t>(sizeof(Number));
  const auto forward_many = past_caches ? forward_stripes<true, Number> : forward_stripes<false, Number>;
  const std::int64_t chunk = group * std::max<std::int64_t>(1, 512 / static_cast<std::int64_t>(tree.joints.size()));
  const std::int64_t chunks = (count + chunk - 1) / chunk;
  threads = static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(threads, chunks)));
  std::vector<ForwardWorkspace<Number>> workspaces;
  workspaces.reserve(threads);
  for (int i = 0; i < threads; ++i) workspaces.emplace_back(tree, plan);
  std::atomic<std::int64_t> bad{never};
  in_chunks(chunks, threads, [&](int worker, std::int64_t number) {
    ForwardWorkspace<Number>& workspace = workspaces[worker];
    const std::int64_t end = std::min(count, (number + 1) * chunk);
    std::int64_t i = number * chunk;
    const std::int64_t stripe = in_lines ? (end - i) / group * stripe_unit : 0;
    if (stripe > 0 && forward_many(tree, plan, workspace, p + i * tree.size, stripe, out + i * row)) i += stripe * block;
    while (i + block <= end && forward_rows(tree, plan, workspace, p + i * tree.size, out + i * row)) i += block;
    for (; i < end; ++i) {
      if (forward_left_over(tree, plan, workspace, p + i * tree.size, out + i * row)) continue;
      std::int64_t first = bad.load();
      while (i < first && !bad.compare_exchange_weak(first, i)) {}
      return;
    }
  });
  return bad.load();
}

}  // namespace manikin
