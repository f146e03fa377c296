// Checks the rules of type aliases on elements, alternatives and results. They are no members.
#include <generator/check/steps.hpp>

#include <set>

namespace iam::gen {
namespace {

bool has_rules(const Type& type) {
    bool found = type.rules != nullptr;
    for_each_part(type, [&](const Type& part) { found = found || has_rules(part); });
    return found;
}

class AliasCheck {
 public:
    explicit AliasCheck(Diagnostics& out) : out_(out) {}

    /// Checks the rules of a type and its parts. The schema and the decoder state bounds in this
    /// form.
    void type(Type& type) {
        if (!has_rules(type)) return;
        held(type.key);
        held(type.element);
        for (Type& part : type.parts) this->type(part);
        if (type.rules) own(type);
    }
    void members(std::vector<Member>& members) {
        for (Member& member : members) type(member.type);
    }

 private:
    void held(std::shared_ptr<const Type>& held) {
        if (!held || !has_rules(*held)) return;
        Type copy = *held;
        type(copy);
        held = std::make_shared<const Type>(std::move(copy));
    }

    void own(Type& type) {
        Member value;
        value.name = type.rules->alias;
        value.type = type;
        value.type.rules = nullptr;
        value.constraints = type.rules->constraints;
        Diagnostics found;
        check_constraints(value, found);
        for (Diagnostic& diagnostic : found)
            if (reported_.insert({diagnostic.span.line, diagnostic.message}).second)
                out_.push_back(std::move(diagnostic));
        TypeRules rules = *type.rules;
        rules.constraints = std::move(value.constraints);
        type.rules = std::make_shared<const TypeRules>(std::move(rules));
    }

    Diagnostics& out_;
    std::set<std::pair<unsigned, std::string>> reported_;  // an alias may be used often
};

}  // namespace

void check_aliases(Model& model, Diagnostics& out) {
    AliasCheck check(out);
    for (auto& [name, record] : model.records) check.members(record.fields);
    for (Tool& tool : model.tools) {
        check.members(tool.function.parameters);
        check.type(tool.function.result);
        if (tool.function.failure) check.type(*tool.function.failure);
    }
}

}  // namespace iam::gen
