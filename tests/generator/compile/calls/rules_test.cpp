// Every attribute and every kind of default, as the decoder holds to them.
#include "kit.hpp"

namespace iam::test {

TEST_CASE("rules of numbers hold, and their defaults fill in") {
    const Kit kit;
    CHECK(
        kit.caller.prepare("rule_numbers", R"({"hour":23,"factor":0.5})") ==
        R"({"big":18446744073709551615,"factor":0.5,"hour":23,"price":0.3,"step":10,"width":-1})");
    CHECK(kit.caller.call("rule_numbers",
                          R"({"hour":2,"factor":0.5,"price":0.5,"step":0,"width":0,"big":0})") ==
          "1.5");
    CHECK(kit.caller.prepare("rule_numbers", R"({"hour":24,"factor":0.4,"step":7,"price":0.35})") ==
          "/hour: 24 is greater than 23\n"
          "/factor: 0.4 is less than 0.5\n"
          "/step: 7 is not a multiple of 5\n"
          "/price: 0.35 is not a multiple of 0.1");
}

TEST_CASE("rules of texts hold, under the names that the model sees") {
    const Kit kit;
    CHECK(kit.caller.call("texts-of-rules",
                          R"({"word":"abc","day":"2024-02-29","e-mail":"a@b.org"})") ==
          R"("abc|abc|2024-02-29|a@b.org")");
    CHECK(kit.caller.prepare(
              "texts-of-rules",
              R"({"word":"abcd","small":"A","day":"2023-02-29","e-mail":"a","mail":"a@b.org"})") ==
          "/word: \"abcd\" has 4 characters\n"
          "/small: \"A\" does not match '^[a-z]+$'\n"
          "/day: \"2023-02-29\" does not have the format date\n"
          "/e-mail: \"a\" does not have the format email\n"
          "/mail: there is no member 'mail' here. Did you mean 'e-mail'?");
}

TEST_CASE("rules of fields hold inside lists and maps") {
    const Kit kit;
    CHECK(kit.caller.call("parts",
                          R"({"parts":[{"sizes":[]}],"named":{"a":{"count":3,"sizes":[1]}}})") ==
          R"({"count":5,"country-code":"DE","sizes":[]})");
    CHECK(
        kit.caller.prepare(
            "parts", R"({"parts":[{"count":0,"country-code":"de","sizes":[1,2,3]}],"named":{}})") ==
        "/parts/0/count: 0 is less than 1\n"
        "/parts/0/country-code: \"de\" does not match '^[A-Z]{2}$'\n"
        "/parts/0/sizes: the array has 3 elements\n"
        "/named: the object has 0 members");
    CHECK(kit.caller.prepare("parts", R"({"parts":[]})") == "/parts: the array has 0 elements");
}

TEST_CASE(
    "a value that breaks a rule is never given to the function, but a result is not held to "
    "rules") {
    const Kit kit;
    CHECK(says(
        kit.caller.call(
            "parts", R"({"parts":[{"count":9,"sizes":[]}],"named":{"a":{"count":9,"sizes":[]}}})"),
        R"("count":18)"));
}

TEST_CASE("TY16 defaults fill in, and one that only the program knows stays absent") {
    const Kit kit;
    CHECK(
        kit.caller.prepare("defaults", "{}") ==
        R"({"flag":true,"list":[],"number":5,"part":{"count":4,"country-code":"FR","sizes":[]},"ratio":0.1,)"
        R"("text":"a \"quoted\"\ntext?","view":"view"})");
    CHECK(kit.caller.call("defaults", "{}") == R"("yes 1 a \"quoted\"\ntext? view 5 FR 0 42")");
    CHECK(kit.caller.call("defaults", R"({"computed":7,"list":[1],"number":1,"flag":false})") ==
          R"("no 1 a \"quoted\"\ntext? view 1 FR 1 7")");
}

