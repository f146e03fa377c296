// A model that a conversation talks with: a provider over HTTP, a server on this machine, or a
// script.
#pragma once

#include <iam/chat/event.hpp>
#include <iam/tool/contract.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace iam::chat {

/// Text of the host, such as the system prompt.
struct SystemText {
    std::string text{};
};

/// Text that a person wrote.
struct PersonText {
    std::string text{};
};

/// A call in the history, with the id that its result repeats.
struct PastCall {
    std::string id{};
    std::string name{};       ///< as the model knows it
    std::string arguments{};  ///< JSON text, or the text as the model wrote it
};

/// A whole answer of a model.
struct AssistantTurn {
    std::string text{};
    std::vector<PastCall> calls{};
    /// End::items with the model that wrote them; sent back to the same model only. May be empty.
    std::string items{};
    std::string model{};  ///< Model::name()
};

/// The results of all calls of the turn before, in its order.
struct CallResults {
    struct Each {
        std::string id{};    ///< PastCall::id
        std::string name{};  ///< PastCall::name
        std::string text{};
        bool is_error = false;
    };
    std::vector<Each> results{};
};

using Message = std::variant<SystemText, PersonText, AssistantTurn, CallResults>;

struct ModelRequest {
    std::vector<Message> messages{};
    /// The tools under the names that the model shall use, each with its contract. They outlive the
    /// stream.
    struct Offer {
        std::string name{};
        const Contract* contract = nullptr;
    };
    std::vector<Offer> tools{};
    std::optional<std::uint64_t> output_tokens_max{};
    std::optional<double> temperature{};
};

/// A stream that has begun. The destructor closes it: after it has returned, no event follows. It
/// may run on any thread, also within an event.
class ModelStream {
 public:
    virtual ~ModelStream() = default;
};

/// Thread-safe. Throws std::bad_alloc only.
class Model {
 public:
    virtual ~Model() = default;
    /// Provider and model, such as "ollama/qwen3:8b"; for people and for AssistantTurn::model.
    virtual std::string name() const = 0;
    /// The size of its context in tokens; absent: not known.
    virtual std::optional<std::uint64_t> context_tokens() const = 0;
    /// Asks for one answer and returns at once. The events come in order on a thread of the model,
    /// one at a time, also before start() has returned. Exactly one End or StreamError ends them.
    virtual std::unique_ptr<ModelStream> start(ModelRequest request,
                                               std::function<void(const Event&)> on_event) = 0;
};

}  // namespace iam::chat
