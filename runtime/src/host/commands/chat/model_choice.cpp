#include "host/commands/chat/model_choice.hpp"

#include "host/session/input.hpp"
#include "host/session/proxy_variables.hpp"
#include <iam/chat/http_model.hpp>
#include <iam/chat/llama_model.hpp>
#include <iam/chat/model_facts.hpp>
#include <iam/chat/retrying_model.hpp>
#include <iam/chat/script_file.hpp>
#include <iam/chat/sentinel_model.hpp>
#include <iam/question/escape.hpp>

#include <array>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using chat::WireForm;
using question::escape_for_display;

/// One row a provider of the command line. The first variable that has a value is the key.
struct ModelRow {
    std::string_view name;
    WireForm form;
    std::array<const char*, 2> key_variables;
    bool needs_key;
};

constexpr std::array<ModelRow, 5> k_model_rows = {{
    {"anthropic", WireForm::messages, {"ANTHROPIC_API_KEY", ""}, true},
    {"gemini", WireForm::generate_content, {"GEMINI_API_KEY", "GOOGLE_API_KEY"}, true},
    {"ollama", WireForm::ollama_chat, {"OLLAMA_API_KEY", ""}, false},
    {"openai", WireForm::chat_completions, {"OPENAI_API_KEY", ""}, true},
    {"openai-responses", WireForm::responses, {"OPENAI_API_KEY", ""}, true},
}};

constexpr std::string_view k_scripted = "scripted";

const ModelRow* row_of(std::string_view name) {
    for (const ModelRow& row : k_model_rows)
        if (row.name == name) return &row;
    return nullptr;
}

std::string known_providers() {
    std::string text;
    for (const ModelRow& row : k_model_rows) text += std::string(row.name) + ", ";
    return text + std::string(k_scripted);
}

std::string variable(const Environment& environment, const std::string& name) {
    const auto found = environment.variables.find(name);
    return found == environment.variables.end() ? std::string() : found->second;
}

/// The content without one line end behind it.
Result<std::string> key_in(const std::string& file) {
    IAM_TRY(key, read_own_file(file, ReadBy::owner));
    if (key.ends_with('\n')) key.pop_back();
    if (key.ends_with('\r')) key.pop_back();
    if (!key.empty()) return key;
    return fail(Errc::invalid_argument,
                "The key file " + escape_for_display(file) + " is empty; put the key into it.");
}

Result<std::string> key_of(const ModelRow& row, const ModelWords& words,
                           const Environment& environment) {
    if (!words.key_file.empty()) return key_in(words.key_file);
    if (words.is_url_of_profile) return std::string();
    for (const char* name : row.key_variables)
        if (std::string key = variable(environment, name); !key.empty()) return key;
    // A server of one's own wants none.
    if (!row.needs_key || !words.url.empty()) return std::string();
    return fail(Errc::invalid_argument,
                "There is no key for " + std::string(row.name) + "; set " +
                    std::string(row.key_variables[0]) +
                    ", or name a file of mode 0600 that has it: --key-file FILE.");
}

/// A model as it was chosen.
struct ChosenModel {
    std::unique_ptr<chat::Model> model{};
    bool wants_text_tools = false;
};

Result<ChosenModel> scripted_model(const std::string& file, const ModelWords& words,
                                   const Environment& environment) {
    IAM_TRY(text, read_file(file, environment.in));
    auto turns = chat::read_script(text);
    if (!turns) {
        Error error = std::move(turns).error();
        error.message = file + ": " + error.message;
        return tl::unexpected(std::move(error));
    }
    return ChosenModel{std::make_unique<chat::ScriptedModel>(*std::move(turns), "scripted/model",
                                                             words.context_tokens)};
}

Result<ChosenModel> http_model(chat::HttpModelSettings settings, const ModelWords& words,
                               const Environment& environment) {
    settings.context_tokens = words.context_tokens;
    chat::ModelFacts facts;
    // Both questions may be answered by the person.
    if (!words.text_tools || !words.context_tokens) {
        IAM_TRY(known, chat::ask_model_facts(settings, environment.stop));
        facts = std::move(known);
    }
    if (!settings.context_tokens) settings.context_tokens = facts.context_tokens;
    const bool has_no_tools = !words.text_tools && facts.has_tools == false;
    if (has_no_tools)
        environment.err << "The model " << escape_for_display(settings.model)
                        << " has no tools of its own; they stand in its instructions.\n";
    if (!facts.why_unknown.empty())
        environment.err << escape_for_display(facts.why_unknown) << '\n';
    IAM_TRY(asked, chat::make_http_model(std::move(settings)));
    return ChosenModel{
        chat::make_retrying_model(std::move(asked), environment.clock, environment.entropy),
        has_no_tools};
}

