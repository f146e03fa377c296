// The model that a person names on the command line.
#pragma once

#include "host/session/environment.hpp"
#include <iam/chat/model.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace iam::host {

struct ModelWords {
    std::string model{};      ///< PROVIDER/NAME; empty: the variable IAM_MODEL
    std::string url{};        ///< where the API begins; empty: the provider's own
    std::string key_file{};   ///< empty: the provider's variable
    bool text_tools = false;  ///< the model has no tools: it writes calls as lines of text
    /// A profile chose the URL: no key of a variable goes there.
    bool is_url_of_profile = false;
};

/// The help of the option --model.
std::string model_help();
/// Errors: invalid_argument (no model, an unknown provider, a bad script), unavailable or corrupt
/// (the key's file, the script). No error repeats a key.
Result<std::unique_ptr<chat::Model>> open_model(const ModelWords& words,
                                                const Environment& environment);

}  // namespace iam::host
