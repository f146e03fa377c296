// The command line over an environment: all of run() except the process itself.
#pragma once

#include "host/session/environment.hpp"
#include <iam/host/host.hpp>

namespace iam::host {

/// Runs the command line and returns the exit code. May throw exceptions of the standard library
/// and CLI11; run() catches them.
int run_in(Environment& environment, int argc, const char* const* argv,
           const RegisterTools& register_tools);

}  // namespace iam::host
