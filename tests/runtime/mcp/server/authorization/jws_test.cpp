// Tests of runtime/src/mcp/server/authorization/{jws,token_keys}.cpp, and of the literals of
// reason.hpp: the examples of RFC 7515 and RFC 8037.
#include "mcp/server/authorization/jws.hpp"

#include "mcp/server/authorization/token_keys.hpp"
#include "mcp/token_issuer.hpp"
#include <iam/core/entropy.hpp>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

constexpr std::string_view k_joe =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlf"
    "Q";

const Json k_rsa_key{
    {"kty", "RSA"},
    {"n",
     "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4"
     "d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5re"
     "xMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxX"
     "FvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"},
    {"e", "AQAB"}};

struct Example {
    std::string name;
    std::string token;
    Json key;
};

std::vector<Example> examples() {
    return {
        {"RFC 7515 A.2",
         "eyJhbGciOiJSUzI1NiJ9." + std::string(k_joe) +
             ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt"
             "_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArL"
             "IARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7no"
             "OPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQ"
             "Ge77Rw",
         k_rsa_key},
        {"RFC 7515 A.3",
         "eyJhbGciOiJFUzI1NiJ9." + std::string(k_joe) +
             ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU"
             "1Q",
         k_p256_key},
        {"RFC 8037 A.4",
         "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
         "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
         k_ed25519_key},
    };
}

TokenKeys keys_of(const Json& key) {
    const auto keys = read_token_keys(Json{{"keys", {key}}}.dump());
    INFO((keys ? std::string() : keys.error().message));
    REQUIRE(keys);
    return *keys;
}

bool holds(const std::string& token, const Json& key) {
    const auto jws = read_jws(token);
    if (!jws) return false;
    const TokenKeys keys = keys_of(key);
    const auto fitting = keys_for(keys, *jws);
    return !fitting.empty() && is_signed_with(*fitting.front(), *jws);
}

}  // namespace

TEST_CASE("the signed examples of RFC 7515 and RFC 8037 hold") {
    for (const Example& example : examples()) {
        INFO(example.name);
        CHECK(holds(example.token, example.key));
    }
    CHECK(read_jws(examples()[2].token)->payload == "Example of Ed25519 signing");
}

TEST_CASE("the examples of RFC 7515 with other algorithms are refused") {
    // A.1 (HS256) and A.5 (none).
    for (const std::string& token :
         {"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + std::string(k_joe) +
              ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
          "eyJhbGciOiJub25lIn0." + std::string(k_joe) + "."}) {
        const auto jws = read_jws(token);
        REQUIRE_FALSE(jws);
        CHECK(jws.error() == "the algorithm of the token is not RS256, ES256 or EdDSA");
    }
}

TEST_CASE("XM32 each changed byte of a token makes it wrong") {
    for (const Example& example : examples()) {
        INFO(example.name);
        for (std::size_t i = 0; i < example.token.size(); ++i) {
            std::string changed = example.token;
            changed[i] = changed[i] == 'A' ? 'B' : 'A';
            INFO("byte " << i);
            CHECK_FALSE(holds(changed, example.key));
        }
    }
}

TEST_CASE("XM32 a token in another form is refused") {
    const std::string good = examples()[2].token;
    const std::size_t first = good.find('.');
    const std::size_t second = good.rfind('.');
    const std::vector<std::string> forms{
        "",
        ".",
        "..",
        "...",
        good.substr(0, second),
        good.substr(0, second + 1),
        good + ".",
        good + ".AA.AA",
        good + "=",
        good + "A",
        " " + good,
        good + "\n",
        good.substr(0, first) + "==" + good.substr(first),
        good.substr(0, first) + "." + good,
        good.substr(0, second) + "." + good.substr(second + 1, 40),
        std::string(good).replace(second + 3, 1, "+"),
        good.substr(first),
    };
    for (const std::string& form : forms) {
        INFO(form);
        CHECK_FALSE(holds(form, k_ed25519_key));
    }
}

