// Reports variants if JSON does not tell their alternatives apart.
#include <generator/check/steps.hpp>
#include <generator/model/alternatives.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr const char* k_tag_member = "type";

class VariantCheck {
 public:
    VariantCheck(const Model& model, Diagnostics& out) : model_(model), out_(out) {}

    void members(const std::vector<Member>& members) {
        for (const Member& member : members) type(member.type, in_quotes(member.name), member.span);
    }
    void type(const Type& type, const std::string& subject, const SourceSpan& span) {
        for_each_part(type, [&](const Type& part) { this->type(part, subject, span); });
        if (type.kind == TypeKind::variant) variant(type, subject, span);
    }
    void function(const Function& function) {
        members(function.parameters);
        type(function.result, "the result of " + in_quotes(function.name), function.span);
        failure(function);
    }
    void failure(const Function& function) {
        if (function.failure)
            type(*function.failure, "the error of " + in_quotes(function.name), function.span);
    }
    /// Comes after all variants.
    void unused_tags() {
        for (const auto& [name, record] : model_.records)
            if (record.tag && used_.count(record.name) == 0)
                out_.push_back(diagnose(
                    tag_unused, record.tag->span,
                    "no tool takes or returns " + in_quotes(record.name) +
                        " as one of several structs of a variant, where alone its name would be "
                        "said; take the attribute out, or silence this where another target "
                        "needs it"));
    }

 private:
    void variant(const Type& type, const std::string& subject, const SourceSpan& span) {
        const auto tags = tags_of(model_, type);
        std::map<std::string, std::size_t> kinds;
        std::map<std::string, std::size_t> taken;
        for (std::size_t i = 0; i < type.parts.size(); ++i) {
            const auto kind = json_kind(model_, type.parts[i]);
            if (!kind) continue;  // the frontend has reported it
            const auto [other, fresh] = kinds.emplace(*kind, i);
            const bool is_told_by_tag = !tags[i].empty() && !tags[other->second].empty();
            if (!fresh && !is_told_by_tag)
                return ambiguous(type.parts[other->second], type.parts[i], *kind, subject, span);
            if (!tags[i].empty() && !check_tag(type.parts[i], tags[i], taken, i, type)) return;
        }
    }

    void ambiguous(const Type& a, const Type& b, const std::string& kind,
                   const std::string& subject, const SourceSpan& span) {
        if (spelled(a) == spelled(b))
            return out_.push_back(diagnose(
                ambiguous_variant, span,
                subject + " may be " + in_quotes(spelled(a)) +
                    " in two ways, and JSON does not say which one is meant; leave one out, or "
                    "make each a struct of its own, which has a member 'type'"));
        const bool is_converted = a.kind == TypeKind::converted || b.kind == TypeKind::converted;
        out_.push_back(diagnose(
            ambiguous_variant, span,
            subject + " may be " + in_quotes(spelled(a)) + " or " + in_quotes(spelled(b)) +
                ", and each of them is a JSON " + kind +
                ", so that nobody could tell which one is meant; " +
                (is_converted && kind == "object"
                     ? "what an iam::codec makes has no member 'type': take a struct that holds "
                       "it, or leave one out"
                     : "make them structs, which have a member 'type', or leave one out")));
    }

    /// False if there was a problem. The problem is reported.
    bool check_tag(const Type& part, const std::string& tag,
                   std::map<std::string, std::size_t>& taken, std::size_t index,
                   const Type& variant) {
        const Record& record = model_.records.at(part.name);
        const auto own = std::find_if(record.fields.begin(), record.fields.end(),
                                      [](const Member& m) { return m.json_name == k_tag_member; });
        if (own != record.fields.end()) {
            report_once(own->span,
                        in_quotes(record.name) +
                            " is one of several structs of a variant, which a member 'type' tells "
                            "apart, and has a member of that name itself; give it another one with "
                            "[[iam::name(\"…\")]]");
            return false;
        }
        used_.insert(record.name);
        if (record.tag && record.tag->value.empty()) {
            report_once(record.tag->span,
                        in_quotes(record.name) +
                            " is one of several structs of a variant, and the name that its member "
                            "'type' would say is empty; give it one, or leave the attribute out");
            return false;
        }
        const auto [other, fresh] = taken.emplace(tag, index);
        if (fresh) return true;
        const Record& first = model_.records.at(variant.parts[other->second].name);
        report_once(record.tag ? record.tag->span : record.span,
                    in_quotes(record.name) + " and " + in_quotes(first.name) +
                        " are structs of one variant and would both be told by the type " +
                        in_quotes(tag) + "; " + way_out(first, record));
        return false;
    }

    static std::string way_out(const Record& first, const Record& second) {
        if (&first == &second) return "leave one of them out";
        const bool is_one_template = first.span.file == second.span.file &&
                                     first.span.line == second.span.line &&
                                     first.span.column == second.span.column;
        return is_one_template
                   ? "both are made of one template: derive a struct with a name of its own from "
                     "one of them and take that"
                   : "write struct [[iam::name(\"…\")]] before one of them";
    }

    /// Reports a text once, since a struct may be in many variants.
    void report_once(const SourceSpan& span, const std::string& text) {
        if (reported_.insert(text).second) out_.push_back(diagnose(variant_tag, span, text));
    }

    const Model& model_;
    Diagnostics& out_;
    std::set<std::string> reported_;
    std::set<std::string> used_;  // records told apart by their tags in a variant
};

}  // namespace

void check_variants(const Model& model, Diagnostics& out) {
    VariantCheck check(model, out);
    for (const auto& [name, record] : model.records) check.members(record.fields);
    for (const Tool& tool : model.tools) check.function(tool.function);
    for (const Companion& companion : model.companions) check.failure(companion.function);
    check.unused_tags();
}

}  // namespace iam::gen