Result<void> check_words_of_file(const ModelWords& words) {
    if (words.url.empty() && words.key_file.empty()) return {};
    return fail(Errc::invalid_argument,
                "The server of a model's file is started with a place and a key of its own; "
                "leave --model-url and --key-file out.");
}

/// A model's file on this machine, with a server that this program starts.
Result<ChosenModel> model_of_file(const std::string& file, const ModelWords& words,
                                  const Environment& environment) {
    IAM_CHECK(check_words_of_file(words));
    chat::LlamaSettings settings;
    settings.model_file = file;
    if (!words.llama_server.empty()) settings.program = words.llama_server;
    settings.environment = environment.variables;
    settings.context_tokens = words.context_tokens;
    IAM_TRY(model, chat::make_llama_model(std::move(settings), environment.entropy));
    return ChosenModel{
        chat::make_retrying_model(std::move(model), environment.clock, environment.entropy)};
}

/// The word for a model, taken apart.
struct ModelWord {
    enum class Kind { file, script, provider };
    Kind kind = Kind::file;
    std::string name{};             ///< a path, or the provider's name of the model
    const ModelRow* row = nullptr;  ///< of a provider
};

Result<ModelWord> read_model_word(const std::string& model) {
    if (model.starts_with('/')) return ModelWord{.name = model};
    if (model.ends_with(".gguf")) {
        return fail(Errc::invalid_argument,
                    "The file of a model is named by its absolute path, and " +
                        escape_for_display(model) + " is none; write the whole path.");
    }
    const std::size_t slash = model.find('/');
    if (slash == std::string::npos || slash + 1 == model.size()) {
        return fail(Errc::invalid_argument,
                    (model.empty() ? "Which model? Write" : "A model is") +
                        std::string(" --model PROVIDER/NAME, such as ollama/qwen3:8b; providers "
                                    "are ") +
                        known_providers() +
                        ". A model of this machine is the absolute path of its file.");
    }
    const std::string provider = model.substr(0, slash);
    const std::string name = model.substr(slash + 1);
    if (provider == k_scripted) return ModelWord{ModelWord::Kind::script, name};
    if (const ModelRow* const row = row_of(provider))
        return ModelWord{ModelWord::Kind::provider, name, row};
    return fail(Errc::invalid_argument, "'" + escape_for_display(provider) +
                                            "' is no provider of models; known are " +
                                            known_providers() + ".");
}

chat::HttpModelSettings settings_of(const ModelWord& word, const ModelWords& words) {
    return {.form = word.row->form, .url = words.url, .model = word.name};
}

Result<ChosenModel> open_named_model(const ModelWords& words, const Environment& environment) {
    std::string model = words.model.empty() ? variable(environment, "IAM_MODEL") : words.model;
    if (model.empty()) model = environment.default_model;
    IAM_TRY(word, read_model_word(model));
    if (word.kind == ModelWord::Kind::file) return model_of_file(word.name, words, environment);
    if (word.kind == ModelWord::Kind::script) return scripted_model(word.name, words, environment);
    chat::HttpModelSettings settings = settings_of(word, words);
    IAM_TRY(key, key_of(*word.row, words, environment));
    settings.key = std::move(key);
    settings.http.proxy = proxy_in(environment.variables);
    return http_model(std::move(settings), words, environment);
}

}  // namespace

std::string model_help() {
    return "The model as PROVIDER/NAME; without it the variable IAM_MODEL.\nProviders: " +
           known_providers() +
           " (a file of turns).\nThe absolute path of a GGUF file is a model of this machine.\nThe "
           "key stands in the provider's variable, e.g. "
           "ANTHROPIC_API_KEY";
}

Result<void> check_model(const ModelWords& words) {
    IAM_TRY(word, read_model_word(words.model));
    if (word.kind == ModelWord::Kind::file) return check_words_of_file(words);
    if (word.kind == ModelWord::Kind::provider)
        IAM_CHECK(chat::make_http_model(settings_of(word, words)));
    return {};
}

Result<std::unique_ptr<chat::Model>> open_model(const ModelWords& words,
                                                const Environment& environment) {
    IAM_TRY(chosen, open_named_model(words, environment));
    if (!words.text_tools && !chosen.wants_text_tools) return std::move(chosen.model);
    return chat::make_sentinel_model(std::move(chosen.model));
}

}  // namespace iam::host
