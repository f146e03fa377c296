#include "mcp/server/authorization/claims.hpp"

#include "mcp/server/authorization/jws.hpp"
#include <iam/core/json.hpp>
#include <iam/core/split_words.hpp>
#include <iam/tool/call.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

constexpr Limits k_claim_limits{.bytes_max = k_token_bytes_max,
                                .depth_max = 16,
                                .members_max = 256,
                                .elements_max = 1024,
                                .nodes_max = 8192};
constexpr std::size_t k_scopes_max = 256;

const Json* claim(const Json& claims, const char* name) {
    const auto found = claims.find(name);
    return found == claims.end() ? nullptr : &*found;
}

bool is_text(const Json* value, std::string_view wanted) {
    return value != nullptr && value->is_string() && value->get_ref<const std::string&>() == wanted;
}

bool names_audience(const Json* value, std::string_view audience) {
    if (value == nullptr || !value->is_array()) return is_text(value, audience);
    return std::any_of(value->begin(), value->end(),
                       [audience](const Json& one) { return is_text(&one, audience); });
}

/// Seconds since 1970; a fraction is allowed (RFC 7519 §2).
double seconds_of(const Json& time) {
    return time.get<double>();
}

Checked<void> check_times(const Json& claims, const TokenRules& rules, WallTime now) {
    const double seconds = static_cast<double>(now.time_since_epoch().count()) / 1000.0;
    const auto leeway = static_cast<double>(rules.leeway.count());
    for (const char* name : {"exp", "nbf", "iat"}) {
        const Json* const time = claim(claims, name);
        if (time != nullptr && !time->is_number())
            return refuse("a time of the token is no number");
    }
    const Json* const end = claim(claims, "exp");
    if (end != nullptr && seconds >= seconds_of(*end) + leeway)
        return refuse("the token has expired");
    const Json* const begin = claim(claims, "nbf");
    if (begin != nullptr && seconds + leeway < seconds_of(*begin))
        return refuse("the token is not valid yet");
    return {};
}

Checked<Claims> read_subject(const Json& claims, const TokenRules& rules) {
    const Json* const subject = claim(claims, "sub");
    if (subject == nullptr || !subject->is_string() ||
        subject->get_ref<const std::string&>().empty())
        return refuse("the token names no subject");
    Claims read;
    read.subject = subject->get<std::string>();
    if (rules.issuer.size() + 1 + read.subject.size() > k_subject_bytes_max)
        return refuse("the subject of the token is too long");
    const Json* const scopes = claim(claims, "scope");
    if (scopes == nullptr) return read;
    if (!scopes->is_string()) return refuse("the scope of the token is no text");
    read.scopes = words_in(scopes->get_ref<const std::string&>());
    if (read.scopes.size() > k_scopes_max) return refuse("the token has too many scopes");
    return read;
}

}  // namespace

std::vector<std::string> words_in(std::string_view text) {
    const auto words = split_words(text);
    return {words.begin(), words.end()};
}

Checked<Claims> check_claims(std::string_view payload, const TokenRules& rules, WallTime now) {
    const auto claims = parse_json(payload, k_claim_limits);
    if (!claims || !claims->is_object()) return refuse("the claims of the token cannot be read");
    if (!is_text(claim(*claims, "iss"), rules.issuer))
        return refuse("the token is of another issuer");
    if (!names_audience(claim(*claims, "aud"), rules.audience))
        return refuse("the token is for another server");
    if (claim(*claims, "exp") == nullptr) return refuse("the token has no end");
    if (auto checked = check_times(*claims, rules, now); !checked) return refuse(checked.error());
    return read_subject(*claims, rules);
}

Checked<Claims> check_introspected(std::string_view answer, const TokenRules& rules, WallTime now) {
    const auto claims = parse_json(answer, k_claim_limits);
    if (!claims || !claims->is_object()) return refuse("the answer of the issuer cannot be read");
    const Json* const active = claim(*claims, "active");
    if (active == nullptr || !active->is_boolean() || !active->get<bool>())
        return refuse("the issuer does not know the token");
    const Json* const issuer = claim(*claims, "iss");
    if (issuer != nullptr && !is_text(issuer, rules.issuer))
        return refuse("the token is of another issuer");
    if (!names_audience(claim(*claims, "aud"), rules.audience))
        return refuse("the token is for another server");
    if (auto checked = check_times(*claims, rules, now); !checked) return refuse(checked.error());
    return read_subject(*claims, rules);
}

}  // namespace iam::mcp
