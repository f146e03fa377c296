// A model that plays a script, for tests of programs with conversations.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace iam::chat {

/// Plays one Turn for each request, in order. Thread-safe. It has no thread: the events of a turn
/// come on the thread of start(), those after a pause on the thread of release().
class ScriptedModel final : public Model {
 public:
    /// The stream waits here until release(). Two pauses of a script have two names.
    struct Pause {
        std::string name{};
    };
    using Step = std::variant<Event, Pause>;

    struct Turn {
        /// Looks at the request and returns its faults, a sentence; empty if it is as expected.
        /// Without a function every request will do.
        std::function<std::string(const ModelRequest&)> expected{};
        /// A script that ends without End or StreamError leaves its stream open.
        std::vector<Step> steps{};
        /// Goes on after its stream was closed, as a faulty model does.
        bool talks_on = false;
    };

    explicit ScriptedModel(std::vector<Turn> turns, std::string name = "scripted/model",
                           std::optional<std::uint64_t> context_tokens = std::nullopt);
    ~ScriptedModel() override;

    std::string name() const override;
    std::optional<std::uint64_t> context_tokens() const override;
    /// A request without a turn, or one that is not as expected, gets a StreamError of the kind
    /// `protocol` and is a fault.
    std::unique_ptr<ModelStream> start(ModelRequest request,
                                       std::function<void(const Event&)> on_event) override;

    /// Lets the stream at this pause go on, on this thread. If no stream is there yet, its pause
    /// will not wait.
    void release(const std::string& pause);

    std::vector<ModelRequest> requests() const;
    std::size_t open_streams() const;
    /// The greatest number of streams open at one time.
    std::size_t most_open_streams() const;
    /// Error: invalid_argument with the faults, or with the number of turns that nobody asked for.
    Result<void> check_played() const;

 private:
    struct State;
    class Stream;
    std::shared_ptr<State> state_;
};

// Short forms for scripts.

/// A turn that says a text and is done.
ScriptedModel::Turn says(std::string text);
/// A turn that proposes calls and waits for their results.
ScriptedModel::Turn proposes(std::vector<WholeCall> calls);

}  // namespace iam::chat
