// Compiles keywords with subschemas for the same value or its parts.
#include "schema/compile/compiler.hpp"
#include "schema/compile/uri.hpp"

#include <algorithm>

namespace iam::schema {
namespace {

constexpr std::uint64_t k_unbounded_count = std::numeric_limits<std::uint64_t>::max();

JsonNumber natural(std::uint64_t value) {
    JsonNumber number;
    number.non_negative = value;
    number.real = static_cast<double>(value);
    return number;
}

}  // namespace

Result<void> Compiler::branches(Keyword keyword, const Json& value) {
    if (!value.is_array() || value.empty())
        return refuse(keyword, "it is no list of at least one schema");
    const Op op = keyword == Keyword::all_of   ? Op::all_of
                  : keyword == Keyword::any_of ? Op::any_of
                                               : Op::one_of;
    Instruction& made = emit(op, keyword, k_any_kind);
    made.first = static_cast<Index>(program_.block_lists.size());
    made.count = static_cast<Index>(value.size());
    for (const Json& branch : value) program_.block_lists.push_back(block_of(branch));
    return {};
}

Result<void> Compiler::single(Keyword keyword, const Json& value) {
    const Index block = block_of(value);
    switch (keyword) {
        case Keyword::not_:
            emit(Op::negation, keyword, k_any_kind).first = block;
            break;
        case Keyword::property_names:
            emit(Op::property_names, keyword, k_object).first = block;
            break;
        case Keyword::unevaluated_items:
            emit(Op::unevaluated_items, keyword, k_array).first = block;
            break;
        default:
            emit(Op::unevaluated_properties, keyword, k_object).first = block;
            break;
    }
    return {};
}

Result<void> Compiler::dependent(Keyword keyword, const Json& value) {
    if (!value.is_object()) return refuse(keyword, "it is no object");
    std::vector<Dependency> names;
    std::vector<Dependency> schemas;
    for (const auto& [name, what] : value.get_ref<const Json::object_t&>()) {
        Dependency made;
        made.name = text(name);
        const bool is_list = keyword == Keyword::dependent_required ||
                             (keyword == Keyword::dependencies && what.is_array());
        if (!is_list) {
            made.block = block_of(what);
            schemas.push_back(made);
            continue;
        }
        IAM_TRY(wanted, read_names(keyword, what));
        made.first = static_cast<Index>(program_.texts.size());
        made.count = static_cast<Index>(wanted.size());
        for (const std::string& each : wanted) program_.texts.push_back(text(each));
        names.push_back(made);
    }
    const auto add = [&](Op op, const std::vector<Dependency>& list) {
        if (list.empty()) return;
        Instruction& made = emit(op, keyword, k_object);
        made.first = static_cast<Index>(program_.dependencies.size());
        made.count = static_cast<Index>(list.size());
        program_.dependencies.insert(program_.dependencies.end(), list.begin(), list.end());
    };
    add(Op::dependent_required, names);
    add(Op::dependent_schemas, schemas);
    return {};
}

Result<void> Compiler::reference(Keyword keyword, const Json& value) {
    if (!value.is_string()) return refuse(keyword, "it is no string; write a URI reference");
    IAM_TRY(target, resolver_.resolve(place_, value.get_ref<const std::string&>()));
    emit(Op::reference, keyword, k_any_kind).first = target;
    return {};
}

/// A reference is dynamic only if it names a `$dynamicAnchor` (Core §8.2.3.2).
Result<void> Compiler::dynamic_reference(Keyword keyword, const Json& value) {
    if (!value.is_string()) return refuse(keyword, "it is no string; write a URI reference");
    const auto& text = value.get_ref<const std::string&>();
    IAM_TRY(target, resolver_.resolve(place_, text));
    const std::string anchor = percent_decoded(fragment_of(text));
    const auto& own = resolver_.resources()[resolver_.places()[target].resource].dynamic_anchors;
    const auto at = own.find(anchor);
    if (at == own.end() || at->second != target) {
        emit(Op::reference, keyword, k_any_kind).first = target;
        return {};
    }
    Instruction& made = emit(Op::dynamic_reference, keyword, k_any_kind);
    made.first = target;
    made.count = anchors_.emplace(anchor, static_cast<Index>(anchors_.size())).first->second;
    return {};
}

Result<void> Compiler::members() {
    MemberTable table;
    table.first = static_cast<Index>(program_.members.size());
    table.first_pattern = static_cast<Index>(program_.pattern_members.size());
    IAM_CHECK(declared_members(table));
    IAM_CHECK(pattern_members(table));
    table.count = static_cast<Index>(program_.members.size()) - table.first;
    table.patterns = static_cast<Index>(program_.pattern_members.size()) - table.first_pattern;
    if (const Json* rest = keyword_value(Keyword::additional_properties))
        table.additional = block_of(*rest);
    if (table.count == 0 && table.patterns == 0 && table.additional == k_none) return {};
    emit(Op::members, Keyword::properties, k_object).first =
        static_cast<Index>(program_.member_tables.size());
    program_.member_tables.push_back(table);
    return {};
}

/// Compiles `properties` and `required` into one sorted table.
Result<void> Compiler::declared_members(MemberTable& table) {
    std::map<std::string, Member> members;
    if (const Json* properties = keyword_value(Keyword::properties)) {
        if (!properties->is_object()) return refuse(Keyword::properties, "it is no object");
        for (const auto& [name, schema] : properties->get_ref<const Json::object_t&>())
            members[name].block = block_of(schema);
    }
    if (const Json* required = keyword_value(Keyword::required)) {
        IAM_TRY(names, read_names(Keyword::required, *required));
        for (const std::string& name : names) members[name].required = true;
        table.required = static_cast<Index>(names.size());
    }
    Index required_before = 0;
    for (auto& [name, member] : members) {
        member.name = text(name);
        member.required_before = required_before;
        required_before += member.required ? 1 : 0;
        program_.members.push_back(member);
    }
    return {};
}

Result<void> Compiler::pattern_members(MemberTable&) {
    const Json* patterns = keyword_value(Keyword::pattern_properties);
    if (patterns == nullptr) return {};
    if (!patterns->is_object()) return refuse(Keyword::pattern_properties, "it is no object");
    for (const auto& [source, schema] : patterns->get_ref<const Json::object_t&>()) {
        IAM_TRY(pattern, add_pattern(Keyword::pattern_properties, source));
        program_.pattern_members.push_back(PatternMember{pattern, block_of(schema)});
    }
    return {};
}

/// In 2020-12 compiles prefixItems and items. In draft 7 compiles items as a list and
/// additionalItems, or items alone.
Result<void> Compiler::elements() {
    const bool old = resolver_.dialect_at(place_).draft == Draft::draft7;
    const Json* items = keyword_value(Keyword::items);
    const Json* prefix = old ? (items != nullptr && items->is_array() ? items : nullptr)
                             : keyword_value(Keyword::prefix_items);
    const Json* rest = items;
    if (old && prefix != nullptr) rest = keyword_value(Keyword::additional_items);
    if (!old && items != nullptr && items->is_array())
        return refuse(Keyword::items, "it is a list; in draft 2020-12 that is prefixItems");
    if (prefix != nullptr && !prefix->is_array())
        return refuse(Keyword::prefix_items, "it is no list of schemas");
    // Draft 7 takes an empty list; 2020-12 demands at least one schema.
    if (!old && prefix != nullptr && prefix->empty())
        return refuse(Keyword::prefix_items, "it is no list of at least one schema");
    if (prefix == nullptr && rest == nullptr) return {};
    Instruction& made =
        emit(Op::elements, old && prefix != nullptr ? Keyword::additional_items : Keyword::items,
             k_array);
    made.first = static_cast<Index>(program_.block_lists.size());
    if (prefix != nullptr) {
        made.count = static_cast<Index>(prefix->size());
        for (const Json& schema : *prefix) program_.block_lists.push_back(block_of(schema));
    }
    if (rest != nullptr) made.extra = block_of(*rest);
    return {};
}

Result<void> Compiler::contains() {
    std::uint64_t least = 1;
    std::uint64_t most = k_unbounded_count;
    if (const Json* value = keyword_value(Keyword::min_contains)) {
        IAM_TRY(count, read_count(Keyword::min_contains, *value));
        least = count;
    }
    if (const Json* value = keyword_value(Keyword::max_contains)) {
        IAM_TRY(count, read_count(Keyword::max_contains, *value));
        most = count;
    }
    const Json* schema = keyword_value(Keyword::contains);
    if (schema == nullptr) return {};
    Instruction& made = emit(Op::contains, Keyword::contains, k_array);
    made.first = block_of(*schema);
    made.count = static_cast<Index>(program_.numbers.size());
    program_.numbers.push_back(natural(least));
    program_.numbers.push_back(natural(most));
    return {};
}

Result<void> Compiler::condition() {
    const Json* test = keyword_value(Keyword::if_);
    if (test == nullptr) return {};
    const Json* then = keyword_value(Keyword::then);
    const Json* otherwise = keyword_value(Keyword::else_);
    Instruction& made = emit(Op::condition, Keyword::if_, k_any_kind);
    made.first = block_of(*test);
    made.count = then == nullptr ? k_none : block_of(*then);
    made.extra = otherwise == nullptr ? k_none : block_of(*otherwise);
    return {};
}

}  // namespace iam::schema
