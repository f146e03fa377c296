#include "contract/normal/normal_text.hpp"

#include "contract/normal/keywords.hpp"
#include "contract/normal/normalise.hpp"
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::contract {
namespace {

using NamedNode = OrderedJson::object_t::value_type;
using NamedNodes = std::vector<const NamedNode*>;

constexpr std::size_t k_usual_schema_bytes = 1000;
// Far below the limits of normalise(). A larger schema may have an error. normalise() reports it.
constexpr std::size_t k_plain_nodes_max = 10'000;
constexpr std::size_t k_plain_depth_max = 64;

/// True for keywords that need more than sorting and leaving out: references and definitions, names
/// of dialects, and choices that may be an enumeration.
bool takes_more(std::string_view keyword) {
    return keyword.starts_with('$') || is_definitions(keyword) || keyword == "oneOf" ||
           keyword == "dependencies" || keyword == "dependentRequired";
}

/// Writes a plain schema; gives up if the schema is not plain.
class PlainText {
 public:
    bool write(const OrderedJson& schema) {
        out_.reserve(k_usual_schema_bytes);
        return node(schema) && out_.ok();
    }
    std::string take() { return out_.take(); }

 private:
    bool node(const OrderedJson& schema) {
        if (++nodes_ > k_plain_nodes_max || out_.depth() > k_plain_depth_max) return false;
        if (schema.is_array()) {
            out_.begin_array();
            for (const OrderedJson& element : schema)
                if (!node(element)) return false;
            out_.end_array();
            return true;
        }
        if (!schema.is_object()) return value(schema);
        NamedNodes members;
        members.reserve(schema.size());
        for (const NamedNode& member : schema.get_ref<const OrderedJson::object_t&>()) {
            if (takes_more(member.first)) return false;
            if (!is_text(member.first)) members.push_back(&member);
        }
        return each(std::move(members), [this](const NamedNode& one) { return keyword(one); });
    }

    bool keyword(const NamedNode& member) {
        const auto& [name, value] = member;
        if (holds_schemas(name)) return node(value);
        if (is_unordered_list(name) && value.is_array()) return list(value);
        if (!holds_schema_map(name) || !value.is_object()) return this->value(value);
        NamedNodes members;
        members.reserve(value.size());
        for (const NamedNode& inner : value.get_ref<const OrderedJson::object_t&>())
            members.push_back(&inner);
        return each(std::move(members), [this](const NamedNode& one) { return node(one.second); });
    }

    template <class Write>
    bool each(NamedNodes members, const Write& write) {
        // For names beyond ASCII, the canonical order may differ from the order of bytes.
        const auto is_ascii = [](const NamedNode* member) {
            return std::all_of(member->first.begin(), member->first.end(),
                               [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        };
        if (!std::all_of(members.begin(), members.end(), is_ascii)) return false;
        std::sort(members.begin(), members.end(),
                  [](const NamedNode* left, const NamedNode* right) {
                      return left->first < right->first;
                  });
        out_.begin_object();
        for (const NamedNode* member : members) {
            out_.key(member->first);
            if (!write(*member)) return false;
        }
        out_.end_object();
        return true;
    }

    bool list(const OrderedJson& values) {
        std::vector<std::string_view> texts;
        texts.reserve(values.size());
        for (const OrderedJson& value : values) {
            if (!value.is_string()) return false;
            texts.push_back(value.get_ref<const std::string&>());
        }
        std::sort(texts.begin(), texts.end());
        out_.begin_array();
        for (const std::string_view text : texts) out_.string(text);
        out_.end_array();
        return true;
    }

    bool value(const OrderedJson& value) {
        switch (value.type()) {
            case OrderedJson::value_t::string:
                out_.string(value.get_ref<const std::string&>());
                return true;
            case OrderedJson::value_t::boolean:
                out_.boolean(value.get<bool>());
                return true;
            case OrderedJson::value_t::number_integer:
                out_.integer(value.get<std::int64_t>());
                return true;
            case OrderedJson::value_t::number_unsigned:
                out_.integer(value.get<std::uint64_t>());
                return true;
            default:
                break;
        }
        const auto text = canonical_json(Json(value));
        if (text) out_.raw(*text);
        return text.has_value();
    }

    JsonWriter out_;
    std::size_t nodes_ = 0;
};

}  // namespace

Result<std::string> normal_text(const OrderedJson& schema) {
    if (PlainText plain; plain.write(schema)) return plain.take();
    IAM_TRY(normal, normalise(Json(schema)));
    return canonical_json(normal);
}

}  // namespace iam::contract
