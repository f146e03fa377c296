// Tests of runtime/src/chat/http/{http_endpoint,http_failure,http_model}.cpp.
#include "../../net/raw_server.hpp"
#include "canned_response.hpp"
#include <iam/chat/http_model.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace {

using Catch::Contains;
using iam::chat::Event;
using iam::chat::HttpModelSettings;
using iam::chat::make_http_model;
using iam::chat::StreamError;
using iam::chat::WireForm;
using iam::test::canned_response;
using iam::test::RawPeer;
using iam::test::RawServer;

/// The events of one answer.
class HeardAnswer {
 public:
    std::function<void(const Event&)> hear() {
        return [this](const Event& event) {
            const std::lock_guard lock(mutex_);
            events_.push_back(event);
            const bool is_last = std::holds_alternative<iam::chat::End>(event) ||
                                 std::holds_alternative<StreamError>(event);
            if (is_last) changed_.notify_all();
            has_ended_ = has_ended_ || is_last;
        };
    }
    const std::vector<Event>& wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return has_ended_; });
        return events_;
    }

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Event> events_;
    bool has_ended_ = false;
};

iam::chat::ModelRequest greeting() {
    iam::chat::ModelRequest request;
    request.messages = {iam::chat::PersonText{"Hello."}};
    return request;
}

std::unique_ptr<iam::chat::Model> model_at(HttpModelSettings settings) {
    settings.http.tls.uses_system_roots = false;
    if (settings.model.empty()) settings.model = "m";
    auto model = make_http_model(std::move(settings));
    if (!model) FAIL(model.error().message);
    return *std::move(model);
}

std::vector<Event> answer_of(iam::chat::Model& model) {
    HeardAnswer heard;
    const auto stream = model.start(greeting(), heard.hear());
    return heard.wait();
}

StreamError error_of(iam::chat::Model& model) {
    const std::vector<Event> events = answer_of(model);
    REQUIRE(std::holds_alternative<StreamError>(events.back()));
    return std::get<StreamError>(events.back());
}

std::string text_in(const std::vector<Event>& events) {
    std::string text;
    for (const Event& event : events)
        if (const auto* piece = std::get_if<iam::chat::TextPiece>(&event)) text += piece->text;
    return text;
}

/// Reads a request whose body is an object on one line.
std::string read_request(RawPeer& peer) {
    std::string head = peer.read_until("\r\n\r\n");
    return head + peer.read_until("]}");
}

/// A server that answers each request alike.
std::function<void(RawPeer&)> always(std::string bytes) {
    return [bytes = std::move(bytes)](RawPeer& peer) {
        read_request(peer);
        peer.send(bytes);
    };
}

constexpr const char* k_ollama_lines =
    R"({"model":"m","message":{"role":"assistant","content":"Good "},"done":false})"
    "\n"
    R"({"model":"m","message":{"role":"assistant","content":"day."},"done":false})"
    "\n"
    R"({"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"})"
    "\n";

}  // namespace

TEST_CASE("a model over HTTP streams its answer as events") {
    RawServer server(always(canned_response("200 OK", k_ollama_lines)));
    const auto model = model_at({.form = WireForm::ollama_chat, .url = server.url()});
    CHECK(model->name() == "ollama/m");
    const auto events = answer_of(*model);
    CHECK(text_in(events) == "Good day.");
    REQUIRE(std::holds_alternative<iam::chat::End>(events.back()));
    CHECK(std::get<iam::chat::End>(events.back()).finish == iam::chat::Finish::stop);
}

