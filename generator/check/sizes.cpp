// Measures the schemas of a tool before they are written. Each use of an aggregate repeats its
// schema, so a few lines of C++ can mean millions of lines of schema. An aggregate in a cycle of
// types stands in one place and is referred to.
#include <generator/check/steps.hpp>
#include <generator/model/limits.hpp>
#include <generator/model/reach.hpp>

#include <algorithm>
#include <limits>

namespace iam::gen {
namespace {

struct Size {
    std::uint64_t depth = 0;  // aggregates, lists and maps within each other
    std::uint64_t nodes = 0;
    std::uint64_t bytes = 0;
};

/// Adds without overflow: sums of repetitions grow without bound, and are then too large in any
/// case.
std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t k_most = std::numeric_limits<std::uint64_t>::max();
    return a > k_most - b ? k_most : a + b;
}

void add(Size& size, const Size& other) {
    size.depth = std::max(size.depth, other.depth);
    size.nodes = sum(size.nodes, other.nodes);
    size.bytes = sum(size.bytes, other.bytes);
}

std::uint64_t length_of(const Boxed<Stated<std::string>>& text) {
    return text ? text->value.size() : 0;
}

/// Measures each aggregate once, however often it is used.
class Measure {
 public:
    explicit Measure(const Model& model) : model_(model) {}

    Size members(const std::vector<Member>& list) {
        Size size;
        for (const Member& member : list) {
            const Constraints& rules = member.constraints;
            add(size, type(member.type));
            add(size,
                {0, 0,
                 (rules.name ? rules.name->value : member.name).size() + member.description.size() +
                     length_of(rules.description) + member.fallback.json.size() +
                     length_of(rules.unit) + length_of(rules.pattern) + length_of(rules.example)});
        }
        return size;
    }

    Size type(const Type& type) {
        Size size = plain(type);
        if (!type.rules) return size;
        const Constraints& rules = type.rules->constraints;
        add(size, {0, 0,
                   type.rules->description.size() + length_of(rules.description) +
                       length_of(rules.unit) + length_of(rules.pattern)});
        return size;
    }

    Size plain(const Type& type) {
        Size size;
        switch (type.kind) {
            case TypeKind::enumeration:
                size.bytes = enumeration(type.name);
                break;
            case TypeKind::optional:
            case TypeKind::pointer:
            case TypeKind::converted:
                return this->type(*type.element);
            case TypeKind::record:
                size = record(type.name);
                break;
            default:
                for_each_part(type, [&](const Type& part) { add(size, this->type(part)); });
                if (type.element || !type.parts.empty()) ++size.depth;
        }
        size.nodes = sum(size.nodes, 1);
        return size;
    }

    /// Adds the definitions of self-containing types to the size. Each schema with references to
    /// them has its own copy.
    void add_definitions(Size& size, const std::vector<std::string>& records) {
        for (const std::string& name : records) {
            const Record& record = model_.records.at(name);
            if (record.is_recursive) add(size, body(record));
        }
    }

 private:
    Size body(const Record& record) {
        Size size = members(record.fields);
        ++size.depth;
        size.bytes = sum(size.bytes, record.description.size());
        return size;
    }

    std::uint64_t enumeration(const std::string& name) const {
        const auto found = model_.enums.find(name);
        if (found == model_.enums.end()) return 0;
        std::uint64_t bytes = found->second.description.size();
        for (const Enumerator& enumerator : found->second.enumerators)
            bytes += enumerator.name.size() + enumerator.description.size();
        return bytes;
    }

    Size record(const std::string& name) {
        if (const auto known = records_.find(name); known != records_.end()) return known->second;
        const auto found = model_.records.find(name);
        if (found == model_.records.end()) return {};
        const Size size = found->second.is_recursive ? Size{1, 0, 0} : body(found->second);
        records_.emplace(name, size);
        return size;
    }

    const Model& model_;
    std::map<std::string, Size> records_;
};

/// The exceeded limit, as the rest of a sentence; empty if the size is within the limits.
std::string excess(const Size& size) {
    const auto more_than = [](std::uint64_t limit) { return "more than " + std::to_string(limit); };
    if (size.depth > k_type_depth_max)
        return "have " + more_than(k_type_depth_max) +
               " aggregates, lists and maps within each other; flatten them, or refer to the inner "
               "ones by an id";
    if (size.nodes > k_schema_nodes_max)
        return "come to " + more_than(k_schema_nodes_max) +
               " fields and elements, each aggregate counted wherever it is used; split the tool, "
               "or refer to the inner ones by an id";
    if (size.bytes > k_schema_bytes_max)
        return "come to " + more_than(k_schema_bytes_max) +
               " characters of names, texts and values; shorten the comments, or split the tool";
    return {};
}

}  // namespace

bool check_sizes(const Model& model, Diagnostics& out) {
    Measure measure(model);
    const std::size_t before = out.size();
    for (const Tool& tool : model.tools) {
        std::pair<const char*, Size> sides[] = {
            {"parameters", measure.members(tool.function.parameters)},
            {"result", measure.type(tool.function.result)}};
        measure.add_definitions(sides[0].second, records_within(model, tool.function.parameters));
        measure.add_definitions(sides[1].second, records_within(model, tool.function.result));
        for (const auto& [side, size] : sides) {
            const std::string problem = excess(size);
            if (problem.empty()) continue;
            out.push_back(diagnose(DiagnosticId::tool_too_large, tool.function.span,
                                   "the types of the " + std::string(side) + " of " +
                                       in_quotes(tool.function.name) + ' ' + problem));
        }
    }
    return out.size() == before;
}

}  // namespace iam::gen
