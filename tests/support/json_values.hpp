// JSON values and texts from a seed: for laws that hold for every value.
#pragma once

#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

enum class Numbers {
    all,      ///< of every kind that parse_json reads
    rfc8785,  ///< whose text RFC 8785 gives, without our extension to integers beyond 2^53
};

/// Random values, small ones rather often so that some are equal.
class Values {
 public:
    explicit Values(std::uint64_t seed, Numbers numbers = Numbers::all)
        : random_(seed), numbers_(numbers) {}

    std::uint64_t bits() { return random_(); }
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

    double finite_double() {
        for (;;) {
            const auto value = std::bit_cast<double>(random_());
            if (std::isfinite(value) && (numbers_ == Numbers::all || is_rfc8785(value)))
                return value;
        }
    }

    Json number() {
        switch (below(6)) {
            case 0:
                return below(4);
            case 1:
                return -static_cast<std::int64_t>(below(4));
            case 2:
                return integer_bits();
            case 3:
                return std::bit_cast<std::int64_t>(below(2) == 0 ? integer_bits()
                                                                 : 0 - integer_bits());
            case 4:
                return static_cast<double>(std::bit_cast<std::int64_t>(integer_bits())) / 4;
            default:
                return finite_double();
        }
    }

    std::string text() {
        static const std::vector<std::string> k_pieces = {"a",
                                                          "b",
                                                          "/",
                                                          "~",
                                                          "\"",
                                                          "\\",
                                                          "\n",
                                                          "\x01",
                                                          "\x7f",
                                                          "\xC3\xA9",
                                                          "\xE2\x82\xAC",
                                                          "\xEE\x80\x80",
                                                          "\xEF\xBF\xBF",
                                                          "\xF0\x9F\x98\x80",
                                                          "\xF4\x8F\xBF\xBF",
                                                          "plain text of some length"};
        std::string out;
        for (std::uint64_t i = below(4); i > 0; --i) out += k_pieces[below(k_pieces.size())];
        return out;
    }

    Json value(int depth) {
        switch (below(depth > 0 ? 8 : 5)) {
            case 0:
                return nullptr;
            case 1:
                return below(2) == 0;
            case 2:
            case 3:
                return number();
            case 4:
                return text();
            case 5:
                return array(depth);
            default:
                return object(depth);
        }
    }

    Json array(int depth) {
        Json out = Json::array();
        for (std::uint64_t i = below(5); i > 0; --i) out.push_back(value(depth - 1));
        return out;
    }

    Json object(int depth) {
        Json out = Json::object();
        for (std::uint64_t i = below(6); i > 0; --i) out[text()] = value(depth - 1);
        return out;
    }

    /// A text of the value with white space, another order of members and other spellings.
    std::string spelled(const Json& value) {
        if (value.is_object()) return spelled_object(value);
        if (value.is_array()) {
            std::string out = "[";
            for (const Json& element : value) {
                separate(out);
                out += spelled(element);
            }
            return out + space() + "]";
        }
        if (value.is_string()) return spelled_string(value.get<std::string>());
        if (value.is_number_integer() && below(2) == 0)
            return value.dump() + (below(2) == 0 ? ".000" : "e0");
        if (value.is_number_float() && is_rfc8785(value.get<double>()) && below(2) == 0) {
            // 17 digits are enough for every double, though not always the fewest.
            std::array<char, 32> digits{};
            std::snprintf(digits.data(), digits.size(), "%.16E", value.get<double>());
            return digits.data();
        }
        return iam::canonical_json(value).value();
    }

    /// One to three bytes taken out, changed or put in.
    void damage(std::string& text) {
        for (std::uint64_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
            const std::size_t at = below(text.size());
            switch (below(3)) {
                case 0:
                    text.erase(at, 1);
                    break;
                case 1:
                    text[at] = static_cast<char>(below(256));
                    break;
                default:
                    text.insert(at, 1, "{}[]\",:\\0e-."[below(12)]);
                    break;
            }
        }
    }

 private:
    /// RFC 8785 numbers are ECMAScript's: those whose text we write otherwise are left out.
    static bool is_rfc8785(double value) {
        const double magnitude = std::fabs(value);
        return magnitude <= k_two_53 || magnitude >= k_two_64;
    }
    std::uint64_t integer_bits() { return numbers_ == Numbers::all ? random_() : random_() >> 11U; }

    std::string space() { return std::string(below(3), ' '); }

    void separate(std::string& out) {
        if (out.size() > 1) out += ',';
        out += space();
    }

    std::string spelled_object(const Json& value) {
        std::vector<std::string> names;
        for (const auto& [name, member] : value.items()) names.push_back(name);
        std::shuffle(names.begin(), names.end(), random_);
        std::string out = "{";
        for (const std::string& name : names) {
            separate(out);
            out += spelled_string(name) + space() + ":" + spelled(value[name]);
        }
        return out + space() + "}";
    }

    std::string spelled_string(const std::string& text) {
        std::string out = "\"";
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x20 || c == '"' || c == '\\' || (byte < 0x80 && below(2) == 0)) {
                constexpr std::string_view k_digits = "0123456789ABCDEF";
                out += "\\u00";
                out += k_digits[byte >> 4U];
                out += k_digits[byte & 15U];
            } else {
                out += c;
            }
        }
        return out + "\"";
    }

    static constexpr double k_two_53 = 9007199254740992.0;
    static constexpr double k_two_64 = 18446744073709551616.0;
    std::mt19937_64 random_;
    Numbers numbers_;
};

}  // namespace iam::test
