// A program that serves its tools, and a client in the same process that writes messages by hand.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/server.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/named_registry.hpp>

#include <catch2/catch.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

inline void require_ok(const Result<void>& result) {
    INFO((result ? std::string("ok") : result.error().message));
    REQUIRE(result.has_value());
}

/// Set members before the first use of server().
struct Program {
    FakeClock clock{};
    FakeEntropy entropy{};
    NamedRegistry registry{};
    std::shared_ptr<ledger::Store> store = store::make_memory_store(entropy);
    gate::Settings gate_settings{};
    mcp::Settings settings{};
    mcp::ServerInfo info{.name = "desk", .title = "The desk", .version = "1.2"};
    mcp::Offers offers{};
    bool has_offers = false;
    std::function<std::string(const std::string&)> how_to_answer = [](const std::string& approval) {
        return "Answer it with: desk approvals answer " + approval + ".";
    };

    std::function<std::string(const std::string&)> page_of{};
    std::function<void(LogLevel)> on_log_level{};
    consent::JudgeChange judge = nullptr;

    gate::Runtime& runtime() {
        if (!runtime_) {
            gate::Parts parts{.registry = registry, .store = *store};
            parts.clock = &clock;
            parts.entropy = &entropy;
            parts.judge_change = judge;
            runtime_ = std::make_unique<gate::Runtime>(std::move(parts), gate_settings);
        }
        return *runtime_;
    }
    mcp::Server& server() {
        if (!server_) {
            mcp::Parts parts{.runtime = runtime(),
                             .registry = registry,
                             .store = *store,
                             .clock = clock,
                             .entropy = entropy,
                             .info = info};
            if (has_offers) parts.offers = &offers;
            parts.how_to_answer = how_to_answer;
            parts.page_of = page_of;
            parts.on_log_level = on_log_level;
            server_ = std::make_unique<mcp::Server>(std::move(parts), settings);
        }
        return *server_;
    }
    void end_server() { server_.reset(); }

    /// Adds a tool that runs without a question.
    template <class Callable>
    void add_allowed(const std::string& name, Callable callable) {
        require_ok(define(name)
                       .description("Does " + name + ".")
                       .policy(Policy::allow)
                       .call(std::move(callable))
                       .add_to(registry));
    }

    consent::Approval only_question() {
        const auto open = runtime().consent().pending_approvals();
        REQUIRE(open.has_value());
        REQUIRE(open->size() == 1);
        return open->front();
    }
    void answer(const std::string& approval, consent::Answer with) {
        gate::ApprovalAnswer answer;
        answer.approval = approval;
        answer.answer = with;
        answer.approver = {.uid = "1000", .login = "ann", .channel = "test", .locale = "en"};
        const auto answered = runtime().consent().answer(answer);
        INFO((answered ? std::string() : answered.error().message));
        REQUIRE(answered.has_value());
    }

 private:
    std::unique_ptr<gate::Runtime> runtime_{};
    std::unique_ptr<mcp::Server> server_{};
};

/// A tool "sleep" that runs until it is asked to stop.
class Sleeper {
 public:
    explicit Sleeper(Program& program) {
        program.add_allowed("sleep", [state = state_](std::stop_token stop) {
            std::unique_lock lock(state->mutex);
            state->runs = true;
            state->changed.notify_all();
            state->changed.wait(lock, stop, [] { return false; });
            state->is_stopped = true;
            state->changed.notify_all();
        });
    }
    void wait_until_it_runs() { wait_for(&State::runs); }
    void wait_until_it_is_stopped() { wait_for(&State::is_stopped); }

 private:
    /// The function holds it as well, and may outlive the test.
    struct State {
        std::mutex mutex{};
        std::condition_variable_any changed{};
        bool runs = false;
        bool is_stopped = false;
    };
    void wait_for(bool State::*event) {
        std::unique_lock lock(state_->mutex);
        REQUIRE(state_->changed.wait_for(lock, std::chrono::seconds(30),
                                         [&] { return (*state_).*event; }));
    }

