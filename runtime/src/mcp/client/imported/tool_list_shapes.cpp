// Cuts tool objects out of the text, so they stay as the server wrote them.
#include "mcp/client/imported/tool_list_shapes.hpp"

#include <iam/core/json_reader.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_plain_schema = R"({"type":"object"})";

/// A member of an object, with its value as it stands in the text.
struct CutMember {
    std::string name{};
    std::string_view value{};
};

iam::Limits limits_of_list(const ToolListLimits& limits) {
    iam::Limits json;
    json.bytes_max = limits.page_bytes_max;
    json.string_bytes_max = limits.page_bytes_max;
    // import_tool() refuses these in the tool that has them.
    json.depth_max = k_depth_ceiling;
    json.allow_nul = true;
    return json;
}

JsonKind kind_of_text(std::string_view value, const iam::Limits& limits) {
    return JsonReader(value, limits).peek();
}

std::string_view cut_value(JsonReader& in, std::string_view text) {
    in.peek();
    const std::size_t start = in.offset();
    if (!in.skip()) return {};
    return text.substr(start, in.offset() - start);
}

Result<std::vector<CutMember>> cut_members(std::string_view object, const iam::Limits& limits) {
    JsonReader in(object, limits);
    std::vector<CutMember> members;
    std::string_view name;
    for (in.begin_object(); in.next_member(name);) {
        CutMember member{std::string(name), {}};
        member.value = cut_value(in, object);
        members.push_back(std::move(member));
    }
    if (!in.finish()) return tl::unexpected(in.error());
    return members;
}

Result<std::vector<std::string_view>> cut_elements(std::string_view list,
                                                   const iam::Limits& limits) {
    JsonReader in(list, limits);
    std::vector<std::string_view> elements;
    for (in.begin_array(); in.next_element();) elements.push_back(cut_value(in, list));
    if (!in.finish()) return tl::unexpected(in.error());
    return elements;
}

/// The first of these members with a value other than null.
const CutMember* first_of(const std::vector<CutMember>& members,
                          std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        for (const CutMember& member : members)
            if (member.name == name && member.value != "null") return &member;
    }
    return nullptr;
}

std::string as_object(const std::vector<CutMember>& members) {
    JsonWriter out;
    out.begin_object();
    for (const CutMember& member : members) {
        out.key(member.name);
        out.raw(member.value);
    }
    out.end_object();
    return out.take();
}

/// Rewrites the schemas of tools, and counts the tolerances.
class ToolShapes {
 public:
    explicit ToolShapes(const iam::Limits& limits) : limits_(limits) {}

    /// The tool with an inputSchema; unchanged if it has a usual one.
    Result<std::string> usual(std::string_view tool) {
        if (kind_of_text(tool, limits_) != JsonKind::object) return std::string(tool);
        IAM_TRY(members, cut_members(tool, limits_));
        const CutMember* schema = first_of(members, {"inputSchema", "input_schema", "parameters"});
        if (schema == nullptr) {
            ++without_schema_;
            std::erase_if(members,
                          [](const CutMember& member) { return member.name == "inputSchema"; });
            members.push_back({"inputSchema", k_plain_schema});
            return as_object(members);
        }
        const bool is_renamed = schema->name != "inputSchema";
        IAM_TRY(typed, with_type(schema->value));
        if (!is_renamed && typed.empty()) return std::string(tool);
        const std::string name = schema->name;
        if (is_renamed) {
            ++renamed_;
            std::erase_if(members,
                          [](const CutMember& member) { return member.name == "inputSchema"; });
        }
        for (CutMember& member : members) {
            if (member.name != name) continue;
            member.name = "inputSchema";
            if (!typed.empty()) member.value = typed;
        }
        return as_object(members);
    }

    void tell(std::vector<std::string>& diagnostics) const {
        const auto say = [&](std::size_t count, std::string_view text) {
            if (count == 0) return;
            diagnostics.push_back(std::to_string(count) + (count == 1 ? " tool" : " tools") +
                                  std::string(text));
        };
        say(renamed_, " with the schema in 'parameters' or 'input_schema'; it is 'inputSchema'.");
        say(untyped_, " with a schema without a type; it is taken for \"object\".");
        say(without_schema_, " without an inputSchema; any object is taken as arguments.");
    }

 private:
    /// The schema with a type, if it has none; else nothing.
    Result<std::string> with_type(std::string_view schema) {
        if (kind_of_text(schema, limits_) != JsonKind::object) return std::string();
        IAM_TRY(members, cut_members(schema, limits_));
        if (first_of(members, {"type"}) != nullptr) return std::string();
        ++untyped_;
        std::erase_if(members, [](const CutMember& member) { return member.name == "type"; });
        members.push_back({"type", R"("object")"});
        return as_object(members);
    }

    iam::Limits limits_;
    std::size_t renamed_ = 0;
    std::size_t untyped_ = 0;
    std::size_t without_schema_ = 0;
};

struct CutList {
    std::string_view list{};  ///< empty: there is none
    std::optional<CutMember> cursor{};
    std::vector<std::string> diagnostics{};
};

