#include "values.hpp"

#include <iam/core/assert.hpp>
#include <iam/schema/pattern_tree.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace iam::test {
namespace {

using schema::PatternNode;

void append_code_point(std::string& text, char32_t point) {
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0 | (point >> 6U));
        text += static_cast<char>(0x80 | (point & 0x3FU));
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0 | (point >> 12U));
        text += static_cast<char>(0x80 | ((point >> 6U) & 0x3FU));
        text += static_cast<char>(0x80 | (point & 0x3FU));
    } else {
        text += static_cast<char>(0xF0 | (point >> 18U));
        text += static_cast<char>(0x80 | ((point >> 12U) & 0x3FU));
        text += static_cast<char>(0x80 | ((point >> 6U) & 0x3FU));
        text += static_cast<char>(0x80 | (point & 0x3FU));
    }
}

/// Either end of a range, or between. Never U+0000, which no call may hold.
char32_t point_of(const schema::CodePointSet& set, std::mt19937_64& random) {
    const schema::CodePointRange& range = set[random() % set.size()];
    const char32_t first = std::max<char32_t>(range.first, 1);
    // Of what is nearly everything, letters that people write.
    const char32_t last = range.last > 0xFFFF ? std::max<char32_t>(first, 'z') : range.last;
    switch (random() % 4) {
        case 0:
            return first;
        case 1:
            return last;
        default:
            return first + static_cast<char32_t>(random() % (last - first + 1));
    }
}

void append_match(std::string& text, const PatternNode& node, std::mt19937_64& random) {
    constexpr std::uint32_t k_more_max = 3;
    switch (node.kind) {
        case PatternNode::Kind::sequence:
            for (const PatternNode& child : node.children) append_match(text, child, random);
            break;
        case PatternNode::Kind::choice:
            append_match(text, node.children[random() % node.children.size()], random);
            break;
        case PatternNode::Kind::repeat: {
            const std::uint32_t room = node.most - node.least;
            // Now and then as often as it goes, where that is written down.
            const bool all = node.most != schema::k_unbounded && random() % 3 == 0;
            const std::uint32_t more =
                all ? room
                    : static_cast<std::uint32_t>(random() % (std::min(room, k_more_max) + 1));
            for (std::uint32_t i = 0; i < node.least + more; ++i)
                append_match(text, node.children.front(), random);
            break;
        }
        case PatternNode::Kind::set:
            if (!node.set.empty()) append_code_point(text, point_of(node.set, random));
            break;
        default:
            break;  // places, which generated patterns have at their ends only
    }
}

constexpr std::array k_words = {
    "",  "a", "ab",  "abc",        "abcd", "x y", "é", "\xf0\x9f\x98\x80",
    "1", "-", "red", "2024-02-29", "name"};

std::vector<Json> others() {
    return {Json(nullptr),
            Json(true),
            Json(0),
            Json(-1),
            Json(1.5),
            Json("1"),
            Json(""),
            Json("red"),
            Json::array(),
            Json::object(),
            Json::array({Json(1)}),
            Json{{"type", "Circle"}}};
}

/// The nearest numbers to a bound, as far as they are numbers of JSON.
std::vector<Json> around(const Json& bound) {
    if (bound.is_number_unsigned()) {
        const auto exact = bound.get<std::uint64_t>();
        std::vector<Json> near = {Json(exact), Json(exact > 0 ? exact - 1 : 0)};
        if (exact == 0) near.emplace_back(-1);
        if (exact < std::numeric_limits<std::uint64_t>::max())
            near.emplace_back(exact + 1);
        else
            near.emplace_back(18446744073709551616.0);
        near.emplace_back(static_cast<double>(exact) + 0.5);
        return near;
    }
    if (bound.is_number_integer()) {
        const auto exact = bound.get<std::int64_t>();
        std::vector<Json> near = {Json(exact), Json(exact + 1)};
        if (exact > std::numeric_limits<std::int64_t>::min())
            near.emplace_back(exact - 1);
        else
            near.emplace_back(-9223372036854777856.0);
        near.emplace_back(static_cast<double>(exact) - 0.5);
        return near;
    }
    const auto real = bound.get<double>();
    constexpr double k_infinity = std::numeric_limits<double>::infinity();
    std::vector<Json> near = {Json(real)};
    for (const double other : {std::nextafter(real, k_infinity), std::nextafter(real, -k_infinity)})
        if (std::isfinite(other)) near.emplace_back(other);
    return near;
}

}  // namespace

std::string matching_text(const std::string& pattern, std::mt19937_64& random) {
    const auto tree = schema::parse_pattern(pattern);
    const bool schema_has_a_pattern = tree.has_value();
    IAM_ASSERT(schema_has_a_pattern);
    std::string text;
    append_match(text, *tree, random);
    return text;
}

