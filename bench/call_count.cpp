// Does one case a given number of times and nothing else, for programs that count instructions and
// allocations:
//   call_count CASE TIMES
#include "call_cases.hpp"

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    if (argc == 3) {
        for (const bench::Case& one : bench::call_cases()) {
            if (one.name != argv[1]) continue;
            for (long left = std::strtol(argv[2], nullptr, 10); left > 0; --left) one.once();
            return 0;
        }
    }
    std::cerr << "usage: call_count bare|parse|read|hash|call|unrecorded|granted_few|granted_many "
                 "TIMES\n";
    return 2;
}
