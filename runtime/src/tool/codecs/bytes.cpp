#include "iam/tool/codecs/bytes.hpp"

#include <iam/core/base64.hpp>

namespace iam {
namespace {

template <class Byte>
bool read_base64(Decoder& in, std::vector<Byte>& value, const Rules& rules) {
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(BytesCodec::expected(rules), start, text)) return false;
    const auto bytes = from_base64(text);
    if (!bytes) return in.refuse(start, "is no base64", BytesCodec::expected(rules));
    const auto* const first = reinterpret_cast<const Byte*>(bytes->data());
    value.assign(first, first + bytes->size());
    return true;
}

}  // namespace

bool BytesCodec::decode(Decoder& in, std::vector<std::byte>& value, const Rules& rules) {
    return read_base64(in, value, rules);
}

bool BytesCodec::decode(Decoder& in, std::vector<unsigned char>& value, const Rules& rules) {
    return read_base64(in, value, rules);
}

void BytesCodec::encode(JsonWriter& out, std::span<const std::byte> value) {
    out.string(to_base64(value));
}

}  // namespace iam
