// Requests that fit into a context: the order in which they give parts up, and the estimate of
// their tokens.
// Tests of runtime/src/chat/conversation/for_models/{context_budget,model_messages}.cpp.
#include "../../../gate/fixture.hpp"

#include <chat/conversation/for_models/context_budget.hpp>

using namespace iam;
using namespace iam::test;
using namespace iam::chat;

namespace {

/// A chat that is written step by step.
class WrittenChat {
 public:
    WrittenChat() { add(SystemSet{"Be kind."}); }

    void say(std::string text) {
        const auto after = log.leaf();
        add(PersonSaid{after, {{Source{}, std::move(text)}}});
        add(TurnBegan{log.turn().turn + 1, *log.leaf()});
    }
    void ask(const RequestSize& size = {}, const ContextCut& cut = {},
             const std::string& model = "m") {
        add(RequestSent{log.turn().turn, log.turn().generation + 1, model, {}, size, cut});
    }
    void answer(std::string text, std::vector<ProposedCall> calls = {}, const Usage& usage = {},
                const std::string& model = "m") {
        add(Answered{.turn = log.turn().turn,
                     .generation = log.turn().generation,
                     .after = *log.leaf(),
                     .text = std::move(text),
                     .calls = std::move(calls),
                     .model = model,
                     .usage = usage});
    }
    /// One request with a call, and its result of so many bytes.
    void call_with(std::size_t result_bytes, const FittedRequest& asked = {}) {
        const std::string id = "c." + std::to_string(log.size());
        ask(asked.size, asked.cut);
        answer("", {{.id = id, .request_id = "r" + id, .name = "read"}});
        add(CallBegan{id});
        add(CallEnded{.call = id, .text = std::string(result_bytes, 'x'), .entry = "0." + id});
    }
    void end() { add(TurnEnded{log.turn().turn, TurnEnd::done, {}}); }
    /// A whole turn with one call.
    void turn(const std::string& prompt, std::size_t result_bytes) {
        say(prompt);
        call_with(result_bytes);
        ask();
        answer("Done.");
        end();
    }
    FittedRequest fit(std::optional<std::uint64_t> context, const std::string& model = "m") const {
        ContextRoom room{.model = model, .context_tokens = context};
        return fit_request(log, *log.leaf(), {}, room, true);
    }

    ChatLog log{};

 private:
    void add(Step step) { ok_void(log.add(std::move(step))); }
};

std::size_t count_of(const FittedRequest& fitted, std::string_view part) {
    std::size_t count = 0;
    for (const Message& message : fitted.request.messages) {
        if (const auto* results = std::get_if<CallResults>(&message))
            for (const auto& each : results->results)
                count += each.text.find(part) != std::string::npos ? 1 : 0;
        if (const auto* person = std::get_if<PersonText>(&message))
            count += person->text.find(part) != std::string::npos ? 1 : 0;
        if (const auto* system = std::get_if<SystemText>(&message))
            count += system->text.find(part) != std::string::npos ? 1 : 0;
    }
    return count;
}

std::size_t whole_results(const FittedRequest& fitted) {
    return count_of(fitted, "xxxx");
}

bool has_whole_pairs(const FittedRequest& fitted) {
    const std::vector<Message>& all = fitted.request.messages;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto* turn = std::get_if<AssistantTurn>(&all[i]);
        const auto* results = i + 1 < all.size() ? std::get_if<CallResults>(&all[i + 1]) : nullptr;
        if (turn != nullptr && !turn->calls.empty() && results == nullptr) return false;
        if (turn != nullptr && results != nullptr && results->results.size() != turn->calls.size())
            return false;
        if (i == 0 && std::holds_alternative<CallResults>(all[i])) return false;
    }
    return true;
}

constexpr std::size_t k_result = 3000;  // about 1000 tokens

/// Three whole turns, and a fourth with two calls under way.
WrittenChat long_chat() {
    WrittenChat chat;
    chat.turn("first prompt", k_result);
    chat.turn("second prompt", k_result);
    chat.turn("third prompt", k_result);
    chat.say("last prompt");
    chat.call_with(k_result);
    chat.call_with(k_result);
    return chat;
}

}  // namespace

TEST_CASE("H21: a context of unknown size, or with room, gives nothing up") {
    const WrittenChat chat = long_chat();
    for (const auto context :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(7200)}) {
        const FittedRequest fitted = chat.fit(context);
        CHECK(fitted.why_not.empty());
        CHECK(fitted.cut == ContextCut{});
        CHECK(whole_results(fitted) == 5);
        CHECK(fitted.size.context_tokens == context.value_or(0));
        CHECK(fitted.size.tokens == (fitted.size.bytes + 2) / 3);
    }
}

