// Everything that a connected server can send: a connection, a call on it and the imported tools
// take any messages, in any order. No call is sent twice, and every text stays within its limit.
//
// The first byte chooses the revisions and the transport. Each line is a step:
//   A        the usual answer to the last request of the client
//   R{…}     a result, E{…} an error, H404 a status of HTTP for the last request
//   C        a call of a tool by another thread; X the end of the way; T 11 s
//   else     a message as it is
#include "mcp/client/imported/imported_result.hpp"
#include "mcp/client/imported/imported_tool.hpp"
#include "mcp/client/imported/tool_names.hpp"
#include "mcp/client/played_server.hpp"
#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace iam;
using namespace iam::mcp;

// Steps of one text.
constexpr int k_steps_max = 64;
constexpr std::size_t k_bytes_max = std::size_t{1} << 16U;

void must(bool holds) {
    if (!holds) std::abort();
}

void must_be_visible(const std::string& text) {
    must(is_valid_utf8(text));
    must(question::visible_lines(text) == text);
}

/// The call of one text, by a thread of its own.
class OneCall {
 public:
    ~OneCall() {
        if (thread_.joinable()) thread_.join();
    }
    void begin(Connection& connection) {
        if (thread_.joinable()) return;
        thread_ = std::thread([&] {
            RemoteCallOptions options;
            options.on_progress = [](const rpc::Progress& progress) {
                must(is_valid_utf8(progress.message));
            };
            options.on_log = [](const LogMessage& message) {
                must(is_valid_utf8(message.message));
            };
            options.answer = [](const std::vector<ClientQuestion>& questions) {
                return std::vector<Result<std::string>>(questions.size(),
                                                        R"({"action":"accept","content":{}})");
            };
            judge(connection.call("echo", "{}", options));
            is_over_ = true;
        });
    }
    bool has_begun() const { return thread_.joinable(); }
    bool is_over() const { return is_over_; }

 private:
    static void judge(const RemoteReply& answer) {
        if (answer.kind == RemoteReply::Kind::result) must(parse_json(answer.result).has_value());
        const Reply reply = reply_of(answer, {}, {});
        must(is_valid_utf8(answer.error.message));
        if (!reply.success) must_be_visible(reply.message);
    }

    std::thread thread_{};
    std::atomic<bool> is_over_{false};
};

struct FuzzedServer {
    test::PlayedServer played{};
    OneCall call{};

    explicit FuzzedServer(unsigned flags) {
        played.settings.message_bytes_max = k_bytes_max;
        played.settings.tools_max = 20;
        played.settings.calls_max = 2;
        played.settings.abilities.answers_forms = (flags & 1U) != 0;
        played.settings.abilities.has_roots = (flags & 2U) != 0;
        played.is_stream = (flags & 4U) != 0;
        constexpr ServerEra k_eras[] = {ServerEra::detect, ServerEra::sessions,
                                        ServerEra::stateless, ServerEra::detect};
        played.config.era = k_eras[(flags >> 3U) & 3U];
        played.open();
    }
    ~FuzzedServer() {
        played.connection->disconnect();
        while (call.has_begun() && !call.is_over()) {
            played.timers.run();
            std::this_thread::yield();
        }
        played.timers.run();
    }
    FuzzedServer(const FuzzedServer&) = delete;
    FuzzedServer& operator=(const FuzzedServer&) = delete;

    bool is_open() const { return played.wire->opened > played.wire->closed; }

    /// The last request of the client; null: there is none.
    Json last_request() {
        const std::lock_guard lock(played.wire->mutex);
        for (auto at = played.wire->sent.rbegin(); at != played.wire->sent.rend(); ++at)
            if (at->contains("method") && at->contains("id")) return *at;
        return {};
    }
    void say(const std::string& text) {
        if (is_open()) played.wire->events.on_message(text);
        played.timers.run();
    }
    void answer(const char* member, std::string_view value) {
        const Json request = last_request();
        if (!request.is_null())
            say(R"({"jsonrpc":"2.0","id":)" + request["id"].dump() + ",\"" + member +
                "\":" + std::string(value) + "}");
    }
    void answer_as_usual() {
        const Json request = last_request();
        const std::string method = request.is_null() ? "" : request.value("method", "");
        if (method == "server/discover")
            answer("result", test::PlayedServer::discovered().dump());
        else if (method == "initialize")
            answer("result", test::PlayedServer::initialized("2025-11-25").dump());
        else if (method == "tools/list")
            answer("result", Json({{"tools", {test::PlayedServer::echo()}}}).dump());
        else
            answer("result", R"({"content":[{"type":"text","text":"done"}]})");
    }
    void fail(std::string_view status) {
        const Json request = last_request();
        if (request.is_null() || !is_open()) return;
        const auto id = request["id"].is_string()
                            ? rpc::Id::of(request["id"].get_ref<const std::string&>())
                            : rpc::Id::of(request["id"].get<std::int64_t>());
        int code = 0;
        std::from_chars(status.data(), status.data() + status.size(), code);
        played.wire->events.on_failed_request(*id, {.code = code, .message = "no"});
        played.timers.run();
    }
    /// Goes on when its request was sent, or could not be.
    void begin_call() {
        if (call.has_begun()) return;
        call.begin(*played.connection);
        while (!call.is_over() && played.count("tools/call") == 0) std::this_thread::yield();
    }
    void step(std::string_view line) {
        const std::string_view rest = line.substr(line.empty() ? 0 : 1);
        switch (line.empty() ? '\0' : line.front()) {
            case 'A':
                return answer_as_usual();
            case 'R':
                return answer("result", rest);
            case 'E':
                return answer("error", rest);
            case 'H':
                return fail(rest);
            case 'C':
                return begin_call();
            case 'X':
                if (is_open()) played.wire->events.on_end(Error{Errc::unavailable, "It ended."});
                return played.timers.run();
            case 'T':
                return played.timers.pass(std::chrono::seconds{11});
            default:
                return say(std::string(line));
        }
    }
};

void judge_tool(const std::string& document) {
    ImportLimits limits;
    limits.pattern_room = 10'000;
    std::size_t room = limits.pattern_room;
    const auto tool = import_tool("files", document, {}, limits, {}, &room);
    if (!tool) return must_be_visible(tool.error().message);
    must(tool->contract.id.origin == "files" && !tool->contract.policy);
    must(check_tool_name(tool->contract.id.name).has_value());
    must(tool->contract.document == document);
    must(room <= limits.pattern_room);
}

void judge_state(test::PlayedServer& played) {
    const ServerStatus status = played.connection->status();
    must(status.server_name.size() <= 256 && status.server_version.size() <= 256);
    must(status.diagnostics.size() <= 32);
    for (const std::string& text :
         {status.server_name, status.server_version, status.instructions, status.last_error})
        must(is_valid_utf8(text));
    const auto tools = played.connection->tools();
    must(tools.size() == status.tools && tools.size() <= played.settings.tools_max);
    for (const std::string& document : tools) judge_tool(document);
    // A call is sent again only for a server that asked for input, and not without end.
    must(played.count("tools/call") <= 16);
    std::set<std::string> ids;
    const std::lock_guard lock(played.wire->mutex);
    for (const Json& message : played.wire->sent) {
        if (!message.is_object() || !message.contains("method")) continue;
        if (message["method"] == "tools/call") must(ids.insert(message["id"].dump()).second);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || size > k_bytes_max) return 0;
    FuzzedServer server(data[0]);
    std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    for (int steps = 0; steps < k_steps_max && !rest.empty(); ++steps) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        server.step(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    judge_state(server.played);
    return 0;
}
