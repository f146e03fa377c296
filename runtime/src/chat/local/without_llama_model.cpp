// In the place of llama_model.cpp where the library is built without models of its own.
#include <iam/chat/llama_model.hpp>

namespace iam::chat {

Result<std::unique_ptr<Model>> make_llama_model(LlamaSettings settings, Entropy& /*entropy*/) {
    return fail(Errc::invalid_argument,
                "This program was built without models on this machine (IAM_LOCAL_MODELS), so " +
                    settings.model_file +
                    " cannot be used; start its server yourself, and name its URL.");
}

}  // namespace iam::chat
