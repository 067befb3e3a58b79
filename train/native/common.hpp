// What every game and the search share: integer types, bit tricks and the random generator.
//
// The same text is compiled by nvcc, where FN marks device functions, and by a plain C++ compiler for tests and toy
// runs. Nothing here allocates, and nothing here knows a game.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define FN __device__ inline
#else
#define FN inline
#endif

typedef uint64_t u64;
typedef unsigned __int128 u128;

FN int popcount(u64 bits) {
#ifdef __CUDACC__
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}

// The lowest set bit. `bits` must not be 0.
FN int lowest(u64 bits) {
#ifdef __CUDACC__
    return __ffsll((long long)bits) - 1;
#else
    return __builtin_ctzll(bits);
#endif
}

FN int popcount(u128 bits) { return popcount((u64)bits) + popcount((u64)(bits >> 64)); }
FN int lowest(u128 bits) { return (u64)bits ? lowest((u64)bits) : 64 + lowest((u64)(bits >> 64)); }
FN bool has(u64 set, int cell) { return set >> cell & 1; }
FN bool has(u128 set, int cell) { return (u64)(set >> cell) & 1; }

// A set of moves of any game, by index.
typedef u128 Moves;

// splitmix64: tiny state, good enough for openings and Gumbel noise.
struct Rng {
    u64 state;

    FN u64 word() {
        state += 0x9E3779B97F4A7C15ULL;
        u64 z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    FN int below(int n) { return (int)((word() >> 32) * (u64)n >> 32); }
    // In (0, 1), never an end: both logarithms of a Gumbel draw exist.
    FN float unit() { return ((word() >> 40) + 0.5f) * (1.0f / 16777216.0f); }
    FN int pick(Moves moves) {
        int skip = below(popcount(moves));
        while (skip--) moves &= moves - 1;
        return lowest(moves);
    }
};
