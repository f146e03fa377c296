#include "iam/mcp/authorization.hpp"
#include "mcp/server/authorization/challenge.hpp"
#include "mcp/server/authorization/claims.hpp"
#include "mcp/server/authorization/introspection.hpp"
#include "mcp/server/authorization/key_cache.hpp"
#include "mcp/server/authorization/static_tokens.hpp"
#include "mcp/server/authorization/tool_scopes.hpp"
#include "mcp/server/http/http_session.hpp"
#include <iam/core/base64.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/trusted_text.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_metadata_path = "/.well-known/oauth-protected-resource";
constexpr std::chrono::milliseconds k_keys_file_max_age{5000};
constexpr std::string_view k_invalid_token = "invalid_token";

/// Requests come by the thousand, and each of them meets the same problem.
constexpr std::chrono::minutes k_say_again{1};
constexpr std::string_view k_no_keys = "The keys of the issuer of tokens cannot be had now.";

using Verdict = std::function<void(Authorization)>;

bool is_url(std::string_view text) {
    return text.starts_with("https://") || text.starts_with("http://");
}

net::Response not_now(std::string_view reason) {
    net::Response response = refusal(503, reason);
    response.fields.add("Retry-After", "5");
    response.fields.add("Cache-Control", "no-store");
    return response;
}

std::string metadata_text(const AuthorizationSettings& settings,
                          const std::vector<std::string>& scopes) {
    JsonWriter out;
    out.begin_object();
    out.key("authorization_servers");
    out.begin_array();
    out.string(settings.issuer->issuer);
    out.end_array();
    out.key("bearer_methods_supported");
    out.begin_array();
    out.string("header");
    out.end_array();
    out.key("resource");
    out.string(settings.resource);
    if (!settings.name.empty()) {
        out.key("resource_name");
        out.string(settings.name);
    }
    if (!scopes.empty()) {
        out.key("scopes_supported");
        out.begin_array();
        for (const std::string& scope : scopes) out.string(scope);
        out.end_array();
    }
    out.end_object();
    return out.take();
}

Result<std::string> text_of_keys(Result<net::Response> response) {
    if (!response) return tl::unexpected(std::move(response).error());
    if (response->status == 200) return std::move(response->body);
    return fail(Errc::unavailable, "the issuer answers the request for its keys with " +
                                       std::to_string(response->status) +
                                       "; check the URL of the keys");
}

Result<void> check_issuer(const TokenIssuer& issuer, const AuthorizationParts& parts) {
    if (auto read = read_resource(issuer.issuer); !read) return tl::unexpected(read.error());
    if (issuer.keys.empty() != issuer.introspection.has_value()) {
        return fail(Errc::invalid_argument,
                    "an issuer of tokens has either keys or introspection; give one of them");
    }
    if (issuer.introspection && !is_url(issuer.introspection->url)) {
        return fail(Errc::invalid_argument,
                    "the place to ask about tokens is a URL that begins with https://");
    }
    if ((issuer.introspection || is_url(issuer.keys)) && !parts.fetch) {
        return fail(Errc::invalid_argument,
                    "this program asks no other servers; give the keys as a file");
    }
    return {};
}

/// This server's secret for its issuer of tokens.
Result<std::string> read_secret(const std::string& path) {
    IAM_TRY(text, read_trusted_text(path, ReadBy::owner));
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view rest = std::string_view(text).substr(end);
    if (end == 0 || !(rest.empty() || rest == "\n" || rest == "\r\n")) {
        return fail(Errc::invalid_argument,
                    "the file " + path + " must hold a secret in its only line");
    }
    return text.substr(0, end);
}

}  // namespace

/// Immutable except for its caches and the latest problem.
class Authorizer::Core : public std::enable_shared_from_this<Core> {
 public:
    Core(AuthorizationSettings settings, AuthorizationParts parts)
        : settings_(std::move(settings)), parts_(std::move(parts)) {}

    Result<void> open();
    void authorize(const net::Fields& fields, const Verdict& done);
    std::optional<net::Response> metadata(const net::Request& request) const;
    ToolFilter tools_of(const Principal& principal) const;
    std::optional<net::Response> refuse_call(const Principal& principal,
                                             std::string_view message) const;

