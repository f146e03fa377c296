// Text from outside is not always UTF-8: names come from the command line, records from other
// programs.
#include "host/output/json_member.hpp"

#include <iam/core/json.hpp>
#include <iam/question/escape.hpp>

namespace iam::host {

using question::escape_for_display;

void put(JsonWriter& out, std::string_view key, std::string_view text) {
    out.key(key);
    if (is_valid_utf8(text)) {
        out.string(text);
    } else {
        out.string(escape_for_display(text));
    }
}

void put_unless_empty(JsonWriter& out, std::string_view key, std::string_view text) {
    if (!text.empty()) put(out, key, text);
}

}  // namespace iam::host
