// Turns schemas into terms, with one function for each family of keywords. Keywords without effect
// on values (texts, defaults, format and content, unknown ones) have no term.
#include "contract/inclusion/lower.hpp"

#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/members.hpp"
#include "contract/normal/normalise.hpp"
#include <iam/core/json_number.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace iam::contract {
namespace {

using Op = Term::Op;

constexpr std::string_view k_reference_prefix = "#/$defs/";

std::uint64_t count_of(const Json& value) {
    const JsonNumber number = number_of(value);
    // A count larger than every value's size.
    return number.kind == JsonNumber::Kind::real ? std::numeric_limits<std::uint64_t>::max()
                                                 : number.non_negative;
}

class Lowering {
 public:
    Lowering(Terms& terms, const Json& root, std::string_view scope)
        : terms_(terms), root_(root), scope_(scope) {}

    TermId run() {
        // Only references of the normal form can be followed without a resolver.
        if (find_dialect() || depends_on_place(root_)) return opaque("$schema", root_);
        if (!root_.is_object() || !root_.contains("$defs")) return schema(root_);
        for (const auto& [name, definition] : root_["$defs"].items())
            references_[name] = terms_.declare(std::string(scope_) + "/" + name);
        for (const auto& [name, definition] : root_["$defs"].items())
            terms_.define(references_[name], schema(definition));
        return schema(root_);
    }

 private:
    // normalise() keeps the name of a dialect only if it is not the usual one.
    bool find_dialect() const { return root_.is_object() && root_.contains("$schema"); }

    // A term for an undecided `keyword`. Its identity is the text of its schema, and the scope of
    // the definitions it names.
    TermId opaque(std::string_view keyword, const Json& node) {
        Term term;
        term.op = Op::opaque;
        term.text = std::string(scope_) + "\n" + std::string(keyword) + "\n" +
                    canonical_json(node).value_or(std::string());
        return terms_.add(std::move(term));
    }

    // Its meaning does not depend on the definitions of the schema in normal form.
    TermId unreadable(const Json& mark) {
        Term term;
        term.op = Op::opaque;
        term.text = std::string(k_unreadable) + "\n" + canonical_json(mark).value_or(std::string());
        return terms_.add(std::move(term));
    }

    TermId schema(const Json& node) {
        if (node.is_boolean()) return node.get<bool>() ? terms_.always() : terms_.never();
        if (marked_part(node) != nullptr) return unreadable(node);
        std::vector<TermId> parts;
        add_reference(node, parts);
        add_values(node, parts);
        add_bounds(node, parts);
        add_counts(node, parts);
        add_arrays(node, parts);
        add_objects(node, parts);
        add_dependents(node, parts);
        add_choices(node, parts);
        return terms_.all(std::move(parts));
    }

    std::vector<TermId> schemas(const Json& nodes) {
        std::vector<TermId> children;
        for (const Json& node : nodes) children.push_back(schema(node));
        return children;
    }

    void add_reference(const Json& node, std::vector<TermId>& parts) {
        if (const Json* reference = find_member(node, "$ref")) {
            const auto& text = reference->get_ref<const std::string&>();
            parts.push_back(references_.at(text.substr(k_reference_prefix.size())));
        }
        add_unevaluated(node, parts);
    }

