// What a tool's input schema says about an argument that a rule names.
#pragma once

#include <iam/consent/rules.hpp>
#include <iam/schema/schema.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

/// In doubt an argument may be there and may have any value: only what is certain is a finding. Without steps all is in doubt: both come from outside.
class ArgumentSchema {
 public:
    /// A contract without a document, or with one that cannot be read, says nothing. `steps` must outlive it.
    ArgumentSchema(const Contract& contract, RuleSteps& steps);

    /// The subschemas that describe the argument; empty: it cannot be there.
    std::vector<const Json*> find(const std::vector<std::string>& tokens) const;
    /// Whether a value of the argument can fulfil the comparison. The subschema is one that find() gave.
    bool may_hold(const Comparison& comparison, const Json& subschema);
    /// Whether the argument may have this value. The subschema is one that find() gave.
    bool accepts(const Json& subschema, const Json& value);
    /// "/hour, /minute": what may be named at the top.
    std::string names() const;

 private:
    /// The subschema and all that it is made of: what it refers to, its alternatives.
    std::vector<const Json*> parts_of(const Json& subschema) const;
    void step(const Json& subschema, const std::string& token,
              std::vector<const Json*>& next) const;
    /// Each once; beyond a limit "anything" stands for the rest.
    void add(const Json* part, std::vector<const Json*>& parts) const;
    std::optional<schema::Schema> compile(const Json& subschema) const;

    Json root_ = true;
    Json anything_ = true;
    RuleSteps* steps_;
    std::map<const Json*, std::optional<schema::Schema>> compiled_{};
};

}  // namespace iam::consent
