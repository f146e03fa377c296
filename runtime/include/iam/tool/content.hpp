// Defines content for models and people that is no JSON value of a tool: texts, images, sounds,
// and resources. The blocks are those of MCP (server/tools#tool-result).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace iam {

class JsonWriter;

struct TextContent {
    std::string text{};
};

struct ImageContent {
    std::vector<std::byte> data{};
    std::string mime_type{};  ///< "image/png"
};

struct AudioContent {
    std::vector<std::byte> data{};
    std::string mime_type{};  ///< "audio/wav"
};

/// A resource that the client may read later.
struct ResourceLink {
    std::string uri{};
    std::string name{};
    std::string title{};        ///< may be empty
    std::string description{};  ///< may be empty
    std::string mime_type{};    ///< may be empty
};

/// The contents of one resource: a text, or bytes.
struct ResourceContents {
    std::string uri{};
    std::string mime_type{};  ///< may be empty
    std::variant<std::string, std::vector<std::byte>> value{};
};

/// A resource within a result.
struct EmbeddedResource {
    ResourceContents resource{};
};

using ContentBlock =
    std::variant<TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource>;

/// Writes a block as MCP does; bytes are base64. Text that is not UTF-8 marks the writer as bad.
void write_content(JsonWriter& out, const ContentBlock& block);
void write_contents(JsonWriter& out, const ResourceContents& contents);

}  // namespace iam
