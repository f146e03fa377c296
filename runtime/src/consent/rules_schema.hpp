// Asks a tool's input schema about an argument of a rule.
#pragma once

#include <iam/consent/rules.hpp>
#include <iam/schema/schema.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

/// In doubt an argument may exist and may have any value, so only certain faults become findings.
/// Without steps all is in doubt. Schemas and rules both come from outside, so the steps are
/// bounded.
class ArgumentSchema {
 public:
    /// A contract without a readable document leaves all in doubt. `steps` must outlive this
    /// object.
    ArgumentSchema(const Contract& contract, RuleSteps& steps);

    /// The subschemas about the argument; empty: the argument cannot exist.
    std::vector<const Json*> find(const std::vector<std::string>& tokens) const;
    /// Whether a value of the argument can fulfil the comparison. find() returned the subschema.
    bool may_hold(const Comparison& comparison, const Json& subschema);
    /// Whether the argument may have this value. find() returned the subschema.
    bool accepts(const Json& subschema, const Json& value);
    /// The arguments at the top level, as "/hour, /minute".
    std::string names() const;

 private:
    /// The subschema with the referenced schemas, and their alternatives.
    std::vector<const Json*> parts_of(const Json& subschema) const;
    void step(const Json& subschema, const std::string& token,
              std::vector<const Json*>& next) const;
    /// Adds a part once. Beyond a limit, "anything" stands for the rest.
    void add(const Json* part, std::vector<const Json*>& parts) const;
    std::optional<schema::Schema> compile(const Json& subschema) const;

    Json root_ = true;
    Json anything_ = true;
    RuleSteps* steps_;
    std::map<const Json*, std::optional<schema::Schema>> compiled_{};
};

}  // namespace iam::consent
