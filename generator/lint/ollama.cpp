// Checks tools against Ollama's /api/chat. Its types keep a part of a schema; the rest never
// reaches the model.
#include <generator/lint/visit.hpp>

namespace iam::gen::lint {
namespace {

const std::set<std::string_view> k_kept{"type",       "items",    "description", "enum",
                                        "properties", "required", "anyOf"};

/// False for keywords without use to a model. A call with an extra member is refused anyway, and
/// titles are for people.
bool is_lost(const Place& place, const std::string& keyword, const OrderedJson& value) {
    if (k_kept.count(keyword) != 0 || keyword == "title") return false;
    if (place.is_root && keyword == "$defs") return false;
    return !(keyword == "additionalProperties" && value.is_boolean());
}

}  // namespace

void lint_ollama(const std::vector<OrderedJson>& tools, std::vector<Finding>& out) {
    for (const OrderedJson& tool : tools) {
        Findings findings(LintProfile::ollama, name_of(tool), out);
        each_schema(tool, [&](const Place& place) {
            check_root_object(place, findings);
            if (!place.schema.is_object()) return;
            for (const auto& [keyword, value] : place.schema.items()) {
                if (is_lost(place, keyword, value))
                    findings.warning(
                        at(place, keyword), "dropped",
                        "'" + keyword +
                            "' is dropped without a word; say it in the description, as "
                            "`tools --for ollama` does");
            }
        });
    }
}

}  // namespace iam::gen::lint
