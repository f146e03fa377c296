// Uses the types that annotated code exchanges with the library.
#include "vocabulary.hpp"

namespace vocabulary {

iam::Preview preview_go(const Place& place, int minutes) {
    iam::Preview preview;
    preview.summary = "Goes to " + place.name;
    preview.fields.push_back({"minutes", std::to_string(minutes)});
    preview.warnings.push_back({"far", "It is far away"});
    return preview;
}

void come_back(const Place& place, int result) {
    if (result < 0) throw iam::tool_error("not_there", "Never went to " + place.name);
}

/// Refers to what would otherwise be declared only.
bool constants_differ() {
    iam::ToolOptions options;
    options.policy = iam::allow;
    return options.policy.value != iam::confirm && options.policy.value != iam::deny;
}

}  // namespace vocabulary