 private:
    /// The rules and keys to judge the issuer's tokens.
    struct IssuerCheck {
        TokenRules rules{};
        std::shared_ptr<KeyCache> keys{};  ///< nullptr: the issuer is asked
    };

    Result<void> open_issuer();
    Result<void> open_introspection();
    void fetch_keys(const KeyCache::Text& text) const;
    Authorization find_static(std::string_view token, bool& is_known);
    void check_jwt(std::string_view token, const Verdict& done);
    /// Judges a token by these keys. Nothing: none of them fits it.
    std::optional<Authorization> judge(const Jws& jws, const TokenKeys& keys) const;
    void introspect(std::string_view token, const Verdict& done);
    Authorization principal_of(const Checked<Claims>& claims) const;
    Authorization refuse_token(Reason reason) const;
    Authorization report(const Error& error, std::string_view reason);
    void say_once(const std::string& problem);

    const AuthorizationSettings settings_;
    const AuthorizationParts parts_;
    std::unique_ptr<StaticTokens> static_tokens_{};
    std::optional<IssuerCheck> issuer_{};
    Introspection introspection_{};               // if the issuer is asked
    std::shared_ptr<const ToolScopes> scopes_{};  // nullptr: every principal has every tool
    Challenge challenge_{};
    std::array<std::string, 2> metadata_paths_{};
    std::string metadata_{};  // empty: there is none
    std::mutex said_mutex_;
    std::string said_{};  // the latest problem that was said
    std::chrono::milliseconds said_at_{0};
};

Result<void> Authorizer::Core::open() {
    if (settings_.tokens_file.empty() && !settings_.issuer) {
        return fail(
            Errc::invalid_argument,
            "authorization needs a file of tokens or an issuer of tokens; give one of them");
    }
    if (!settings_.scopes_file.empty()) {
        IAM_TRY(text, read_trusted_text(settings_.scopes_file, ReadBy::all));
        auto scopes = ToolScopes::read(text);
        if (!scopes) {
            return fail(scopes.error().code, settings_.scopes_file + ": " + scopes.error().message,
                        scopes.error().pointer);
        }
        challenge_.scopes = scopes->names();
        scopes_ = std::make_shared<const ToolScopes>(*std::move(scopes));
    }
    if (!settings_.tokens_file.empty()) {
        IAM_TRY(tokens, StaticTokens::open(settings_.tokens_file, parts_.clock));
        static_tokens_ = std::move(tokens);
    }
    return settings_.issuer ? open_issuer() : Result<void>();
}

Result<void> Authorizer::Core::open_issuer() {
    const TokenIssuer& issuer = *settings_.issuer;
    IAM_CHECK(check_issuer(issuer, parts_));
    IAM_TRY(resource, read_resource(settings_.resource));
    metadata_paths_ = {std::string(k_metadata_path), std::string(k_metadata_path) + resource.path};
    challenge_.metadata_url = resource.origin + metadata_paths_[1];
    metadata_ = metadata_text(settings_, challenge_.scopes);
    issuer_ = IssuerCheck{.rules = {.issuer = issuer.issuer,
                                    .audience = settings_.resource,
                                    .leeway = settings_.leeway}};
    if (issuer.introspection) return open_introspection();
    const bool is_file = !is_url(issuer.keys);
    if (is_file) {
        IAM_TRY(text, read_trusted_text(issuer.keys, ReadBy::all));
        if (const auto keys = read_token_keys(text); !keys)
            return fail(keys.error().code, issuer.keys + ": " + keys.error().message);
    }
    // The cache is this object's, so it asks for nothing when this is gone.
    issuer_->keys = std::make_shared<KeyCache>(
        KeyCache::Parts{.clock = parts_.clock,
                        .fetch = [this](const KeyCache::Text& text) { fetch_keys(text); },
                        .max_age = is_file ? k_keys_file_max_age : settings_.keys_max_age,
                        .again = is_file ? k_keys_file_max_age : settings_.keys_again});
    return {};
}

Result<void> Authorizer::Core::open_introspection() {
    introspection_ = *settings_.issuer->introspection;
    const std::string& file = introspection_.client_secret_file;
    if (file.empty()) return {};
    if (introspection_.client_id.empty() || !introspection_.client_secret.empty()) {
        return fail(Errc::invalid_argument,
                    "a file with the secret of a client stands beside its id, and beside no other "
                    "secret");
    }
    IAM_TRY(secret, read_secret(file));
    introspection_.client_secret = std::move(secret);
    return {};
}

