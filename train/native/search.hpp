// Gumbel self-play for any game struct: many games at once, one small tree each.
//
// A team works on one game: a warp of 32 lanes on the GPU, a single lane in a plain C++ build. Scalar code is run by
// all lanes alike; loops over moves and cells are dealt out to the lanes. The search is that of "Policy improvement by
// planning with Gumbel" (Danihelka et al. 2022): sequential halving over Gumbel-sampled moves at the root, deterministic
// matching of the completed-Q policy below it. Statistics live on the edges and are seen by the side to move at the
// edge's upper end.
#pragma once

#include "common.hpp"

#ifdef __CUDACC__
static constexpr int TEAM_SIZE = 32;
#else
static constexpr int TEAM_SIZE = 1;
#endif

struct Best {
    float score;
    int move;
};

struct Team {
    int lane;

    FN bool leads() const { return lane == 0; }
    FN float sum(float v) const {
#ifdef __CUDACC__
        for (int step = 16; step; step /= 2) v += __shfl_xor_sync(~0u, v, step);
#endif
        return v;
    }
    FN float max(float v) const {
#ifdef __CUDACC__
        for (int step = 16; step; step /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, step));
#endif
        return v;
    }
    // The best of all lanes; equal scores go to the smaller move, so that every lane agrees.
    FN Best best(Best mine) const {
#ifdef __CUDACC__
        for (int step = 16; step; step /= 2) {
            Best other{__shfl_xor_sync(~0u, mine.score, step), __shfl_xor_sync(~0u, mine.move, step)};
            if (other.score > mine.score || (other.score == mine.score && other.move < mine.move)) mine = other;
        }
#endif
        return mine;
    }
};

// Everything a run keeps in device memory, described once: the driver reads this list to allocate the arrays. Shapes
// are products of the numbers above them and of the game's constants.
#define CONTEXT_NUMBERS(NUMBER)                                                                                        \
    NUMBER(int, games)         /* played at once */                                                                    \
    NUMBER(int, nodes)         /* of one tree */                                                                       \
    NUMBER(int, simulations)   /* per move */                                                                          \
    NUMBER(int, considered)    /* root moves that sequential halving starts with */                                    \
    NUMBER(int, ring_rows)     /* of the replay ring; a row is one ply of all games */                                 \
    NUMBER(int, end_rows)      /* of the ring of final boards: as many, or 0 where nobody learns from them */          \
    NUMBER(int, opening_plies) /* random plies at most (exactly in a match) */                                         \
    NUMBER(int, match_seed)    /* 0: self-play; else neighbouring games are pairs with one opening */                  \
    NUMBER(float, gumbel_scale)                                                                                        \
    NUMBER(float, c_visit)                                                                                             \
    NUMBER(float, c_scale)
#define CONTEXT_ARRAYS(ARRAY)                                                                                          \
    ARRAY(State, state, "games")                                                                                       \
    ARRAY(int, ply, "games")                                                                                           \
    ARRAY(int, first_ply, "games")   /* the ply after the random opening */                                            \
    ARRAY(int, over, "games")        /* matches only: the game has ended */                                            \
    ARRAY(float, result, "games")    /* matches only: for the first player */                                          \
    ARRAY(u64, rng, "games")                                                                                           \
    ARRAY(State, node_state, "games*nodes")                                                                            \
    ARRAY(int, node_decided, "games*nodes")                                                                            \
    ARRAY(float, node_value, "games*nodes") /* of the net, or exact; for the side to move */                           \
    ARRAY(float, prior, "games*nodes*actions")                                                                         \
    ARRAY(short, cell, "games*nodes*actions") /* where the policy is read; -1: no candidate */                         \
    ARRAY(short, child, "games*nodes*actions") /* 0: none */                                                           \
    ARRAY(int, visits, "games*nodes*actions")                                                                          \
    ARRAY(float, total, "games*nodes*actions") /* sum of values, for the side to move */                               \
    ARRAY(short, path_node, "games*nodes")                                                                             \
    ARRAY(short, path_move, "games*nodes")                                                                             \
    ARRAY(int, depth, "games")                                                                                         \
    ARRAY(int, node_count, "games")                                                                                    \
    ARRAY(float, gumbel, "games*actions") /* log prior plus noise at the root */                                       \
    ARRAY(int, schedule, "(considered+1)*simulations") /* visits of the moves each simulation may try */               \
    ARRAY(bf16, planes, "games*cells*planes")                                                                          \
    ARRAY(float, logits, "games*cells")                                                                                \
    ARRAY(float, value, "games")                                                                                       \
    ARRAY(int, move, "games")                                                                                          \
    ARRAY(float, policy, "games*actions")                                                                              \
    ARRAY(float, root_value, "games")                                                                                  \
    ARRAY(State, ring_state, "ring_rows*games")                                                                             \
    ARRAY(u16, ring_policy, "ring_rows*games*actions")                                                                      \
    ARRAY(int8, ring_result, "ring_rows*games") /* for the side to move; UNFINISHED while the game goes on */               \
    ARRAY(float, ring_value, "ring_rows*games")                                                                             \
    ARRAY(State, ring_end, "end_rows*games") /* how the game ended, for the side to move of the sample */              \
    ARRAY(int, step, "1") /* rows written so far */                                                                    \
    ARRAY(u64, tally, "4") /* finished games, plies, wins of the first player, draws */

