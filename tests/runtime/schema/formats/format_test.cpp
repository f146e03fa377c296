// Every format, with what has it and what only looks like it.
// Tests of runtime/src/schema/formats/{format_host,format_net,format_text,format_time}.cpp.
// Tests of runtime/src/schema/formats/{format_uri,idna,punycode}.cpp.
#include <iam/schema/format.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {
namespace {

struct Case {
    const char* format;
    std::vector<std::string_view> good;
    std::vector<std::string_view> bad;
};

std::vector<Case> times_and_addresses() {
    return {
        {"date",
         {"2024-02-29", "2000-02-29", "0000-01-01"},
         {"", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-01-00", "2024-1-1",
          "24-01-01", "2024-01-01T", "<date>", "2024-04-31"}},
        {"time",
         {"09:30:00Z", "23:59:60Z", "15:59:60-08:00", "09:30:00.123+05:30", "00:00:00z"},
         {"09:30:00", "24:00:00Z", "09:60:00Z", "09:30:60Z", "09:30Z", "09:30:00.Z",
          "09:30:00+24:00", "09:30:00+5:30"}},
        {"date-time",
         {"2024-05-17T09:30:00Z", "2024-05-17t09:30:00.5+01:00"},
         {"2024-05-17 09:30:00Z", "2024-05-17T09:30:00", "2024-02-30T00:00:00Z", "2024-05-17T"}},
        {"duration",
         {"P1Y", "P1Y2M3DT4H5M6S", "PT45M", "P2W", "PT0S", "P1M", "PT1H2M", "P1DT12H"},
         {"", "P", "PT", "P1", "1D", "P1DT", "PT1D", "P1S", "P1W2D", "P1Y3D", "PT1H3S", "P-1D",
          "P1H", "P1D2Y"}},
        {"email",
         {"ada@example.org", "a.b+c@x", "\"a b\"@example.org", "a@[192.0.2.1]",
          "a@[IPv6:2001:db8::1]"},
         {"", "ada", "@x", "a@", "a..b@x.org", ".a@x.org", "a.@x.org", "a@-x.org", "a b@x.org",
          "a@x..org", "a@b@c.org", "\"a\"b\"@x.org", "a@x.org\r\nBcc: b@y.org", "a@[1.2.3]"}},
        {"hostname",
         {"localhost", "www.example.org", "a-b.c", "1.2.3"},
         {"", "-a", "a-", "a..b", ".a", "a.", "a_b", "a b",
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}},
        {"ipv4",
         {"192.0.2.1", "0.0.0.0", "255.255.255.255"},
         {"", "256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.", "1..2.3", "1.2.3.4 ",
          "0x1.2.3.4", "1.2.3.0004"}},
        {"ipv6",
         {"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1",
          "1:2:3:4:5:6:192.0.2.1", "1::8"},
         {"", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3",
          "12345::", "g::", "1:", ":1", "::192.0.2", "fe80::1%eth0", "1:2:3:4:5:6:7::8",
          "192.0.2.1::", "1:2:3:4:5:6:7:192.0.2.1"}},
        {"uri",
         {"https://example.org/a?b=c#d", "mailto:a@b.org", "urn:isbn:1", "http://[::1]:80/",
          "geo:1,2", "a:", "file:///x", "http://u:p@h:1/%20"},
         {"", "/relative", "//host/x", "http://a b", "1http://a", "http://a/%zz", "http://a/%2",
          "http://[::1", "http://a:b/", "http://a/\n", "http://a/<x>", ":a", "http://a@b@c/",
          "a:b\"c"}},
        {"hostname",
         {"xn--bcher-kva.example", "XN--BCHER-KVA.example", "a--b"},
         {"xn--", "xn--a", "xn--bcher-", "xn--bcher-kv", "xn--BCHER-KVA-", "bücher.example"}},
        {"idn-email",
         {"ada@example.org", "zoë@example.org", "zoë@bücher.example", "\"zoë b\"@x",
          "a@[192.0.2.1]"},
         {"", "zoë", "zoë@", "@bücher", "zo ë@x", "a@-bücher", "a@bücher-", "a@bü_cher",
          "a@bü..cher", "é..é@x", "zoë@[192.0.2]"}},
        {"idn-hostname",
         {"bücher.example", "例え。テスト", "xn--bcher-kva", "straße", "שלום.example", "a-b",
          "faß.de", "ا1", "১২.বাংলা"},
         {"", ".", "Bücher", "bücher.", "-é", "é-", "ab--é", "ab--cd", "\u0301a", "a\u200Db", "é_",
          "é b", "☃", "ⅷ", "0ا.example", "xn--abc-", "\u1100\u1161"}},
    };
}

std::vector<Case> references_and_notations() {
    return {
        {"iri",
         {"https://é.example/ü?ß#ö", "http://[v1.a:b]/", "x:", "http://a/?\uE000"},
         {"", "/é", "é:x", "http://é /", "http://a/\uE000", "http://a/\u0080", "http://a/\uFFFE",
          "http://[v.a]/", "http://[v1.]/", "http://[vg.a]/", "http://a/%é"}},
        {"iri-reference",
         {"", "é", "/é", "//é/", "?é", "#é", "a/é:b"},
         {"é:b", "é b", "\\é", "#é#", "[é]"}},
        {"json-pointer", {"", "/", "/a~0b~1c", "/é/"}, {"a", "/~", "/~2", "#/a"}},
        {"regex",
         {"", "a(?=b)", "(a)\\1", "\\p{Alphabetic}", "[]"},
         {"(", "\\a", "(?i)a", "a{2,1}", "\\1", "[[:alpha:]]", "\\Aa\\z"}},
        {"relative-json-pointer",
         {"0", "10/a", "1#", "0+1", "1-12/a", "2+3#"},
         {"", "a", "-1", "01", "1##", "1#/a", "1+", "1+0", "1+01/a", "1~", "/a"}},
        {"uri-reference",
         {"", "a", "/a", "//h/p?q#f", "?q", "#f", "a/b:c", "x:"},
         {"1:b", "a b", "é", "#a#b", "//a:b/", "[", "%"}},
        {"uri-template",
         {"", "a", "/{a}", "{+a,b*}", "{#a:3}", "{a.b}", "%41{?q}", "é{%C3%A9}", "{=a}"},
         {"{", "}", "{}", "{a", "{a:}", "{a:0}", "{a:10000}", "{a**}", "{a b}", "{-a}", "{é}", "%4",
          "a b", "{a}}", "{{a}}"}},
        {"uuid",
         {"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"},
         {"", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400",
          "g23e4567-e89b-12d3-a456-426614174000", "{123e4567-e89b-12d3-a456-426614174000}"}},
    };
}

std::vector<Case> cases() {
    std::vector<Case> all = times_and_addresses();
    for (Case& entry : references_and_notations()) all.push_back(std::move(entry));
    return all;
}

}  // namespace

