// Answers for tools without preview, undo or reconcile, if one is requested all the same.
#include "iam/tool/handler.hpp"

#include <iam/tool/call.hpp>

namespace iam {

Handler::~Handler() = default;

PreviewReply Handler::preview(std::string_view /*arguments*/, Context& /*context*/) const {
    return tl::unexpected(Reply::failed(
        code::tool_failed, "this tool has no preview; ask only where its contract states one"));
}

Reply Handler::undo(const Permit& /*permit*/, std::string_view /*arguments*/,
                    std::string_view /*result*/, Context& /*context*/) const {
    return Reply::failed(code::undo_not_supported,
                         "this tool has no undo; what it did must be taken back by hand");
}

ReconcileReply Handler::reconcile(std::string_view /*arguments*/, Context& /*context*/) const {
    return tl::unexpected(
        Reply::failed(code::reconcile_not_supported,
                      "this tool cannot tell whether a call happened; look for yourself"));
}

}  // namespace iam
