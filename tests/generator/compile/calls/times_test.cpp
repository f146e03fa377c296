// Rows TY24, TY27 to TY32, TY38 and the bitset of TY57: from text to the function and back.
// Tests of runtime/src/tool/codecs/{bitset,bytes,chrono}.cpp.
#include "kit.hpp"
#include <iam/core/json.hpp>

namespace iam::test {

TEST_CASE("B6 TY24 a pair or tuple of different types is an object, and read as an array as well") {
    const Kit kit;
    const std::string swapped = R"({"item0":"a","item1":1})";
    CHECK(kit.caller.call("swapped", R"({"pair":{"first":1,"second":"a"}})") == swapped);
    CHECK(kit.caller.call("swapped", R"({"pair":[1,"a"]})") == swapped);
    CHECK(kit.caller.prepare("swapped", R"({"pair":[1,"a"]})") ==
          R"({"pair":{"first":1,"second":"a"}})");
    CHECK(kit.caller.prepare("swapped", R"({"pair":["a",1,2]})") ==
          "/pair/0: expected integer from -2147483648 to 2147483647, got a string\n"
          "/pair/1: expected string, got a number\n/pair: the array has 3 elements");
    CHECK(kit.caller.prepare("swapped", R"({"pair":[1]})") == "/pair: the array has 1 element");
    CHECK(kit.caller.prepare("swapped", R"({"pair":7})") == "/pair: expected object, got a number");
}

TEST_CASE("TY27 an owning pointer is a value that may be missing") {
    const Kit kit;
    CHECK(kit.caller.call("sizes", R"({"part":{"size":7},"more":[null,{"size":3},{}]})") == "7031");
    CHECK(kit.caller.prepare("sizes", R"({"more":[]})") == R"({"more":[]})");
    CHECK(kit.caller.prepare("sizes", R"({"part":null,"more":[]})") ==
          "/part: expected object, got null");
    CHECK(kit.caller.call("renamed", R"({"part":{"label":"x"}})") == R"({"label":"x","size":1})");
    CHECK(kit.caller.call("renamed", "{}") == "null");
}

TEST_CASE("TY28 a duration is the number of its units") {
    const Kit kit;
    CHECK(kit.caller.call("doubled", "{}") == "4000");
    CHECK(kit.caller.call("doubled", R"({"time":5,"more":0.5})") == "60010");
    CHECK(kit.caller.prepare("doubled", R"({"time":1.5,"more":"1m"})") ==
          "/time: 1.5 is not an integer\n/more: expected number, got a string");
}

TEST_CASE("TY29 a moment is a date and time, in UTC when it comes back") {
    const Kit kit;
    CHECK(kit.caller.call("second", R"({"at":"2024-02-29T23:30:00-01:45"})") ==
          R"("2024-03-01T01:15:00Z")");
    CHECK(kit.caller.call("second", R"({"at":"0000-01-01t00:00:00z"})") ==
          R"("0000-01-01T00:00:00Z")");
    CHECK(kit.caller.call("second", R"({"at":"1990-12-31T23:59:60Z"})") ==
          R"("1991-01-01T00:00:00Z")");
    CHECK(kit.caller.prepare("second", R"({"at":"2024-02-29T23:30:00.5Z"})") ==
          "/at: \"2024-02-29T23:30:00.5Z\" is more exact than a value can be");
    CHECK(kit.caller.prepare("second", R"({"at":"2023-02-29T23:30:00Z"})") ==
          "/at: \"2023-02-29T23:30:00Z\" does not have the format date-time");
    CHECK(kit.caller.call("exactly", R"({"at":"1969-12-31T23:59:59.999999990Z"})") ==
          R"("1969-12-31T23:59:59.99999999Z")");
    CHECK(kit.caller.call("exactly", R"({"at":"2261-12-31T23:59:59.123456789+23:59"})") ==
          R"("2261-12-31T00:00:59.123456789Z")");
    CHECK(says(kit.caller.prepare("exactly", R"({"at":"2261-12-31T23:59:59-23:59"})"),
               "is not within the years 1678 to 2261"));
    CHECK(kit.caller.prepare("exactly", R"({"at":"2262-01-01T00:00:00Z"})") ==
          "/at: \"2262-01-01T00:00:00Z\" is not within the years 1678 to 2261");
    CHECK(kit.caller.prepare("exactly", R"({"at":"2000-01-01T00:00:00.1234567890Z"})") ==
          "/at: \"2000-01-01T00:00:00.1234567890Z\" is more exact than a value can be");
}

TEST_CASE("TY30 dates and times of day") {
    const Kit kit;
    CHECK(kit.caller.call("tomorrow", R"({"today":"2024-02-29"})") == R"("2024-03-01")");
    CHECK(kit.caller.call("tomorrow", R"({"today":"2024-02-29","until":"2020-01-02"})") ==
          R"("2020-01-02")");
    CHECK(kit.caller.prepare("tomorrow", R"({"today":"2023-02-29"})") ==
          "/today: \"2023-02-29\" does not have the format date");
    CHECK(says(kit.caller.call("tomorrow", R"({"today":"9999-12-31"})"), "unencodable_result: "));
    CHECK(kit.caller.call("tea_time", R"({"at":"17:05:09.250"})") == R"("17:05:09.25")");
    CHECK(kit.caller.call("tea_time", R"({"at":"00:00:00"})") == R"("00:00:00")");
    CHECK(kit.caller.prepare("tea_time", R"({"at":"24:00:00"})") ==
          "/at: \"24:00:00\" is no time of a day");
    CHECK(kit.caller.prepare("tea_time", R"({"at":"12:00:00Z"})") ==
          "/at: \"12:00:00Z\" is no time of a day");
    CHECK(kit.caller.prepare("tea_time", R"({"at":"12:00:00.0001"})") ==
          "/at: \"12:00:00.0001\" is more exact than a value can be");
}

TEST_CASE("TY31 a path is its text in UTF-8") {
    const Kit kit;
    CHECK(kit.caller.call("moved", R"({"path":"/a/b/ü.txt"})") == R"("folder/ü.txt")");
    CHECK(kit.caller.prepare("moved", R"({"path":["a"]})") ==
          "/path: expected string, got an array");
}

TEST_CASE("TY32 bytes are strict base64") {
    const Kit kit;
    CHECK(kit.caller.call("reversed", R"({"bytes":"AQID","more":"/w=="})") == R"("AwIB/w==")");
    CHECK(kit.caller.call("reversed", R"({"bytes":"","more":""})") == R"("")");
    CHECK(kit.caller.call("reversed", R"({"bytes":"AQI=","more":""})") == R"("AgE=")");
    for (const char* wrong : {"A", "AQ", "AQI", "AR==", "AQJ=", "AQ=A", "AQ==AQ==", "A===", "AQI-",
                              "AQID\\n", " AQID"}) {
        CAPTURE(wrong);
        CHECK(says(
            kit.caller.prepare("reversed", R"({"more":"","bytes":")" + std::string(wrong) + "\"}"),
            "is no base64"));
    }
}

