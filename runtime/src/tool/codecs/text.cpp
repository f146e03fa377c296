// Reads and writes texts with a bounded number of bytes.
#include "iam/tool/codecs/text.hpp"

namespace iam {

bool CharacterCodec::decode(Decoder& in, char& value, const Rules& rules) {
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(expected(rules), start, text)) return false;
    const bool fits = text.size() == 1 && static_cast<unsigned char>(text.front()) < 0x80;
    if (!fits) return in.refuse(start, "is not one ASCII character", expected(rules));
    value = text.front();
    return true;
}

void CharacterCodec::encode(JsonWriter& out, char value) {
    if (value == '\0') out.fail("a NUL character");
    out.string(std::string_view(&value, 1));
}

bool read_short_text(Decoder& in, std::size_t capacity, std::string& text) {
    std::size_t start = 0;
    std::string read;
    if (!in.read_text(describe_short_text(capacity), start, read)) return false;
    if (read.size() > capacity)
        return in.refuse(start, "has " + std::to_string(read.size()) + " bytes",
                         describe_short_text(capacity));
    text = std::move(read);
    return true;
}

void write_short_text(JsonWriter& out, std::string_view text, std::size_t capacity) {
    if (text.size() > capacity) out.fail("an array of characters without a NUL at its end");
    out.string(text);
}

std::string describe_short_text(std::size_t capacity) {
    return "string of at most " + std::to_string(capacity) + " bytes of UTF-8";
}

}  // namespace iam
