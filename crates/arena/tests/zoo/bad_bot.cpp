// A Connect Four bot that misbehaves in the way its file name says: hosts are started with the path of the object.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>

struct Point {
    int x, y;
};

static bool is(const char *behaviour) {
    std::ifstream file("/proc/self/cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    return line.find(behaviour) != std::string::npos;
}

__attribute__((constructor)) static void on_load() {
    if (is("crash_at_load")) {
        abort();
    }
}

extern "C" Point *getPoint(int M, int N, const int *top, const int *board, int lastX, int, int, int) {
    if (is("throws")) {
        throw std::runtime_error("no idea");
    } else if (is("segfault")) {
        *static_cast<volatile int *>(nullptr) = 1;
    } else if (is("exits")) {
        exit(0);
    } else if (is("loops")) {
        for (volatile int i = 0;; i = i + 1) {
        }
    } else if (is("null")) {
        return nullptr;
    } else if (is("greedy")) {
        for (;;) {
            memset(malloc(1 << 20), 1, 1 << 20);
        }
    } else if (is("floats")) {
        return new Point{0, 0};
    } else if (is("outside")) {
        return new Point{M, N};
    } else if (is("second_move") && lastX >= 0 && board[(M - 1) * N] == 2) {
        abort();
    } else if (is("third_call")) {
        // A fault that needs the turns before it.
        static int calls = 0;
        if (++calls == 3) {
            return new Point{0, 0};
        }
    } else if (is("chatty")) {
        // Harmless: prints on stdout, leaves a thread and a child behind, and plays on.
        printf("thinking about %d x %d\n", M, N);
        fflush(stdout);
        std::thread([] { pause(); }).detach();
        if (fork() == 0) {
            execlp("sleep", "sleep", "98765.000111", nullptr);
        }
    }
    for (int y = 0; y < N; y++) {
        if (top[y] > 0) {
            return new Point{top[y] - 1, y};
        }
    }
    return nullptr;
}

extern "C" void clearPoint(Point *point) {
    delete point;
}
