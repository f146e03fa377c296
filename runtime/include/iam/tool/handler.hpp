// The interface between the gate and one tool's functions: canonical text in, canonical text out.
// The library implements it, over the constants and functions of generated glue and for tools that are
// registered by hand; nobody but the runtime calls it. No JSON library in it and no exceptions needed: what a function throws is caught by the runtime.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/codecs/value_error.hpp>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

class Context;  // context.hpp
class Permit;   // permit.hpp

/// The version of the interface between generated code and this library; a generated file asserts
/// it.
#define IAM_GLUE_VERSION 1

/// What one function gave back.
struct Reply {
    bool success = true;
    std::string code{};
    std::string message{};
    std::optional<std::string> result{};  ///< canonical JSON text; nothing for void

    static Reply done(std::optional<std::string> result = std::nullopt) {
        return Reply{true, {}, {}, std::move(result)};
    }
    static Reply failed(std::string_view code, std::string message) {
        return Reply{false, std::string(code), std::move(message), std::nullopt};
    }
};

/// The canonical text of the arguments with every default applied, or all errors at once.
using Prepared = tl::expected<std::string, std::vector<ValueError>>;
using PreviewReply = tl::expected<Preview, Reply>;
/// What became of a call: what it gave back, or nothing where it did not happen. Error: it cannot be told.
using ReconcileReply = tl::expected<std::optional<Reply>, Reply>;

/// Immutable after construction and callable from any thread at once, as far as the tool's
/// functions are.
class Handler {
 public:
    Handler() = default;
    Handler(const Handler&) = delete;
    Handler& operator=(const Handler&) = delete;
    virtual ~Handler();

    /// Reads, validates, applies defaults. Accepts its own output and gives it back unchanged.
    virtual Prepared prepare(std::string_view arguments) const = 0;
    /// `arguments` is what prepare gave. The bytes live until the call returns.
    virtual Reply call(const Permit& permit, std::string_view arguments,
                       Context& context) const = 0;
    /// Has no effect. Only called where Contract::has_preview.
    virtual PreviewReply preview(std::string_view arguments, Context& context) const;
    /// Takes back what `call` did. `arguments` is as recorded (secret members are replaced: an undo
    /// takes none), `result` what the function itself returned. Only called where
    /// Contract::has_undo.
    virtual Reply undo(const Permit& permit, std::string_view arguments, std::string_view result,
                       Context& context) const;
    /// Whether a call happened whose outcome nobody recorded. Has no effect. `arguments` is as for undo(); the key of the context is that of
    /// the call. Only called where Contract::has_reconcile.
    virtual ReconcileReply reconcile(std::string_view arguments, Context& context) const;
};

}  // namespace iam
