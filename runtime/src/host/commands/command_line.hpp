// The command line over an environment: everything of run() but the process itself.
#pragma once

#include "host/session/environment.hpp"
#include <iam/host/host.hpp>

namespace iam::host {

/// The exit code. May throw what the standard library and CLI11 throw; run() catches.
int run_in(Environment& environment, int argc, const char* const* argv,
           const RegisterTools& register_tools);

}  // namespace iam::host
