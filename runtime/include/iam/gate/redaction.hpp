// Arguments of a call without their secrets, for lists and stores beside the ledger.
#pragma once

#include <iam/tool/contract.hpp>

#include <string>
#include <string_view>

namespace iam::gate {

/// The arguments as the ledger records them: "[secret]" stands for each secret member. Without
/// secret members in the contract they are as they came. A text that is no JSON, of a tool with
/// secret members, is replaced as a whole.
std::string without_secrets(const Contract& contract, std::string_view arguments);

}  // namespace iam::gate
