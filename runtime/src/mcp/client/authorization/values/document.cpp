#include "mcp/client/authorization/values/document.hpp"

#include <utility>

namespace iam::mcp {
namespace {

constexpr Limits k_document_limits{.bytes_max = k_document_bytes_max,
                                   .depth_max = 16,
                                   .members_max = 256,
                                   .elements_max = 1024,
                                   .string_bytes_max = std::size_t{32} << 10U,
                                   .nodes_max = 4096};
constexpr std::size_t k_shown_max = 200;

}  // namespace

Result<OauthDocument> OauthDocument::read(std::string_view text, std::string name) {
    auto value = parse_json(text, k_document_limits);
    if (!value) {
        return fail(Errc::invalid_argument,
                    name + " cannot be read: " + value.error().message + "; ask its operator.");
    }
    OauthDocument document(*std::move(value), std::move(name));
    if (!document.value_.is_object()) return document.refuse("is no JSON object");
    return document;
}

tl::unexpected<Error> OauthDocument::refuse(std::string_view why) const {
    return fail(Errc::invalid_argument, name_ + " " + std::string(why) + "; ask its operator.");
}

const Json* OauthDocument::find(const char* member) const {
    const auto found = value_.find(member);
    return found == value_.end() || found->is_null() ? nullptr : &*found;
}

Result<std::string> OauthDocument::text(const char* member) const {
    const Json* const value = find(member);
    if (!value) return std::string();
    if (!value->is_string()) return refuse(std::string("has a ") + member + " that is no text");
    return value->get<std::string>();
}

Result<std::string> OauthDocument::needed_text(const char* member) const {
    auto value = text(member);
    if (value && value->empty()) return refuse(std::string("has no ") + member);
    return value;
}

Result<std::optional<std::vector<std::string>>> OauthDocument::texts(const char* member) const {
    const Json* const value = find(member);
    if (!value) return std::nullopt;
    const auto refused = [&](std::string_view why) {
        return refuse(std::string("has a ") + member + std::string(why));
    };
    if (!value->is_array()) return refused(" that is no list");
    if (value->size() > k_document_list_max) return refused(" of too many elements");
    std::vector<std::string> texts;
    for (const Json& element : *value) {
        if (!element.is_string()) return refused(" with an element that is no text");
        texts.push_back(element.get<std::string>());
    }
    return texts;
}

Result<std::optional<Scopes>> OauthDocument::scopes(const char* member) const {
    IAM_TRY(all, texts(member));
    if (!all) return std::nullopt;
    Scopes scopes;
    for (std::string& scope : *all) {
        if (is_scope_text(scope) && !has_scope(scopes, scope) &&
            scopes.size() < k_listed_scopes_max)
            scopes.push_back(std::move(scope));
    }
    return scopes;
}

Result<bool> OauthDocument::flag(const char* member) const {
    const Json* const value = find(member);
    if (!value) return false;
    if (!value->is_boolean())
        return refuse(std::string("has a ") + member + " that is neither true nor false");
    return value->get<bool>();
}

Result<std::optional<std::uint64_t>> OauthDocument::number(const char* member) const {
    const Json* const value = find(member);
    if (!value) return std::nullopt;
    if (!value->is_number_unsigned() &&
        !(value->is_number_integer() && value->get<std::int64_t>() >= 0))
        return refuse(std::string("has a ") + member + " that is no whole number from 0 on");
    return value->get<std::uint64_t>();
}

std::string excerpt_of(std::string_view text) {
    std::string shown;
    for (const char letter : text) {
        if (letter >= ' ' && letter <= '~') shown += letter;
        if (shown.size() == k_shown_max) break;
    }
    return shown;
}

}  // namespace iam::mcp
