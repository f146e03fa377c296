// Prints pairs of a schema and a value with our verdict, one JSON object a line, for a second
// implementation to judge.
//
//   iam_schema_pairs COUNT [SEED]
#include <iam/core/json.hpp>
#include <iam/schema/schema.hpp>
#include <support/schema_pairs.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

using namespace iam;

constexpr std::size_t k_bytes = 400;

Json judged(const test::SchemaPair& pair) {
    Json line{{"draft", pair.draft == schema::Draft::draft7 ? "7" : "2020-12"},
              {"schema", pair.schema},
              {"value", pair.value}};
    schema::CompileOptions options;
    options.draft = pair.draft;
    const auto compiled = schema::Schema::compile(pair.schema, options);
    if (!compiled) {
        line["refused"] = compiled.error().message;
        return line;
    }
    const auto verdict = compiled->accepts(pair.value);
    if (verdict)
        line["valid"] = *verdict;
    else
        line["ended"] = verdict.error().message;
    return line;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    std::array<std::uint8_t, k_bytes> bytes{};
    for (long left = std::strtol(argv[1], nullptr, 10); left > 0; --left) {
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        const auto text = canonical_json(judged(test::SchemaPairMaker(bytes).make()));
        if (!text) return 1;
        std::printf("%s\n", text->c_str());
    }
}