TEST_CASE("H21: results of earlier turns go first, the oldest before the others") {
    const FittedRequest fitted = long_chat().fit(6400);
    CHECK(fitted.why_not.empty());
    CHECK(whole_results(fitted) == 3);
    CHECK(count_of(fitted,
                   "left out here, since your context is full; read_result with entry "
                   "\"0.c.3\" reads it.]") == 1);
    CHECK(count_of(fitted, "first prompt") == 1);
    CHECK(fitted.cut.left_out_before == 0);
    CHECK(has_whole_pairs(fitted));
}

TEST_CASE("H21: whole old turns go next, and a note says so") {
    WrittenChat chat;
    for (int i = 0; i < 20; ++i)
        chat.turn("prompt " + std::to_string(i) + std::string(900, 'p'), 9);
    chat.say("last prompt");
    const FittedRequest fitted = chat.fit(4000);
    CHECK(fitted.why_not.empty());
    CHECK(fitted.size.tokens <= 3000 * 3 / 4);
    CHECK(count_of(fitted, "prompt 0p") == 0);
    CHECK(count_of(fitted, "prompt 19p") == 1);
    CHECK(count_of(fitted, "last prompt") == 1);
    CHECK(count_of(fitted, "Be kind.") == 1);
    CHECK(count_of(fitted, "[Note of the program: the ") == 1);
    REQUIRE(fitted.request.messages.size() > 2);
    CHECK(
        std::get<PersonText>(fitted.request.messages[1]).text.find("[Note of the program: the ") ==
        0);
    CHECK(has_whole_pairs(fitted));
}

TEST_CASE("H21: results of the present turn go last, and never the ones without an answer") {
    const FittedRequest fitted = long_chat().fit(2200);
    CHECK(fitted.why_not.empty());
    CHECK(whole_results(fitted) == 1);
    CHECK(count_of(fitted, "first prompt") == 0);
    CHECK(count_of(fitted, "last prompt") == 1);
    const auto& results = std::get<CallResults>(fitted.request.messages.back()).results;
    CHECK(results.at(0).text == std::string(k_result, 'x'));
    CHECK(has_whole_pairs(fitted));
}

TEST_CASE("H21: each size of a context gives a request that fits, or a sentence") {
    const WrittenChat chat = long_chat();
    bool ever_fits = false;
    for (std::uint64_t context = 0; context < 8000; context += 97) {
        const FittedRequest fitted = chat.fit(context);
        CHECK(has_whole_pairs(fitted));
        CHECK(count_of(fitted, "last prompt") == 1);
        CHECK(count_of(fitted, "Be kind.") == 1);
        CHECK(whole_results(fitted) >= 1);
        const bool fits = fitted.size.tokens <= context - context / 4;
        CHECK(fitted.why_not.empty() == fits);
        CHECK((fits || !ever_fits));
        ever_fits = ever_fits || fits;
    }
    CHECK(ever_fits);
}

