// Any text as an access token, as its claims, as a set of keys, as a field Authorization and as a
// message: each is read or refused with a literal, and nothing is signed by the key of a test.
#include "mcp/server/authorization/challenge.hpp"
#include "mcp/server/authorization/claims.hpp"
#include "mcp/server/authorization/jws.hpp"
#include "mcp/server/authorization/static_tokens.hpp"
#include "mcp/server/authorization/token_keys.hpp"
#include "mcp/server/authorization/tool_scopes.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace iam::mcp;

void must(bool holds) {
    if (!holds) std::abort();
}

/// The key of RFC 8037, appendix A.1.
constexpr std::string_view k_keys =
    R"({"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]})";
/// The example of RFC 8037, appendix A.4, which the search may find.
constexpr std::string_view k_signed = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";

void read_token(std::string_view text) {
    static const TokenKeys keys = read_token_keys(k_keys).value();
    const auto jws = read_jws(text);
    if (!jws) return must(!jws.error().empty());
    must(text.starts_with(jws->signed_text) && text[jws->signed_text.size()] == '.');
    for (const TokenKey* key : keys_for(keys, *jws))
        must(!is_signed_with(*key, *jws) || jws->signed_text == k_signed);
}

void read_claims(std::string_view text) {
    const TokenRules rules{.issuer = "https://a.example", .audience = "https://b.example"};
    const WallTime now{std::chrono::seconds(1'767'323'045)};
    for (const auto& claims :
         {check_claims(text, rules, now), check_introspected(text, rules, now)}) {
        must(claims ? !claims->subject.empty() && claims->subject.size() <= 256
                    : claims.error().find_first_of("\"\\") == std::string_view::npos);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_token(text);
    read_claims(text);
    if (const auto keys = read_token_keys(text)) {
        for (const TokenKey& key : *keys) must(key.key != nullptr);
    }
    const Bearer bearer = bearer_in({{"Authorization", std::string(text)}});
    must((bearer.kind == Bearer::Kind::token) == !bearer.token.empty());
    static_cast<void>(called_tools(text));
    static_cast<void>(ToolScopes::read(text));
    if (const auto tokens = read_static_tokens(text)) {
        for (const StaticToken& token : *tokens) must(token.digest.size() == 64);
    }
    return 0;
}
