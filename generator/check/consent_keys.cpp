// Checks consent keys, the values by which a person may allow calls. Each call must have one value
// of each, and the person must see it.
#include <generator/check/steps.hpp>

#include <set>
#include <string>
#include <tuple>

namespace iam::gen {
namespace {

/// The reason why no call could be allowed by a value at this place; nullptr if it could.
using Obstacle = const char*;

constexpr Obstacle k_many =
    " within a list or map, so that a call has many values of it; mark the parameter or field that "
    "holds them all";
constexpr Obstacle k_endless =
    " within a type that contains itself, so that a call has many values of it; mark the parameter "
    "or field that holds them all";
constexpr Obstacle k_either =
    " within a variant, so that a call may have none of it or another's; mark the parameter or "
    "field that holds the variant";
constexpr Obstacle k_hidden =
    " and is or holds a secret, and a person allows calls by a value that they see; take one of "
    "the two out";
constexpr Obstacle k_no_argument = " and no tool takes it as an argument; take the attribute out";

class KeyPlaces {
 public:
    KeyPlaces(const Model& model, Diagnostics& out) : model_(model), out_(out) {}

    void members(const std::vector<Member>& members, Obstacle obstacle) {
        for (const Member& member : members) {
            const Obstacle own = member.constraints.secret ? k_hidden : obstacle;
            const bool holds = own == nullptr && holds_secret(member.type, model_);
            if (member.constraints.consent_key) judge(member, holds ? k_hidden : own);
            type(member.type, own);
        }
    }

    void judge(const Member& member, Obstacle obstacle) {
        seen_.insert(place_of(member));
        // A key is reported once, however many tools take it.
        if (obstacle == nullptr || !refused_.insert(place_of(member)).second) return;
        out_.push_back(diagnose(DiagnosticId::consent_key_place, *member.constraints.consent_key,
                                in_quotes(member.name) + " is a consent key" + obstacle));
    }

    bool has_seen(const Member& member) const { return seen_.count(place_of(member)) != 0; }

 private:
    /// The place in the source. It is the same for a base's field in all derived types, and for a
    /// template's field in all its types.
    using Place = std::tuple<std::string, unsigned, unsigned>;
    static Place place_of(const Member& member) {
        const SourceSpan& span = *member.constraints.consent_key;
        return {span.file, span.line, span.column};
    }

    void type(const Type& type, Obstacle obstacle) {
        if (type.kind == TypeKind::record) return record(type.name, obstacle);
        const bool has_many =
            is_list(type) || type.kind == TypeKind::span || type.kind == TypeKind::map;
        const Obstacle own = has_many                         ? k_many
                             : type.kind == TypeKind::variant ? k_either
                                                              : nullptr;
        const Obstacle inner = obstacle == nullptr ? own : obstacle;
        for_each_part(type, [&](const Type& part) { this->type(part, inner); });
    }

    void record(const std::string& name, Obstacle obstacle) {
        if (!open_.insert(name).second) return;
        const Record& record = model_.records.at(name);
        const bool is_endless = obstacle == nullptr && record.is_recursive;
        members(record.fields, is_endless ? k_endless : obstacle);
        open_.erase(name);
    }

    const Model& model_;
    Diagnostics& out_;
    std::set<std::string> open_;
    std::set<Place> seen_;
    std::set<Place> refused_;
};

}  // namespace

void check_consent_keys(const Model& model, Diagnostics& out) {
    KeyPlaces places(model, out);
    for (const Tool& tool : model.tools) places.members(tool.function.parameters, nullptr);
    for (const auto& [name, record] : model.records) {
        for (const Member& field : record.fields) {
            if (field.constraints.consent_key && !places.has_seen(field))
                places.judge(field, k_no_argument);
        }
    }
}

}  // namespace iam::gen
