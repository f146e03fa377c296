#include <iam/tool/input.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

namespace iam::test {
namespace {

using Kind = InputRequest::Kind;

/// What a typed line becomes; "!" and the sentence where it is not taken.
std::string taken(const InputRequest& request, const std::string& typed) {
    const auto input = read_input(request, typed);
    return input ? input->text : "! " + input.error().message;
}

InputRequest of(Kind kind) {
    InputRequest request;
    request.kind = kind;
    request.prompt = "What?";
    return request;
}

}  // namespace

TEST_CASE("AX9 each kind of input takes its values in one form, and says what it wants") {
    CHECK(taken(of(Kind::text), "") == "");
    CHECK(taken(of(Kind::text), " a b ") == " a b ");
    CHECK(taken(of(Kind::text), "a\nb") == "! Wanted is one line of at most 4096 bytes.");
    CHECK(taken(of(Kind::text), "\xff").substr(0, 1) == "!");
    CHECK(taken(of(Kind::text), std::string(4097, 'a')).substr(0, 1) == "!");
    CHECK(taken(of(Kind::number), "1e2") == "100");
    CHECK(taken(of(Kind::number), "-0") == "0");
    for (const char* typed : {"", "one", "1,5", "0x10", "NaN", "1 2", "\"1\"", "1e999"}) {
        CHECK(taken(of(Kind::number), typed) == "! Wanted is a number.");
    }
    InputRequest bounded = of(Kind::number);
    bounded.low = 1;
    bounded.high = 2.5;
    CHECK(taken(bounded, "1") == "1");
    CHECK(taken(bounded, "2.50") == "2.5");
    CHECK(taken(bounded, "2.6") == "! Wanted is a number from 1 to 2.5.");
    CHECK(taken(of(Kind::boolean), "yes") == "true");
    CHECK(taken(of(Kind::boolean), "false") == "false");
    CHECK(taken(of(Kind::boolean), "Y") == "! Wanted is true or false.");
    CHECK(taken(of(Kind::date), "2024-02-29") == "2024-02-29");
    CHECK(taken(of(Kind::date), "2023-02-29") == "! Wanted is a date such as 2026-11-23.");
    CHECK(taken(of(Kind::file), "/etc/hosts") == "/etc/hosts");
    CHECK(taken(of(Kind::file), "hosts") == "! Wanted is the absolute path of a file.");
    InputRequest choice = of(Kind::choice);
    choice.choices = {"red", "blue"};
    CHECK(taken(choice, "blue") == "blue");
    CHECK(taken(choice, "Blue") == "! Wanted is one of: red, blue.");
}

TEST_CASE("AX9 a function reads numbers and booleans as such") {
    CHECK(read_input(of(Kind::number), "2.5").value().number == 2.5);
    CHECK(read_input(of(Kind::boolean), "yes").value().boolean);
}

TEST_CASE("AX9 what nobody could answer is refused where it is asked for") {
    CHECK(check_input_request(of(Kind::text)).has_value());
    std::vector<InputRequest> bad;
    bad.push_back(of(Kind::text));
    bad.back().prompt.clear();
    bad.push_back(of(Kind::text));
    bad.back().prompt = "Two\nlines?";
    bad.push_back(of(Kind::choice));
    bad.push_back(of(Kind::text));
    bad.back().choices = {"a"};
    bad.push_back(of(Kind::choice));
    bad.back().choices = std::vector<std::string>(65, "a");
    bad.push_back(of(Kind::text));
    bad.back().low = 1;
    bad.push_back(of(Kind::number));
    bad.back().secret = true;
    for (const InputRequest& request : bad) {
        const auto checked = check_input_request(request);
        REQUIRE_FALSE(checked.has_value());
        CHECK(checked.error().code == Errc::invalid_argument);
    }
}

}  // namespace iam::test
