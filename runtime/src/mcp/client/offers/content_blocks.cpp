#include "mcp/client/offers/content_blocks.hpp"

#include <iam/core/base64.hpp>

#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

tl::unexpected<Error> wrong_block(const std::string& place, std::string_view why) {
    return fail(Errc::invalid_argument, place + " " + std::string(why) + ".");
}

std::optional<std::string> text_member_of(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

/// The bytes of a member in Base64.
std::optional<std::vector<std::byte>> bytes_member_of(const Json& object, const char* name) {
    const auto text = text_member_of(object, name);
    if (!text) return std::nullopt;
    const auto bytes = from_base64(*text);
    if (!bytes) return std::nullopt;
    const auto* const begin = reinterpret_cast<const std::byte*>(bytes->data());
    return std::vector<std::byte>(begin, begin + bytes->size());
}

/// Of images and sounds.
template <class Media>
Result<ContentBlock> read_media(const Json& block, const std::string& place) {
    auto data = bytes_member_of(block, "data");
    auto type = text_member_of(block, "mimeType");
    if (!data || !type) return wrong_block(place, "has no data in Base64 with a mimeType");
    return ContentBlock(Media{*std::move(data), *std::move(type)});
}

Result<ContentBlock> read_link(const Json& block, std::string_view space,
                               const std::string& place) {
    auto uri = text_member_of(block, "uri");
    auto name = text_member_of(block, "name");
    if (!uri || !name) return wrong_block(place, "is a link without a URI or a name");
    return ContentBlock(
        ResourceLink{std::string(space) + *uri, *std::move(name), text_member_of(block, "title"),
                     text_member_of(block, "description"), text_member_of(block, "mimeType")});
}

}  // namespace

Result<ResourceContents> read_resource_contents(const Json& contents, std::string_view space,
                                                const std::string& place) {
    const auto uri = contents.is_object() ? text_member_of(contents, "uri") : std::nullopt;
    if (!uri) return wrong_block(place, "is no resource with a URI");
    ResourceContents read{std::string(space) + *uri, text_member_of(contents, "mimeType"),
                          text_member_of(contents, "text"), bytes_member_of(contents, "blob")};
    if (read.text.has_value() == read.blob.has_value())
        return wrong_block(place, "has not one of a text and a blob in Base64");
    return read;
}

Result<ContentBlock> read_block(const Json& block, std::string_view space,
                                const std::string& place) {
    const auto type = block.is_object() ? text_member_of(block, "type") : std::nullopt;
    if (!type) return wrong_block(place, "is no content block with a type");
    if (*type == "text") {
        auto text = text_member_of(block, "text");
        if (!text) return wrong_block(place, "has no text");
        return ContentBlock(TextContent{*std::move(text)});
    }
    if (*type == "image") return read_media<ImageContent>(block, place);
    if (*type == "audio") return read_media<AudioContent>(block, place);
    if (*type == "resource_link") return read_link(block, space, place);
    if (*type == "resource" && block.contains("resource")) {
        IAM_TRY(contents, read_resource_contents(block["resource"], space, place + "/resource"));
        return ContentBlock(EmbeddedResource{std::move(contents)});
    }
    return wrong_block(place, "is a block of a type that is not passed on");
}

}  // namespace iam::mcp
