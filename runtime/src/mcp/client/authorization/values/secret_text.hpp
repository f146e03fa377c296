// SecretText: a token or a password of a client.
#pragma once

#include <iam/core/digest.hpp>

#include <string>
#include <utility>

namespace iam::mcp {

/// Wipes its bytes when it ends or gets others. It has no conversion to text, so it is not printed
/// by mistake; its reader writes `.text()`, and does not keep copies.
class SecretText {
 public:
    SecretText() = default;
    /// Wipes `text`.
    explicit SecretText(std::string&& text);
    SecretText(const SecretText&) = default;
    SecretText& operator=(const SecretText& other);
    SecretText(SecretText&& other) noexcept;
    SecretText& operator=(SecretText&& other) noexcept;
    ~SecretText();

    const std::string& text() const noexcept { return text_; }
    bool empty() const noexcept { return text_.empty(); }
    /// Compares in constant time.
    friend bool operator==(const SecretText& a, const SecretText& b) noexcept {
        return equal_constant_time(a.text_, b.text_);
    }

 private:
    std::string text_;
};

/// Overwrites the bytes of a text, and empties it.
void wipe(std::string& text) noexcept;

}  // namespace iam::mcp