TEST_CASE("TY32 a list of unsigned char is base64 where it is asked to be, and numbers elsewhere") {
    const Kit kit;
    CHECK(kit.caller.call("both_forms", R"({"a":"AQI="})") ==
          R"({"bytes":"AQI=","numbers":[1,2]})");
    CHECK(kit.caller.call("both_forms", R"({"a":"AQI=","b":"/w=="})") ==
          R"({"bytes":"AQL/","numbers":[1,2,255]})");
    CHECK(kit.caller.prepare("both_forms", R"({"a":[1,2],"b":"AR=="})") ==
          "/a: expected string of base64, got an array\n/b: \"AR==\" is no base64");
}

TEST_CASE("TY38 a bit-field holds what its width holds") {
    const Kit kit;
    CHECK(kit.caller.call("set_register", R"({"value":{"mode":7,"shift":-16,"enabled":false}})") ==
          R"({"enabled":false,"mode":7,"shift":-16,"sign":0})");
    CHECK(kit.caller.call("set_register", R"({"value":{"mode":0}})") ==
          R"({"enabled":true,"mode":0,"shift":-2,"sign":0})");
    CHECK(kit.caller.prepare("set_register", R"({"value":{"mode":8,"shift":16,"sign":1}})") ==
          "/value/mode: 8 is greater than 7\n/value/shift: 16 is greater than 15\n"
          "/value/sign: 1 is greater than 0");
    const auto catalogue = kit.registry.snapshot();
    const auto document = parse_json(catalogue->find({"", "set_register"})->document);
    REQUIRE(document);
    CHECK(says(canonical_json(*document).value(), R"("maximum":0,"minimum":-1,"type":"integer")"));
}

TEST_CASE("TY57 a bitset is a row of its bits") {
    const Kit kit;
    CHECK(kit.caller.call("flipped", R"({"bits":"10010"})") == R"("01101")");
    CHECK(kit.caller.prepare("flipped", R"({"bits":"1001"})") ==
          "/bits: \"1001\" is no such row of bits");
    CHECK(kit.caller.prepare("flipped", R"({"bits":"10012"})") ==
          "/bits: \"10012\" is no such row of bits");
}

}  // namespace iam::test
