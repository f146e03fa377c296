// What a tool's input schema says about an argument that a rule names.
#pragma once

#include <iam/consent/rules.hpp>

#include <string>
#include <vector>

namespace iam::consent {

/// In doubt an argument may be there and may have any value: only what is certain is a finding.
class ArgumentSchema {
 public:
    /// A contract without a document, or with one that cannot be read, says nothing.
    explicit ArgumentSchema(const Contract& contract);

    /// The subschemas that describe the argument; empty: it cannot be there.
    std::vector<const Json*> find(const std::vector<std::string>& tokens) const;
    /// Whether a value of the argument can fulfil the comparison.
    bool may_hold(const Comparison& comparison, const Json& subschema) const;
    /// "/hour, /minute": what may be named at the top.
    std::string names() const;

 private:
    /// The subschema and all that it is made of: what it refers to, its alternatives.
    std::vector<const Json*> parts_of(const Json& subschema) const;
    void step(const Json& subschema, const std::string& token,
              std::vector<const Json*>& next) const;
    bool accepts(const Json& subschema, const Json& value) const;

    Json root_ = true;
    Json anything_ = true;
};

}  // namespace iam::consent
