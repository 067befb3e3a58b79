// The C interface of self-play: one function per kernel, for the game that GAME names.
//
// nvcc -DGAME=NoGo ... gives kernels on a stream; a plain C++ compiler gives the same functions as loops.
#include "connect4.hpp"
#include "nogo.hpp"
#include "reversi.hpp"
#include "search.hpp"

typedef SelfPlay<GAME> Play;
typedef Play::Context Context;
typedef Play::Batch Batch;

#ifdef __CUDACC__
static constexpr int THREADS = 128;

template <void (*BODY)(Team, const Context&, int)> __global__ void for_games(Context c) {
    int thread = blockIdx.x * THREADS + threadIdx.x, game = thread / TEAM_SIZE;
    if (game < c.games) BODY(Team{thread % TEAM_SIZE}, c, game);
}
__global__ void select_kernel(Context c, int simulation) {
    int thread = blockIdx.x * THREADS + threadIdx.x, game = thread / TEAM_SIZE;
    if (game < c.games) Play::select(Team{thread % TEAM_SIZE}, c, game, simulation);
}
__global__ void sample_kernel(Context c, Batch batch) {
    int thread = blockIdx.x * THREADS + threadIdx.x, i = thread / TEAM_SIZE;
    if (i < batch.count) Play::sample(Team{thread % TEAM_SIZE}, c, batch, i);
}
static int blocks(int teams) { return (teams * TEAM_SIZE + THREADS - 1) / THREADS; }

#define KERNEL(name)                                                                                                   \
    extern "C" int name(const Context* c, void* stream) {                                                              \
        for_games<Play::name><<<blocks(c->games), THREADS, 0, (cudaStream_t)stream>>>(*c);                             \
        return (int)cudaGetLastError();                                                                                \
    }
extern "C" int select_leaf(const Context* c, int simulation, void* stream) {
    select_kernel<<<blocks(c->games), THREADS, 0, (cudaStream_t)stream>>>(*c, simulation);
    return (int)cudaGetLastError();
}
extern "C" int sample(const Context* c, const Batch* batch, void* stream) {
    sample_kernel<<<blocks(batch->count), THREADS, 0, (cudaStream_t)stream>>>(*c, *batch);
    return (int)cudaGetLastError();
}
#else
#define KERNEL(name)                                                                                                   \
    extern "C" int name(const Context* c, void*) {                                                                     \
        for (int game = 0; game < c->games; game++) Play::name(Team{0}, *c, game);                                     \
        return 0;                                                                                                      \
    }
extern "C" int select_leaf(const Context* c, int simulation, void*) {
    for (int game = 0; game < c->games; game++) Play::select(Team{0}, *c, game, simulation);
    return 0;
}
extern "C" int sample(const Context* c, const Batch* batch, void*) {
    for (int i = 0; i < batch->count; i++) Play::sample(Team{0}, *c, *batch, i);
    return 0;
}
#endif

KERNEL(reset)
KERNEL(open_root)
KERNEL(expand_root)
KERNEL(backup)
KERNEL(finish)
KERNEL(policy_move)
KERNEL(random_move)
KERNEL(apply)

// The context as text, for the driver: `number type name` and `array type name shape`, one a line.
extern "C" const char* describe_context() {
#define NUMBER(type, name) "number " #type " " #name "\n"
#define ARRAY(type, name, shape) "array " #type " " #name " " shape "\n"
    return CONTEXT_NUMBERS(NUMBER) CONTEXT_ARRAYS(ARRAY);
#undef NUMBER
#undef ARRAY
}

// The game's constants, in the order the driver names them.
extern "C" void describe_game(int* out) {
    const int constants[] = {GAME::GAME_ID, GAME::ROWS,       GAME::COLS,   GAME::PLANES,
                             GAME::ACTIONS, GAME::SYMMETRIES, GAME::MASK_PLANE, (int)sizeof(GAME::State)};
    for (int constant : constants) *out++ = constant;
}

extern "C" int context_size() { return (int)sizeof(Context); }
