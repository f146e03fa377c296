// A schema and a value that are made of the bytes: every schema is well-formed, and whichever way
// its verdict is asked for, it is one.
#include "verdicts.hpp"
#include <support/schema_pairs.hpp>

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace iam;
    const test::SchemaPair pair = test::SchemaPairMaker({data, size}).make();
    schema::CompileOptions options;
    options.draft = pair.draft;
    options.refuse_unknown_keywords = true;
    const auto compiled = schema::Schema::compile(pair.schema, options);
    if (compiled)
        fuzz::check_verdict(*compiled, pair.value);
    else
        fuzz::must(compiled.error().message.find("leads back to itself") != std::string::npos);
    return 0;
}
