// Builds documents from the pull reader. It recurses as deep as the reader goes. The reader stops
// at k_depth_ceiling.
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>

#include <utility>
#include <vector>

namespace iam {
namespace {

template <class Document>
bool build(JsonReader& reader, Document& out);

template <class Document>
bool build_number(JsonReader& reader, Document& out) {
    JsonNumber number;
    if (!reader.read_number(number)) return false;
    switch (number.kind) {
        case JsonNumber::Kind::negative:
            out = number.negative;
            break;
        case JsonNumber::Kind::non_negative:
            out = number.non_negative;
            break;
        case JsonNumber::Kind::real:
            out = number.real;
            break;
    }
    return true;
}

template <class Document>
bool build_string(JsonReader& reader, Document& out) {
    out = Document::value_t::string;
    return reader.read_string(out.template get_ref<std::string&>());
}

template <class Document>
bool build_array(JsonReader& reader, Document& out) {
    if (!reader.begin_array()) return false;
    out = Document::array();
    auto& elements = out.template get_ref<typename Document::array_t&>();
    while (reader.next_element()) {
        elements.emplace_back();
        if (!build(reader, elements.back())) return false;
    }
    return !reader.failed();
}

bool build_object(JsonReader& reader, Json& out) {
    if (!reader.begin_object()) return false;
    out = Json::object();
    auto& members = out.get_ref<Json::object_t&>();
    std::string_view name;
    while (reader.next_member(name)) {
        // The reader has refused duplicates, so this always inserts.
        if (!build(reader, members.emplace(name, nullptr).first->second)) return false;
    }
    return !reader.failed();
}

/// Collects the members first and then moves them into the ordered map. The map is a vector of
/// pairs with constant keys: its own insertion searches from the front, and growing copies every
/// member.
bool build_object(JsonReader& reader, OrderedJson& out) {
    if (!reader.begin_object()) return false;
    std::vector<std::pair<std::string, OrderedJson>> collected;
    std::string_view name;
    while (reader.next_member(name)) {
        collected.emplace_back(name, nullptr);
        if (!build(reader, collected.back().second)) return false;
    }
    if (reader.failed()) return false;
    out = OrderedJson::object();
    auto& members = out.get_ref<OrderedJson::object_t&>();
    members.reserve(collected.size());
    for (auto& [key, value] : collected) members.emplace_back(std::move(key), std::move(value));
    return true;
}

template <class Document>
bool build(JsonReader& reader, Document& out) {
    switch (reader.peek()) {
        case JsonKind::null:
            out = nullptr;
            return reader.read_null();
        case JsonKind::boolean: {
            bool value = false;
            if (!reader.read_boolean(value)) return false;
            out = value;
            return true;
        }
        case JsonKind::number:
            return build_number(reader, out);
        case JsonKind::string:
            return build_string(reader, out);
        case JsonKind::array:
            return build_array(reader, out);
        case JsonKind::object:
            return build_object(reader, out);
        case JsonKind::none:
            return false;
    }
    return false;
}

template <class Document>
Result<Document> parse(std::string_view text, const Limits& limits) {
    JsonReader reader(text, limits);
    Document document;
    if (build(reader, document) && reader.finish()) return document;
    return tl::unexpected(reader.error());
}

}  // namespace

Result<Json> parse_json(std::string_view text, const Limits& limits) {
    return parse<Json>(text, limits);
}

Result<OrderedJson> parse_ordered_json(std::string_view text, const Limits& limits) {
    return parse<OrderedJson>(text, limits);
}

}  // namespace iam
