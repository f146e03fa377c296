// Wraps the schemas of results other than objects.
#include "iam/contract/output.hpp"

#include <utility>

namespace iam::contract {

PublishedOutput published_output(OrderedJson result) {
    const auto type = result.find("type");
    if (type != result.end() && *type == OrderedJson("object")) return {std::move(result), false};
    // References count from the root, so definitions move to the new root.
    OrderedJson definitions;
    if (const auto own = result.find("$defs"); own != result.end()) {
        definitions = std::move(*own);
        result.erase("$defs");
    }
    OrderedJson schema = OrderedJson::object();
    schema["type"] = "object";
    schema["properties"] = OrderedJson::object();
    schema["properties"][k_result_member] = std::move(result);
    schema["required"] = OrderedJson::array({k_result_member});
    schema["additionalProperties"] = false;
    if (!definitions.is_null()) schema["$defs"] = std::move(definitions);
    return {std::move(schema), true};
}

}  // namespace iam::contract
