#include "mcp/client/secret_words.hpp"

#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace iam::mcp {
namespace {

// Folded words between single spaces. A word in another sense ("token" of a text) is in a phrase.
constexpr std::array<std::string_view, 71> k_phrases{"2fa",
                                                     "access code",
                                                     "access key",
                                                     "access token",
                                                     "api key",
                                                     "api token",
                                                     "apikey",
                                                     "auth code",
                                                     "auth token",
                                                     "authtoken",
                                                     "bearer token",
                                                     "card number",
                                                     "chave privada",
                                                     "clave",
                                                     "clave privada",
                                                     "codigo de verificacao",
                                                     "codigo de verificacion",
                                                     "contrasena",
                                                     "contrasenas",
                                                     "contrasinal",
                                                     "credencial",
                                                     "credenciais",
                                                     "credenciales",
                                                     "credential",
                                                     "credentials",
                                                     "cvc",
                                                     "cvv",
                                                     "einmalcode",
                                                     "geheimnis",
                                                     "geheimzahl",
                                                     "kennwort",
                                                     "kennworter",
                                                     "kennwoerter",
                                                     "mfa",
                                                     "mfa code",
                                                     "mot de passe",
                                                     "motdepasse",
                                                     "mots de passe",
                                                     "one time code",
                                                     "otp",
                                                     "parola d ordine",
                                                     "parole de passe",
                                                     "pass code",
                                                     "pass phrase",
                                                     "pass word",
                                                     "passcode",
                                                     "passcodes",
                                                     "passphrase",
                                                     "passphrases",
                                                     "passwd",
                                                     "password",
                                                     "passwords",
                                                     "passwort",
                                                     "passworter",
                                                     "passwoerter",
                                                     "phrase secrete",
                                                     "pin",
                                                     "pincode",
                                                     "private key",
                                                     "privatekey",
                                                     "pwd",
                                                     "recovery code",
                                                     "secret",
                                                     "secrets",
                                                     "security code",
                                                     "seed",
                                                     "seed phrase",
                                                     "senha",
                                                     "senhas",
                                                     "ssn",
                                                     "zugangsdaten"};

/// An ASCII letter that looks like this one, or nothing.
char plain_letter(char32_t c) {
    // Cyrillic, Greek, and Latin letters with accents, lower and upper case.
    static const std::map<char32_t, char> letters = [] {
        std::map<char32_t, char> all;
        const auto add = [&](std::u32string_view alike, char letter) {
            for (const char32_t one : alike) all[one] = letter;
        };
        add(U"\u0430\u0410\u03b1\u0391\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00c0\u00c1\u00c2\u00c3"
            U"\u00c4\u00c5\u0251",
            'a');
        add(U"\u0432\u0412\u0392", 'b');
        add(U"\u0441\u0421\u03f2\u00e7\u00c7", 'c');
        add(U"\u0501\u0500", 'd');
        add(U"\u0435\u0415\u0395\u03b5\u00e8\u00e9\u00ea\u00eb\u00c8\u00c9\u00ca\u00cb\u0451", 'e');
        add(U"\u04bb\u043d\u041d\u0397", 'h');
        add(U"\u0456\u0406\u0399\u03b9\u0131\u00ec\u00ed\u00ee\u00ef\u00cc\u00cd\u00ce\u00cf", 'i');
        add(U"\u0458\u0408", 'j');
        add(U"\u043a\u041a\u039a\u03ba", 'k');
        add(U"\u04cf\u04c0", 'l');
        add(U"\u043c\u041c\u039c", 'm');
        add(U"\u039d\u00f1\u00d1\u0578", 'n');
        add(U"\u043e\u041e\u03bf\u039f\u00f2\u00f3\u00f4\u00f5\u00f6\u00d2\u00d3\u00d4\u00d5\u00d6",
            'o');
        add(U"\u0440\u0420\u03c1\u03a1", 'p');
        add(U"\u0433", 'r');
        add(U"\u0455\u0405\u017f", 's');
        add(U"\u0442\u0422\u03a4\u03c4", 't');
        add(U"\u03c5\u00f9\u00fa\u00fb\u00fc\u00d9\u00da\u00db\u00dc", 'u');
        add(U"\u03bd\u0475", 'v');
        add(U"\u0461\u051d\u051c\u03c9", 'w');
        add(U"\u0445\u0425\u03a7\u03c7", 'x');
        add(U"\u0443\u0423\u03b3\u03a5\u04af\u00fd\u00ff", 'y');
        add(U"\u0396", 'z');
        return all;
    }();
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;  // full width
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
    if (c < 0x80) return static_cast<char>(c);
    const auto found = letters.find(c);
    return found == letters.end() ? '\0' : found->second;
}

bool is_dropped(char32_t c) {
    return is_inkless(c) || c == 0xAD || c == 0xFEFF || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
           (c >= 0x300 && c <= 0x36F) || (c >= 0xFE00 && c <= 0xFE0F);
}

bool is_word_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// Words of letters and digits. A capital behind a small letter begins a word where `by_humps`.
std::vector<std::string> words_of_text(std::string_view text, bool by_humps) {
    std::vector<std::string> words(1);
    bool was_small = false;
    for (const char32_t c : code_points(text)) {
        if (is_dropped(c)) continue;
        const bool is_capital = c >= 'A' && c <= 'Z';
        if (by_humps && is_capital && was_small) words.emplace_back();
        was_small = c >= 'a' && c <= 'z';
        const char plain = plain_letter(c);
        if (is_word_part(plain) || plain == '@' || plain == '$') {
            words.back() += plain;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    return words;
}

/// One text with single spaces. Letters that stand alone in a row are one word.
std::string joined(const std::vector<std::string>& words) {
    std::string text = " ";
    bool was_alone = false;
    for (const std::string& word : words) {
        if (word.empty()) continue;
        const bool is_alone = word.size() == 1;
        if (is_alone && was_alone) text.pop_back();
        text += word + " ";
        was_alone = is_alone;
    }
    return text;
}

std::string with_letters_for_digits(std::string text) {
    static constexpr std::string_view k_signs = "01345@$";
    static constexpr std::string_view k_letters = "oieasas";
    for (char& c : text) {
        const std::size_t at = k_signs.find(c);
        if (at != std::string_view::npos) c = k_letters[at];
    }
    return text;
}

bool has_phrase(const std::string& text) {
    return std::any_of(k_phrases.begin(), k_phrases.end(), [&](std::string_view phrase) {
        return text.find(" " + std::string(phrase) + " ") != std::string::npos;
    });
}

}  // namespace

bool asks_for_secret(std::string_view text) {
    if (!is_valid_utf8(text)) return false;
    for (const bool by_humps : {false, true}) {
        const std::string words = joined(words_of_text(text, by_humps));
        if (has_phrase(words) || has_phrase(with_letters_for_digits(words))) return true;
    }
    return false;
}

}  // namespace iam::mcp
