#include "chat/http/http_endpoint.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace iam::chat {
namespace {

constexpr std::size_t k_model_name_bytes_max = 256;
constexpr std::size_t k_key_bytes_max = std::size_t{8} << 10U;

/// One row a wire form. The path may have "{model}".
struct EndpointRow {
    WireForm form;
    Provider provider;
    std::string_view base;
    std::string_view path;
    std::string_view key_field;
    std::string_view key_scheme;  ///< before the key
    std::string_view version_field;
    std::string_view version;
};

constexpr std::array<EndpointRow, 5> k_endpoint_rows = {{
    {WireForm::chat_completions, Provider::openai, "https://api.openai.com/v1", "/chat/completions",
     "Authorization", "Bearer ", "", ""},
    {WireForm::responses, Provider::openai, "https://api.openai.com/v1", "/responses",
     "Authorization", "Bearer ", "", ""},
    {WireForm::messages, Provider::anthropic, "https://api.anthropic.com", "/v1/messages",
     "x-api-key", "", "anthropic-version", "2023-06-01"},
    {WireForm::generate_content, Provider::gemini,
     "https://generativelanguage.googleapis.com/v1beta",
     "/models/{model}:streamGenerateContent?alt=sse", "x-goog-api-key", "", "", ""},
    {WireForm::ollama_chat, Provider::ollama, "http://localhost:11434", "/api/chat",
     "Authorization", "Bearer ", "", ""},
}};

bool is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._:/@+-").find(c) != std::string_view::npos;
}

Result<void> check_model_name(const HttpModelSettings& settings) {
    const std::string& name = settings.model;
    const bool is_plain = !name.empty() && name.size() <= k_model_name_bytes_max &&
                          std::all_of(name.begin(), name.end(), is_name_byte);
    // A slash would leave the path of the API.
    const bool is_in_path = settings.form == WireForm::generate_content;
    if (is_plain && !(is_in_path && name.find('/') != std::string::npos)) return {};
    return fail(Errc::invalid_argument,
                "A model's name has 1 to 256 of A-Z a-z 0-9 . _ : @ + - (and / where it is no part "
                "of a URL); write the name as the provider lists it.");
}

bool is_key_byte(char c) {
    return c > ' ' && c < '\x7f';
}

Result<void> check_key(const std::string& key) {
    if (key.size() <= k_key_bytes_max && std::all_of(key.begin(), key.end(), is_key_byte))
        return {};
    return fail(
        Errc::invalid_argument,
        "The model's key has a blank, a line break or another character that a header field "
        "cannot carry, or more than 8 KiB; store the key alone, on one line.");
}

const EndpointRow* endpoint_row_of(WireForm form) {
    const auto* const found =
        std::find_if(k_endpoint_rows.begin(), k_endpoint_rows.end(),
                     [&](const EndpointRow& row) { return row.form == form; });
    return found == k_endpoint_rows.end() ? nullptr : found;
}

std::string base_of(const EndpointRow& row, const HttpModelSettings& settings) {
    std::string base = settings.url.empty() ? std::string(row.base) : settings.url;
    while (!base.empty() && base.back() == '/') base.pop_back();
    return base;
}

std::string path_of(const EndpointRow& row, const HttpModelSettings& settings) {
    constexpr std::string_view k_model = "{model}";
    std::string path(row.path);
    if (const std::size_t at = path.find(k_model); at != std::string::npos)
        path.replace(at, k_model.size(), settings.model);
    return path;
}

}  // namespace

Provider provider_of_form(WireForm form) noexcept {
    const EndpointRow* const row = endpoint_row_of(form);
    return row == nullptr ? Provider::openai : row->provider;
}

Result<void> check_model_url(const std::string& url, bool allows_plain_text) {
    if (url.find_first_of("?#") != std::string::npos)
        return fail(
            Errc::invalid_argument,
            "The URL of a model's API has a \"?\" or \"#\"; write its beginning alone, such as "
            "http://127.0.0.1:8080/v1.");
    return net::check_client_url(url, allows_plain_text);
}

Result<HttpEndpoint> endpoint_of(const HttpModelSettings& settings) {
    IAM_CHECK(check_model_name(settings));
    IAM_CHECK(check_key(settings.key));
    if (!settings.url.empty())
        IAM_CHECK(check_model_url(settings.url, settings.http.allows_plain_text));
    const EndpointRow* const row = endpoint_row_of(settings.form);
    if (row == nullptr)
        return fail(Errc::invalid_argument, "The wire form is unknown; use one of WireForm.");
    HttpEndpoint endpoint{.base = base_of(*row, settings)};
    endpoint.url = endpoint.base + path_of(*row, settings);
    endpoint.fields.add("Content-Type", "application/json");
    endpoint.fields.add("Accept", "text/event-stream, application/x-ndjson, application/json");
    if (!row->version_field.empty())
        endpoint.fields.add(std::string(row->version_field), std::string(row->version));
    if (!settings.key.empty())
        endpoint.fields.add(std::string(row->key_field),
                            std::string(row->key_scheme) + settings.key);
    return endpoint;
}

}  // namespace iam::chat
