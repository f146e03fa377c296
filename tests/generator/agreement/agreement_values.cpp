// Prints every construct with values and what its decoder says to them, one JSON object a line, for
// other validators to judge.
//
//   iam_agreement_values COUNT
#include "trials.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace iam;
using namespace iam::test;

// What no double holds is judged by agreement_test.cpp alone: the readers of other languages would
// round it.
Json judged(const Trials& all, const Construct& construct, const Trial& trial) {
    Json line{{"value", trial.value}, {"valid", trial.is_taken}};
    if (!trial.is_taken) {
        line["why"] = trial.prepared;
        return line;
    }
    const auto result = parse_json(all.call(construct, trial.prepared));
    if (result) line["result"] = construct.is_wrapped ? Json{{"result", *result}} : *result;
    return line;
}

bool print(const Json& line) {
    const auto text = canonical_json(line);
    return text && std::printf("%s\n", text->c_str()) > 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::size_t count = std::strtoull(argv[1], nullptr, 10);
    const Trials all;
    for (const Construct& construct : all.constructs()) {
        if (!print({{"construct", construct.name},
                    {"input", sorted(construct.input)},
                    {"output", sorted(construct.output)}}))
            return 1;
        for (const Trial& trial : all.values_of(construct, count))
            if (is_within_doubles(trial.value) && !print(judged(all, construct, trial))) return 1;
    }
}
