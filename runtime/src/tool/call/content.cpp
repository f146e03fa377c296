#include "iam/tool/content.hpp"

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/bytes.hpp>

#include <string_view>

namespace iam {
namespace {

void put(JsonWriter& out, std::string_view name, const std::optional<std::string>& value) {
    if (!value) return;
    out.plain_key(name);
    out.string(*value);
}

void put_bytes(JsonWriter& out, std::string_view name, const std::vector<std::byte>& bytes) {
    out.plain_key(name);
    BytesCodec::encode(out, bytes);
}

// The members of each block stand in canonical order.
struct Writer {
    JsonWriter& out;

    void operator()(const TextContent& block) const {
        out.plain_key("text");
        out.string(block.text);
        out.plain_member("type", "text");
    }
    void operator()(const ImageContent& block) const {
        media(block.data, block.mime_type, "image");
    }
    void operator()(const AudioContent& block) const {
        media(block.data, block.mime_type, "audio");
    }
    void operator()(const ResourceLink& block) const {
        put(out, "description", block.description);
        put(out, "mimeType", block.mime_type);
        out.plain_key("name");
        out.string(block.name);
        put(out, "title", block.title);
        out.plain_member("type", "resource_link");
        out.plain_key("uri");
        out.string(block.uri);
    }
    void operator()(const EmbeddedResource& block) const {
        out.plain_key("resource");
        write_contents(out, block.resource);
        out.plain_member("type", "resource");
    }

 private:
    void media(const std::vector<std::byte>& data, const std::string& mime_type,
               std::string_view type) const {
        put_bytes(out, "data", data);
        out.plain_key("mimeType");
        out.string(mime_type);
        out.plain_member("type", type);
    }
};

}  // namespace

void write_content(JsonWriter& out, const ContentBlock& block) {
    out.begin_object();
    std::visit(Writer{out}, block);
    out.end_object();
}

void write_contents(JsonWriter& out, const ResourceContents& contents) {
    out.begin_object();
    if (contents.blob) put_bytes(out, "blob", *contents.blob);
    put(out, "mimeType", contents.mime_type);
    if (!contents.blob) {
        out.plain_key("text");
        out.string(contents.text.value_or(std::string()));
    }
    out.plain_key("uri");
    out.string(contents.uri);
    out.end_object();
}

}  // namespace iam