    // Beside keywords with further schemas for the same value, only their outcome tells the
    // unevaluated parts.
    void add_unevaluated(const Json& node, std::vector<TermId>& parts) {
        static constexpr std::array<const char*, 7> k_in_place{
            "$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "contains"};
        const bool is_alone =
            std::none_of(k_in_place.begin(), k_in_place.end(),
                         [&](const char* keyword) { return node.contains(keyword); });
        for (const char* keyword : {"unevaluatedProperties", "unevaluatedItems"}) {
            const Json* rest = find_member(node, keyword);
            if (rest == nullptr) continue;
            if (!is_alone)
                parts.push_back(opaque("unevaluated", node));
            else if (std::string_view(keyword) == "unevaluatedItems")
                add_items(find_member(node, "prefixItems"), node.contains("items") ? nullptr : rest,
                          parts);
            else if (!node.contains("additionalProperties"))
                add_additional(node, *rest, parts);
        }
    }

    void add_items(const Json* prefix, const Json* rest, std::vector<TermId>& parts) {
        if (prefix == nullptr && rest == nullptr) return;
        Term items;
        items.op = Op::items;
        if (prefix != nullptr) items.children = schemas(*prefix);
        items.children.push_back(rest == nullptr ? terms_.always() : schema(*rest));
        parts.push_back(terms_.add(std::move(items)));
    }

    void add_additional(const Json& node, const Json& rest, std::vector<TermId>& parts) {
        Term others;
        others.op = Op::additional;
        if (const Json* properties = find_member(node, "properties"))
            for (const auto& [name, property] : properties->items()) others.names.push_back(name);
        if (const Json* patterns = find_member(node, "patternProperties"))
            for (const auto& [pattern, property] : patterns->items())
                others.patterns.push_back(pattern);
        others.children = {schema(rest)};
        if (others.children.front() != terms_.always()) parts.push_back(terms_.add(others));
    }

    void add_values(const Json& node, std::vector<TermId>& parts) {
        if (const Json* type = find_member(node, "type")) parts.push_back(of_types(*type));
        if (const Json* value = find_member(node, "const"))
            parts.push_back(terms_.constant(*value));
        if (const Json* values = find_member(node, "enum"))
            parts.push_back(terms_.one_of(values->get_ref<const Json::array_t&>()));
    }

    TermId of_types(const Json& type) {
        static const std::map<std::string, JsonKind> k_kinds{
            {"null", JsonKind::null},     {"boolean", JsonKind::boolean},
            {"number", JsonKind::number}, {"integer", JsonKind::number},
            {"string", JsonKind::string}, {"array", JsonKind::array},
            {"object", JsonKind::object}};
        Kinds kinds = 0;
        bool any_number = false;
        const auto add = [&](const std::string& name) {
            kinds = static_cast<Kinds>(kinds | kind_bit(k_kinds.at(name)));
            any_number = any_number || name == "number";
        };
        if (type.is_string()) {
            add(type.get<std::string>());
        } else {
            for (const Json& name : type) add(name.get<std::string>());
        }
        const TermId of_kinds = terms_.of_kinds(kinds);
        if (any_number || (kinds & kind_bit(JsonKind::number)) == 0) return of_kinds;
        return terms_.all({of_kinds, number(Op::multiple_of, Json(1))});
    }

    TermId number(Op op, const Json& value, bool exclusive = false) {
        Term term;
        term.op = op;
        term.number = number_of(value);
        term.exclusive = exclusive;
        return terms_.add(std::move(term));
    }

    void add_bounds(const Json& node, std::vector<TermId>& parts) {
        if (const Json* bound = find_member(node, "minimum"))
            parts.push_back(number(Op::minimum, *bound));
        if (const Json* bound = find_member(node, "maximum"))
            parts.push_back(number(Op::maximum, *bound));
        if (const Json* bound = find_member(node, "exclusiveMinimum"))
            parts.push_back(number(Op::minimum, *bound, true));
        if (const Json* bound = find_member(node, "exclusiveMaximum"))
            parts.push_back(number(Op::maximum, *bound, true));
        if (const Json* step = find_member(node, "multipleOf"))
            parts.push_back(number(Op::multiple_of, *step));
    }

    void add_counts(const Json& node, std::vector<TermId>& parts) {
        static constexpr std::array<std::pair<const char*, Op>, 6> k_counts{{
            {"minLength", Op::min_length},
            {"maxLength", Op::max_length},
            {"minItems", Op::min_items},
            {"maxItems", Op::max_items},
            {"minProperties", Op::min_properties},
            {"maxProperties", Op::max_properties},
        }};
        for (const auto& [keyword, op] : k_counts)
            if (const Json* count = find_member(node, keyword))
                parts.push_back(terms_.counted(op, count_of(*count)));
        if (const Json* pattern = find_member(node, "pattern"))
            parts.push_back(named(Op::pattern, pattern->get<std::string>(), {}));
    }

    TermId named(Op op, std::string text, std::vector<TermId> children) {
        Term term;
        term.op = op;
        term.text = std::move(text);
        term.children = std::move(children);
        return terms_.add(std::move(term));
    }

    void add_arrays(const Json& node, std::vector<TermId>& parts) {
        add_items(find_member(node, "prefixItems"), find_member(node, "items"), parts);
        if (const Json* unique = find_member(node, "uniqueItems");
            unique != nullptr && unique->get<bool>())
            parts.push_back(named(Op::unique_items, {}, {}));
        const Json* contains = find_member(node, "contains");
        if (contains == nullptr) return;
        Term term;
        term.op = Op::contains;
        term.children = {schema(*contains)};
        const Json* least = find_member(node, "minContains");
        const Json* most = find_member(node, "maxContains");
        term.count = least == nullptr ? 1 : count_of(*least);
        term.most = most == nullptr ? std::numeric_limits<std::uint64_t>::max() : count_of(*most);
        parts.push_back(terms_.add(std::move(term)));
    }

    void add_objects(const Json& node, std::vector<TermId>& parts) {
        if (const Json* properties = find_member(node, "properties"))
            for (const auto& [name, property] : properties->items())
                parts.push_back(terms_.property(name, schema(property)));
        if (const Json* patterns = find_member(node, "patternProperties"))
            for (const auto& [pattern, property] : patterns->items())
                parts.push_back(named(Op::pattern_property, pattern, {schema(property)}));
        if (const Json* additional = find_member(node, "additionalProperties"))
            add_additional(node, *additional, parts);
        if (const Json* names = find_member(node, "propertyNames"))
            parts.push_back(named(Op::property_names, {}, {schema(*names)}));
        if (const Json* required = find_member(node, "required"))
            for (const Json& name : *required)
                parts.push_back(terms_.required(name.get<std::string>()));
    }

    void add_dependents(const Json& node, std::vector<TermId>& parts) {
        // Without the member, and for a value other than an object, nothing is demanded.
        const auto without = [&](const std::string& name) {
            return terms_.any({terms_.negation(terms_.of_kinds(kind_bit(JsonKind::object))),
                               terms_.negation(terms_.required(name))});
        };
        for (const char* keyword : {"dependentRequired", "dependencies"}) {
            const Json* dependents = find_member(node, keyword);
            if (dependents == nullptr) continue;
            for (const auto& [name, names] : dependents->items()) {
                std::vector<TermId> all;
                for (const Json& other : names)
                    all.push_back(terms_.required(other.get<std::string>()));
                parts.push_back(terms_.any({without(name), terms_.all(std::move(all))}));
            }
        }
        if (const Json* dependents = find_member(node, "dependentSchemas"))
            for (const auto& [name, child] : dependents->items())
                parts.push_back(terms_.any({without(name), schema(child)}));
    }

    void add_choices(const Json& node, std::vector<TermId>& parts) {
        if (const Json* all = find_member(node, "allOf"))
            parts.push_back(terms_.all(schemas(*all)));
        if (const Json* any = find_member(node, "anyOf"))
            parts.push_back(terms_.any(schemas(*any)));
        if (const Json* one = find_member(node, "oneOf")) {
            Term term;
            term.op = Op::exactly_one;
            term.children = schemas(*one);
            parts.push_back(terms_.add(std::move(term)));
        }
        if (const Json* child = find_member(node, "not"))
            parts.push_back(terms_.negation(schema(*child)));
        const Json* condition = find_member(node, "if");
        if (condition == nullptr) return;
        const Json* then = find_member(node, "then");
        const Json* otherwise = find_member(node, "else");
        if (then == nullptr && otherwise == nullptr) return;
        const TermId when = schema(*condition);
        const TermId yes = then == nullptr ? terms_.always() : schema(*then);
        const TermId no = otherwise == nullptr ? terms_.always() : schema(*otherwise);
        parts.push_back(
            terms_.any({terms_.all({when, yes}), terms_.all({terms_.negation(when), no})}));
    }

    Terms& terms_;
    const Json& root_;
    std::string_view scope_;
    std::map<std::string, TermId> references_;
};

}  // namespace

TermId lower(Terms& terms, const Json& schema, std::string_view scope) {
    return Lowering(terms, schema, scope).run();
}

}  // namespace iam::contract
