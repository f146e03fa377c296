// Any JSON as a schema of either draft: it compiles or is refused with a place and a reason, and
// what compiles judges.
#include "verdicts.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace {

using namespace iam;

constexpr std::array<std::string_view, 6> k_values{"null",
                                                   "[1,1.5,\"a\",[],{}]",
                                                   "{\"a\":1,\"b\":{\"a\":[\"x\"]}}",
                                                   "\"2026-11-22T10:00:00Z\"",
                                                   "7",
                                                   "true"};

void check(const Json& json, const schema::CompileOptions& options) {
    const auto compiled = schema::Schema::compile(json, options);
    if (!compiled) {
        const Error& error = compiled.error();
        fuzz::must(error.code == Errc::invalid_argument && !error.message.empty());
        fuzz::must(is_valid_utf8(error.message) && is_valid_utf8(error.pointer));
        return;
    }
    for (const std::string_view text : k_values) fuzz::check_verdict(*compiled, *parse_json(text));
    fuzz::check_verdict(*compiled, json);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Limits limits;
    limits.allow_nul = true;
    const auto json = parse_json({reinterpret_cast<const char*>(data), size}, limits);
    if (!json) return 0;
    for (const schema::Draft draft : {schema::Draft::draft7, schema::Draft::draft2020_12}) {
        schema::CompileOptions options;
        options.draft = draft;
        check(*json, options);
        options.assert_format = true;
        options.refuse_unknown_keywords = true;
        check(*json, options);
    }
    return 0;
}
