// Plays scripts of answers.
#include "iam/chat/scripted_model.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace iam::chat {

struct ScriptedModel::State {
    mutable std::mutex mutex{};
    std::string name{};
    std::optional<std::uint64_t> context_tokens{};
    std::vector<Turn> turns{};
    std::vector<ModelRequest> requests{};
    std::vector<std::string> faults{};
    std::set<std::string> released{};
    std::map<std::string, std::shared_ptr<class PlayedScript>> paused{};
    std::size_t open = 0;
    std::size_t most_open = 0;

    /// True if the pause is over already; else the script waits at it.
    bool passes(const std::string& pause, const std::shared_ptr<PlayedScript>& script) {
        const std::lock_guard lock(mutex);
        if (released.count(pause) > 0) return true;
        paused[pause] = script;
        return false;
    }
};

/// A turn under way. Its lock is held while an event is delivered, so that closing the stream waits
/// for the event, unless it happens within the event.
class PlayedScript : public std::enable_shared_from_this<PlayedScript> {
 public:
    PlayedScript(ScriptedModel::Turn turn, std::function<void(const Event&)> on_event)
        : turn_(std::move(turn)), on_event_(std::move(on_event)) {}

    template <class Passes>
    void play(const Passes& passes) {
        const std::lock_guard lock(mutex_);
        while (next_ < turn_.steps.size()) {
            if (is_closed_ && !turn_.talks_on) return;
            const ScriptedModel::Step& step = turn_.steps[next_];
            if (const auto* pause = std::get_if<ScriptedModel::Pause>(&step)) {
                if (!passes(pause->name, shared_from_this())) return;
                ++next_;
                continue;
            }
            ++next_;
            on_event_(std::get<Event>(step));
        }
    }
    void close() {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        if (!turn_.talks_on) next_ = turn_.steps.size();
    }

 private:
    std::recursive_mutex mutex_;
    ScriptedModel::Turn turn_;
    std::function<void(const Event&)> on_event_;
    std::size_t next_ = 0;
    bool is_closed_ = false;
};

class ScriptedModel::Stream final : public ModelStream {
 public:
    Stream(std::shared_ptr<State> state, std::shared_ptr<PlayedScript> script)
        : state_(std::move(state)), script_(std::move(script)) {}
    ~Stream() override {
        script_->close();
        const std::lock_guard lock(state_->mutex);
        --state_->open;
    }

 private:
    std::shared_ptr<State> state_;
    std::shared_ptr<PlayedScript> script_;
};

namespace {

ScriptedModel::Turn unexpected(const std::string& fault) {
    return {.steps = {Event(StreamError{StreamError::Kind::protocol, fault})}};
}

}  // namespace

ScriptedModel::ScriptedModel(std::vector<Turn> turns, std::string name,
                             std::optional<std::uint64_t> context_tokens)
    : state_(std::make_shared<State>()) {
    state_->turns = std::move(turns);
    state_->name = std::move(name);
    state_->context_tokens = context_tokens;
}

ScriptedModel::~ScriptedModel() = default;

std::string ScriptedModel::name() const {
    return state_->name;
}

std::optional<std::uint64_t> ScriptedModel::context_tokens() const {
    return state_->context_tokens;
}

std::unique_ptr<ModelStream> ScriptedModel::start(ModelRequest request,
                                                  std::function<void(const Event&)> on_event) {
    State& state = *state_;
    std::shared_ptr<PlayedScript> script;
    {
        const std::lock_guard lock(state.mutex);
        const std::size_t number = state.requests.size();
        Turn turn;
        if (number < state.turns.size()) turn = state.turns[number];
        std::string fault;
        if (number >= state.turns.size())
            fault = "the script has " + std::to_string(state.turns.size()) + " turns";
        else if (turn.expected)
            fault = turn.expected(request);
        if (!fault.empty()) {
            fault = "request " + std::to_string(number + 1) + " is not as expected: " + fault;
            state.faults.push_back(fault);
            turn = unexpected(fault);
        }
        state.requests.push_back(std::move(request));
        state.most_open = std::max(state.most_open, ++state.open);
        script = std::make_shared<PlayedScript>(std::move(turn), std::move(on_event));
    }
    auto stream = std::make_unique<Stream>(state_, script);
    script->play([state = state_](const std::string& pause, auto waiting) {
        return state->passes(pause, waiting);
    });
    return stream;
}

void ScriptedModel::release(const std::string& pause) {
    std::shared_ptr<PlayedScript> script;
    {
        const std::lock_guard lock(state_->mutex);
        state_->released.insert(pause);
        const auto found = state_->paused.find(pause);
        if (found == state_->paused.end()) return;
        script = std::move(found->second);
        state_->paused.erase(found);
    }
    script->play([state = state_](const std::string& next, auto waiting) {
        return state->passes(next, waiting);
    });
}

std::vector<ModelRequest> ScriptedModel::requests() const {
    const std::lock_guard lock(state_->mutex);
    return state_->requests;
}

std::size_t ScriptedModel::open_streams() const {
    const std::lock_guard lock(state_->mutex);
    return state_->open;
}

std::size_t ScriptedModel::most_open_streams() const {
    const std::lock_guard lock(state_->mutex);
    return state_->most_open;
}

Result<void> ScriptedModel::check_played() const {
    const std::lock_guard lock(state_->mutex);
    std::string faults;
    for (const std::string& fault : state_->faults) faults += fault + ". ";
    if (state_->requests.size() < state_->turns.size())
        faults += std::to_string(state_->turns.size() - state_->requests.size()) +
                  " turns of the script were not asked for. ";
    if (faults.empty()) return {};
    faults.pop_back();
    return fail(Errc::invalid_argument, std::move(faults));
}

ScriptedModel::Turn says(std::string text) {
    return {.steps = {Event(TextPiece{std::move(text)}), Event(End{.finish = Finish::stop})}};
}

ScriptedModel::Turn proposes(std::vector<WholeCall> calls) {
    ScriptedModel::Turn turn;
    for (WholeCall& call : calls) turn.steps.emplace_back(Event(std::move(call)));
    turn.steps.emplace_back(Event(End{.finish = Finish::calls}));
    return turn;
}

}  // namespace iam::chat