/// Finds the list and the cursor in a result.
Result<CutList> cut_list(std::string_view result, bool is_strict, const iam::Limits& limits) {
    CutList found;
    JsonReader in(result, limits);
    const JsonKind kind = in.peek();
    if (in.failed()) return tl::unexpected(in.error());
    if (kind == JsonKind::array && !is_strict) {
        found.diagnostics.emplace_back("The result is a list; it is an object with 'tools'.");
        found.list = result;
        return found;
    }
    if (kind != JsonKind::object)
        return fail(Errc::invalid_argument, "the result is no object with the list 'tools'.");
    IAM_TRY(members, cut_members(result, limits));
    const CutMember* list =
        is_strict ? first_of(members, {"tools"}) : first_of(members, {"tools", "items", "data"});
    const CutMember* cursor =
        is_strict ? first_of(members, {"nextCursor"})
                  : first_of(members, {"nextCursor", "next_cursor", "next", "cursor"});
    if (list == nullptr && is_strict)
        return fail(Errc::invalid_argument, "the result lacks the list 'tools'.");
    if (list == nullptr) {
        found.diagnostics.emplace_back("The result has no list 'tools'; there are no tools.");
    } else if (list->name != "tools") {
        found.diagnostics.push_back("The tools are in '" + list->name + "'; they are in 'tools'.");
    }
    if (list != nullptr) found.list = list->value;
    if (cursor != nullptr && cursor->name != "nextCursor") {
        found.diagnostics.push_back("The next page's cursor is in '" + cursor->name +
                                    "'; it is in 'nextCursor'.");
    }
    if (cursor != nullptr) found.cursor = *cursor;
    return found;
}

/// Sets the page's cursor.
Result<void> read_cursor(const CutMember& member, bool is_strict, const ToolListLimits& limits,
                         ToolListPage& page) {
    JsonReader in(member.value, limits_of_list(limits));
    std::string cursor;
    std::string problem;
    if (in.peek() != JsonKind::string || !in.read_string(cursor)) {
        problem = "is no text";
    } else if (cursor.size() > limits.cursor_bytes_max) {
        problem = "has " + std::to_string(cursor.size()) + " bytes, more than " +
                  std::to_string(limits.cursor_bytes_max);
    } else if (is_strict || !cursor.empty()) {
        page.cursor = std::move(cursor);
    }
    if (problem.empty()) return {};
    problem = "the cursor '" + member.name + "' " + problem;
    if (is_strict) return fail(Errc::invalid_argument, problem + ".", "/" + member.name);
    page.diagnostics.push_back("The list ends here, since " + problem + ".");
    return {};
}

tl::unexpected<Error> no_list(std::string_view what) {
    return fail(Errc::invalid_argument, std::string(what) + " is no list.");
}

/// A text, or the text `name` or `id` of an object; nothing for all else.
std::optional<std::string> server_name_in(std::string_view element, const iam::Limits& limits) {
    std::string_view text = element;
    std::vector<CutMember> members;
    if (kind_of_text(element, limits) == JsonKind::object) {
        auto cut = cut_members(element, limits);
        if (!cut) return std::nullopt;
        members = *std::move(cut);
        const CutMember* name = first_of(members, {"name", "id"});
        if (name == nullptr) return std::nullopt;
        text = name->value;
    }
    JsonReader in(text, limits);
    std::string name;
    if (in.peek() != JsonKind::string || !in.read_string(name)) return std::nullopt;
    return name;
}

}  // namespace

std::string too_many_tools(const ToolListLimits& limits) {
    return "The server has more than " + std::to_string(limits.tools_max) +
           " tools; the others are left out.";
}

Result<ToolListPage> read_tool_list(std::string_view result, bool is_strict,
                                    const ToolListLimits& limits) {
    const iam::Limits json = limits_of_list(limits);
    IAM_TRY(cut, cut_list(result, is_strict, json));
    ToolListPage page;
    page.diagnostics = std::move(cut.diagnostics);
    if (cut.cursor) IAM_CHECK(read_cursor(*cut.cursor, is_strict, limits, page));
    if (cut.list.empty()) return page;
    if (kind_of_text(cut.list, json) != JsonKind::array) return no_list("the value of 'tools'");
    IAM_TRY(elements, cut_elements(cut.list, json));
    if (elements.size() > limits.tools_max) {
        elements.resize(limits.tools_max);
        page.diagnostics.push_back(too_many_tools(limits));
    }
    ToolShapes shapes(json);
    for (const std::string_view element : elements) {
        if (is_strict) {
            page.tools.emplace_back(element);
            continue;
        }
        IAM_TRY(tool, shapes.usual(element));
        page.tools.push_back(std::move(tool));
    }
    shapes.tell(page.diagnostics);
    return page;
}

Result<std::vector<std::string>> read_server_names(std::string_view result,
                                                   const ToolListLimits& limits) {
    const iam::Limits json = limits_of_list(limits);
    std::string_view list = result;
    if (kind_of_text(result, json) == JsonKind::object) {
        IAM_TRY(members, cut_members(result, json));
        const CutMember* found = first_of(members, {"servers", "items", "data"});
        if (found == nullptr)
            return fail(Errc::invalid_argument, "the result lacks the list 'servers'.");
        list = found->value;
    }
    if (kind_of_text(list, json) != JsonKind::array) return no_list("the result of servers/list");
    IAM_TRY(elements, cut_elements(list, json));
    std::vector<std::string> names;
    for (const std::string_view element : elements) {
        auto name = server_name_in(element, json);
        if (name && !name->empty()) names.push_back(*std::move(name));
    }
    if (names.size() > limits.servers_max)
        return fail(Errc::invalid_argument, "the gateway has " + std::to_string(names.size()) +
                                                " servers; at most " +
                                                std::to_string(limits.servers_max) + " count.");
    return names;
}

}  // namespace iam::mcp