TEST_CASE("each format takes what has it and refuses what only looks like it", "[format]") {
    for (const Case& entry : cases()) {
        const Format* format = find_format(entry.format);
        REQUIRE(format != nullptr);
        CHECK(format->name == entry.format);
        for (const std::string_view text : entry.good) {
            INFO(entry.format << ": " << text);
            CHECK(format->matches(text));
        }
        for (const std::string_view text : entry.bad) {
            INFO(entry.format << ": " << text);
            CHECK_FALSE(format->matches(text));
        }
    }
}

TEST_CASE("all formats of the specification are there, by name, and their examples have them",
          "[format]") {
    const std::vector<Case> known = cases();
    for (const Format& format : formats())
        CHECK(std::any_of(known.begin(), known.end(),
                          [&](const Case& entry) { return format.name == entry.format; }));
    CHECK(formats().size() == 19);
    CHECK(std::is_sorted(formats().begin(), formats().end(),
                         [](const Format& a, const Format& b) { return a.name < b.name; }));
    for (const Format& format : formats()) {
        INFO(format.name);
        CHECK(find_format(format.name) == &format);
        CHECK(format.matches(format.example));
    }
    CHECK(find_format("phone") == nullptr);
    CHECK(find_format("") == nullptr);
    CHECK(find_format("zzz") == nullptr);
}

TEST_CASE("no format takes malformed UTF-8", "[format]") {
    for (const Format& format : formats()) {
        if (format.name == "json-pointer" || format.name == "relative-json-pointer") continue;
        for (const std::string_view bytes :
             {"\xFF", "\xC3", "\xED\xA0\x80", "\xF8\x88\x80\x80\x80"}) {
            INFO(format.name);
            CHECK_FALSE(format.matches(bytes));
            CHECK_FALSE(format.matches(std::string(format.example) + std::string(bytes)));
        }
    }
}

TEST_CASE("a long text takes time in proportion to its length", "[format]") {
    const std::string digits = "P" + std::string(200'000, '1');
    for (const char c : {'.', ':', '/', '@', '[', '{', '(', '\xC3'})
        for (const Format& format : formats())
            static_cast<void>(format.matches(std::string(200'000, c)));
    for (const Format& format : formats()) static_cast<void>(format.matches(digits));
    CHECK_FALSE(find_format("duration")->matches(digits));
}

}  // namespace iam::schema
