// The cases of the benchmark. Each is a function that does its work once; the timing program and
// the instruction counter share them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Case {
    std::string name;
    std::function<void()> once;
};

/// bare: the function itself.
/// parse: nlohmann::json::parse of the call's text (the unit P).
/// read: the strict reader over the arguments, as often as a call reads them.
/// hash: the SHA-256 of a call and nothing else (the floor that libcrypto sets).
/// call: the whole way through the gate with a chained memory ledger, from the arguments' text to
/// the recorded outcome. unrecorded: the same call in a Runtime without audit, which has no ledger:
/// looked up, decoded, decided on, called. granted_few, granted_many: a recorded call where a rule
/// asks and one grant of those arguments allows it, beside 10 rules, grants and permissions, or
/// 1,000 rules, 10,000 grants and 10,000 permissions. The rules are about other tools, the records
/// about other arguments of this one.
std::vector<Case> call_cases();

}  // namespace bench
