// Tests of runtime/src/mcp/client/http/{streamable_http,streamable/exchange}.cpp with our own
// server.
#include "mcp/client/fake_timers.hpp"
#include "mcp/client/http/scripted_server.hpp"
#include "mcp/http_program.hpp"
#include "mcp/protocol/revision.hpp"
#include "mcp/stateless_conversation.hpp"

#include <future>

using namespace iam;
using namespace iam::test;
using Catch::Contains;

namespace {

/// A Peer that speaks to a program over Streamable HTTP.
class ClientPeer {
 public:
    explicit ClientPeer(HttpProgram& program) : program_(program) {
        rpc::Parts parts;
        parts.clock = &program.program.clock;
        parts.methods = methods();
        parts.protocol = mcp::protocol_of(mcp::Revision::of_2025_11_25);
        parts.send = [this](rpc::Output& output) { return transport_->send(output); };
        peer_ = std::make_unique<rpc::Peer>(std::move(parts));
        mcp::TransportEvents events;
        events.on_message = [this](std::string_view text) { peer_->receive(text); };
        events.on_failed_request = [this](const rpc::Id& id, rpc::ErrorObject error) {
            peer_->fail_call(id, std::move(error));
        };
        events.on_free = [this] { peer_->writable(); };
        events.on_end = [this](Error why) { ended_.set_value(std::move(why)); };
        transport_ = mcp::make_streamable_http(
            {.url = "http://127.0.0.1:" + std::to_string(program.port) + "/mcp",
             .client = *client_,
             .timers = timers_},
            std::move(events));
    }
    ~ClientPeer() {
        peer_->close();
        transport_.reset();
    }
    ClientPeer(const ClientPeer&) = delete;
    ClientPeer& operator=(const ClientPeer&) = delete;

    mcp::Transport& transport() { return *transport_; }
    rpc::Peer& peer() { return *peer_; }
    struct Call {
        rpc::Id id;
        std::future<rpc::Outcome> outcome{};
        rpc::Outcome wait() {
            REQUIRE(outcome.wait_for(k_patience) == std::future_status::ready);
            return outcome.get();
        }
        Json result() {
            const rpc::Outcome found = wait();
            INFO(found.error.message);
            REQUIRE(found.kind == rpc::Outcome::Kind::result);
            return parse_json(found.result).value();
        }
    };
    Call call(std::string_view method, const Json& params = Json::object(),
              const rpc::CallOptions& options = {}) {
        const auto promise = std::make_shared<std::promise<rpc::Outcome>>();
        auto id = peer_->call(
            method, params.dump(),
            [promise](rpc::Outcome outcome) { promise->set_value(std::move(outcome)); }, options);
        REQUIRE(id);
        return {*id, promise->get_future()};
    }
    void begin_session(bool listens = true) {
        const Json begun =
            call("initialize", Conversation::initialize_params("2025-11-25")).result();
        CHECK(begun["serverInfo"]["name"] == "desk");
        transport_->use_revision("2025-11-25");
        REQUIRE(peer_->notify("notifications/initialized"));
        if (listens) transport_->listen();
    }
    Error end() {
        auto future = ended_.get_future();
        REQUIRE(future.wait_for(k_patience) == std::future_status::ready);
        return future.get();
    }
    void wait_for_notification(const std::string& method) {
        std::unique_lock lock(mutex_);
        REQUIRE(changed_.wait_for(lock, k_patience, [&] { return notified_.count(method) > 0; }));
    }

 private:
    std::shared_ptr<rpc::Methods> methods() {
        auto methods = std::make_shared<rpc::Methods>();
        methods->other_notifications = [this](rpc::Notification notification) {
            const std::lock_guard lock(mutex_);
            notified_.insert(notification.method);
            changed_.notify_all();
        };
        return methods;
    }

