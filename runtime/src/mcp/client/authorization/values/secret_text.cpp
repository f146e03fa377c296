#include "mcp/client/authorization/values/secret_text.hpp"

#include <string.h>

namespace iam::mcp {

void wipe(std::string& text) noexcept {
    ::explicit_bzero(text.data(), text.size());
    text.clear();
}

SecretText::SecretText(std::string&& text) : text_(text) {
    wipe(text);
}

SecretText::SecretText(SecretText&& other) noexcept {
    text_.swap(other.text_);
}

SecretText& SecretText::operator=(const SecretText& other) {
    if (this == &other) return *this;
    wipe(text_);
    text_ = other.text_;
    return *this;
}

SecretText& SecretText::operator=(SecretText&& other) noexcept {
    if (this == &other) return *this;
    wipe(text_);
    text_.swap(other.text_);
    return *this;
}

SecretText::~SecretText() {
    wipe(text_);
}

}  // namespace iam::mcp
