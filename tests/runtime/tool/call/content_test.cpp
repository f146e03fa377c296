#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/content.hpp>

#include <catch2/catch.hpp>

using iam::AudioContent;
using iam::EmbeddedResource;
using iam::ImageContent;
using iam::ResourceLink;
using iam::TextContent;

namespace {

std::string text_of(const iam::ContentBlock& block) {
    iam::JsonWriter out;
    write_content(out, block);
    return out.take();
}

const std::vector<std::byte> k_bytes{std::byte{0}, std::byte{0xFF}, std::byte{0x10}};

}  // namespace

TEST_CASE("each kind of content is written as MCP's block of that kind, in canonical form") {
    CHECK(text_of(TextContent{"a \"b\""}) == R"({"text":"a \"b\"","type":"text"})");
    CHECK(text_of(ImageContent{k_bytes, "image/png"}) ==
          R"({"data":"AP8Q","mimeType":"image/png","type":"image"})");
    CHECK(text_of(AudioContent{k_bytes, "audio/wav"}) ==
          R"({"data":"AP8Q","mimeType":"audio/wav","type":"audio"})");
    CHECK(text_of(ResourceLink{"n://1", "One", "First", "The first.", "text/plain"}) ==
          R"({"description":"The first.","mimeType":"text/plain","name":"One","title":"First",)"
          R"("type":"resource_link","uri":"n://1"})");
    CHECK(text_of(ResourceLink{"n://1", "One"}) ==
          R"({"name":"One","type":"resource_link","uri":"n://1"})");
    CHECK(text_of(EmbeddedResource{{"n://1", "text/plain", "one"}}) ==
          R"({"resource":{"mimeType":"text/plain","text":"one","uri":"n://1"},"type":"resource"})");
    CHECK(text_of(EmbeddedResource{{"n://2", std::nullopt, std::nullopt, k_bytes}}) ==
          R"({"resource":{"blob":"AP8Q","uri":"n://2"},"type":"resource"})");
}

TEST_CASE("a resource without a content is an empty text") {
    CHECK(text_of(EmbeddedResource{{"n://3"}}) ==
          R"({"resource":{"text":"","uri":"n://3"},"type":"resource"})");
}

TEST_CASE("content that is no UTF-8 text is not written") {
    iam::JsonWriter out;
    write_content(out, TextContent{"\xff"});
    CHECK_FALSE(out.ok());
}