TEST_CASE("H21: a request that cannot fit names the sizes and the way out") {
    WrittenChat chat;
    chat.say(std::string(30'000, 'p'));
    const FittedRequest fitted = chat.fit(8000);
    CHECK(fitted.why_not ==
          "The request has about 10014 tokens without all that can be left out, 8 of them "
          "instructions and tools, but m takes 8000 with its answer, for which 2000 are kept. "
          "Nothing was sent: write a shorter message, offer fewer tools, or use a larger context.");
}

TEST_CASE("H21: the room for the answer is kept as it is set, else a quarter and at most 8192") {
    WrittenChat chat;
    chat.say(std::string(30'000, 'p'));
    const auto fits = [&](std::uint64_t context, std::optional<std::uint64_t> output) {
        const ContextRoom room{.model = "m", .context_tokens = context, .output_tokens = output};
        return fit_request(chat.log, *chat.log.leaf(), {}, room, true).why_not.empty();
    };
    CHECK(fits(10'114, 100));
    CHECK_FALSE(fits(10'113, 100));
    CHECK_FALSE(fits(100, 200));
    CHECK(fits(13'352, std::nullopt));
    CHECK_FALSE(fits(13'350, std::nullopt));
    WrittenChat large;
    large.say(std::string(300'000, 'p'));
    CHECK(large.fit(100'014 + 8192).why_not.empty());
    CHECK_FALSE(large.fit(100'013 + 8192).why_not.empty());
}

TEST_CASE("H21: the last usage is the scale of the next estimate") {
    WrittenChat chat;
    chat.say("prompt");
    chat.ask({.bytes = 4000, .tokens = 1334});
    chat.answer(std::string(600, 'a'), {}, {.input = 2000});
    chat.end();
    chat.say("more");
    const FittedRequest fitted = chat.fit(std::nullopt);
    CHECK(fitted.size.bytes < 4000);
    CHECK(fitted.size.tokens == (fitted.size.bytes + 1) / 2);
    CHECK(chat.fit(std::nullopt, "another").size.tokens == (fitted.size.bytes + 2) / 3);
}

TEST_CASE("H21: a usage of a cut prompt, or beyond belief, is no scale") {
    for (const std::uint64_t input :
         {std::uint64_t{0}, std::uint64_t{600}, std::uint64_t{9000}, std::uint64_t{1} << 62U}) {
        WrittenChat chat;
        chat.say("prompt");
        chat.ask({.bytes = 4000, .tokens = 1334});
        chat.answer("a", {}, {.input = input});
        const FittedRequest fitted = chat.fit(std::nullopt);
        CHECK(fitted.size.tokens == (fitted.size.bytes + 2) / 3);
    }
}

TEST_CASE("H21: a cut stays until the request is too large again") {
    WrittenChat chat = long_chat();
    const FittedRequest first = chat.fit(6400);
    chat.call_with(2400, first);
    // It has more than three quarters of the room again.
    const FittedRequest second = chat.fit(6400);
    CHECK(second.size.tokens > 3600);
    CHECK(second.cut == first.cut);
    REQUIRE(second.request.messages.size() > first.request.messages.size());
    for (std::size_t i = 0; i < first.request.messages.size(); ++i) {
        FittedRequest one{.request = {.messages = {first.request.messages[i]}}};
        FittedRequest other{.request = {.messages = {second.request.messages[i]}}};
        CHECK(bytes_of(one.request, "m") == bytes_of(other.request, "m"));
    }
    CHECK(chat.fit(6300).cut.stubs_before >= first.cut.stubs_before);
    CHECK(chat.fit(60'000).cut == ContextCut{});
    CHECK(chat.fit(60'000, "another").cut == ContextCut{});
    CHECK(chat.fit(std::nullopt).cut == ContextCut{});
}

TEST_CASE("H21: short results and those without an entry keep their text") {
    WrittenChat chat;
    for (int i = 0; i < 10; ++i) chat.turn("prompt" + std::string(800, 'p'), 20);
    chat.say("last");
    const FittedRequest fitted = chat.fit(3000);
    CHECK(fitted.why_not.empty());
    CHECK(fitted.cut.stubs_before > 0);
    CHECK(count_of(fitted, "The text of this result") == 0);
}

TEST_CASE("H21: a chat of 10,000 messages is cut as a short one") {
    WrittenChat chat;
    for (int i = 0; i < 3333; ++i) chat.turn("prompt " + std::to_string(i) + ".", k_result);
    chat.say("last prompt");
    const FittedRequest fitted = chat.fit(100'000);
    CHECK(fitted.why_not.empty());
    CHECK(fitted.size.tokens <= 91'808 / 4 * 3);
    CHECK(fitted.size.tokens > 91'808 / 4 * 3 - 2000);
    CHECK(count_of(fitted, "prompt 3332.") == 1);
    CHECK(count_of(fitted, "prompt 0.") == 0);
    CHECK(has_whole_pairs(fitted));
}

TEST_CASE("H21: items count for the model that wrote them, and tools with their schemas") {
    ModelRequest request;
    request.messages = {
        AssistantTurn{.text = "text", .items = std::string(100, 'i'), .model = "m"}};
    CHECK(bytes_of(request, "m") == 116);
    CHECK(bytes_of(request, "another") == 20);
    Contract contract;
    contract.description = "Reads.";
    contract.document = R"({"name":"read","inputSchema":{"type":"object"},"outputSchema":{"a":1}})";
    request.messages.clear();
    request.tools = {{"read", &contract}};
    CHECK(bytes_of(request, "m") == 16 + 4 + 6 + std::string(R"({"type":"object"})").size());
}

TEST_CASE("H21: a prompt is cut if the server reads less than half of it") {
    CHECK(is_prompt_cut({.tokens = 10'000}, {.input = 2050}));
    CHECK(is_prompt_cut({.tokens = 2002}, {.input = 1000}));
    CHECK_FALSE(is_prompt_cut({.tokens = 2001}, {.input = 1000}));
    CHECK_FALSE(is_prompt_cut({.tokens = 10'000}, {.input = 999}));
    CHECK_FALSE(is_prompt_cut({.tokens = 10'000}, {.input = 5000}));
    CHECK_FALSE(is_prompt_cut({.tokens = 10'000}, {}));
}
