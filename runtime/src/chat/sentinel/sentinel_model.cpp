#include "iam/chat/sentinel_model.hpp"

#include "chat/sentinel/sentinel_request.hpp"
#include <iam/core/json.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace iam::chat {
namespace {

/// One answer. Its events come one at a time.
class SentinelAnswer : public std::enable_shared_from_this<SentinelAnswer> {
 public:
    SentinelAnswer(std::vector<std::string> names, std::function<void(const Event&)> on_event)
        : names_(std::move(names)), on_event_(std::move(on_event)) {}

    void begin(Model& model, ModelRequest request) {
        auto stream =
            model.start(std::move(request), [weak = weak_from_this()](const Event& event) {
                if (const auto answer = weak.lock()) answer->hear(event);
            });
        const std::lock_guard lock(mutex_);
        if (is_open_) stream_ = std::move(stream);
    }

    void close() {
        std::unique_ptr<ModelStream> stream;
        {
            const std::lock_guard lock(mutex_);
            is_open_ = false;
            stream = std::move(stream_);
        }
        stream.reset();  // outside of the lock: it waits for an event under way
    }

 private:
    void hear(const Event& event) {
        const std::lock_guard lock(mutex_);
        if (is_open_) std::visit([this](const auto& each) { take(each); }, event);
    }

    void take(const TextPiece& piece) {
        parser_.add(piece.text, [this](const SentinelEvent& found) { find(found); });
    }
    void take(const ThinkingPiece& piece) { on_event_(piece); }
    void take(const CallPiece& /*piece*/) {}  // no tool was offered by the API
    void take(const WholeCall& /*call*/) {}
    void take(const Usage& usage) { on_event_(usage); }
    void take(const TakenBack& back) {
        parser_ = SentinelParser();
        on_event_(back);
    }
    void take(const End& end) {
        const bool is_whole = end.finish == Finish::stop || end.finish == Finish::calls;
        if (is_whole) parser_.finish([this](const SentinelEvent& found) { find(found); });
        if (!is_open_) return;
        const Finish finish = end.finish == Finish::calls ? Finish::stop : end.finish;
        finish_with(End{.finish = finish, .reason = end.reason});
    }
    void take(const StreamError& error) { finish_with(error); }

    void find(const SentinelEvent& found) {
        if (!is_open_) return;
        if (const auto* piece = std::get_if<TextPiece>(&found)) return on_event_(*piece);
        if (const auto* call = std::get_if<SentinelCall>(&found))
            return propose({.name = name_of(*call), .arguments = call->arguments});
        if (const auto* fault = std::get_if<SentinelFault>(&found))
            return propose({.name = std::string(k_malformed_call),
                            .arguments = Json{{"fault", fault->reason}}.dump(
                                -1, ' ', false, Json::error_handler_t::replace)});
        finish_with(End{.finish = Finish::stop, .reason = "the model wrote a result"});
    }

    /// Small models put a tool's server where they see one.
    std::string name_of(const SentinelCall& call) const {
        const std::string joined = call.server + "__" + call.name;
        for (const std::string& name : names_)
            if (name == joined) return joined;
        return call.name;
    }

    void propose(WholeCall call) {
        on_event_(std::move(call));
        if (is_open_) finish_with(End{.finish = Finish::calls, .reason = "a line TOOL_CALL"});
    }

    void finish_with(const Event& event) {
        is_open_ = false;
        on_event_(event);
    }

    const std::vector<std::string> names_;
    const std::function<void(const Event&)> on_event_;
    std::recursive_mutex mutex_;  // an event may close the answer on its own thread
    bool is_open_ = true;
    SentinelParser parser_;
    std::unique_ptr<ModelStream> stream_;
};

class SentinelStream final : public ModelStream {
 public:
    explicit SentinelStream(std::shared_ptr<SentinelAnswer> answer) : answer_(std::move(answer)) {}
    SentinelStream(const SentinelStream&) = delete;
    SentinelStream& operator=(const SentinelStream&) = delete;
    ~SentinelStream() override { answer_->close(); }

 private:
    const std::shared_ptr<SentinelAnswer> answer_;
};

class SentinelModel final : public Model {
 public:
    SentinelModel(std::unique_ptr<Model> model, SentinelPrompt prompt)
        : model_(std::move(model)), prompt_(prompt) {}

    std::string name() const override { return model_->name(); }
    std::optional<std::uint64_t> context_tokens() const override {
        return model_->context_tokens();
    }
    std::unique_ptr<ModelStream> start(ModelRequest request,
                                       std::function<void(const Event&)> on_event) override {
        std::vector<std::string> names;
        for (const ModelRequest::Offer& offer : request.tools) names.push_back(offer.name);
        auto answer = std::make_shared<SentinelAnswer>(std::move(names), std::move(on_event));
        answer->begin(*model_, as_text(std::move(request), prompt_));
        return std::make_unique<SentinelStream>(std::move(answer));
    }

 private:
    const std::unique_ptr<Model> model_;
    const SentinelPrompt prompt_;
};

}  // namespace

std::unique_ptr<Model> make_sentinel_model(std::unique_ptr<Model> model, SentinelPrompt prompt) {
    return std::make_unique<SentinelModel>(std::move(model), prompt);
}

}  // namespace iam::chat
