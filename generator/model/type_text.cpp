// Shortens the spelling of types for messages.
#include "generator/model/type_text.hpp"

namespace iam::gen {
namespace {

bool continues_a_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '>' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string without_roots(std::string_view cpp) {
    std::string out;
    for (std::size_t i = 0; i < cpp.size(); ++i) {
        if (cpp.substr(i, 2) == "::" && (i == 0 || !continues_a_name(cpp[i - 1])))
            ++i;
        else
            out += cpp[i];
    }
    return out;
}

}  // namespace iam::gen
