#include "iam/chat/model_facts.hpp"

#include "chat/http/http_endpoint.hpp"
#include "chat/http/http_failure.hpp"
#include <iam/core/json.hpp>
#include <iam/net/http_client.hpp>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>
#include <utility>

namespace iam::chat {
namespace {

constexpr std::size_t k_facts_bytes_max = std::size_t{4} << 20U;

Result<net::Response> fetch_facts(const HttpModelSettings& settings, net::ClientRequest request,
                                  std::chrono::milliseconds time, std::stop_token stop) {
    net::ClientSettings http = settings.http;
    http.limits.connect_time = std::min(http.limits.connect_time, time);
    http.limits.first_byte_time = time;
    http.limits.total_time = time;
    http.limits.body_bytes_max = k_facts_bytes_max;
    IAM_TRY(client, net::HttpClient::make(http));
    return client->fetch(std::move(request), std::move(stop));
}

std::optional<Json> object_in(const std::string& body) {
    auto value = parse_json(body, Limits{.allow_nul = true});
    if (!value || !value->is_object()) return std::nullopt;
    return *std::move(value);
}

/// A positive number; anything else is nothing.
std::optional<std::uint64_t> tokens_in(const Json& object, const std::string& name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
    const auto tokens = found->get<std::uint64_t>();
    return tokens == 0 ? std::nullopt : std::optional(tokens);
}

/// The line "num_ctx 8192" of the Modelfile's parameters.
std::optional<std::uint64_t> num_ctx_in(const Json& show) {
    const auto found = show.find("parameters");
    if (found == show.end() || !found->is_string()) return std::nullopt;
    std::string_view rest = found->get_ref<const std::string&>();
    while (!rest.empty()) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        constexpr std::string_view k_name = "num_ctx";
        if (line.substr(0, k_name.size()) != k_name) continue;
        line.remove_prefix(k_name.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        std::uint64_t tokens = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), tokens);
        if (error == std::errc{} && tokens > 0) return tokens;
    }
    return std::nullopt;
}

/// The number behind the architecture's name, such as "qwen3.context_length".
std::optional<std::uint64_t> context_length_in(const Json& show) {
    const auto info = show.find("model_info");
    if (info == show.end() || !info->is_object()) return std::nullopt;
    const auto architecture = info->find("general.architecture");
    if (architecture == info->end() || !architecture->is_string()) return std::nullopt;
    return tokens_in(*info, architecture->get<std::string>() + ".context_length");
}

std::optional<bool> has_tools_in(const Json& show) {
    const auto found = show.find("capabilities");
    if (found == show.end() || !found->is_array()) return std::nullopt;
    return std::any_of(found->begin(), found->end(),
                       [](const Json& each) { return each.is_string() && each == "tools"; });
}

ModelFacts unknown(const std::string& why) {
    return {.why_unknown = "The server of the model does not describe it (" + why +
                           "): tools go by its API, and the size of its context is not known."};
}

/// Ollama's own words about a model that it does not have; other servers put no text there.
std::string missing_model_in(const net::Response& response) {
    if (response.status != 404) return {};
    const auto body = object_in(response.body);
    if (!body || !body->contains("error") || !body->at("error").is_string()) return {};
    return body->at("error").get<std::string>();
}

Result<ModelFacts> ask_ollama(const HttpModelSettings& settings, const HttpEndpoint& endpoint,
                              std::stop_token stop) {
    const Json body = {{"model", settings.model}};
    const auto response = fetch_facts(settings,
                                      {.method = "POST",
                                       .url = endpoint.base + "/api/show",
                                       .fields = endpoint.fields,
                                       .body = body.dump()},
                                      k_ollama_facts_time, std::move(stop));
    if (!response)
        return fail(Errc::unavailable,
                    "The server of the model at " + endpoint.base +
                        " does not answer: " + without_key(response.error().message, settings.key) +
                        " Start it (ollama serve), or give the right URL.");
    if (const std::string words = missing_model_in(*response); !words.empty())
        return fail(Errc::not_found,
                    "The server has no such model: " + without_key(words, settings.key) +
                        ". Load it (ollama pull " + settings.model + "), or name another one.");
    if (response->status != 200) return unknown("HTTP " + std::to_string(response->status));
    const auto show = object_in(response->body);
    if (!show) return unknown("its answer is no JSON object");
    ModelFacts facts{.has_tools = has_tools_in(*show), .context_tokens = num_ctx_in(*show)};
    if (!facts.context_tokens) {
        if (const auto length = context_length_in(*show))
            facts.context_tokens = std::min(*length, k_ollama_context_tokens);
    }
    return facts;
}

/// The root of a server whose API begins with /v1.
std::string root_of(std::string base) {
    constexpr std::string_view k_version = "/v1";
    if (base.size() > k_version.size() &&
        base.compare(base.size() - k_version.size(), k_version.size(), k_version) == 0)
        base.resize(base.size() - k_version.size());
    return base;
}

/// Silence and other answers are usual here: few servers are llama.cpp's.
ModelFacts ask_llama_cpp(const HttpModelSettings& settings, const HttpEndpoint& endpoint,
                         std::stop_token stop) {
    const auto response =
        fetch_facts(settings, {.url = root_of(endpoint.base) + "/props", .fields = endpoint.fields},
                    k_other_facts_time, std::move(stop));
    if (!response || response->status != 200) return {};
    const auto props = object_in(response->body);
    if (!props) return {};
    const auto generation = props->find("default_generation_settings");
    if (generation == props->end() || !generation->is_object()) return {};
    return {.context_tokens = tokens_in(*generation, "n_ctx")};
}

}  // namespace

Result<ModelFacts> ask_model_facts(const HttpModelSettings& settings, std::stop_token stop) {
    IAM_TRY(endpoint, endpoint_of(settings));
    if (settings.form == WireForm::ollama_chat)
        return ask_ollama(settings, endpoint, std::move(stop));
    const bool is_own_server = settings.form == WireForm::chat_completions && !settings.url.empty();
    if (!is_own_server) return ModelFacts{};
    return ask_llama_cpp(settings, endpoint, std::move(stop));
}

}  // namespace iam::chat
