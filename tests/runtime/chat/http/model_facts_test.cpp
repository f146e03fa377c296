// The questions to a server about a model, and every kind of answer.
// Tests of runtime/src/chat/http/model_facts.cpp.
#include "../../net/raw_server.hpp"
#include "canned_response.hpp"
#include <iam/chat/model_facts.hpp>

#include <catch2/catch.hpp>

#include <future>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Catch::Contains;
using iam::chat::ask_model_facts;
using iam::chat::HttpModelSettings;
using iam::chat::ModelFacts;
using iam::chat::WireForm;
using iam::test::RawPeer;
using iam::test::RawServer;

/// Answers every request alike, and keeps the requests.
class FactsServer {
 public:
    FactsServer(const std::string& status, const std::string& body)
        : answer_(iam::test::canned_response(status, body)), server_([this](RawPeer& peer) {
              std::string request = peer.read_until("\r\n\r\n");
              if (request.rfind("POST", 0) == 0) request += peer.read_until("}");
              {
                  const std::lock_guard lock(mutex_);
                  requests_.push_back(std::move(request));
              }
              peer.send(answer_);
          }) {}

    HttpModelSettings settings(WireForm form = WireForm::ollama_chat,
                               const std::string& path = "") const {
        HttpModelSettings settings{.form = form, .url = server_.url() + path, .model = "m"};
        settings.http.tls.uses_system_roots = false;
        return settings;
    }
    std::vector<std::string> requests() {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

 private:
    std::mutex mutex_;
    std::vector<std::string> requests_;
    const std::string answer_;
    RawServer server_;  // last: its thread uses the others
};

ModelFacts facts_of(const HttpModelSettings& settings) {
    const auto facts = ask_model_facts(settings);
    if (!facts) FAIL(facts.error().message);
    return *facts;
}

ModelFacts facts_in(const std::string& body, const std::string& status = "200 OK") {
    const FactsServer server(status, body);
    return facts_of(server.settings());
}

}  // namespace

TEST_CASE("Ollama is asked once about the model, with its key (H19)") {
    FactsServer server(
        "200 OK", R"({"license":"…","parameters":"stop \"<|x|>\"\ntemperature 0.7",)"
                  R"("model_info":{"general.architecture":"qwen3","qwen3.context_length":4096,)"
                  R"("tokenizer.ggml.tokens":null},"capabilities":["completion","tools"]})");
    HttpModelSettings settings = server.settings();
    settings.key = "k-0123456789";
    const ModelFacts facts = facts_of(settings);
    CHECK(facts.has_tools == true);
    CHECK(facts.context_tokens == 4096);
    CHECK(facts.why_unknown.empty());
    const auto requests = server.requests();
    REQUIRE(requests.size() == 1);
    CHECK_THAT(requests[0], Contains("POST /api/show HTTP/1.1") && Contains(R"({"model":"m"})") &&
                                Contains("Authorization: Bearer k-0123456789"));
}

TEST_CASE("a model without the capability has no tools, and an old server does not say (H19)") {
    CHECK(facts_in(R"({"capabilities":["completion","vision"]})").has_tools == false);
    CHECK(facts_in(R"({"capabilities":[]})").has_tools == false);
    CHECK_FALSE(facts_in(R"({"details":{}})").has_tools.has_value());
    CHECK_FALSE(facts_in(R"({"capabilities":"tools"})").has_tools.has_value());
    CHECK(facts_in(R"({"details":{}})").why_unknown.empty());
}

TEST_CASE("the context is the Modelfile's, else the model's up to the usual size (H21)") {
    const auto context = [](const std::string& parameters, const std::string& length) {
        return facts_in(R"({"parameters":")" + parameters +
                        R"(","model_info":{"general.architecture":"a","b.context_length":1,)"
                        R"("a.context_length":)" +
                        length + "}}")
            .context_tokens;
    };
    CHECK(context("num_ctx    65536", "131072") == 65'536);
    CHECK(context(R"(stop x\nnum_ctx\t2048\n)", "131072") == 2048);
    CHECK(context("", "131072") == iam::chat::k_ollama_context_tokens);
    CHECK(context("num_ctx many", "8192") == 8192);
    CHECK(context("num_ctx 0", "8192") == 8192);
    CHECK(context("num_ctx 99999999999999999999", "8192") == 8192);
    CHECK_FALSE(context("", "0").has_value());
    CHECK_FALSE(context("", "-4096").has_value());
    CHECK_FALSE(context("", R"("8192")").has_value());
    CHECK_FALSE(facts_in(R"({"model_info":{"a.context_length":8192}})").context_tokens.has_value());
}

