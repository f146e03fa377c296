// Defines content for models and people beside JSON values: texts, images, sounds, and resources.
// The blocks are as in MCP (server/tools#tool-result).
//
// A tool returns iam::Content. Clients of MCP get its blocks; the record and the command line have
// them as JSON.
//
//     [[iam::tool]] iam::Content plot(const std::string& formula);
#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace iam {

class JsonWriter;

// Members without an initialiser are required in the schemas of tools.

struct [[iam::name("text")]] TextContent {
    std::string text;  ///< for a model or a person to read
};

struct [[iam::name("image")]] ImageContent {
    std::vector<std::byte> data;                      ///< the bytes of the image
    [[iam::name("mimeType")]] std::string mime_type;  ///< e.g. image/png
};

struct [[iam::name("audio")]] AudioContent {
    std::vector<std::byte> data;                      ///< the bytes of the sound
    [[iam::name("mimeType")]] std::string mime_type;  ///< e.g. audio/wav
};

/// A resource for the client to read later.
struct [[iam::name("resource_link")]] ResourceLink {
    std::string uri;                                                   ///< where to read it
    std::string name;                                                  ///< for programs
    std::optional<std::string> title{};                                ///< for people
    std::optional<std::string> description{};                          ///< for models
    [[iam::name("mimeType")]] std::optional<std::string> mime_type{};  ///< such as text/plain
};

/// The contents of one resource: a text or bytes, not both.
struct ResourceContents {
    std::string uri;                                                   ///< of the resource
    [[iam::name("mimeType")]] std::optional<std::string> mime_type{};  ///< such as text/plain
    std::optional<std::string> text{};                                 ///< the content, if a text
    std::optional<std::vector<std::byte>> blob{};                      ///< the content, if bytes
};

/// A resource within a result.
struct [[iam::name("resource")]] EmbeddedResource {
    ResourceContents resource;  ///< its contents
};

using ContentBlock =
    std::variant<TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource>;
using Content = std::vector<ContentBlock>;

/// Writes a block as MCP does; bytes are base64. Text in invalid UTF-8 marks the writer as bad.
void write_content(JsonWriter& out, const ContentBlock& block);
/// A resource with neither a text nor bytes is an empty text.
void write_contents(JsonWriter& out, const ResourceContents& contents);

}  // namespace iam
