// Times, by Google Benchmark. Ratios of one run are what counts: see bench/README.md.
#include "call_cases.hpp"

#include <benchmark/benchmark.h>

int main(int argc, char** argv) {
    for (bench::Case& one : bench::call_cases()) {
        benchmark::RegisterBenchmark(one.name.c_str(),
                                     [once = std::move(one.once)](benchmark::State& state) {
                                         once();  // what is made once only takes no part
                                         for (auto _ : state) once();
                                     });
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
