// ICU through the gate of types.
#include "icu.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_icu.iam.hpp>

namespace text {

icu::UnicodeString capitals(const icu::UnicodeString& words, const icu::Locale& language) {
    icu::UnicodeString copy = words;
    return copy.toUpper(language);
}

}  // namespace text

namespace iam::test {

TEST_CASE("icu: its strings are UTF-8 outside, and a language is one that it knows") {
    Registry registry;
    REQUIRE(register_iam_library_icu_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("capitals", R"({"words":"straße","language":"de"})") == R"("STRASSE")");
    CHECK(caller.call("capitals", R"({"words":"iki","language":"tr"})") == R"("İKİ")");
    CHECK(caller.prepare("capitals", R"({"words":"x","language":"not a tag"})").find("/language") !=
          std::string::npos);
}

}  // namespace iam::test
