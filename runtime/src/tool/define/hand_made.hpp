// Declares the handler of a tool defined in code.
#pragma once

#include <iam/tool/define.hpp>

namespace iam {

class HandMade final : public Handler {
 public:
    explicit HandMade(Define::Functions functions) : functions_(std::move(functions)) {}

    Prepared prepare(std::string_view arguments) const override;
    Reply call(const Permit& permit, std::string_view arguments, Context& context) const override;
    PreviewReply preview(std::string_view arguments, Context& context) const override;
    Reply undo(const Permit& permit, std::string_view arguments, std::string_view result,
               Context& context) const override;
    ReconcileReply reconcile(std::string_view arguments, Context& context) const override;

 private:
    const Define::Parameter* find(std::string_view name) const noexcept;
    /// The members of `arguments` and the defaults, as canonical text.
    Prepared write(std::string_view arguments) const;

    Define::Functions functions_;
    PatternSet patterns_;
};

}  // namespace iam
