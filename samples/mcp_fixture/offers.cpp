#include "offers.hpp"

#include "samples.hpp"

#include <string>
#include <utility>
#include <vector>

namespace fixture {
namespace {

using iam::Result;
using iam::mcp::CompletionRequest;
using iam::mcp::OfferRequest;
using iam::mcp::Offers;
using iam::mcp::Prompt;
using iam::mcp::PromptMessage;
using iam::mcp::Resource;
using Contents = std::vector<iam::ResourceContents>;
using Messages = std::vector<PromptMessage>;

iam::mcp::ReadResource text_of(std::string mime_type, std::string text) {
    return [mime_type = std::move(mime_type),
            text = std::move(text)](const OfferRequest& wish) -> Result<Contents> {
        return Contents{{wish.name, mime_type, text}};
    };
}

Result<void> add_resources(Offers& offers) {
    IAM_CHECK(
        offers.add(Resource{.uri = "test://static-text",
                            .name = "Static text",
                            .description = "A text that never changes.",
                            .mime_type = "text/plain"},
                   text_of("text/plain", "This is the content of the static text resource.")));
    IAM_CHECK(offers.add(Resource{.uri = "test://static-binary",
                                  .name = "Static image",
                                  .description = "An image that never changes.",
                                  .mime_type = "image/png"},
                         [](const OfferRequest& wish) -> Result<Contents> {
                             return Contents{{wish.name, "image/png", std::nullopt, png()}};
                         }));
    IAM_CHECK(offers.add(Resource{.uri = "test://watched-resource",
                                  .name = "Watched text",
                                  .description = "A text that clients subscribe to.",
                                  .mime_type = "text/plain"},
                         text_of("text/plain", "Watched resource content.")));
    return offers.add(
        iam::mcp::ResourceTemplate{.uri_template = "test://template/{id}/data",
                                   .name = "Data by id",
                                   .description = "Data for an id.",
                                   .mime_type = "application/json"},
        [](const OfferRequest& wish) -> Result<Contents> {
            const std::string& id = wish.values.at("id");
            return Contents{{wish.name, "application/json",
                             R"({"id":")" + id + R"(","templateTest":true,"data":"Data for ID: )" +
                                 id + R"("})"}};
        });
}

Messages from_user(iam::ContentBlock content) {
    return {{PromptMessage::Role::user, std::move(content)}};
}

/// Asks the client's user.
Result<Messages> prompt_in_context(const OfferRequest& wish) {
    iam::ClientQuestions questions;
    questions.forms["user_context"] = {
        "What context should the prompt use?",
        R"({"type":"object","properties":{"context":{"type":"string"}},"required":["context"]})"};
    const auto answers = iam::ask_client(wish.ask, questions);
    const auto& answer = answers.forms.at("user_context");
    if (!answer) return tl::unexpected(answer.error());
    return from_user(iam::TextContent{"Use this context: " + answer->content});
}

Result<void> add_plain_prompts(Offers& offers) {
    IAM_CHECK(offers.add(Prompt{.name = "test_simple_prompt",
                                .title = "Simple prompt",
                                .description = "A prompt without arguments."},
                         [](const OfferRequest&) -> Result<Messages> {
                             return from_user(
                                 iam::TextContent{"This is a simple prompt for testing."});
                         }));
    IAM_CHECK(offers.add(Prompt{.name = "test_input_required_result_prompt",
                                .title = "Prompt that asks",
                                .description = "A prompt that asks for its context."},
                         [](const OfferRequest& wish) { return prompt_in_context(wish); }));
    Prompt prompt{.name = "test_prompt_with_arguments",
                  .title = "Prompt with arguments",
                  .description = "A prompt with two arguments."};
    prompt.arguments = {{"arg1", "First test argument", true},
                        {"arg2", "Second test argument", true}};
    return offers.add(
        prompt,
        [](const OfferRequest& wish) -> Result<Messages> {
            return from_user(iam::TextContent{"Prompt with arguments: arg1='" +
                                              wish.values.at("arg1") + "', arg2='" +
                                              wish.values.at("arg2") + "'"});
        },
        [](const CompletionRequest& request) {
            std::vector<std::string> fitting;
            for (const char* word : {"paris", "park", "party"}) {
                if (std::string(word).rfind(request.typed, 0) == 0) fitting.emplace_back(word);
            }
            return fitting;
        });
}

Result<void> add_rich_prompts(Offers& offers) {
    Prompt prompt{.name = "test_prompt_with_embedded_resource",
                  .title = "Prompt with a resource",
                  .description = "A prompt that holds a resource."};
    prompt.arguments = {{"resourceUri", "URI of the resource to embed", true}};
    IAM_CHECK(offers.add(prompt, [](const OfferRequest& wish) -> Result<Messages> {
        Messages messages =
            from_user(iam::EmbeddedResource{{wish.values.at("resourceUri"), "text/plain",
                                             "Embedded resource content for testing."}});
        messages.push_back({PromptMessage::Role::user,
                            iam::TextContent{"Please process the embedded resource above."}});
        return messages;
    }));
    return offers.add(Prompt{.name = "test_prompt_with_image",
                             .title = "Prompt with an image",
                             .description = "A prompt that holds an image."},
                      [](const OfferRequest&) -> Result<Messages> {
                          Messages messages = from_user(iam::ImageContent{png(), "image/png"});
                          messages.push_back({PromptMessage::Role::user,
                                              iam::TextContent{"Please analyze the image above."}});
                          return messages;
                      });
}

}  // namespace

Result<void> add_offers(Offers& offers) {
    IAM_CHECK(add_resources(offers));
    IAM_CHECK(add_plain_prompts(offers));
    return add_rich_prompts(offers);
}

}  // namespace fixture