const std::vector<std::string>& texts_near_format(const std::string& format) {
    static const std::map<std::string, std::vector<std::string>> k_texts = {
        {"date",
         {"2024-02-29", "2023-02-29", "0000-01-01", "9999-12-31", "2024-13-01", "2024-00-10",
          "2024-04-31", "1900-02-29", "2000-02-29", "24-02-29", "2024-2-9", "2024-02-29T",
          "-2024-02-29", "2024/02/29", ""}},
        {"time",
         {"23:59:59Z", "00:00:00z", "12:00:00.5+01:30", "12:00:00-23:59", "12:00:00", "24:00:00Z",
          "12:60:00Z", "12:00:61Z", "12:00Z", "12:00:00.Z", "12:00:00+24:00", "12:00:00+0100",
          "12:00:00.123456789Z", "1:00:00Z", ""}},
        {"date-time",
         {"2024-02-29T23:59:59Z", "2024-02-29t00:00:00z", "2024-02-29T12:00:00.5+01:30",
          "2023-02-29T12:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29T12:00:00", "2024-02-29",
          "2024-02-29T12:00:00.123Z", "2024-02-29T12:00:00.1234-08:00", "1970-01-01T00:00:00Z",
          "2024-02-29T12:00:00.+01:00", "1999-12-31T23:59:59.999Z", "2024-02-29T12:60:00Z", ""}},
        {"duration",
         {"P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P1W", "P", "PT", "P1S", "1D", "P1DT", "PT1S", "P1M",
          "P-1D", "p1d", "P1D ", ""}},
        {"email",
         {"a@b.org", "first.last@example.org", "a", "a@", "@b.org", "a b@c.org", "a@b@c",
          "a+tag@b.org", ".a@b.org", "a.@b.org", "a..b@c.org", ""}},
        {"hostname",
         {"example.org", "a", "a-b.c", "-a", "a-", "a_b", "a..b", "1.2.3", std::string(63, 'a'),
          std::string(64, 'a'), "a b", ""}},
        {"ipv4",
         {"127.0.0.1", "255.255.255.255", "256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ",
          "0.0.0.0", "1.2.3.a", ""}},
        {"ipv6",
         {"::1", "::", "2001:db8::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "::ffff:1.2.3.4",
          "1::2::3", "12345::", "fe80::1%eth0", "g::1", "1:2:3:4:5:6:7:8:9", ""}},
        {"uri",
         {"https://example.org/a?b#c", "urn:isbn:0451450523", "mailto:a@b.org", "//a/b", "a/b",
          "http://a b", "http://[::1]/", "http:", "1http://a", "http://a/%zz", ""}},
        {"uuid",
         {"2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
          "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
          "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", "00000000-0000-0000-0000-000000000000", ""}},
    };
    const auto found = k_texts.find(format);
    const bool format_has_texts = found != k_texts.end();
    IAM_ASSERT(format_has_texts);
    return found->second;
}

Json ValueMaker::value(const Json& schema) {
    constexpr unsigned k_depth_max = 6;
    if (depth_ == 0) is_damaged_ = false;
    ++depth_;
    // At the root a value of another kind says little; inside, one wrong thing is enough to be
    // refused.
    const std::size_t rarely = depth_ == 1 ? 40 : 16;
    Json made;
    if (damages(rarely)) {
        made = one_of(others());
    } else if (depth_ > k_depth_max && schema.contains("$ref")) {
        made = Json::object();
    } else {
        made = kind(schema);
    }
    --depth_;
    return made;
}

Json ValueMaker::any(unsigned depth) {
    if (depth == 0 || once_in(2)) return one_of(others());
    Json list = Json::array();
    for (std::size_t i = below(4); i > 0; --i) list.push_back(any(depth - 1));
    if (once_in(2)) return list;
    Json object = Json::object();
    for (const Json& element : list) object[one_of(k_words)] = element;
    return object;
}

Json ValueMaker::kind(const Json& schema) {
    if (schema.contains("$ref")) {
        const auto pointer = schema["$ref"].get<std::string>().substr(1);
        return kind(root_.at(Json::json_pointer(pointer)));
    }
    if (schema.contains("anyOf")) return value(one_of(schema["anyOf"]));
    if (schema.contains("const")) return damages(8) ? Json("other") : schema["const"];
    if (schema.contains("oneOf")) {
        const std::vector<Json>& choices = schema["oneOf"].get_ref<const Json::array_t&>();
        return damages(8) ? Json(one_of(k_words)) : one_of(choices)["const"];
    }
    if (schema.contains("enum")) return damages(8) ? Json(one_of(k_words)) : one_of(schema["enum"]);
    if (!schema.contains("type")) return any(3);
    const auto type = schema["type"].get<std::string>();
    if (type == "null") return nullptr;
    if (type == "boolean") return once_in(2);
    if (type == "integer") return number(schema, true);
    if (type == "number") return number(schema, false);
    if (type == "string") return text(schema);
    return type == "array" ? list(schema) : object(schema);
}