TEST_CASE("each provider gets the request at its own place, with its key in its own field") {
    struct Row {
        WireForm form;
        std::string line;
        std::string field;
    };
    const std::array rows = {
        Row{WireForm::chat_completions, "POST /chat/completions HTTP/1.1",
            "Authorization: Bearer k-123"},
        Row{WireForm::responses, "POST /responses HTTP/1.1", "Authorization: Bearer k-123"},
        Row{WireForm::messages, "POST /v1/messages HTTP/1.1", "x-api-key: k-123"},
        Row{WireForm::generate_content, "POST /models/m:streamGenerateContent?alt=sse HTTP/1.1",
            "x-goog-api-key: k-123"},
        Row{WireForm::ollama_chat, "POST /api/chat HTTP/1.1", "Authorization: Bearer k-123"}};
    for (const Row& row : rows) {
        std::promise<std::string> seen;
        RawServer server([&](RawPeer& peer) {
            seen.set_value(read_request(peer));
            peer.send(canned_response("500 No", ""));
        });
        const auto model = model_at({.form = row.form, .url = server.url(), .key = "k-123"});
        (void)error_of(*model);
        const std::string request = seen.get_future().get();
        CHECK_THAT(request, Contains(row.line));
        CHECK_THAT(request, Contains(row.field));
    }
}

TEST_CASE("a refusal is quoted without the key that it quotes (H36)") {
    RawServer server(always(canned_response(
        "401 Unauthorized", R"({"error":{"message":"Incorrect API key provided: k-secret-9."}})")));
    const auto model =
        model_at({.form = WireForm::chat_completions, .url = server.url(), .key = "k-secret-9"});
    const StreamError error = error_of(*model);
    CHECK(error.kind == StreamError::Kind::provider);
    CHECK_THAT(error.message, Contains("Incorrect API key provided: (key)."));
    CHECK_THAT(error.message, Contains("Check the model's key."));
    CHECK(error.message.find("k-secret-9") == std::string::npos);
}

TEST_CASE("a key at the cut of a long refusal leaves no part of itself (H36)") {
    const std::string key = "k-secret-0123456789";
    for (std::size_t length = 180; length < 201; ++length) {
        RawServer server(always(canned_response("401 No", std::string(length, 'B') + key)));
        const auto model =
            model_at({.form = WireForm::chat_completions, .url = server.url(), .key = key});
        CHECK(error_of(*model).message.find("k-s") == std::string::npos);
    }
}

TEST_CASE("a word in the place of a key does not make an error unreadable") {
    RawServer server(
        always(canned_response("500 No", R"({"error":{"message":"The model is gone"}})")));
    const auto model =
        model_at({.form = WireForm::chat_completions, .url = server.url(), .key = "e"});
    CHECK_THAT(error_of(*model).message, Contains("The model is gone. Try again later."));
}

TEST_CASE("a busy server says that a later attempt may succeed, and when (H23)") {
    RawServer server(always(canned_response(
        "429 Too Many Requests", R"({"error":{"message":"slow"}})", "Retry-After: 7\r\n")));
    const auto model = model_at({.form = WireForm::messages, .url = server.url()});
    const StreamError error = error_of(*model);
    CHECK(error.kind == StreamError::Kind::overload);
    CHECK(error.retry_after == std::chrono::seconds{7});
}

TEST_CASE("a date in Retry-After is not believed") {
    RawServer server(
        always(canned_response("503 Busy", "", "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n")));
    const auto model = model_at({.form = WireForm::messages, .url = server.url()});
    CHECK_FALSE(error_of(*model).retry_after.has_value());
}

TEST_CASE("a request with a key follows no redirect (H39)") {
    RawServer other(always(canned_response("200 OK", k_ollama_lines)));
    RawServer server(always(canned_response("307 Temporary Redirect", "",
                                            "Location: " + other.url() + "api/chat\r\n")));
    const auto model =
        model_at({.form = WireForm::ollama_chat, .url = server.url(), .key = "k-123"});
    const StreamError error = error_of(*model);
    CHECK(error.kind == StreamError::Kind::provider);
    CHECK_THAT(error.message, Contains("redirect is not followed"));
}

