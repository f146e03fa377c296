#include "tools.hpp"

#include "samples.hpp"
#include <iam/tool/client.hpp>
#include <iam/tool/context.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace fixture {
namespace {

/// Waits, or less if the client cancels the call.
void pause_for(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any nobody;
    nobody.wait_for(lock, stop, time, [] { return false; });
}

constexpr std::chrono::milliseconds k_pause{50};

iam::Content text(std::string words) {
    return {iam::TextContent{std::move(words)}};
}

std::string action_of(const iam::Elicited& elicited) {
    switch (elicited.action) {
        case iam::Elicited::Action::accept:
            return "accept";
        case iam::Elicited::Action::decline:
            return "decline";
        case iam::Elicited::Action::cancel:
            break;
    }
    return "cancel";
}

/// Says the user's answer behind `head`.
iam::Content elicit(iam::Context& context, const std::string& head, const iam::Elicitation& form) {
    const auto elicited = context.elicit("form", form);
    if (!elicited) throw iam::tool_error("not_asked", elicited.error().message);
    const std::string content = elicited->content.empty() ? "{}" : elicited->content;
    return text(head + "action=" + action_of(*elicited) + ", content=" + content);
}

}  // namespace

iam::Content test_simple_text() {
    return text("This is a simple text response for testing.");
}

iam::Content test_image_content() {
    return {iam::ImageContent{png(), "image/png"}};
}

iam::Content test_audio_content() {
    return {iam::AudioContent{wav(), "audio/wav"}};
}

iam::Content test_embedded_resource() {
    return {iam::EmbeddedResource{
        {"test://embedded-resource", "text/plain", "This is an embedded resource content."}}};
}

iam::Content test_multiple_content_types() {
    return {iam::TextContent{"Multiple content types test:"}, iam::ImageContent{png(), "image/png"},
            iam::EmbeddedResource{{"test://mixed-content-resource", "application/json",
                                   R"({"test":"data","value":123})"}}};
}

iam::Content test_tool_with_logging(iam::Context& context, std::stop_token stop) {
    context.log(iam::LogLevel::info, "Tool execution started");
    pause_for(k_pause, stop);
    context.log(iam::LogLevel::info, "Tool processing data");
    pause_for(k_pause, stop);
    context.log(iam::LogLevel::info, "Tool execution completed");
    return text("Logged three messages.");
}

iam::Content test_error_handling() {
    throw iam::tool_error("intended", "This tool intentionally returns an error for testing");
}

iam::Content test_tool_with_progress(iam::Progress& progress, std::stop_token stop) {
    for (const int done : {0, 50, 100}) {
        progress.report(done, 100);
        pause_for(k_pause, stop);
    }
    return text("Reported progress three times.");
}

iam::Content test_sampling(const std::string& prompt, iam::Context& context) {
    iam::Sampling sampling;
    sampling.messages = {{iam::SamplingMessage::Role::user, iam::TextContent{prompt}}};
    sampling.tokens_max = 100;
    const auto sampled = context.sample("answer", sampling);
    if (!sampled) throw iam::tool_error("not_asked", sampled.error().message);
    return text("LLM response: " + sampled->text);
}

iam::Content test_elicitation(const std::string& message, iam::Context& context) {
    return elicit(context, "User response: ",
                  {message, R"({"type":"object","properties":{)"
                            R"("username":{"type":"string","description":"User's response"},)"
                            R"("email":{"type":"string","description":"User's email address"}},)"
                            R"("required":["username","email"]})"});
}

iam::Content test_elicitation_sep1034_defaults(iam::Context& context) {
    return elicit(
        context, "Elicitation completed: ",
        {"Please review the defaults.",
         R"({"type":"object","properties":{)"
         R"("name":{"type":"string","description":"a name","default":"John Doe"},)"
         R"("age":{"type":"integer","description":"an age","default":30},)"
         R"("score":{"type":"number","description":"a score","default":95.5},)"
         R"("status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},)"
         R"("verified":{"type":"boolean","description":"whether it is verified","default":true}},)"
         R"("required":[]})"});
}

iam::Content test_elicitation_sep1330_enums(iam::Context& context) {
    return elicit(
        context, "Elicitation completed: ",
        {"Please choose.",
         R"({"type":"object","properties":{)"
         R"("untitledSingle":{"type":"string","enum":["option1","option2","option3"]},)"
         R"("titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},)"
         R"({"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},)"
         R"("legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],)"
         R"("enumNames":["Option One","Option Two","Option Three"]},)"
         R"("untitledMulti":{"type":"array","items":{"type":"string",)"
         R"("enum":["option1","option2","option3"]}},)"
         R"("titledMulti":{"type":"array","items":{"anyOf":[)"
         R"({"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},)"
         R"({"const":"value3","title":"Third Choice"}]}}},"required":[]})"});
}

}  // namespace fixture
