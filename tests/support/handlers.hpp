// Calls handlers past the gate, for tests of what is behind it. It names itself as the runtime's
// own two friends, so a program that includes it must not link iam::gate.
#pragma once

#include <iam/tool/context.hpp>
#include <iam/tool/permit.hpp>
#include <iam/tool/registry.hpp>

#include <memory>
#include <string>

namespace iam::gate {

class PermitIssuer {
 public:
    static Permit issue() { return Permit("test", Digest{}); }
};

class HandlerAccess {
 public:
    static std::shared_ptr<const Handler> find(const Registry& registry, const std::string& name) {
        const auto catalogue = registry.snapshot();
        const auto found = catalogue->tools_.find(ToolId{"", name});
        return found == catalogue->tools_.end() ? nullptr : found->second->handler;
    }
};

}  // namespace iam::gate

namespace iam::test {

/// Everything about one call in one line: the canonical arguments, the reply, or all errors.
class Caller {
 public:
    explicit Caller(const Registry& registry) : registry_(registry) {}

    /// The canonical arguments, or one line for each error: "pointer: message (expected)".
    std::string prepare(const std::string& tool, const std::string& arguments) const {
        const auto handler = gate::HandlerAccess::find(registry_, tool);
        if (!handler) return "no such tool";
        const Prepared prepared = handler->prepare(arguments);
        if (prepared) return *prepared;
        std::string lines;
        for (const ValueError& error : prepared.error()) {
            if (!lines.empty()) lines += "\n";
            lines += error.pointer + ": " + error.message;
        }
        return lines.empty() ? "refused without an error" : lines;
    }

    /// What the function gave back as text; "done" for void; "code: message" where it failed.
    std::string call(const std::string& tool, const std::string& arguments) const {
        const auto handler = gate::HandlerAccess::find(registry_, tool);
        if (!handler) return "no such tool";
        const Prepared prepared = handler->prepare(arguments);
        if (!prepared) return prepare(tool, arguments);
        Context context = make_context();
        return text(handler->call(gate::PermitIssuer::issue(), *prepared, context));
    }

    /// The summary of the preview.
    std::string preview(const std::string& tool, const std::string& arguments) const {
        const auto handler = gate::HandlerAccess::find(registry_, tool);
        if (!handler) return "no such tool";
        Context context = make_context();
        const PreviewReply reply = handler->preview(arguments, context);
        return reply ? reply->summary : text(reply.error());
    }

    /// What became of a call: its result as text, "did not happen", or "code: message" where it
    /// cannot be told.
    std::string reconcile(const std::string& tool, const std::string& arguments) const {
        const auto handler = gate::HandlerAccess::find(registry_, tool);
        if (!handler) return "no such tool";
        Context context = make_context();
        const ReconcileReply found = handler->reconcile(arguments, context);
        if (!found) return text(found.error());
        return *found ? text(**found) : "did not happen";
    }

    std::string undo(const std::string& tool, const std::string& arguments,
                     const std::string& result) const {
        const auto handler = gate::HandlerAccess::find(registry_, tool);
        if (!handler) return "no such tool";
        Context context = make_context();
        return text(handler->undo(gate::PermitIssuer::issue(), arguments, result, context));
    }

 private:
    Context make_context() const {
        return Context(subject_, proposer_, call_id_, {}, &arguments_digest_);
    }
    static std::string text(const Reply& reply) {
        if (!reply.success) return reply.code + ": " + reply.message;
        return reply.result.value_or("done");
    }

    const Registry& registry_;
    Subject subject_{};
    Proposer proposer_{};
    std::string call_id_ = "test";
    Digest arguments_digest_{};
};

}  // namespace iam::test
