// Writes the JSON Schema of a codec as text, for tools registered by hand. Generated tools bring
// theirs.
#pragma once

#include <iam/tool/rules.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

/// One schema of the `full` profile, with every bound. Keywords are in the order of set().
class SchemaText {
 public:
    /// `json` is JSON text. A keyword already set gets the new value.
    void set(std::string_view keyword, std::string json);
    void set_string(std::string_view keyword, std::string_view text);
    /// {"type":"…",…}
    std::string text() const;

    /// Sets the type, and the type's own bounds where the rules leave them open.
    void integer(int bits, bool is_signed, const Rules& rules);
    void floating(int bits, const Rules& rules);
    void string(const Rules& rules);

 private:
    void bounds(const Rules& rules);
    std::vector<std::pair<std::string, std::string>> keywords_;
};

/// The schema text of a codec under rules.
template <class Codec>
std::string schema_text(const Rules& rules = {}) {
    SchemaText schema;
    Codec::schema(schema, rules);
    return schema.text();
}

/// A JSON string of this text, with its quotes; "" for a text in invalid UTF-8.
std::string json_string(std::string_view text);

}  // namespace iam
