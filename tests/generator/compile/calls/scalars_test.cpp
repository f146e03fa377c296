// Rows TY01 to TY16 of the table of constructs, where they are scalars: from text to the function
// and back. Tests of runtime/src/tool/codecs/{enum,text}.cpp.
#include "kit.hpp"

namespace iam::test {

TEST_CASE("TY04 a long double travels as a double") {
    const Kit kit;
    CHECK(kit.caller.call("halved", R"({"number":1e300})") == "5e+299");
    CHECK(kit.caller.prepare("halved", R"({"number":"1"})") ==
          "/number: expected number, got a string");
}

TEST_CASE("TY06 a char is one character of ASCII") {
    const Kit kit;
    CHECK(kit.caller.call("letters", R"({"letter":"a","text":"bc"})") == R"("abc!")");
    CHECK(kit.caller.prepare("letters", R"({"letter":"ab","text":""})") ==
          "/letter: \"ab\" is not one ASCII character");
    CHECK(kit.caller.prepare("letters", R"({"letter":"","text":""})") ==
          "/letter: \"\" is not one ASCII character");
    CHECK(kit.caller.prepare("letters", R"({"letter":"é","text":""})") ==
          "/letter: \"é\" is not one ASCII character");
    CHECK(kit.caller.prepare("letters", R"({"letter":97,"text":""})") ==
          "/letter: expected one ASCII character, got a number");
}

TEST_CASE("TY07 a u8string is a string, TY11 an array of char one of so many bytes") {
    const Kit kit;
    CHECK(kit.caller.call("relabel", R"({"label":{"title":"für","days":[]}})") ==
          R"({"days":[],"text":"abc","title":"für"})");
    CHECK(kit.caller.call("relabel", R"({"label":{"title":"","days":[],"text":"üü"}})") ==
          R"({"days":[],"text":"üü","title":""})");
    CHECK(kit.caller.prepare("relabel", R"({"label":{"title":"","days":[],"text":"üüü"}})") ==
          "/label/text: \"üüü\" has 6 bytes");
}

TEST_CASE("TY08 a byte is a number, TY13 so is an enum class without enumerators") {
    const Kit kit;
    CHECK(kit.caller.prepare("next_ticket", R"({"ticket":18446744073709551614})") ==
          R"({"mask":7,"offset":-2,"ticket":18446744073709551614})");
    CHECK(kit.caller.call("next_ticket", R"({"ticket":18446744073709551614})") ==
          "18446744073709551615");
    CHECK(kit.caller.call("next_ticket", R"({"ticket":1,"offset":127,"mask":255})") == "379");
    CHECK(kit.caller.prepare("next_ticket", R"({"ticket":0,"offset":128,"mask":256})") ==
          "/ticket: 0 is less than 1\n/offset: 128 is greater than 127\n"
          "/mask: 256 is greater than 255");
}

TEST_CASE("TY10 a pointer to characters looks at bytes that live as long as the call") {
    const Kit kit;
    CHECK(kit.caller.call("letters", R"({"letter":"<","text":"\u00e4bc","other":">"})") ==
          R"("<äbc>")");
    CHECK(kit.caller.prepare("letters", R"({"letter":"a","text":null})") ==
          "/text: expected string, got null");
}

TEST_CASE("TY12 a second name of a value is taken, and the first one given back") {
    const Kit kit;
    CHECK(kit.caller.call("paint", R"({"colour":"crimson"})") == R"("red")");
    CHECK(kit.caller.prepare("paint", R"({"colour":"crimson"})") == R"({"colour":"red"})");
    CHECK(kit.caller.prepare("paint", R"({"colour":"blue"})") ==
          "/colour: \"blue\" is not one of 'red', 'green', 'crimson'");
}

TEST_CASE("TY14 flags are the names of their bits, each once and in order") {
    const Kit kit;
    CHECK(kit.caller.call("add_friday", "{}") == R"(["friday"])");
    CHECK(kit.caller.prepare("add_friday", "{}") == R"({"days":[],"unnamed":false})");
    CHECK(kit.caller.call("add_friday", R"({"days":["tuesday","monday"]})") ==
          R"(["monday","tuesday","friday"])");
    CHECK(kit.caller.call("add_friday", R"({"days":["start"]})") ==
          R"(["monday","tuesday","friday"])");
    CHECK(kit.caller.prepare("add_friday", R"({"days":["monday","monday"]})") ==
          "/days/1: \"monday\" is given twice");
    CHECK(kit.caller.prepare("add_friday", R"({"days":["none"]})") ==
          "/days/0: \"none\" is not one of 'monday', 'tuesday', 'start', 'friday'");
    CHECK(kit.caller.prepare("add_friday", R"({"days":1})") ==
          "/days: expected array of any of 'monday', 'tuesday', 'start', 'friday', got a number");
    CHECK(says(kit.caller.call("add_friday", R"({"unnamed":true})"),
               "unencodable_result: the function ran"));
}

TEST_CASE("TY02 a 64-bit integer travels as text where it is asked to") {
    const Kit kit;
    CHECK(kit.caller.prepare("counted_up", R"({"account":{},"id":"18446744073709551614"})") ==
          R"({"account":{"balance":"-5","ticket":"0"},"by":"1","id":"18446744073709551614"})");
    CHECK(kit.caller.call(
              "counted_up",
              R"({"account":{},"id":"18446744073709551614","step":"-9223372036854775800"})") ==
          R"({"balance":"-9223372036854775804","ticket":"18446744073709551615"})");
    for (const char* id : {R"("18446744073709551616")", R"("-1")", R"("01")", R"("+1")", R"("1.0")",
                           R"("")", R"(" 1")"}) {
        CAPTURE(id);
        CHECK(
            says(kit.caller.prepare("counted_up", std::string(R"({"account":{},"id":)") + id + "}"),
                 "is no such text of digits"));
    }
    CHECK(says(kit.caller.prepare("counted_up", R"({"account":{"balance":5},"id":"1"})"),
               "/account/balance: expected string of the digits of an integer"));
}

TEST_CASE("TY02 a range holds for an integer that travels as text") {
    const Kit kit;
    for (const char* number : {"-3", "0", "9007199254740993"})
        CHECK(kit.caller.call("near_limit", R"({"number":")" + std::string(number) + R"("})") ==
              number);
    CHECK(kit.caller.prepare("near_limit", R"({"number":"-4"})") ==
          "/number: \"-4\" is less than -3");
    CHECK(kit.caller.prepare("near_limit", R"({"number":"9007199254740994"})") ==
          "/number: \"9007199254740994\" is greater than 9007199254740993");
}

}  // namespace iam::test
