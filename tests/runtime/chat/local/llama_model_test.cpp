// Tests of runtime/src/chat/local/{llama_model,llama_server}.cpp; whole programs are in
// tests/runtime/host/models/local_model_test.py.
#include "iam/chat/llama_model.hpp"

#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <future>

namespace {

using Catch::Contains;
using iam::chat::Event;
using iam::chat::LlamaSettings;
using iam::chat::StreamError;

std::string written(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << text;
    return path.string();
}

/// Settings for a shell script in the place of the server.
LlamaSettings with_script(const iam::test::TempDir& folder, const std::string& script) {
    LlamaSettings settings;
    settings.model_file = written(folder.path() / "m.gguf", "weights");
    settings.program = written(folder.path() / "server", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(settings.program, std::filesystem::perms::owner_all);
    settings.environment = {{"PATH", "/usr/bin:/bin"}};
    return settings;
}

std::string fault_of(const LlamaSettings& settings) {
    iam::test::FakeEntropy entropy;
    const auto model = make_llama_model(settings, entropy);
    REQUIRE_FALSE(model.has_value());
    return model.error().message;
}

StreamError error_of(const LlamaSettings& settings) {
    iam::test::FakeEntropy entropy;
    const auto model = make_llama_model(settings, entropy);
    if (!model) FAIL(model.error().message);
    CHECK((*model)->name() == "llama.cpp/m.gguf");
    std::promise<StreamError> ended;
    iam::chat::ModelRequest request;
    request.messages = {iam::chat::PersonText{"Hello."}};
    const auto stream = (*model)->start(std::move(request), [&](const Event& event) {
        ended.set_value(std::get<StreamError>(event));
    });
    return ended.get_future().get();
}

}  // namespace

TEST_CASE("the file of a model is named by its absolute path (H41)") {
    const iam::test::TempDir folder;
    LlamaSettings settings = with_script(folder, "exit 0");
    settings.model_file = "m.gguf";
    CHECK_THAT(fault_of(settings), Contains("m.gguf is none; write the whole path."));
    settings.model_file = folder.path().string();
    CHECK_THAT(fault_of(settings), Contains("no file that can be read"));
}

TEST_CASE("a server that is not ready in time is ended, and its last lines are told (H41)") {
    const iam::test::TempDir folder;
    LlamaSettings settings = with_script(folder, "echo loading; sleep 1000");
    settings.start_time = std::chrono::milliseconds{1};
    const StreamError error = error_of(settings);
    CHECK(error.kind == StreamError::Kind::provider);
    CHECK_THAT(error.message, Contains("was not ready within 1 ms"));
}

TEST_CASE("a server gets the size of the context that requests are made to fit (H41)") {
    const iam::test::TempDir folder;
    LlamaSettings settings = with_script(folder, "echo \"$*\"; exit 3");
    settings.context_tokens = 8192;
    iam::test::FakeEntropy entropy;
    CHECK((*make_llama_model(settings, entropy))->context_tokens() == 8192);
    CHECK_THAT(error_of(settings).message, Contains("--ctx-size 8192"));
}

TEST_CASE(
    "the last five lines of a server that ends are told without bytes that are no text (H41)") {
    const iam::test::TempDir folder;
    const StreamError error = error_of(with_script(
        folder, "for i in 1 2 3 4 5 6 7; do printf 'line \\377%s\\n' $i; done; exit 3"));
    CHECK(error.kind == StreamError::Kind::provider);
    CHECK(error.message ==
          "The llama.cpp server has ended (exit code 3); the next message starts it again. Its "
          "last lines:\nline 3\nline 4\nline 5\nline 6\nline 7");
}

TEST_CASE("the key of a server is masked in its last lines (H36)") {
    const iam::test::TempDir folder;
    const StreamError error =
        error_of(with_script(folder, "echo \"key $LLAMA_API_KEY, words $*\" >&2; exit 3"));
    CHECK_THAT(error.message, Contains("key (key), words --model") && Contains("--jinja"));
}

TEST_CASE("a program that does not start fails the turn (H41)") {
    const iam::test::TempDir folder;
    LlamaSettings settings = with_script(folder, "exit 0");
    written(settings.program, "#!/no/such/shell\n");
    CHECK_THAT(error_of(settings).message, Contains("The program was not started: "));
}

TEST_CASE("a stream that waits for the server can be closed (H26)") {
    const iam::test::TempDir folder;
    iam::test::FakeEntropy entropy;
    const auto model = make_llama_model(with_script(folder, "sleep 1000"), entropy);
    REQUIRE(model.has_value());
    bool was_called = false;
    iam::chat::ModelRequest request;
    request.messages = {iam::chat::PersonText{"Hello."}};
    (*model)->start(std::move(request), [&](const Event&) { was_called = true; }).reset();
    CHECK_FALSE(was_called);
}