    HttpProgram& program_;
    FakeTimers timers_{};
    std::unique_ptr<net::HttpClient> client_ = loopback_client();
    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::set<std::string> notified_{};
    std::promise<Error> ended_{};
    std::unique_ptr<rpc::Peer> peer_{};
    std::unique_ptr<mcp::Transport> transport_{};
};

Json tool_params(const std::string& tool, const Json& arguments = Json::object()) {
    return {{"name", tool}, {"arguments", arguments}};
}

/// A tool "steps" that tells its progress twice.
void define_steps(Program& program) {
    program.add_allowed("steps", [](Progress& progress) {
        progress.report(1, 2, "half");
        progress.report(2, 2, "whole");
        return 7;
    });
}

}  // namespace

TEST_CASE("a session with our own server lists, calls and reports progress") {
    HttpProgram program;
    define_add(program.program);
    define_steps(program.program);
    program.start();
    ClientPeer client(program);
    client.begin_session();
    CHECK(client.call("tools/list").result()["tools"].size() == 2);
    const Json sum = client.call("tools/call", tool_params("add", {{"a", 2}, {"b", 3}})).result();
    CHECK(sum["structuredContent"]["result"] == 5);
    std::vector<double> progress;
    rpc::CallOptions options;
    options.on_progress = [&](const rpc::Progress& step) { progress.push_back(step.value); };
    const Json steps = client.call("tools/call", tool_params("steps"), options).result();
    CHECK(steps["structuredContent"]["result"] == 7);
    CHECK(progress == std::vector<double>{1, 2});
}

TEST_CASE("a session cancels a call at our own server") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    ClientPeer client(program);
    client.begin_session();
    auto call = client.call("tools/call", tool_params("sleep"));
    sleeper.wait_until_it_runs();
    CHECK(client.peer().cancel(call.id));
    CHECK(call.wait().kind == rpc::Outcome::Kind::cancelled);
    sleeper.wait_until_it_is_stopped();
}

TEST_CASE("a session hears the messages of our own server") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    ClientPeer client(program);
    client.begin_session();
    client.call("ping").result();
    program.program.add_allowed("more", [] { return 1; });
    program.pass(std::chrono::seconds(1));
    client.wait_for_notification("notifications/tools/list_changed");
}

TEST_CASE("a session that our own server has ended is lost") {
    HttpProgram program;
    program.start();
    ClientPeer client(program);
    client.begin_session(false);
    client.call("ping").result();
    program.pass(program.http.session_idle);
    CHECK(client.call("ping").wait().kind == rpc::Outcome::Kind::failed);
    CHECK_THAT(client.end().message, Contains("does not know the session"));
}

TEST_CASE("requests without a session discover, list, call and report progress") {
    HttpProgram program;
    define_add(program.program);
    define_steps(program.program);
    program.start();
    ClientPeer client(program);
    client.transport().use_revision(k_stateless_revision);
    const Json found = client.call("server/discover", with_meta()).result();
    CHECK(found["supportedVersions"].size() > 0);
    CHECK(client.call("tools/list", with_meta()).result()["tools"].size() == 2);
    const Json sum =
        client.call("tools/call", with_meta(tool_params("add", {{"a", 2}, {"b", 3}}))).result();
    CHECK(sum["structuredContent"]["result"] == 5);
    std::vector<double> progress;
    rpc::CallOptions options;
    options.on_progress = [&](const rpc::Progress& step) { progress.push_back(step.value); };
    client.call("tools/call", with_meta(tool_params("steps")), options).result();
    CHECK(progress == std::vector<double>{1, 2});
}

TEST_CASE("without a session a call is cancelled at our own server by the end of its stream") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    ClientPeer client(program);
    client.transport().use_revision(k_stateless_revision);
    auto call = client.call("tools/call", with_meta(tool_params("sleep")));
    sleeper.wait_until_it_runs();
    CHECK(client.peer().cancel(call.id));
    sleeper.wait_until_it_is_stopped();
}

TEST_CASE("an unknown revision is refused by our own server with those that it has") {
    HttpProgram program;
    program.start();
    ClientPeer client(program);
    client.transport().use_revision("2099-01-01");
    Json params = with_meta();
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2099-01-01";
    const rpc::Outcome outcome = client.call("server/discover", params).wait();
    CHECK(outcome.kind == rpc::Outcome::Kind::error);
    CHECK(outcome.error.code == -32022);
    CHECK_THAT(outcome.error.data, Contains(k_stateless_revision));
}
