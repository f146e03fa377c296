// Gives the console the things about consent and tools that only the host has.
#pragma once

#include "host/session/session.hpp"
#include <iam/console/console.hpp>

namespace iam::host {

/// The subject of the command line, the files of rules, and the forms of tools for model APIs.
/// `desk` outlives the console.
void add_consent_parts(console::Parts& parts, const Session& session, const Desk& desk);

}  // namespace iam::host
