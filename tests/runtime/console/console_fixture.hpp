// A console over a memory store, and a client that writes its requests byte by byte.
#pragma once

#include <iam/console/console.hpp>
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/sheet.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/tool/define.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>

#include <runtime/net/raw_client.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

struct Answered {
    unsigned status = 0;
    std::string head{};
    std::string body{};

    Json json() const {
        INFO(status << " " << body);
        auto value = parse_json(body);
        REQUIRE(value.has_value());
        return *value;
    }
    std::string code() const { return json().value("code", ""); }
};

/// Has the tools `echo` (asks) and `wipe` (destructive). Set settings, clock, console_store and
/// keepers before start().
class ConsoleFixture {
 public:
    FakeClock clock{};
    FakeEntropy entropy;
    console::Settings settings{};
    std::shared_ptr<ledger::Store> store = store::make_memory_store(entropy);
    std::shared_ptr<ledger::Store> console_store = store;  ///< a double may fail
    console::ServerKeeper* servers = nullptr;
    console::ProfileKeeper* profiles = nullptr;
    console::TaskKeeper* tasks = nullptr;
    console::Traffic* traffic = nullptr;
    std::function<Result<std::string>()> status{};
    Registry registry{};
    console::Chats* chats = nullptr;
    std::unique_ptr<gate::Runtime> runtime{};
    std::unique_ptr<console::Console> console{};
    std::string secret{};

    explicit ConsoleFixture(std::uint64_t seed = 1) : entropy(seed) {
        registry.name_application("testdesk");
        add("echo", {{}, false, false, false});
        add("wipe", {false, true, false, false});
        runtime = std::make_unique<gate::Runtime>(runtime_parts());
    }

    console::Parts parts() {
        console::Parts parts{.runtime = *runtime,
                             .registry = registry,
                             .store = *console_store,
                             .clock = clock,
                             .entropy = entropy};
        parts.chats = chats;
        parts.servers = servers;
        parts.profiles = profiles;
        parts.tasks = tasks;
        parts.traffic = traffic;
        parts.status = status;
        parts.approver.uid = "1000";
        parts.approver.login = "ann";
        // The client is in the console's own process.
        parts.check_peer = [](const net::PeerAddress&, unsigned) { return Result<void>(); };
        return parts;
    }
    ConsoleFixture& start() {
        auto started = console::Console::start(parts(), settings);
        INFO((started ? std::string() : started.error().message));
        REQUIRE(started);
        console = *std::move(started);
        return *this;
    }
    ConsoleFixture& log_in() {
        const Answered answered = post("/api/login", R"({"code":")" + new_code() + R"("})");
        REQUIRE(answered.status == 200);
        secret = answered.json()["secret"].get<std::string>();
        return *this;
    }
    std::string new_code() const {
        const std::string url = console->login_url();
        return url.substr(url.find('#') + 1);
    }

    std::string origin() const { return console->url().substr(0, console->url().size() - 1); }
    std::string host() const { return origin().substr(std::string_view("http://").size()); }
    unsigned port() const {
        return static_cast<unsigned>(std::stoul(host().substr(host().rfind(':') + 1)));
    }

    /// The lines of a request that a page sends.
    std::string lines(std::string_view method, std::string_view path) const {
        std::string text = std::string(method) + " " + std::string(path) +
                           " HTTP/1.1\r\nHost: " + host() + "\r\nSec-Fetch-Site: same-origin\r\n";
        if (method == "POST")
            text += "Origin: " + origin() + "\r\nContent-Type: application/json\r\n";
        if (!secret.empty()) text += "Authorization: Bearer " + secret + "\r\n";
        return text;
    }
    static std::string with_body(std::string lines, std::string_view body) {
        return std::move(lines) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
               std::string(body);
    }
    Answered ask(std::string_view bytes) const {
        RawClient client(port());
        client.send(bytes);
        const std::string text = client.read_response();
        const auto end = text.find("\r\n\r\n");
        return {status_of(text), text.substr(0, end), body_of(text)};
    }
    Answered get(std::string_view path) const { return ask(lines("GET", path) + "\r\n"); }
    Answered post(std::string_view path, std::string_view body) const {
        return ask(with_body(lines("POST", path), body));
    }

    /// Proposes a call, whose question stays open. Its id.
    std::string open_question(const std::string& tool = "echo",
                              const std::string& arguments = R"({"text":"hello"})") {
        Call call{.tool = {"", tool}, .arguments = arguments};
        call.subject.user = "ann";
        call.proposer.kind = Proposer::Kind::model;
        const ToolResult result = runtime->call(std::move(call));
        REQUIRE(result.code == code::confirmation_required);
        return result.approval;
    }
    /// The body of an answer to the question as it is shown now.
    Json answer_body(const std::string& id, const std::string& answer,
                     const std::string& scope = "tool") const {
        const Json sheet = get("/api/questions/" + id).json()["sheet"];
        return {{"nonce", sheet["nonce"]},
                {"answer", answer},
                {"scope", scope},
                {"shown_digest", shown_digest(sheet, answer, scope)}};
    }
    /// As the sheet of a page computes it.
    static std::string shown_digest(const Json& sheet, const std::string& answer,
                                    const std::string& scope) {
        std::string text;
        for (const std::string& line : question::sheet_lines(sheet)) text += line + "\n";
        std::string record = answer == "allow_always"  ? "always"
                             : answer == "deny_always" ? "deny_always"
                                                       : "";
        if (scope == "keys" && answer == "allow_always") record += "_keys";
        if (scope != "tool" && record != "always_keys") record += "_these";
        record += "_would_store";
        if (answer.ends_with("_always") && sheet.contains(record))
            text += "stores " + scope + ": " + sheet[record].get<std::string>() + "\n";
        return sha256(domain_tag("iam/sheet/1"), text).hex();
    }
    Answered answer(const std::string& id, const Json& body) const {
        return post("/api/questions/" + id + "/answer", body.dump());
    }

 private:
    void add(const std::string& name, const Hints& hints) {
        const auto added = define(name)
                               .description("A tool of the test.")
                               .hints(hints)
                               .parameter("text")
                               .call([](const std::string& text) { return text; })
                               .add_to(registry);
        REQUIRE(added);
    }
    gate::Parts runtime_parts() {
        gate::Parts parts{.registry = registry, .store = *store};
        parts.clock = &clock;
        parts.entropy = &entropy;
        return parts;
    }
};

}  // namespace iam::test
