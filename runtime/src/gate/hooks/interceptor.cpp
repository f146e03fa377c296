// The default hooks do nothing.
#include <iam/gate/interceptor.hpp>

namespace iam::gate {

std::optional<consent::Decision> Interceptor::on_resolve(const CallView& /*call*/,
                                                         const consent::Decision& /*upstream*/) {
    return std::nullopt;
}

std::optional<ToolResult> Interceptor::before_execute(const CallView& /*call*/,
                                                      const consent::Decision& /*decision*/) {
    return std::nullopt;
}

std::optional<ToolResult> Interceptor::after_execute(const CallView& /*call*/,
                                                     const ToolResult& /*result*/) {
    return std::nullopt;
}

std::optional<std::string> Interceptor::on_record(const CallView& /*call*/,
                                                  std::string_view /*field*/,
                                                  const std::string& /*bytes*/) {
    return std::nullopt;
}

void Interceptor::on_audit(const ledger::StoredEntry& /*entry*/) {}

}  // namespace iam::gate