Json ValueMaker::number(const Json& schema, bool whole) {
    const bool inside = !damages(4);
    std::vector<Json> bounds;
    for (const char* bound : {"minimum", "maximum"})
        if (schema.contains(bound)) bounds.push_back(schema[bound]);
    if (!inside && !bounds.empty()) return one_of(around(one_of(bounds)));
    const double low = schema.value("minimum", -1e6);
    const double high = schema.value("maximum", 1e6);
    const double span = std::min(high - low, 2e6);
    double real = low + span * static_cast<double>(random_() >> 11U) * 0x1p-53;
    if (once_in(4) && low <= 0 && high >= 0) real = 0;
    const bool fraction = whole ? !inside && once_in(2) : once_in(2);
    if (schema.contains("multipleOf") && inside) {
        const auto step = schema["multipleOf"].get<double>();
        return std::floor(real / step) * step;
    }
    if (fraction) return real;
    return std::abs(real) < 9e15 ? Json(static_cast<std::int64_t>(real)) : Json(std::trunc(real));
}

std::string ValueMaker::text_of_length(const Json& schema) {
    const std::size_t least = schema.value("minLength", 0U);
    const std::size_t most = schema.value("maxLength", least + 4);
    std::size_t length = least + below(most - least + 1);
    if (damages(6)) length = once_in(2) ? most + 1 : (least == 0 ? 0 : least - 1);
    static constexpr std::array k_letters = {
        "a", "b", "Z", "0", " ", "\"", "\\", "\n", "é", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    std::string made;
    for (std::size_t i = 0; i < length; ++i)
        made += once_in(2) ? std::string("a") : std::string(one_of(k_letters));
    return made;
}

/// One character less, more, twice or another one.
std::string ValueMaker::damaged(std::string text) {
    static constexpr std::string_view k_others = "0a-Z9=:.+ ";
    const std::size_t at = below(text.size() + 1);
    // Not within the bytes of a character: what is no UTF-8 is no JSON.
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!ascii) return text + "0";
    const char other = one_of(k_others);
    if (at == text.size() || once_in(3)) return text.insert(at, 1, other);
    if (once_in(2)) return text.erase(at, 1);
    text[at] = other;
    return text;
}

Json ValueMaker::text(const Json& schema) {
    if (schema.contains("format")) {
        std::string made = one_of(texts_near_format(schema["format"].get<std::string>()));
        return damages(4) ? damaged(std::move(made)) : made;
    }
    if (!schema.contains("pattern"))
        return once_in(6) ? Json(one_of(k_words)) : Json(text_of_length(schema));
    const auto pattern = schema["pattern"].get<std::string>();
    std::string made = matching_text(pattern, random_);
    return damages(3) ? damaged(std::move(made)) : made;
}

Json ValueMaker::list(const Json& schema) {
    Json list = Json::array();
    if (schema.contains("prefixItems")) {
        for (const Json& part : schema["prefixItems"]) list.push_back(value(part));
        if (damages(12)) list.push_back(1);
        if (damages(12)) list.erase(list.size() - 1);
        return list;
    }
    const std::size_t least = schema.value("minItems", 0U);
    const std::size_t most = schema.value("maxItems", least + 4);
    std::size_t length = least + below(most - least + 1);
    if (damages(6)) length = once_in(2) ? most + 1 : (least == 0 ? 0 : least - 1);
    const bool unique = schema.value("uniqueItems", false);
    for (std::size_t tries = 3 * length; list.size() < length && tries > 0; --tries) {
        Json element = value(schema["items"]);
        const bool there = std::any_of(list.begin(), list.end(), [&](const Json& other) {
            return json_equal(other, element);
        });
        if (!unique || !there || damages(8)) list.push_back(std::move(element));
    }
    return list;
}

std::string ValueMaker::name_for(const Json& schema) {
    if (!schema.contains("propertyNames")) return one_of(k_words);
    const Json& names = schema["propertyNames"];
    if (names.contains("enum"))
        return damages(8) ? std::string("crimson") : one_of(names["enum"]).get<std::string>();
    std::string made = matching_text(names["pattern"].get<std::string>(), random_);
    return damages(6) ? damaged(std::move(made)) : made;
}

Json ValueMaker::object(const Json& schema) {
    Json object = Json::object();
    const Json required = schema.value("required", Json::array());
    for (const auto& item : schema["properties"].items()) {
        const std::string& name = item.key();
        const bool is_required = std::any_of(
            required.begin(), required.end(),
            [&](const Json& other) { return other.get_ref<const std::string&>() == name; });
        const bool leave_out = is_required ? damages(12) : once_in(3);
        if (!leave_out) object[name] = value(item.value());
    }
    const Json& additional = schema["additionalProperties"];
    if (!additional.is_object()) {
        if (damages(12)) object["omega"] = 1;
        return object;
    }
    const std::size_t most = schema.value("maxProperties", 4U);
    for (std::size_t i = damages(6) ? most + 1 : below(most + 1); i > 0; --i) {
        const std::string name = name_for(schema);
        object[name] = value(additional);
    }
    return object;
}

}  // namespace iam::test
