// The health of a command line's rules and state, for its console.
#pragma once

#include "host/session/session.hpp"

#include <string>

namespace iam::host {

/// {"rules": [file, scope, is_there, is_good, findings], "store": {kind, place, bytes, bytes_free,
/// is_writable}}. Texts are made visible. Error: of Session::place().
Result<std::string> console_status(const Session& session, RuleFiles& rules);

}  // namespace iam::host
