// Defines the interface between the gate and one tool's functions: canonical text in, canonical
// text out.
//
// The library implements it over generated glue and for tools registered by hand. Only the runtime
// calls it. It uses no JSON library and needs no exceptions; the runtime catches exceptions of the
// functions.
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

/// The version of the interface between generated code and this library. A generated file asserts
/// it.
#define IAM_GLUE_VERSION 1

/// The result of one function.
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
/// The result of a call, or nothing if the call did not happen. Error: it cannot be told.
using ReconcileReply = tl::expected<std::optional<Reply>, Reply>;

/// Immutable after construction. Several threads may call it at once, if the tool's functions allow
/// it.
class Handler {
 public:
    Handler() = default;
    Handler(const Handler&) = delete;
    Handler& operator=(const Handler&) = delete;
    virtual ~Handler();

    /// Reads and validates the arguments and applies defaults. Accepts its own output and returns
    /// it unchanged.
    virtual Prepared prepare(std::string_view arguments) const = 0;
    /// Calls the function. `arguments` is a text of prepare(). The bytes live until the call
    /// returns.
    virtual Reply call(const Permit& permit, std::string_view arguments,
                       Context& context) const = 0;
    /// Has no effect. Called only if Contract::has_preview.
    virtual PreviewReply preview(std::string_view arguments, Context& context) const;
    /// Takes back a call. `arguments` is the recorded text; secret members are replaced, and an
    /// undo takes none of them. `result` is the function's own result. Called only if
    /// Contract::has_undo.
    virtual Reply undo(const Permit& permit, std::string_view arguments, std::string_view result,
                       Context& context) const;
    /// Tells whether a call without a recorded outcome happened. Has no effect. `arguments` is as
    /// for undo(). The context has the call's key. Called only if Contract::has_reconcile.
    virtual ReconcileReply reconcile(std::string_view arguments, Context& context) const;
};

}  // namespace iam
