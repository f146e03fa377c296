// Catalogues and reports of them.
#pragma once

#include <generator/contract/report.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace iam::gen::contract::test {

inline Catalogue catalogue(const std::string& tools) {
    auto read = read_catalogue(R"({"iam":1,"tools":[)" + tools + "]}");
    if (!read) FAIL(read.error().message);
    return *read;
}

/// One tool with this input schema and further members.
inline Catalogue with_schema(const std::string& schema, const std::string& more = {}) {
    return catalogue(R"({"name":"a","inputSchema":)" + schema + more + "}");
}

inline Report report_of(const Catalogue& before, const Catalogue& after,
                        ChangeClass fail_on = ChangeClass::consent) {
    return compare(before, after,
                   {.before_name = "old.json",
                    .after_name = "new.json",
                    .trust = Trust::first_party,
                    .fail_on = fail_on,
                    .before_file = "old.json",
                    .after_file = "new.json"});
}

}  // namespace iam::gen::contract::test
