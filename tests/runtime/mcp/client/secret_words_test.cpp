#include "mcp/client/secret_words.hpp"

#include <catch2/catch.hpp>

using iam::mcp::asks_for_secret;

TEST_CASE("a text that asks for a password, a key or a code is known") {
    for (const char* text : {"Enter your password",
                             "PASSWORD:",
                             "userPwd",
                             "db_passphrase",
                             "pass-phrase",
                             "your PIN?",
                             "OTP",
                             "The 2FA code",
                             "credentials",
                             "client secret",
                             "wallet seed phrase",
                             "paste the private key",
                             "SSN",
                             "Ihr Kennwort",
                             "das Passwort",
                             "sua senha",
                             "su contraseña",
                             "votre mot de passe",
                             "API key",
                             "access_token"}) {
        INFO(text);
        CHECK(asks_for_secret(text));
    }
}

TEST_CASE("letters in disguise make no difference to a word for a secret") {
    for (const char* text : {"p\u0430ssword", "pass\u200bword", "passw0rd", "p@$$word",
                             "p a s s w o r d", "\uff50\uff41\uff53\uff53word", "contrasen\u0303a",
                             "pa\u00adssword", "\u0440\u0430\u0455\u0455word"}) {
        INFO(text);
        CHECK(asks_for_secret(text));
    }
}

TEST_CASE("a text of other things asks for no secret") {
    for (const char* text :
         {"Who are you?", "a pinned note", "spin", "the number of tokens", "which key of the piano",
          "secretary", "passenger", "compass", "description", "", "seedling", "\xff password"}) {
        INFO(text);
        CHECK_FALSE(asks_for_secret(text));
    }
}