TEST_CASE("XM33 a signature of zeros, of the order, in DER or of another length is refused") {
    const PrivateKey key = p256_private();
    const std::string text = url_base64(R"({"alg":"ES256"})") + "." + url_base64("{}");
    const std::string good = signature_by(key, text);
    REQUIRE(holds(text + "." + url_base64(good), k_p256_key));
    const std::string order = from_hex(
                                  "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc6325"
                                  "51")
                                  .value();
    const std::string zero(32, '\0');
    for (const std::string& bad :
         {std::string(), std::string(64, '\0'), raw_signature(key, text), good.substr(0, 63),
          good + '\0', '\0' + good, order + order, good.substr(0, 32) + zero,
          zero + good.substr(32), order + good.substr(32), std::string(64, '\xff')}) {
        INFO(to_base64(bad));
        CHECK_FALSE(holds(text + "." + url_base64(bad), k_p256_key));
    }
}

TEST_CASE("a header names its algorithm, its type and its key as the RFCs say") {
    struct Header {
        std::string text;
        bool is_taken;
    };
    const std::vector<Header> headers{
        {R"({"alg":"EdDSA"})", true},
        {R"({"alg":"EdDSA","typ":"at+jwt"})", true},
        {R"({"alg":"EdDSA","typ":"application/AT+JWT"})", true},
        {R"({"alg":"EdDSA","typ":"JWT","kid":""})", true},
        {R"({"alg":"EdDSA","other":[{}]})", true},
        {R"({"alg":"EdDSA","typ":"dpop+jwt"})", false},
        {R"({"alg":"EdDSA","typ":7})", false},
        {R"({"alg":"EdDSA","kid":7})", false},
        {R"({"alg":"EdDSA","kid":")" + std::string(257, 'k') + "\"}", false},
        {R"({"alg":"eddsa"})", false},
        {R"({"alg":["EdDSA"]})", false},
        {R"({"alg":"ES512"})", false},
        {R"({"alg":"PS256"})", false},
        {R"({})", false},
        {R"(["EdDSA"])", false},
        {R"("EdDSA")", false},
        {"", false},
        {"\xff", false},
    };
    for (const Header& header : headers) {
        INFO(header.text);
        CHECK(read_jws(url_base64(header.text) + ".e30.AA").has_value() == header.is_taken);
    }
}

TEST_CASE("XM28 a header with an extension that must be understood is refused") {
    for (const char* header :
         {R"({"alg":"EdDSA","crit":["exp"],"exp":1})", R"({"alg":"EdDSA","crit":[]})",
          R"({"alg":"EdDSA","crit":null})", R"({"alg":"EdDSA","b64":false,"crit":["b64"]})",
          R"({"alg":"EdDSA","b64":false})"}) {
        INFO(header);
        const auto jws = read_jws(url_base64(header) + ".e30.AA");
        REQUIRE_FALSE(jws);
        CHECK(jws.error() == "the token has an extension that is not understood");
    }
}

TEST_CASE("XM29 a token that is long, deep or has many members is refused") {
    const std::string start = url_base64(R"({"alg":"EdDSA"})") + ".";
    CHECK(read_jws(start + std::string(k_token_bytes_max - start.size() - 4, 'A') + ".AAA"));
    CHECK(read_jws(start + std::string(k_token_bytes_max - start.size(), 'A') + ".AAA").error() ==
          "the token is longer than 16 KiB");
    const std::string deep = std::string(5000, '[') + std::string(5000, ']');
    CHECK_FALSE(read_jws(url_base64(R"({"alg":"EdDSA","x":)" + deep + "}") + ".e30.AA"));
    std::string many = R"({"alg":"EdDSA")";
    for (int i = 0; i < 100; ++i) many += ",\"m" + std::to_string(i) + "\":0";
    CHECK_FALSE(read_jws(url_base64(many + "}") + ".e30.AA"));
}