    std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// A tool "hold" that runs until it is let go or asked to stop; returns whether it was asked.
class Holder {
 public:
    explicit Holder(Program& program) {
        program.add_allowed("hold", [state = state_](std::stop_token stop) {
            std::unique_lock lock(state->mutex);
            ++state->running;
            state->changed.notify_all();
            state->changed.wait(lock, stop, [&] { return state->is_let_go; });
            return stop.stop_requested();
        });
    }
    void wait_until_running(int wanted) {
        std::unique_lock lock(state_->mutex);
        REQUIRE(state_->changed.wait_for(lock, std::chrono::seconds(30),
                                         [&] { return state_->running >= wanted; }));
    }
    void let_go() {
        const std::lock_guard lock(state_->mutex);
        state_->is_let_go = true;
        state_->changed.notify_all();
    }

 private:
    /// The functions hold it as well, and may outlive the test.
    struct State {
        std::mutex mutex{};
        std::condition_variable_any changed{};
        int running = 0;
        bool is_let_go = false;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// How many calls have an outcome in the ledger.
inline std::size_t recorded_outcomes(const Program& program) {
    const auto entries = program.store->entries({.limit = 10'000});
    REQUIRE(entries.has_value());
    std::size_t found = 0;
    for (const auto& stored : *entries)
        found += stored.text.find(R"("kind":"outcome")") != std::string::npos ? 1U : 0U;
    return found;
}

/// The client's side of one session. Waits end after half a minute, with a failure.
class Conversation {
 public:
    explicit Conversation(Program& program, Subject subject = {.user = "ann"},
                          std::string credential = {}) {
        mcp::SessionParts parts;
        parts.subject = std::move(subject);
        parts.credential = std::move(credential);
        parts.send = [this](rpc::Output& output) {
            const std::lock_guard lock(mutex_);
            messages_.push_back(parse_json(output.text).value());
            arrived_.notify_all();
            return true;
        };
        session_ = program.server().open(std::move(parts));
    }
    ~Conversation() { session_.reset(); }
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    mcp::Session& session() { return *session_; }

    /// Begins the conversation as a client of this revision.
    void begin(std::string_view revision = "2025-11-25", const Json& capabilities = Json::object(),
               const std::string& name = "tester") {
        Json params = initialize_params(revision);
        params["capabilities"] = capabilities;
        params["clientInfo"]["name"] = name;
        const Json result = ask("initialize", params)["result"];
        REQUIRE(result["protocolVersion"] == std::string(revision));
        tell("notifications/initialized");
    }
    static Json initialize_params(std::string_view revision) {
        return {{"protocolVersion", std::string(revision)},
                {"capabilities", Json::object()},
                {"clientInfo", {{"name", "tester"}, {"version", "9"}}}};
    }

    /// Sends a request and returns its id.
    int send(std::string_view method, const Json& params = Json::object()) {
        const int id = ++last_id_;
        const Json message{
            {"jsonrpc", "2.0"}, {"id", id}, {"method", std::string(method)}, {"params", params}};
        session_->receive(message.dump());
        return id;
    }
    void tell(std::string_view method, const Json& params = Json::object()) {
        const Json message{{"jsonrpc", "2.0"}, {"method", std::string(method)}, {"params", params}};
        session_->receive(message.dump());
    }
    /// Answers a request of the server.
    void reply(const Json& request, const Json& result) {
        raw(Json({{"jsonrpc", "2.0"}, {"id", request["id"]}, {"result", result}}).dump());
    }
    void cancel(int id) { tell("notifications/cancelled", {{"requestId", id}}); }
    void raw(std::string_view text) { session_->receive(text); }

    /// The answer to a request, once it is there.
    Json answer_to(int id) {
        return wait_for([id](const Json& message) {
            return message.contains("id") && message["id"] == id && !message.contains("method");
        });
    }
    void wait_for_answer_to_one_of(int first, int second) {
        wait_for([&](const Json& message) {
            return message.contains("id") && !message.contains("method") &&
                   (message["id"] == first || message["id"] == second);
        });
    }
    void wait_for_answer(const Json& wanted) {
        wait_for([&](const Json& message) {
            return message.contains("id") && json_equal(message["id"], wanted);
        });
    }
    Json ask(std::string_view method, const Json& params = Json::object()) {
        return answer_to(send(method, params));
    }
    Json call(std::string_view tool, const Json& arguments = Json::object()) {
        return ask("tools/call", {{"name", std::string(tool)}, {"arguments", arguments}});
    }
    /// The result of a call that succeeds in the sense of the protocol.
    Json result_of_call(std::string_view tool, const Json& arguments = Json::object()) {
        const Json answer = call(tool, arguments);
        INFO(answer.dump());
        REQUIRE(answer.contains("result"));
        return answer["result"];
    }
    /// Waits until so many messages of this method have come.
    void wait_for_count(std::string_view method, std::size_t wanted) {
        std::unique_lock lock(mutex_);
        const bool came = arrived_.wait_for(lock, std::chrono::seconds(30),
                                            [&] { return count_locked(method) >= wanted; });
        if (!came) FAIL("messages: " << Json(messages_).dump());
    }
    Json notification(std::string_view method) {
        return wait_for([&](const Json& message) {
            return message.contains("method") && message["method"] == std::string(method);
        });
    }
    std::size_t count(std::string_view method) {
        const std::lock_guard lock(mutex_);
        return count_locked(method);
    }
    bool has_answer(int id) {
        const std::lock_guard lock(mutex_);
        for (const Json& message : messages_) {
            if (message.contains("id") && message["id"] == id && !message.contains("method"))
                return true;
        }
        return false;
    }
    std::vector<Json> messages() {
        const std::lock_guard lock(mutex_);
        return messages_;
    }

 private:
    std::size_t count_locked(std::string_view method) const {
        std::size_t found = 0;
        for (const Json& message : messages_)
            found += message.value("method", "") == method ? 1U : 0U;
        return found;
    }
    Json wait_for(const std::function<bool(const Json&)>& is_it) {
        std::unique_lock lock(mutex_);
        const Json* found = nullptr;
        const auto look = [&] {
            for (const Json& message : messages_) {
                if (is_it(message)) found = &message;
            }
            return found != nullptr;
        };
        const bool came = arrived_.wait_for(lock, std::chrono::seconds(30), look);
        if (!came) FAIL("messages: " << Json(messages_).dump());
        return *found;
    }

    std::mutex mutex_{};
    std::condition_variable arrived_{};
    std::vector<Json> messages_{};
    std::unique_ptr<mcp::Session> session_{};
    int last_id_ = 0;
};

inline int error_code(const Json& answer) {
    INFO(answer.dump());
    REQUIRE(answer.contains("error"));
    return answer["error"]["code"].get<int>();
}

/// The message of a request that was refused for its parameters.
inline std::string message_of_refusal(const Json& answer) {
    REQUIRE(error_code(answer) == -32602);
    return answer["error"]["message"];
}

/// A tool that runs without a question: adds two numbers from 0 to 9.
inline void define_add(Program& program) {
    require_ok(define("add")
                   .title("Sum")
                   .description("Adds two numbers.")
                   .hints({.read_only = true, .open_world = false})
                   .policy(Policy::allow)
                   .parameter("a", {.low = 0, .high = 9})
                   .parameter("b", {.low = 0, .high = 9})
                   .with_default(1)
                   .call([](int a, int b) { return a + b; })
                   .add_to(program.registry));
}

inline std::string text_of_result(const Json& result) {
    return result["content"][0]["text"].get<std::string>();
}

}  // namespace iam::test
