// The usual table, and below it the ratios of the medians.
#include "cases.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace bench {
namespace {

class Reporter : public benchmark::ConsoleReporter {
 public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs)
            if (run.aggregate_name == "median")
                medians_[run.run_name.function_name] = run.GetAdjustedCPUTime();
    }
    void print_ratios(const std::vector<Case>& all) const {
        for (const Case& one : all) {
            if (one.floor == nullptr || medians_.count(one.name) == 0) continue;
            std::printf("%-20s %.3f of %s (bar %.1f)\n", one.name,
                        medians_.at(one.name) / medians_.at(one.floor), one.floor, one.bar);
        }
    }

 private:
    std::map<std::string, double> medians_;
};

int count(const char* program, const std::vector<Case>& all, std::string_view name, long times) {
    for (const Case& one : all) {
        if (name != one.name) continue;
        for (; times > 0; --times) one.once();
        return 0;
    }
    std::fprintf(stderr, "%s: there is no case of this name\n", program);
    return 2;
}

}  // namespace

int run(const char* program, const std::vector<Case>& all, int argc, char** argv) {
    if (argc == 3 && argv[1][0] != '-')
        return count(program, all, argv[1], std::strtol(argv[2], nullptr, 10));
    for (const Case& one : all) {
        benchmark::RegisterBenchmark(one.name,
                                     [&one](benchmark::State& state) {
                                         for (auto _ : state) one.once();
                                     })
            ->Repetitions(5)
            ->ReportAggregatesOnly(true);
    }
    benchmark::Initialize(&argc, argv);
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print_ratios(all);
    return 0;
}

}  // namespace bench
