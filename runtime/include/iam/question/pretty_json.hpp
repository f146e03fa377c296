// JSON for people: complete, one member or element per line, its strings made visible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

struct PrettyJson {
    std::vector<std::string> lines{};
    bool has_hidden = false;  ///< something in it is shown as \u{…}
};

/// `json` is one JSON text, canonical as a rule. Other text is shown as one quoted line.
PrettyJson pretty_json(std::string_view json);
/// The same as one text with line ends.
std::string pretty_json_text(std::string_view json);

}  // namespace iam::question