void Authorizer::Core::fetch_keys(const KeyCache::Text& text) const {
    const std::string& place = settings_.issuer->keys;
    if (!is_url(place)) return text(read_trusted_text(place, ReadBy::all));
    parts_.fetch(
        {.url = place, .fields = {{"Accept", "application/json"}}},
        [text](Result<net::Response> response) { text(text_of_keys(std::move(response))); });
}

void Authorizer::Core::authorize(const net::Fields& fields, const Verdict& done) {
    const Bearer bearer = bearer_in(fields);
    if (bearer.kind == Bearer::Kind::malformed) {
        return done(tl::unexpected(challenge(
            400, challenge_,
            {"invalid_request", "a request has one field Authorization with one token"})));
    }
    if (bearer.kind == Bearer::Kind::none)
        return done(tl::unexpected(challenge(401, challenge_, {})));
    if (bearer.token.size() > k_token_bytes_max)
        return done(refuse_token("the token is longer than 16 KiB"));
    bool is_known = false;
    auto known = find_static(bearer.token, is_known);
    if (is_known) return done(std::move(known));
    if (!issuer_) return done(refuse_token("the token is unknown"));
    issuer_->keys ? check_jwt(bearer.token, done) : introspect(bearer.token, done);
}

/// `is_known` is set if the file has the token, or cannot be read.
Authorization Authorizer::Core::find_static(std::string_view token, bool& is_known) {
    if (!static_tokens_) return refuse_token("the token is unknown");
    auto found = static_tokens_->find(token);
    is_known = !found || *found;
    if (!found) return report(found.error(), "The tokens of this server cannot be read.");
    if (!*found) return refuse_token("the token is unknown");
    StaticToken& entry = **found;
    return Principal{.user = "token#" + entry.name,
                     .name = entry.name,
                     .credential = "token " + entry.name,
                     .scopes = std::move(entry.scopes)};
}

void Authorizer::Core::check_jwt(std::string_view token, const Verdict& done) {
    auto read = read_jws(token);
    if (!read) return done(refuse_token(read.error()));
    auto jws = std::make_shared<const Jws>(*std::move(read));
    // The cache keeps these functions, and this object keeps the cache.
    const auto with_newer = [weak = weak_from_this(), jws,
                             done](const Result<KeyCache::Keys>& keys) {
        const auto self = weak.lock();
        if (!self) return;
        if (!keys) return done(self->report(keys.error(), k_no_keys));
        auto verdict = self->judge(*jws, **keys);
        done(verdict ? *std::move(verdict)
                     : self->refuse_token("no key of the issuer fits the token"));
    };
    issuer_->keys->get(
        [weak = weak_from_this(), jws, done, with_newer](const Result<KeyCache::Keys>& keys) {
            const auto self = weak.lock();
            if (!self) return;
            if (!keys) return done(self->report(keys.error(), k_no_keys));
            if (auto verdict = self->judge(*jws, **keys)) return done(*std::move(verdict));
            self->issuer_->keys->newer(with_newer);
        });
}

std::optional<Authorization> Authorizer::Core::judge(const Jws& jws, const TokenKeys& keys) const {
    const auto fitting = keys_for(keys, jws);
    if (fitting.empty()) return std::nullopt;
    const bool is_signed = std::any_of(fitting.begin(), fitting.end(), [&jws](const TokenKey* key) {
        return is_signed_with(*key, jws);
    });
    if (!is_signed) return refuse_token("the signature of the token is wrong");
    return principal_of(check_claims(jws.payload, issuer_->rules, parts_.clock.now().wall));
}

void Authorizer::Core::introspect(std::string_view token, const Verdict& done) {
    parts_.fetch(introspection_of(introspection_, token), [weak = weak_from_this(),
                                                           done](Result<net::Response> response) {
        const auto self = weak.lock();
        if (!self) return;
        const auto answer = answer_of_introspection(std::move(response));
        if (!answer) {
            return done(self->report(answer.error(), "The issuer of tokens cannot be asked now."));
        }
        done(self->principal_of(
            check_introspected(*answer, self->issuer_->rules, self->parts_.clock.now().wall)));
    });
}