typedef uint16_t bf16;
typedef uint16_t u16;
typedef int8_t int8;
static constexpr bf16 BF16_ONE = 0x3F80;
static constexpr int8 UNFINISHED = 2;

template <class Game> struct SelfPlay {
    typedef typename Game::State State;
    typedef typename Game::Look Look;
    static constexpr int ACTIONS = Game::ACTIONS;
    // Moves each lane looks after.
    static constexpr int SLOTS = (ACTIONS + TEAM_SIZE - 1) / TEAM_SIZE;

    struct Context {
#define NUMBER(type, name) type name;
#define ARRAY(type, name, shape) type* name;
        CONTEXT_NUMBERS(NUMBER)
        CONTEXT_ARRAYS(ARRAY)
#undef NUMBER
#undef ARRAY
    };

    // One batch of training samples, drawn from the ring by the driver.
    struct Batch {
        int count;
        const int64_t* index;  // into the ring
        const int* symmetry;
        bf16* planes;
        float* policy;  // by cell
        float* allowed; // by cell: 1 where a candidate is read
        float* result;  // UNFINISHED where the sample must not count
        float* value;
        float* owners; // by cell, at the end: 1 the side to move, -1 the other; null where nobody learns from it
    };

    FN static size_t node_at(const Context& c, int game, int node) { return (size_t)game * c.nodes + node; }

    FN static void encode(Team team, bf16* out, const State& state, const Look& seen) {
        typename Game::Set plane[Game::PLANES];
        Game::planes(state, seen, plane);
        for (int cell = team.lane; cell < Game::CELLS; cell += TEAM_SIZE)
            for (int i = 0; i < Game::PLANES; i++) out[cell * Game::PLANES + i] = Game::on(plane[i], cell) ? BF16_ONE : 0;
    }

    // ---- games -----------------------------------------------------------------------------------------------------

    // A new board and `plies` random candidate moves; boards that such an opening decides are drawn again.
    FN static State opening(Rng& rng, int plies) {
        for (;;) {
            State state = Game::draw_board(rng);
            int played = 0;
            for (;; played++) {
                Look seen = Game::look(state);
                if (seen.decided) break;
                if (played == plies) return state;
                state = Game::play(state, rng.pick(Game::candidates(seen)));
            }
        }
    }

    FN static void start_game(Team team, const Context& c, int game) {
        Rng rng{c.rng[game]};
        int plies = c.match_seed ? c.opening_plies : rng.below(c.opening_plies + 1);
        if (c.match_seed) rng.state = (u64)(game / 2) * 0xD1342543DE82EF95ULL + c.match_seed;
        State state = opening(rng, plies);
        if (c.match_seed) rng.state += 77777ULL * (game + 1);
        sync();
        if (team.leads()) {
            c.state[game] = state;
            c.ply[game] = c.first_ply[game] = plies;
            c.over[game] = 0;
            c.rng[game] = rng.state;
        }
    }

    FN static void reset(Team team, const Context& c, int game) { start_game(team, c, game); }

    // Records the position with its search result, plays the chosen move, and begins anew when that ends the game.
    FN static void apply(Team team, const Context& c, int game) {
        if (c.over[game]) return;
        const int row = c.step[0] % c.ring_rows, move = c.move[game], ply = c.ply[game] + 1, first_ply = c.first_ply[game];
        const State before = c.state[game];
        if (!c.match_seed) {
            const size_t slot = (size_t)row * c.games + game;
            for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE)
                c.ring_policy[slot * ACTIONS + a] = (u16)(c.policy[(size_t)game * ACTIONS + a] * 65535.0f + 0.5f);
            if (team.leads()) {
                c.ring_state[slot] = before;
                c.ring_value[slot] = c.root_value[game];
                c.ring_result[slot] = UNFINISHED;
            }
        }
        const State after = Game::play(before, move);
        const Look seen = Game::look(after);
        sync();
        if (team.leads()) {
            c.state[game] = after;
            c.ply[game] = ply;
        }
        if (!seen.decided) return;
        const int value = (int)seen.value, first_to_move = !(ply & 1);
        if (c.match_seed) {
            if (team.leads()) {
                c.over[game] = 1;
                c.result[game] = (float)(first_to_move ? value : -value);
            }
            return;
        }
        for (int back = team.lane; back < ply - first_ply && back < c.ring_rows; back += TEAM_SIZE) {
            const size_t slot = (size_t)((row - back + c.ring_rows) % c.ring_rows) * c.games + game;
            c.ring_result[slot] = (int8)(back & 1 ? value : -value);
            if (c.end_rows) c.ring_end[slot] = back & 1 ? after : Game::swapped(after);
        }
        if (team.leads()) {
            count(c.tally + 0, 1);
            count(c.tally + 1, ply);
            count(c.tally + 2, value && (value > 0) == first_to_move);
            count(c.tally + 3, value == 0);
        }
        sync();
        start_game(team, c, game);
    }

    FN static void random_move(Team team, const Context& c, int game) {
        Rng rng{c.rng[game]};
        Look seen = Game::look(c.state[game]);
        int move = c.over[game] ? -1 : rng.pick(Game::candidates(seen));
        sync();
        if (team.leads()) {
            c.move[game] = move;
            c.rng[game] = rng.state;
        }
    }

    FN static void count(u64* counter, int by) {
#ifdef __CUDACC__
        atomicAdd((unsigned long long*)counter, (unsigned long long)by);
#else
        *counter += by;
#endif
    }

    // Makes what one lane wrote visible to the others, and keeps it from being written before they have read.
    FN static void sync() {
#ifdef __CUDACC__
        __syncwarp();
#endif
    }

    // ---- tree ------------------------------------------------------------------------------------------------------

    // Fills in a new node and asks the net about it.
    FN static void open_node(Team team, const Context& c, int game, int node, const State& state) {
        const size_t n = node_at(c, game, node);
        const Look seen = Game::look(state);
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE) {
            const size_t edge = n * ACTIONS + a;
            c.cell[edge] = (short)(seen.decided ? -1 : Game::policy_cell(seen, a));
            c.child[edge] = 0;
            c.visits[edge] = 0;
            c.total[edge] = 0;
        }
        if (team.leads()) {
            c.node_state[n] = state;
            c.node_decided[n] = seen.decided;
            c.node_value[n] = seen.value;
        }
        if (!seen.decided) encode(team, c.planes + (size_t)game * Game::CELLS * Game::PLANES, state, seen);
    }

    FN static void open_root(Team team, const Context& c, int game) {
        open_node(team, c, game, 0, c.state[game]);
        if (team.leads()) c.node_count[game] = 1;
    }

    // Takes over the net's answer: value, and priors over the candidates.
    FN static void expand(Team team, const Context& c, int game, size_t n) {
        const float* logits = c.logits + (size_t)game * Game::CELLS;
        float top = -1e30f, sum = 0;
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE)
            if (c.cell[n * ACTIONS + a] >= 0) top = fmaxf(top, logits[c.cell[n * ACTIONS + a]]);
        top = team.max(top);
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE) {
            const short cell = c.cell[n * ACTIONS + a];
            const float weight = cell >= 0 ? expf(logits[cell] - top) + 1e-9f : 0;
            c.prior[n * ACTIONS + a] = weight;
            sum += weight;
        }
        sum = team.sum(sum);
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE) c.prior[n * ACTIONS + a] /= sum;
        if (team.leads()) c.node_value[n] = c.value[game];
    }

    FN static void expand_root(Team team, const Context& c, int game) {
        const size_t n = node_at(c, game, 0);
        if (c.over[game]) return;
        expand(team, c, game, n);
        const u64 seed = c.rng[game];
        sync();
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE) {
            Rng rng{seed + 0x9E3779B97F4A7C15ULL * 131 * a};
            const float prior = c.prior[n * ACTIONS + a];
            c.gumbel[(size_t)game * ACTIONS + a] = prior > 0 ? logf(prior) - c.gumbel_scale * logf(-logf(rng.unit())) : -1e30f;
        }
        Rng next{seed};
        next.word();
        if (team.leads()) c.rng[game] = next.word();
    }

    // One node's edges as the lanes hold them, with the completed Q of unvisited moves.
    struct Edges {
        float prior[SLOTS], q[SLOTS];
        int visits[SLOTS];
        float visit_sum, visit_max, scale;
    };

    FN static Edges read_edges(Team team, const Context& c, size_t n) {
        Edges e;
        float visit_sum = 0, visit_max = 0, prior_sum = 0, weighted = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            const int a = slot * TEAM_SIZE + team.lane;
            const size_t edge = n * ACTIONS + a;
            e.prior[slot] = a < ACTIONS ? c.prior[edge] : 0;
            e.visits[slot] = a < ACTIONS ? c.visits[edge] : 0;
            if (!e.visits[slot]) continue;
            e.q[slot] = c.total[edge] / (float)e.visits[slot];
            visit_sum += (float)e.visits[slot];
            visit_max = fmaxf(visit_max, (float)e.visits[slot]);
            prior_sum += e.prior[slot];
            weighted += e.prior[slot] * e.q[slot];
        }
        e.visit_sum = team.sum(visit_sum);
        e.visit_max = team.max(visit_max);
        prior_sum = team.sum(prior_sum);
        weighted = team.sum(weighted);
        const float own = c.node_value[n];
        const float mixed = e.visit_sum > 0 ? (own + e.visit_sum * weighted / prior_sum) / (1 + e.visit_sum) : own;
        for (int slot = 0; slot < SLOTS; slot++)
            if (!e.visits[slot]) e.q[slot] = mixed;
        e.scale = (c.c_visit + e.visit_max) * c.c_scale;
        return e;
    }

    // The improved policy of a node: priors shifted by the completed Q.
    FN static void improve(Team team, const Edges& e, float policy[SLOTS]) {
        float top = -1e30f, sum = 0;
        for (int slot = 0; slot < SLOTS; slot++)
            if (e.prior[slot] > 0) top = fmaxf(top, logf(e.prior[slot]) + e.scale * e.q[slot]);
        top = team.max(top);
        for (int slot = 0; slot < SLOTS; slot++) {
            policy[slot] = e.prior[slot] > 0 ? expf(logf(e.prior[slot]) + e.scale * e.q[slot] - top) : 0;
            sum += policy[slot];
        }
        sum = team.sum(sum);
        for (int slot = 0; slot < SLOTS; slot++) policy[slot] /= sum;
    }

    // The root move with exactly `visits` visits that the Gumbel scores like best; -1 if there is none.
    FN static int root_move(Team team, const Context& c, int game, const Edges& e, int visits) {
        Best best{-1e38f, ACTIONS};
        for (int slot = 0; slot < SLOTS; slot++) {
            const int a = slot * TEAM_SIZE + team.lane;
            if (e.prior[slot] <= 0 || e.visits[slot] != visits) continue;
            const float score = c.gumbel[(size_t)game * ACTIONS + a] + e.scale * e.q[slot];
            if (score > best.score) best = Best{score, a};
        }
        best = team.best(best);
        return best.move < ACTIONS ? best.move : -1;
    }

    FN static int inner_move(Team team, const Edges& e) {
        float policy[SLOTS];
        improve(team, e, policy);
        Best best{-1e38f, ACTIONS};
        for (int slot = 0; slot < SLOTS; slot++) {
            const int a = slot * TEAM_SIZE + team.lane;
            if (e.prior[slot] <= 0) continue;
            const float score = policy[slot] - (float)e.visits[slot] / (1 + e.visit_sum);
            if (score > best.score) best = Best{score, a};
        }
        return team.best(best).move;
    }

    // Walks from the root to a new node, or to one whose result is known.
    FN static void select(Team team, const Context& c, int game, int simulation) {
        if (c.over[game]) return;
        const size_t root = node_at(c, game, 0);
        Edges e = read_edges(team, c, root);
        float candidates = 0;
        for (int slot = 0; slot < SLOTS; slot++) candidates += e.prior[slot] > 0;
        const int considered = (int)fminf(team.sum(candidates), (float)c.considered);
        int move = root_move(team, c, game, e, c.schedule[considered * c.simulations + simulation]);
        if (move < 0) move = root_move(team, c, game, e, (int)e.visit_max);
        int node = 0, depth = 0;
        for (;;) {
            const size_t n = node_at(c, game, node);
            if (team.leads()) {
                c.path_node[root + depth] = (short)node;
                c.path_move[root + depth] = (short)move;
            }
            depth++;
            const int child = c.child[n * ACTIONS + move];
            if (!child) {
                const int fresh = c.node_count[game];
                open_node(team, c, game, fresh, Game::play(c.node_state[n], move));
                sync();
                if (team.leads()) {
                    c.child[n * ACTIONS + move] = (short)fresh;
                    c.node_count[game] = fresh + 1;
                    c.depth[game] = depth;
                }
                return;
            }
            node = child;
            if (c.node_decided[node_at(c, game, node)]) break;
            move = inner_move(team, read_edges(team, c, node_at(c, game, node)));
        }
        sync();
        if (team.leads()) c.depth[game] = depth;
    }

    // Takes the net's answer for the node that `select` ended at, and adds its value along the path.
    FN static void backup(Team team, const Context& c, int game) {
        if (c.over[game]) return;
        const size_t root = node_at(c, game, 0);
        const int depth = c.depth[game];
        const size_t last = (root + c.path_node[root + depth - 1]) * ACTIONS + c.path_move[root + depth - 1];
        const size_t leaf = root + c.child[last];
        const bool decided = c.node_decided[leaf];
        if (!decided) expand(team, c, game, leaf);
        const float value = decided ? c.node_value[leaf] : c.value[game];
        for (int i = team.lane; i < depth; i += TEAM_SIZE) {
            const size_t edge = (root + c.path_node[root + i]) * ACTIONS + c.path_move[root + i];
            c.visits[edge] += 1;
            c.total[edge] += (depth - i) & 1 ? -value : value;
        }
    }

    // Chooses the move and reports the improved policy and the root's value.
    FN static void finish(Team team, const Context& c, int game) {
        if (c.over[game]) return;
        const size_t root = node_at(c, game, 0);
        const Edges e = read_edges(team, c, root);
        float policy[SLOTS], total = 0;
        improve(team, e, policy);
        for (int slot = 0; slot < SLOTS; slot++) {
            const int a = slot * TEAM_SIZE + team.lane;
            if (a < ACTIONS) c.policy[(size_t)game * ACTIONS + a] = policy[slot];
            total += e.visits[slot] ? e.q[slot] * (float)e.visits[slot] : 0;
        }
        total = team.sum(total);
        const int move = root_move(team, c, game, e, (int)e.visit_max);
        if (team.leads()) {
            c.move[game] = move;
            c.root_value[game] = (c.node_value[root] + total) / (1 + e.visit_sum);
        }
    }

    // The move with the highest prior, for play without search.
    FN static void policy_move(Team team, const Context& c, int game) {
        if (c.over[game]) return;
        const size_t root = node_at(c, game, 0);
        Best best{-1.0f, ACTIONS};
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE)
            if (c.prior[root * ACTIONS + a] > best.score) best = Best{c.prior[root * ACTIONS + a], a};
        best = team.best(best);
        if (team.leads()) c.move[game] = best.move;
    }

    // ---- samples ---------------------------------------------------------------------------------------------------

    FN static void sample(Team team, const Context& c, const Batch& batch, int i) {
        const int64_t slot = batch.index[i];
        const int symmetry = batch.symmetry[i];
        const State state = Game::transform(c.ring_state[slot], symmetry);
        const Look seen = Game::look(state);
        encode(team, batch.planes + (size_t)i * Game::CELLS * Game::PLANES, state, seen);
        float* policy = batch.policy + (size_t)i * Game::CELLS;
        float* allowed = batch.allowed + (size_t)i * Game::CELLS;
        for (int cell = team.lane; cell < Game::CELLS; cell += TEAM_SIZE) policy[cell] = allowed[cell] = 0;
        sync();
        for (int a = team.lane; a < ACTIONS; a += TEAM_SIZE) {
            const u16 share = c.ring_policy[slot * ACTIONS + a];
            const int image = Game::transform_move(c.ring_state[slot], a, symmetry);
            const int cell = image >= 0 && image < ACTIONS ? Game::policy_cell(seen, image) : -1;
            if (cell < 0) continue;
            policy[cell] = (float)share * (1.0f / 65535.0f);
            allowed[cell] = 1;
        }
        if (team.leads()) {
            batch.result[i] = c.ring_result[slot];
            batch.value[i] = c.ring_value[slot];
        }
        if (batch.owners) {
            typename Game::Set own, other;
            Game::owners(Game::transform(c.ring_end[slot], symmetry), own, other);
            for (int cell = team.lane; cell < Game::CELLS; cell += TEAM_SIZE)
                batch.owners[(size_t)i * Game::CELLS + cell] = (float)(Game::on(own, cell) - Game::on(other, cell));
        }
    }
};
