// Tests of runtime/src/words/{en_us,pt_br}.cpp.
#include <iam/core/digest.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/words/catalogue.hpp>
#include <iam/words/sentences.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace iam::words {
namespace {

std::vector<Id> all_ids() {
    std::vector<Id> ids;
    for (std::size_t i = 0; i < k_id_count; ++i) ids.push_back(static_cast<Id>(i));
    return ids;
}

/// The names in braces of a text.
std::multiset<std::string> names_in(std::string_view view) {
    const std::string text(view);
    std::multiset<std::string> names;
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
        const std::size_t end = text.find('}', at);
        REQUIRE(end != std::string::npos);
        names.insert(text.substr(at, end + 1 - at));
    }
    return names;
}

std::string ratified_rows() {
    JsonWriter out;
    out.begin_array();
    for (const Id id : all_ids()) {
        if (standing_of(id) != Standing::ratified) continue;
        out.begin_array();
        out.string(key_of(id));
        for (const Locale locale : k_locales) out.string(text_of(id, locale));
        out.end_array();
    }
    out.end_array();
    return std::string(out.text());
}

std::string page() {
    std::ifstream file(IAM_TEST_PROMPT_COPY_PAGE);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("the owner's words of the question are as they were ratified") {
    CHECK(sha256("", ratified_rows()).hex() ==
          "c964d748d4e2a7aee6abf06f60622645be229b10f9920cf2bb4e737d986f8988");
}

TEST_CASE("every text exists in every language and names the same values") {
    std::set<std::string_view> keys;
    for (const Id id : all_ids()) {
        INFO(key_of(id));
        CHECK(keys.insert(key_of(id)).second);
        for (const Locale locale : k_locales) {
            CHECK_FALSE(text_of(id, locale).empty());
            CHECK(names_in(text_of(id, locale)) == names_in(text_of(id, Locale::en_us)));
        }
    }
}

TEST_CASE("A7 no text of another language is the English one, but for those without words") {
    const std::set<Id> without_words = {Id::detail, Id::keys,        Id::frozen_why,
                                        Id::change, Id::pinned_file, Id::wanted_boolean};
    for (const Locale locale : k_locales) {
        if (locale == Locale::en_us) continue;
        for (const Id id : all_ids()) {
            if (without_words.count(id) != 0 || id == Id::keys) continue;
            INFO(tag_of(locale) << " " << key_of(id));
            CHECK(text_of(id, locale) != text_of(id, Locale::en_us));
        }
    }
}

TEST_CASE("A7 a sentence of ours has no word of another language around what it names") {
    for (const Id id : all_ids()) {
        Sentence sentence = say(id);
        for (const std::string& name : names_in(text_of(id, Locale::en_us))) {
            static std::vector<std::string> kept;
            kept.reserve(4096);
            kept.push_back(name.substr(1, name.size() - 2));
            sentence.values.push_back({kept.back(), "#"});
        }
        for (const Locale locale : k_locales) {
            std::string expected(text_of(id, locale));
            for (const std::string& name : names_in(expected))
                expected.replace(expected.find(name), name.size(), "#");
            INFO(tag_of(locale) << " " << key_of(id));
            CHECK(Sentences(sentence).text(locale) == expected);
        }
    }
}

TEST_CASE("a value with braces is not filled in again") {
    CHECK(text_of(Id::from, Locale::en_us, {{"server", "{server} {x"}}) == "From {server} {x");
    CHECK(Sentences(say(Id::from, {{"server", "{server} {x"}})) == "From {server} {x");
}

TEST_CASE("a name of a locale says the language, and an unknown one is English") {
    for (const char* name : {"pt-BR", "pt_BR.UTF-8", "pt", "pt_PT@euro"}) {
        CHECK(locale_of(name) == Locale::pt_br);
    }
    for (const char* name : {"", "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "ptx", "de_DE"}) {
        CHECK(locale_of(name) == Locale::en_us);
    }
}

TEST_CASE("the page for the owner lists every text that is not ratified, as it is") {
    const std::string text = page();
    REQUIRE_FALSE(text.empty());
    for (const Id id : all_ids()) {
        const std::string line = "| `" + std::string(key_of(id)) + "` | " +
                                 std::string(text_of(id, Locale::en_us)) + " | " +
                                 std::string(text_of(id, Locale::pt_br)) + " |\n";
        INFO(line);
        CHECK((text.find(line) != std::string::npos) == (standing_of(id) == Standing::proposed));
    }
}

}  // namespace iam::words
