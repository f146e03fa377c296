// A model on this machine: a file of weights, and a llama.cpp server that this program starts.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::chat {

struct LlamaSettings {
    std::string model_file{};              ///< a GGUF file, by its absolute path
    std::string program = "llama-server";  ///< a path, or a name in PATH of `environment`
    /// Its context, and Model::context_tokens. Absent: the server chooses, and requests are not
    /// made to fit.
    std::optional<std::uint64_t> context_tokens{};
    std::vector<std::string> arguments{};  ///< more of them, such as {"--threads", "4"}
    /// The variables of this program. The server gets PATH, HOME, LANG, TMPDIR, USER,
    /// LD_LIBRARY_PATH and those about its work (LLAMA_ARG_…, GGML_…, CUDA_… and the like), so no
    /// key of a provider.
    std::map<std::string, std::string> environment{};
    /// How long the server may take to read the weights and to say that it is ready.
    std::chrono::milliseconds start_time{std::chrono::minutes{5}};
};

/// The server starts with the first request, on a free port of 127.0.0.1 and with a key of its own,
/// which stands in its environment. It ends with the model, and also if this program is killed. If
/// the server ends by itself, the turn fails with its exit code and its last lines, and the next
/// request starts it again. A stream that waits for the server can be closed like any other.
/// `entropy` outlives the model. Errors: invalid_argument (the path is not absolute, no such
/// program, or the library was built without IAM_LOCAL_MODELS), not_found (the file).
Result<std::unique_ptr<Model>> make_llama_model(LlamaSettings settings, Entropy& entropy);

}  // namespace iam::chat