TEST_CASE(
    "TY34 what the program makes of a value is held to the rules before the call is recorded") {
    const Kit kit;
    const std::string why =
        " once the program has filled in what was left out and read the rest; give another value";
    CHECK(kit.caller.prepare("rolled", R"({"rolled":{}})") ==
          "/rolled/value: 42 is greater than 10" + why);
    CHECK(kit.caller.prepare("rolled", R"({"rolled":{"value":7}})") == R"({"rolled":{"value":7}})");
    CHECK(kit.caller.prepare("files", R"({"files":["a//b","a/b"]})") ==
          "/files: the array has 1 element" + why);
    CHECK(kit.caller.call("files", R"({"files":["a/b","a/c"]})") == "2");
}

TEST_CASE("TY58 what an alias asks holds wherever a value of its type stands") {
    const Kit kit;
    CHECK(kit.caller.call("shared_out",
                          R"({"share":{"codes":["DE","FR"]},"others":{"a":[0,100]}})") == "54");
    CHECK(kit.caller.call("shared_out",
                          R"({"share":{"codes":[]},"others":{},"id":"18446744073709551615"})") ==
          R"("18446744073709551615")");
    CHECK(
        kit.caller.prepare(
            "shared_out",
            R"({"share":{"own":101,"codes":["DE","de"]},"others":{"a":[7,-1]},"more":[],"id":"0"})") ==
        "/share/own: 101 is greater than 100\n"
        "/share/codes/1: \"de\" does not match '^[A-Z]{2}$'\n"
        "/others/a/1: -1 is less than 0\n"
        "/more: the array has 0 elements\n"
        "/id: \"0\" is less than 1");
    CHECK(kit.caller.prepare("shared_out", R"({"share":{"codes":[]},"others":{},"more":[100]})") ==
          "/more/0: 100 is greater than 99");
}

TEST_CASE("secrets are in the contract and in no error") {
    const Kit kit;
    const auto catalogue = kit.registry.snapshot();
    const Contract* contract = catalogue->find({"", "login"});
    REQUIRE(contract != nullptr);
    CHECK(contract->secret_arguments == std::vector<std::string>{"/pin", "/other/password"});
    CHECK(contract->secret_results == std::vector<std::string>{"/password"});
    const std::string errors = kit.caller.prepare(
        "login", R"({"pin":"hunter2","other":{"user":1,"password":["hunter2"]}})");
    CHECK(says(errors, "/pin: the value has 7 characters"));
    CHECK(says(errors, "/other/password: expected string, got an array"));
    CHECK_FALSE(says(errors, "hunter2"));
}

TEST_CASE("consent keys are in the contract, those of fields too") {
    const Kit kit;
    const auto catalogue = kit.registry.snapshot();
    const Contract* contract = catalogue->find({"", "shared_out"});
    REQUIRE(contract != nullptr);
    CHECK(contract->consent_keys == std::vector<std::string>{"/share/own", "/id"});
    CHECK(says(contract->document, R"("consent_keys":["/share/own","/id"])"));
    CHECK(catalogue->find({"", "login"})->consent_keys.empty());
}

TEST_CASE("options of the tool are in its contract") {
    const Kit kit;
    const auto catalogue = kit.registry.snapshot();
    const Contract* login = catalogue->find({"", "login"});
    REQUIRE(login != nullptr);
    CHECK(login->policy == Policy::confirm);
    CHECK(login->timeout == std::chrono::milliseconds(500));
    CHECK(login->hints.destructive == false);
    CHECK_FALSE(login->hints.read_only);
    CHECK(catalogue->find({"", "rule_numbers"})->title == "Numbers");
    CHECK_FALSE(login->undo_window);
    const Contract* print = catalogue->find({"", "print"});
    REQUIRE(print != nullptr);
    CHECK(undo_grade(*print) == "exact");
    CHECK(print->undo_window == std::chrono::seconds(60));
    CHECK(undo_grade(*catalogue->find({"", "ring"})) == "compensating");
    CHECK(kit.registry.application() == "iam_test_kit");
}

}  // namespace iam::test