Authorization Authorizer::Core::principal_of(const Checked<Claims>& claims) const {
    if (!claims) return refuse_token(claims.error());
    // An issuer has no '#', so the first one ends it.
    return Principal{.user = issuer_->rules.issuer + "#" + claims->subject,
                     .name = claims->subject,
                     .credential = issuer_->rules.issuer,
                     .scopes = claims->scopes};
}

Authorization Authorizer::Core::refuse_token(Reason reason) const {
    return tl::unexpected(challenge(401, challenge_, {k_invalid_token, reason}));
}

Authorization Authorizer::Core::report(const Error& error, std::string_view reason) {
    if (parts_.on_problem) say_once(error.message);
    return tl::unexpected(not_now(reason));
}

void Authorizer::Core::say_once(const std::string& problem) {
    {
        const std::lock_guard lock(said_mutex_);
        const auto now = parts_.clock.boot();
        if (problem == said_ && now - said_at_ < k_say_again) return;
        said_ = problem;
        said_at_ = now;
    }
    parts_.on_problem(problem);
}

std::optional<net::Response> Authorizer::Core::metadata(const net::Request& request) const {
    const std::string_view target(request.target);
    const std::string_view path = target.substr(0, target.find('?'));
    if (metadata_.empty() || request.method != "GET" ||
        std::find(metadata_paths_.begin(), metadata_paths_.end(), path) == metadata_paths_.end())
        return std::nullopt;
    net::Response response;
    response.fields = {{"Content-Type", "application/json"}, {"Cache-Control", "max-age=3600"}};
    response.body = metadata_;
    return response;
}

ToolFilter Authorizer::Core::tools_of(const Principal& principal) const {
    if (!scopes_) return {};
    return [scopes = scopes_, of_principal = principal.scopes](std::string_view tool) {
        return scopes->allows(of_principal, tool);
    };
}

std::optional<net::Response> Authorizer::Core::refuse_call(const Principal& principal,
                                                           std::string_view message) const {
    if (!scopes_) return std::nullopt;
    Challenge needed{.metadata_url = challenge_.metadata_url};
    for (const std::string& tool : called_tools(message)) {
        if (scopes_->allows(principal.scopes, tool)) continue;
        std::string scope = scopes_->scope_for(tool);
        // A tool without a scope exists for nobody; the token is not at fault.
        if (!scope.empty()) needed.scopes.push_back(std::move(scope));
    }
    if (needed.scopes.empty()) return std::nullopt;
    return challenge(403, needed,
                     {"insufficient_scope", "the token lacks a scope that the tool needs"});
}

Authorizer::Authorizer(std::shared_ptr<Core> core) noexcept : core_(std::move(core)) {}
Authorizer::~Authorizer() = default;

Result<std::unique_ptr<Authorizer>> Authorizer::make(AuthorizationSettings settings,
                                                     AuthorizationParts parts) {
    auto core = std::make_shared<Core>(std::move(settings), std::move(parts));
    IAM_CHECK(core->open());
    return std::unique_ptr<Authorizer>(new Authorizer(std::move(core)));
}

void Authorizer::authorize(const net::Fields& fields,
                           std::function<void(Authorization)> done) const {
    core_->authorize(fields, done);
}

std::optional<net::Response> Authorizer::metadata(const net::Request& request) const {
    return core_->metadata(request);
}

ToolFilter Authorizer::tools_of(const Principal& principal) const {
    return core_->tools_of(principal);
}

std::optional<net::Response> Authorizer::refuse_call(const Principal& principal,
                                                     std::string_view message) const {
    return core_->refuse_call(principal, message);
}

Result<NewToken> make_token(std::string_view name, Entropy& entropy) {
    if (!is_token_name(name)) {
        return fail(Errc::invalid_argument,
                    "the name of a token is 1 to 64 letters, digits, dots, dashes or underscores");
    }
    const std::array<std::uint8_t, 32> secret = random_salt(entropy);
    NewToken made;
    made.token = "iam_" + to_base64(std::as_bytes(std::span(secret)), Base64::url);
    made.line = std::string(name) + " " + digest_of_token(made.token);
    return made;
}

}  // namespace iam::mcp