TEST_CASE("an answer that cannot be read leaves the facts unknown, and says so (H19)") {
    for (const auto& [status, body] : std::vector<std::pair<std::string, std::string>>{
             {"200 OK", "<!DOCTYPE html>"},
             {"200 OK", R"({"capabilities":["tools"])"},
             {"200 OK", "[]"},
             {"404 Not Found", "404 page not found"},
             {"404 Not Found", R"({"error":{"message":"File Not Found"}})"},
             {"405 No", ""},
             {"401 Unauthorized", R"({"error":"unauthorized"})"},
             {"500 Oh", R"({"error":"out of memory"})"}}) {
        const ModelFacts facts = facts_in(body, status);
        CHECK_FALSE(facts.has_tools.has_value());
        CHECK_FALSE(facts.context_tokens.has_value());
        CHECK_THAT(facts.why_unknown, Contains("does not describe it"));
    }
}

TEST_CASE("a model that Ollama does not have is an error with the way out (H19)") {
    const FactsServer server("404 Not Found", R"({"error":"model 'm' not found"})");
    const auto facts = ask_model_facts(server.settings());
    REQUIRE_FALSE(facts);
    CHECK(facts.error().code == iam::Errc::not_found);
    CHECK_THAT(facts.error().message, Contains("model 'm' not found") && Contains("ollama pull m"));
}

TEST_CASE("an Ollama server that is not there is an error with the way out (H19)") {
    std::string url;
    {
        const RawServer gone([](RawPeer&) {});
        url = gone.url();
    }
    const auto facts = ask_model_facts({.form = WireForm::ollama_chat, .url = url, .model = "m"});
    REQUIRE_FALSE(facts);
    CHECK(facts.error().code == iam::Errc::unavailable);
    CHECK_THAT(facts.error().message, Contains("does not answer") && Contains("ollama serve"));
}

TEST_CASE("the question about a model ends with a stop (H26)") {
    std::promise<void> asked;
    RawServer server([&](RawPeer& peer) {
        peer.read_until("\r\n\r\n");
        asked.set_value();
        peer.wait_for_end();
    });
    std::stop_source source;
    std::thread stopper([&] {
        asked.get_future().get();
        source.request_stop();
    });
    const auto facts = ask_model_facts(
        {.form = WireForm::ollama_chat, .url = server.url(), .model = "m"}, source.get_token());
    stopper.join();
    CHECK_FALSE(facts);
}

TEST_CASE("a server of llama.cpp is asked for its context, at its root (H21)") {
    for (const char* path : {"v1", "v1/", ""}) {
        FactsServer server("200 OK", R"({"default_generation_settings":{"n_ctx":8192}})");
        const ModelFacts facts = facts_of(server.settings(WireForm::chat_completions, path));
        CHECK(facts.context_tokens == 8192);
        CHECK_FALSE(facts.has_tools.has_value());
        REQUIRE(server.requests().size() == 1);
        CHECK_THAT(server.requests()[0], Contains("GET /props HTTP/1.1"));
    }
}

TEST_CASE("another server with the same wire form leaves its context unknown in silence (H21)") {
    for (const auto& [status, body] : std::vector<std::pair<std::string, std::string>>{
             {"404 Not Found", R"({"detail":"Not Found"})"},
             {"200 OK", "<html>"},
             {"200 OK", "{}"},
             {"200 OK", R"({"default_generation_settings":[]})"},
             {"200 OK", R"({"default_generation_settings":{"n_ctx":"much"}})"}}) {
        const FactsServer server(status, body);
        const ModelFacts facts = facts_of(server.settings(WireForm::chat_completions, "v1"));
        CHECK_FALSE(facts.context_tokens.has_value());
        CHECK(facts.why_unknown.empty());
    }
}

TEST_CASE("servers of providers are not asked about their models (H19)") {
    for (const WireForm form :
         {WireForm::messages, WireForm::generate_content, WireForm::responses}) {
        FactsServer server("200 OK", "{}");
        const ModelFacts facts = facts_of(server.settings(form));
        CHECK_FALSE(facts.has_tools.has_value());
        CHECK(server.requests().empty());
    }
    CHECK(facts_of({.form = WireForm::chat_completions, .model = "m"}).why_unknown.empty());
}
