// The model that a person names on the command line.
#pragma once

#include "host/session/environment.hpp"
#include <iam/chat/model.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

struct ModelWords {
    std::string model{};         ///< PROVIDER/NAME, or a file's absolute path; empty: IAM_MODEL
    std::string url{};           ///< where the API begins; empty: the provider's own
    std::string key_file{};      ///< empty: the provider's variable
    std::string llama_server{};  ///< the program for a model's file; empty: llama-server in PATH
    bool text_tools = false;     ///< the model has no tools: it writes calls as lines of text
    std::optional<std::uint64_t> context_tokens{};  ///< absent: as its server says
    /// A profile chose the URL: no key of a variable goes there.
    bool is_url_of_profile = false;
};

/// The help of the option --model.
std::string model_help();
/// Checks the words of a model that is named. It reads no file, wants no key and asks no server.
/// Errors: invalid_argument, as open_model() gives them.
Result<void> check_model(const ModelWords& words);
/// Asks a server of one's own about the model (chat::ask_model_facts), and gives tools as text to a
/// model that has none; standard error says so. Errors: invalid_argument (no model, an unknown
/// provider, a bad script), unavailable or corrupt (the key's file, the script, a server that does
/// not answer), not_found (a model that Ollama does not have). No error repeats a key.
Result<std::unique_ptr<chat::Model>> open_model(const ModelWords& words,
                                                const Environment& environment);

}  // namespace iam::host
