// Takes a result apart: members that are not read here are gone.
#include "mcp/client/imported/imported_result.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>
#include <iam/tool/call.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace iam::mcp {
namespace {

enum class MemberKind { text, base64, number, list, object };

/// A member of a content block.
struct BlockMember {
    const char* name;
    MemberKind kind;
    bool is_required = false;
};

constexpr BlockMember k_annotations{"annotations", MemberKind::object};
constexpr std::array k_text_members{BlockMember{"text", MemberKind::text, true}, k_annotations};
constexpr std::array k_media_members{BlockMember{"data", MemberKind::base64, true},
                                     BlockMember{"mimeType", MemberKind::text, true},
                                     k_annotations};
constexpr std::array k_link_members{
    BlockMember{"uri", MemberKind::text, true}, BlockMember{"name", MemberKind::text, true},
    BlockMember{"title", MemberKind::text},     BlockMember{"description", MemberKind::text},
    BlockMember{"mimeType", MemberKind::text},  BlockMember{"size", MemberKind::number},
    BlockMember{"icons", MemberKind::list},     k_annotations};
constexpr std::array k_resource_members{BlockMember{"resource", MemberKind::object, true},
                                        k_annotations};
constexpr std::array k_contents_members{
    BlockMember{"uri", MemberKind::text, true}, BlockMember{"mimeType", MemberKind::text},
    BlockMember{"text", MemberKind::text}, BlockMember{"blob", MemberKind::base64}};

/// The members of a block of this type; empty for an unknown type.
std::span<const BlockMember> members_of_type(std::string_view type) {
    if (type == "text") return k_text_members;
    if (type == "image" || type == "audio") return k_media_members;
    if (type == "resource_link") return k_link_members;
    if (type == "resource") return k_resource_members;
    return {};
}

bool is_of_kind(const Json& value, MemberKind kind) {
    switch (kind) {
        case MemberKind::text:
            return value.is_string();
        case MemberKind::base64:
            return value.is_string() && from_base64(value.get_ref<const std::string&>());
        case MemberKind::number:
            return value.is_number();
        case MemberKind::list:
            return value.is_array();
        case MemberKind::object:
            break;
    }
    return value.is_object();
}

std::string_view kind_words(MemberKind kind) {
    switch (kind) {
        case MemberKind::text:
            return "a text";
        case MemberKind::base64:
            return "a text in Base64";
        case MemberKind::number:
            return "a number";
        case MemberKind::list:
            return "an array";
        case MemberKind::object:
            break;
    }
    return "an object";
}

/// nullptr if the member is absent or null.
const Json* member_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// The object with these members alone.
Result<Json> only_members(const Json& object, std::span<const BlockMember> members,
                          const std::string& place) {
    Json kept = Json::object();
    for (const BlockMember& member : members) {
        const Json* value = member_in(object, member.name);
        if (value == nullptr && !member.is_required) continue;
        if (value == nullptr || !is_of_kind(*value, member.kind))
            return fail(Errc::invalid_argument, place + "/" + member.name + " is not " +
                                                    std::string(kind_words(member.kind)) + ".");
        kept[member.name] = *value;
    }
    return kept;
}

Json text_block(std::string text) {
    return {{"type", "text"}, {"text", std::move(text)}};
}

Result<Json> kept_block(const Json& block, const std::string& place) {
    const Json* type = block.is_object() ? member_in(block, "type") : nullptr;
    if (type == nullptr || !type->is_string())
        return fail(Errc::invalid_argument, place + " is no content block with a type.");
    const auto& name = type->get_ref<const std::string&>();
    const auto members = members_of_type(name);
    if (members.empty())
        return text_block("[a block of the unknown type " +
                          question::escape_for_display(quoted_name(name)) + " is left out]");
    IAM_TRY(kept, only_members(block, members, place));
    kept["type"] = name;
    if (name != "resource") return std::move(kept);
    IAM_TRY(contents, only_members(kept["resource"], k_contents_members, place + "/resource"));
    if (contents.contains("text") == contents.contains("blob"))
        return fail(Errc::invalid_argument, place + "/resource has not one of text and blob.");
    kept["resource"] = std::move(contents);
    return std::move(kept);
}

/// The text of this block; nullptr if it is another block.
const std::string* words_of_block(const Json& block) {
    const Json* type = block.is_object() ? member_in(block, "type") : nullptr;
    const Json* words = block.is_object() ? member_in(block, "text") : nullptr;
    if (type == nullptr || words == nullptr || !words->is_string() || *type != "text")
        return nullptr;
    return &words->get_ref<const std::string&>();
}

/// True if a text has the value as JSON: MCP asks servers to repeat it so.
bool is_repeated(const Json& structured, const Json& blocks) {
    return std::any_of(blocks.begin(), blocks.end(), [&](const Json& block) {
        const std::string* text = words_of_block(block);
        if (text == nullptr) return false;
        const auto value = parse_json(*text, limits_of_own_text(text->size()));
        return value && json_equal(*value, structured);
    });
}

Result<std::string> recorded_blocks(const Json& result) {
    Json blocks = Json::array();
    const Json* content = member_in(result, "content");
    const Json* structured = member_in(result, "structuredContent");
    if (content == nullptr && structured == nullptr)
        return fail(Errc::invalid_argument, "it has no content.");
    if (content != nullptr && !content->is_array())
        return fail(Errc::invalid_argument, "/content is not an array.");
    for (std::size_t at = 0; content != nullptr && at < content->size(); ++at) {
        IAM_TRY(block, kept_block((*content)[at], "/content/" + std::to_string(at)));
        blocks.push_back(std::move(block));
    }
    if (structured != nullptr && !is_repeated(*structured, blocks)) {
        IAM_TRY(text, canonical_json(*structured));
        blocks.push_back(text_block(std::move(text)));
    }
    return canonical_json(blocks);
}

Result<std::string> recorded_structure(const Json& result, const schema::Schema& output) {
    // A schema may take null, so a null member is a value here.
    const auto structured = result.find("structuredContent");
    if (structured == result.end())
        return fail(Errc::invalid_argument,
                    "it has no structuredContent, and the tool has an output schema.");
    IAM_TRY(report, output.validate(*structured));
    if (!report.valid) {
        constexpr std::size_t k_sentences_max = 3;
        std::string text = "its structuredContent does not fit the output schema";
        std::size_t told = 0;
        for (const std::string& sentence : schema::sentences(report)) {
            if (told++ == k_sentences_max) break;
            text += (told == 1 ? ": " : "; ") + sentence;
        }
        return fail(Errc::invalid_argument, text + ".");
    }
    return canonical_json(*structured);
}

/// Words of the server: cut, and harmless for a terminal. Line ends stay.
std::string quoted_words(std::string_view words, const ImportLimits& limits) {
    return question::visible_lines(shown(words, limits.message_bytes_max));
}

Reply unusable(std::string_view problem, const ImportLimits& limits) {
    return Reply::failed(code::tool_failed,
                         "The server says that the tool has run, but its result cannot be used: " +
                             quoted_words(problem, limits) +
                             " Do not repeat the call before its effect is known.");
}

Reply failure_of_tool(const Json& result, const ImportLimits& limits) {
    std::string text;
    const Json* content = member_in(result, "content");
    const bool has_blocks = content != nullptr && content->is_array();
    for (std::size_t at = 0; has_blocks && at < content->size(); ++at) {
        if (const std::string* words = words_of_block((*content)[at]))
            text.append(text.empty() ? "" : "\n").append(*words);
    }
    if (text.empty()) text = "The tool failed at its server, and the server gives no reason.";
    return Reply::failed(code::tool_failed, quoted_words(text, limits));
}

Reply reply_of_result(const std::string& text, const std::optional<schema::Schema>& output,
                      const ImportLimits& limits) {
    iam::Limits json;
    json.bytes_max = limits.result_bytes_max;
    json.string_bytes_max = limits.result_bytes_max;
    json.allow_nul = true;
    const auto result = parse_json(text, json);
    if (!result) return unusable(result.error().message, limits);
    if (!result->is_object()) return unusable("it is no object.", limits);
    const Json* type = member_in(*result, "resultType");
    if (type != nullptr && *type != "complete")
        return unusable("its resultType is not \"complete\".", limits);
    const Json* is_error = member_in(*result, "isError");
    if (is_error != nullptr && !is_error->is_boolean())
        return unusable("/isError is neither true nor false.", limits);
    if (is_error != nullptr && is_error->get<bool>()) return failure_of_tool(*result, limits);
    auto recorded = output ? recorded_structure(*result, *output) : recorded_blocks(*result);
    if (!recorded) return unusable(recorded.error().message, limits);
    return Reply::done(*std::move(recorded));
}

}  // namespace

Reply reply_of(const RemoteReply& answer, const std::optional<schema::Schema>& output,
               const ImportLimits& limits) {
    switch (answer.kind) {
        case RemoteReply::Kind::result:
            return reply_of_result(answer.result, output, limits);
        case RemoteReply::Kind::error:
            return Reply::failed(code::tool_failed, "The server refused the call: " +
                                                        std::to_string(answer.error.code) + ", " +
                                                        quoted_words(answer.error.message, limits));
        case RemoteReply::Kind::unknown:
            return Reply::failed(code::outcome_unknown, quoted_words(answer.error.message, limits));
        case RemoteReply::Kind::not_sent:
            break;
    }
    return Reply::failed(code::tool_failed, quoted_words(answer.error.message, limits));
}

}  // namespace iam::mcp
