// Many states: blocks of states in lanes, chunks of blocks on threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "single.hpp"
#include "stream.hpp"

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
  } catch (...) {  // the system gives no more threads: those at hand do all the work
  }
  run(0);
  for (std::thread& other : others) other.join();
}

// ---- what is wanted of each state ---------------------------------------------------------------------------------

// The joints to walk, and the places in the result that each of them fills: those of `parts` and their ancestors.
struct Plan {
  std::vector<std::int32_t> joints, dofs, slot_starts, slots;
  std::int64_t parts = 0;   // places in the result
  bool everything = false;  // all joints, each in its own place
  bool in_order = true;     // the walk fills the places first to last

  explicit Plan(const Tree& tree) : joints(tree.all), parts(tree.all.size()), everything(true) {
    slots = tree.all;
    slot_starts = tree.all;
    slot_starts.push_back(static_cast<std::int32_t>(parts));
    list_dofs(tree);
  }

  Plan(const Tree& tree, const std::int32_t* wanted, std::int64_t count)
      : parts(count), in_order(std::is_sorted(wanted, wanted + count)) {
    if (count > most_numbers) throw InputError("at most " + std::to_string(most_numbers) + " parts can be asked for");
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

// Room for one worker; allocated once.
struct Workspace {
  Buffer<Lanes> parameters, values, sines, cosines, frames;
  Buffer<double> moves, world;
  RowStream rows;

  Workspace(const Tree& tree, const Plan& plan)
      : parameters(tree.size),
        values(tree.dofs.size()),
        sines(tree.dofs.size()),
        cosines(tree.dofs.size()),
        frames(12 * tree.joints.size()),
        moves(moves_room(tree.dofs.size())),
        world(plan.everything ? 0 : 12 * tree.joints.size()) {}
};

// Frames of joints where the tree branches stay in lanes; those wanted go to their states' rows: to `out`, or through
// `rows` if streamed.
template <bool streamed> struct BlockStore {
  const Tree& tree;
  const Plan& plan;
  Lanes* frames;
  double* out;
  RowStream& rows;

  Frame<Lanes> load(std::int32_t i) const { return load_frame(frames + 12 * std::int64_t(i)); }
  void save(std::int32_t i, const Frame<Lanes>& f) {
    if (tree.joints[i].branches) store_frame(frames + 12 * std::int64_t(i), f);
    for (std::int32_t k = plan.slot_starts[i]; k < plan.slot_starts[i + 1]; ++k) {
      double* to = streamed ? rows.place() : out + 12 * std::int64_t(plan.slots[k]);
      const std::int64_t stride = streamed ? rows.stride() : 12 * plan.parts;
      store_rows(to, stride, f.x.x, f.y.x, f.z.x, f.o.x);
      store_rows(to + 4, stride, f.x.y, f.y.y, f.z.y, f.o.y);
      store_rows(to + 8, stride, f.x.z, f.y.z, f.z.z, f.o.z);
      if (streamed) rows.advance();
    }
  }
};

// width<Lanes> states at p → their parts at out; false if a parameter is not finite.
template <bool streamed>
inline bool forward_block(const Tree& tree, const Plan& plan, Workspace& room, const double* p, double* out) {
  Lanes *parameters = room.parameters.get(), *values = room.values.get();
  [[maybe_unused]] Lanes *sines = room.sines.get(), *cosines = room.cosines.get();
  load_lanes(p, tree.size, tree.size, parameters);
  Lanes odd{};
  for (std::int64_t i = 0; i < tree.size; ++i) odd += parameters[i] - parameters[i];
  if (!all_zero(odd)) return false;
  if (tree.identity) values = parameters;
  else
    for (const std::int32_t d : plan.dofs) values[d] = joint_value(tree, d, parameters);
  BlockStore<streamed> store{tree, plan, room.frames.get(), out, room.rows};
  NoTrace none;
  const auto count = static_cast<std::int64_t>(plan.joints.size());
  if constexpr (streamed) {
    room.rows.begin(out, 12 * plan.parts);
    walk<Lanes>(tree, plan.joints.data(), count, ValueMoves<Lanes>{values}, store, none);
  } else {
    for (const std::int32_t d : plan.dofs)
      if (tree.dofs[d].hinge()) sincos(values[d], sines[d], cosines[d]);
    walk<Lanes>(tree, plan.joints.data(), count, Moves<Lanes>{values, sines, cosines}, store, none);
  }
  return true;
}

// One state at p → its parts at out, for what is left over by the blocks.
inline bool forward_left_over(const Tree& tree, const Plan& plan, Workspace& room, const double* p, double* out) {
  if (!all_finite(p, tree.size)) return false;
  double* world = plan.everything ? out : room.world.get();
  forward_single(tree, p, room.moves.get(), world, NoTrace{});
  if (!plan.everything)
    for (std::size_t i = 0; i + 1 < plan.slot_starts.size(); ++i)
      for (std::int32_t k = plan.slot_starts[i]; k < plan.slot_starts[i + 1]; ++k)
        std::copy(world + 12 * i, world + 12 * (i + 1), out + 12 * std::int64_t(plan.slots[k]));
  return true;
}

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// `count` states (count, size) → (count, parts, 3, 4).  Gives the first state that is not finite, or `never`.
inline std::int64_t forward_batch(const Tree& tree, const Plan& plan, const double* p, std::int64_t count, int threads,
                                  double* out) {
  constexpr std::int64_t block = width<Lanes>;
  constexpr std::int64_t large = std::int64_t(1) << 22;  // 32 MB of doubles are more than most caches hold
  const std::int64_t row = 12 * plan.parts;
  if (row == 0 && tree.size == 0) return never;  // any number of states, and nothing to do for them
  const bool streamed = plan.in_order && row * count > large;
  const auto forward = streamed ? forward_block<true> : forward_block<false>;
  const std::int64_t chunk = block * std::max<std::int64_t>(1, 2048 / static_cast<std::int64_t>(tree.joints.size()));
  const std::int64_t chunks = (count + chunk - 1) / chunk;
  threads = static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(threads, chunks)));
  std::vector<Workspace> rooms;
  rooms.reserve(threads);
  for (int i = 0; i < threads; ++i) rooms.emplace_back(tree, plan);
  std::atomic<std::int64_t> bad{never};
  in_chunks(chunks, threads, [&](int worker, std::int64_t number) {
    Workspace& room = rooms[worker];
    const std::int64_t end = std::min(count, (number + 1) * chunk);
    std::int64_t i = number * chunk;
    while (i + block <= end && forward(tree, plan, room, p + i * tree.size, out + i * row)) i += block;
    if (streamed) finish_streaming();
    for (; i < end; ++i) {
      if (forward_left_over(tree, plan, room, p + i * tree.size, out + i * row)) continue;
      std::int64_t first = bad.load();
      while (i < first && !bad.compare_exchange_weak(first, i)) {
      }
      return;
    }
  });
  return bad.load();
}

}  // namespace manikin
