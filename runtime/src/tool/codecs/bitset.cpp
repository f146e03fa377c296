#include "iam/tool/codecs/bitset.hpp"

namespace iam {

bool read_bits(Decoder& in, std::size_t count, std::string& bits) {
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(describe_bits(count), start, text)) return false;
    const bool fits = text.size() == count && text.find_first_not_of("01") == text.npos;
    if (!fits) return in.refuse(start, "is no such row of bits", describe_bits(count));
    bits = std::move(text);
    return true;
}

std::string describe_bits(std::size_t count) {
    return "string of " + std::to_string(count) + " characters 0 or 1";
}

}  // namespace iam
