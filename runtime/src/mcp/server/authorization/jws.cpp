#include "mcp/server/authorization/jws.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_key_id_bytes_max = 256;

constexpr Limits k_header_limits{.bytes_max = k_token_bytes_max,
                                 .depth_max = 8,
                                 .members_max = 64,
                                 .elements_max = 64,
                                 .nodes_max = 512};

/// Header, payload and signature.
std::optional<std::array<std::string_view, 3>> parts_of_token(std::string_view token) {
    std::array<std::string_view, 3> parts{};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t dot = token.find('.');
        if (dot == std::string_view::npos) return std::nullopt;
        parts.at(i) = token.substr(0, dot);
        token.remove_prefix(dot + 1);
    }
    if (token.find('.') != std::string_view::npos) return std::nullopt;
    parts[2] = token;
    return parts;
}

std::string in_lower_case(std::string text) {
    for (char& letter : text) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return text;
}

/// RFC 9068 §2.1; tokens of older servers say "JWT", or nothing.
bool is_type_of_token(const Json& type) {
    if (!type.is_string()) return false;
    const std::string name = in_lower_case(type.get<std::string>());
    return name == "at+jwt" || name == "application/at+jwt" || name == "jwt";
}

Checked<Jws> read_header(const Json& header) {
    if (!header.is_object()) return refuse("the header of the token is no object");
    // RFC 7515 §4.1.11: a reader refuses an extension it does not understand. None is understood
    // here.
    if (header.contains("crit") || header.contains("b64"))
        return refuse("the token has an extension that is not understood");
    const auto name = header.find("alg");
    if (name == header.end() || !name->is_string()) return refuse("the token names no algorithm");
    const auto algorithm = token_algorithm(name->get_ref<const std::string&>());
    if (!algorithm) return refuse("the algorithm of the token is not RS256, ES256 or EdDSA");
    const auto type = header.find("typ");
    if (type != header.end() && !is_type_of_token(*type))
        return refuse("the token is of another type than at+jwt");
    Jws jws;
    jws.algorithm = *algorithm;
    const auto key_id = header.find("kid");
    if (key_id == header.end()) return jws;
    if (!key_id->is_string() || key_id->get_ref<const std::string&>().size() > k_key_id_bytes_max)
        return refuse("the name of the key of the token cannot be one");
    jws.key_id = key_id->get<std::string>();
    return jws;
}

}  // namespace

std::optional<TokenAlgorithm> token_algorithm(std::string_view name) {
    if (name == "RS256") return TokenAlgorithm::rs256;
    if (name == "ES256") return TokenAlgorithm::es256;
    if (name == "EdDSA") return TokenAlgorithm::eddsa;
    return std::nullopt;
}

Checked<Jws> read_jws(std::string_view token) {
    if (token.size() > k_token_bytes_max) return refuse("the token is longer than 16 KiB");
    const auto parts = parts_of_token(token);
    if (!parts) return refuse("the token is no signed JWT");
    const auto header_text = from_base64((*parts)[0], Base64::url);
    auto payload = from_base64((*parts)[1], Base64::url);
    auto signature = from_base64((*parts)[2], Base64::url);
    if (!header_text || !payload || !signature) return refuse("the token is no signed JWT");
    const auto header = parse_json(*header_text, k_header_limits);
    if (!header) return refuse("the header of the token cannot be read");
    auto jws = read_header(*header);
    if (!jws) return jws;
    jws->signed_text = token.substr(0, (*parts)[0].size() + 1 + (*parts)[1].size());
    jws->payload = *std::move(payload);
    jws->signature = *std::move(signature);
    return jws;
}

}  // namespace iam::mcp
