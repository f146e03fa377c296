// Finds words that ask a person for a secret, in the text of a server's form.
#pragma once

#include <string_view>

namespace iam::mcp {

/// True if the text has a word or a phrase for a password, a key, a code or the like, in one of a
/// few languages. Case, accents, invisible characters, digits for letters ("passw0rd"), spaced
/// letters and common look-alikes of other scripts make no difference. It is a guess: a text can
/// ask for a secret in other words.
bool asks_for_secret(std::string_view text);

}  // namespace iam::mcp
