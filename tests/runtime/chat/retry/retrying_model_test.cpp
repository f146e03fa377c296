// Tests of runtime/src/chat/retry/{breaker,delayed_work,retrying_model}.cpp.
#include <iam/chat/retrying_model.hpp>
#include <iam/chat/scripted_model.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace {

using Catch::Contains;
using iam::chat::End;
using iam::chat::Event;
using iam::chat::Finish;
using iam::chat::ScriptedModel;
using iam::chat::StreamError;
using iam::chat::TakenBack;
using iam::chat::TextPiece;
using namespace std::chrono_literals;

ScriptedModel::Turn breaks(StreamError::Kind kind, const std::string& text = "",
                           std::optional<std::chrono::milliseconds> after = std::nullopt) {
    ScriptedModel::Turn turn;
    if (!text.empty()) turn.steps.emplace_back(Event{TextPiece{text}});
    turn.steps.emplace_back(
        Event{StreamError{.kind = kind, .message = "busy", .retry_after = after}});
    return turn;
}

ScriptedModel::Turn busy(const std::string& text = "") {
    return breaks(StreamError::Kind::overload, text);
}

/// A model without waits, on a script.
struct RetriedScript {
    iam::test::FakeClock clock{};
    iam::test::FakeEntropy entropy{};
    ScriptedModel* script = nullptr;
    std::unique_ptr<iam::chat::Model> model{};

    explicit RetriedScript(std::vector<ScriptedModel::Turn> turns,
                           iam::chat::RetrySettings settings = {.first_wait = 0ms}) {
        auto scripted = std::make_unique<ScriptedModel>(std::move(turns));
        script = scripted.get();
        model = make_retrying_model(std::move(scripted), clock, entropy, settings);
    }

    std::vector<Event> answer() {
        std::mutex mutex;
        std::condition_variable changed;
        bool has_ended = false;
        std::vector<Event> events;
        const auto stream = model->start({}, [&](const Event& event) {
            const std::lock_guard lock(mutex);
            events.push_back(event);
            has_ended =
                std::holds_alternative<End>(event) || std::holds_alternative<StreamError>(event);
            if (has_ended) changed.notify_all();
        });
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return has_ended; });
        return events;
    }
};

}  // namespace

TEST_CASE("a busy model is asked again, and its pieces are taken back (H23)") {
    RetriedScript script({busy("I thi"), iam::chat::says("I think.")});
    const auto events = script.answer();
    REQUIRE(events.size() == 4);
    CHECK(std::get<TextPiece>(events[0]).text == "I thi");
    CHECK_THAT(std::get<TakenBack>(events[1]).why, Contains("busy") && Contains("again in 0 s"));
    CHECK(std::get<TextPiece>(events[2]).text == "I think.");
    CHECK(std::get<End>(events[3]).finish == Finish::stop);
    CHECK(script.script->requests().size() == 2);
}

TEST_CASE("each further attempt is told, also where nothing was given (H23)") {
    RetriedScript script({busy(), iam::chat::says("Yes.")});
    const auto events = script.answer();
    REQUIRE(events.size() == 3);
    CHECK(std::holds_alternative<TakenBack>(events[0]));
    CHECK(std::get<TextPiece>(events[1]).text == "Yes.");
}

TEST_CASE("a model is asked four times for one answer, and then its error stands (H23)") {
    RetriedScript script({busy(), busy(), busy(), busy(), iam::chat::says("late")});
    const auto events = script.answer();
    CHECK(std::get<StreamError>(events.back()).message == "busy");
    CHECK(script.script->requests().size() == 4);
}

TEST_CASE("an error that no later attempt mends is passed on at once (H23)") {
    for (const auto kind :
         {StreamError::Kind::provider, StreamError::Kind::protocol, StreamError::Kind::cut_off}) {
        RetriedScript script({breaks(kind), iam::chat::says("late")});
        CHECK(std::get<StreamError>(script.answer().back()).kind == kind);
        CHECK(script.script->requests().size() == 1);
    }
}

TEST_CASE("a provider that wants more than a minute gets no second attempt (H23)") {
    RetriedScript script({breaks(StreamError::Kind::overload, "", 61s), iam::chat::says("late")});
    CHECK(std::holds_alternative<StreamError>(script.answer().back()));
    CHECK(script.script->requests().size() == 1);
}

TEST_CASE("a model that failed five times in a minute is left alone, and one probe tells (H24)") {
    const iam::chat::RetrySettings once{.attempts_max = 1, .first_wait = 0ms};
    RetriedScript script({busy(), busy(), busy(), busy(), busy(), busy(), iam::chat::says("back")},
                         once);
    for (int i = 0; i < 5; ++i) (void)script.answer();
    CHECK(script.script->requests().size() == 5);
    const auto refused = script.answer();
    CHECK_THAT(std::get<StreamError>(refused.back()).message,
               Contains("left alone") && Contains("60 s"));
    CHECK(script.script->requests().size() == 5);

    script.clock.advance(60s);
    CHECK(std::get<StreamError>(script.answer().back()).message == "busy");
    CHECK_THAT(std::get<StreamError>(script.answer().back()).message, Contains("left alone"));

    script.clock.advance(60s);
    CHECK(std::holds_alternative<End>(script.answer().back()));
    CHECK(script.script->requests().size() == 7);
}

TEST_CASE("failures further apart than a minute leave a model in use (H24)") {
    const iam::chat::RetrySettings once{.attempts_max = 1, .first_wait = 0ms};
    RetriedScript script({busy(), busy(), busy(), busy(), busy(), iam::chat::says("yes")}, once);
    for (int i = 0; i < 5; ++i) {
        (void)script.answer();
        script.clock.advance(20s);
    }
    CHECK(std::holds_alternative<End>(script.answer().back()));
}

TEST_CASE("a stream that is closed while its model waits asks no more (H26)") {
    RetriedScript script({busy(), iam::chat::says("late")}, {.first_wait = 1h});
    std::size_t events = 0;
    auto stream = script.model->start({}, [&](const Event&) { ++events; });
    stream.reset();
    CHECK(events == 1);  // the wait was told
    CHECK(script.script->requests().size() == 1);
}