TEST_CASE("a server that is not there is an error that may pass") {
    std::string url;
    {
        const RawServer gone([](RawPeer&) {});
        url = gone.url();
    }
    const auto model = model_at({.form = WireForm::ollama_chat, .url = url});
    const StreamError error = error_of(*model);
    CHECK(error.kind == StreamError::Kind::overload);
    CHECK_FALSE(error.message.empty());
}

TEST_CASE("an answer that breaks off ends as cut off (H04)") {
    const std::string lines = k_ollama_lines;
    RawServer server([&](RawPeer& peer) {
        read_request(peer);
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(lines.size()) +
                  "\r\n\r\n" + lines.substr(0, lines.find('\n') + 1));
    });
    const auto model = model_at({.form = WireForm::ollama_chat, .url = server.url()});
    const auto events = answer_of(*model);
    CHECK(text_in(events) == "Good ");
    REQUIRE(std::holds_alternative<StreamError>(events.back()));
    CHECK(std::get<StreamError>(events.back()).kind == StreamError::Kind::cut_off);
}

TEST_CASE("an answer that falls silent says so (H04)") {
    const std::string lines = k_ollama_lines;
    RawServer server([&](RawPeer& peer) {
        read_request(peer);
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" +
                  lines.substr(0, lines.find('\n') + 1));
        peer.wait_for_end();
    });
    HttpModelSettings settings{.form = WireForm::ollama_chat, .url = server.url()};
    settings.http.limits.idle_time = std::chrono::milliseconds{30};
    const StreamError error = error_of(*model_at(settings));
    CHECK(error.kind == StreamError::Kind::cut_off);
    CHECK_THAT(error.message, Contains("nothing of it runs") &&
                                  Contains("the next piece of its body took longer than 30 ms"));
}

TEST_CASE("a connection that breaks behind a reason of Gemini gives no call (H04)") {
    const std::string event =
        R"(data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]},)"
        R"("finishReason":"STOP"}]})"
        "\n\n";
    RawServer server([&](RawPeer& peer) {
        read_request(peer);
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + event);
    });
    const auto model = model_at({.form = WireForm::generate_content, .url = server.url()});
    const auto events = answer_of(*model);
    for (const Event& each : events)
        CHECK_FALSE(std::holds_alternative<iam::chat::WholeCall>(each));
    REQUIRE(std::holds_alternative<StreamError>(events.back()));
    CHECK(std::get<StreamError>(events.back()).kind == StreamError::Kind::cut_off);
}

TEST_CASE("comments keep an answer alive for its answer time only") {
    RawServer server([&](RawPeer& peer) {
        read_request(peer);
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n: ping\n\n");
        peer.wait_for_end();
    });
    const auto model = model_at({.form = WireForm::messages,
                                 .url = server.url(),
                                 .answer_time = std::chrono::milliseconds{200}});
    CHECK_THAT(error_of(*model).message, Contains("its whole answer took longer than 200 ms"));
    CHECK(HttpModelSettings{}.answer_time == std::chrono::minutes{30});
}

TEST_CASE("a body that is no stream is quoted, and the URL is to be checked") {
    struct Row {
        WireForm form;
        std::string body;
        std::string quoted;
    };
    const std::string page = "\n<!DOCTYPE html>\n<title>Router</title>\n";
    const std::array rows = {
        Row{WireForm::messages, page, "<title>Router"},
        Row{WireForm::ollama_chat, page, "<title>Router"},
        Row{WireForm::ollama_chat, "data: {}\n\n", "data: {}"},
        Row{WireForm::chat_completions, R"({"error":{"message":"No such route, k-0123456789."}})",
            "No such route, (key)."},
        Row{WireForm::generate_content, R"([{"error":{"message":"No such route."}}])",
            "No such route."},
        Row{WireForm::responses, "Ollama is running", "Ollama is running"}};
    for (const Row& row : rows) {
        RawServer server(always(canned_response("200 OK", row.body)));
        const auto model = model_at({.form = row.form, .url = server.url(), .key = "k-0123456789"});
        const StreamError error = error_of(*model);
        CHECK(error.kind == StreamError::Kind::protocol);
        CHECK_THAT(error.message,
                   Contains("no stream: ") && Contains(row.quoted) && Contains("Check the URL."));
    }
    for (const char* begun : {"", "da", "\xEF\xBB\xBF: ping\n\n", "event: ping\ndata: {}\n\n"}) {
        RawServer server(always(canned_response("200 OK", begun)));
        const auto model = model_at({.form = WireForm::messages, .url = server.url()});
        CHECK(error_of(*model).kind == StreamError::Kind::cut_off);
    }
}

TEST_CASE("a stream closed within its event gives no other event, and its socket closes (H26)") {
    std::promise<void> closed;
    RawServer server([&](RawPeer& peer) {
        read_request(peer);
        const std::string lines = k_ollama_lines;
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" +
                  lines.substr(0, lines.find('\n') + 1));
        peer.wait_for_end();
        closed.set_value();
    });
    const auto model = model_at({.form = WireForm::ollama_chat, .url = server.url()});
    std::mutex mutex;
    std::unique_ptr<iam::chat::ModelStream> stream;
    std::atomic<std::size_t> events = 0;
    {
        const std::lock_guard lock(mutex);
        stream = model->start(greeting(), [&](const Event&) {
            const std::lock_guard inner(mutex);
            ++events;
            stream.reset();
        });
    }
    closed.get_future().get();
    CHECK(events == 1);
    // The event has ended before its stream's place does.
    const std::lock_guard lock(mutex);
    CHECK(stream == nullptr);
}

TEST_CASE("a model's name that would change the URL is refused") {
    for (const char* name : {"", "a b", "a?b", "a#b", "../m", "m\r\nX: y"}) {
        const auto model = make_http_model({.form = WireForm::generate_content, .model = name});
        REQUIRE_FALSE(model);
        CHECK(model.error().code == iam::Errc::invalid_argument);
    }
    CHECK(make_http_model({.form = WireForm::ollama_chat, .model = "library/qwen3:8b"}));
}

TEST_CASE("a key with a line break is refused, and its error does not quote it (H36)") {
    const auto model =
        make_http_model({.form = WireForm::messages, .model = "m", .key = "k-1\r\nX-Evil: yes"});
    REQUIRE_FALSE(model);
    CHECK(model.error().code == iam::Errc::invalid_argument);
    CHECK(model.error().message.find("X-Evil") == std::string::npos);
}

TEST_CASE("plain HTTP to another machine is refused unless it is set (H39)") {
    HttpModelSettings settings{
        .form = WireForm::ollama_chat, .url = "http://192.0.2.1:11434", .model = "m", .key = "k-1"};
    const auto refused = make_http_model(settings);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, Contains("use https") && !Contains("k-1"));
    settings.http.allows_plain_text = true;
    CHECK(make_http_model(settings));
}

TEST_CASE("a URL with a user, or without a server, is refused before the first request") {
    for (const char* const url :
         {"https://ann:secret@models.example", "ftp://models.example", "m"}) {
        const auto refused = make_http_model({.url = url, .model = "m"});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == iam::Errc::invalid_argument);
        CHECK_THAT(refused.error().message, !Contains("secret"));
    }
}

TEST_CASE("a tool's name that the provider refuses ends the answer before it is asked for") {
    iam::Contract contract;
    contract.document = R"({"name":"x","inputSchema":{"type":"object"}})";
    iam::chat::ModelRequest request = greeting();
    request.tools = {{"a/b", &contract}};
    const auto model = model_at({.form = WireForm::messages});
    HeardAnswer heard;
    const auto stream = model->start(std::move(request), heard.hear());
    const auto& events = heard.wait();
    REQUIRE(events.size() == 1);
    CHECK(std::get<StreamError>(events[0]).kind == StreamError::Kind::provider);
    CHECK_THAT(std::get<StreamError>(events[0]).message, Contains("a/b"));
}
