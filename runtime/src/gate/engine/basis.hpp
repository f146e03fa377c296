// The parts of a Runtime for its whole life.
#pragma once

#include "gate/engine/seen_clock.hpp"
#include <iam/gate/parts.hpp>

#include <memory>
#include <string>

namespace iam::consent {
class RuleBook;
}

namespace iam::gate {

/// The host's parts and settings, the clock over them, and the name of this run. The Engine adds
/// the parts changed by calls. Thread-safe.
struct Basis {
 private:
    SystemClock system_clock_{};
    SystemEntropy system_entropy_{};

 public:
    Basis(Parts runtime_parts, Settings runtime_settings);
    Basis(const Basis&) = delete;
    Basis& operator=(const Basis&) = delete;

    Parts parts;
    /// Replaces Parts::clock for every recorded time and for every deadline.
    SeenClock clock;
    Entropy& entropy;  ///< Parts::entropy, or the system's
    const Settings settings;
    /// Names this run of the program. The objects behind its member tools live as long as the run.
    const std::string instance;
};

/// The rules in force now; nullptr where there are none.
std::shared_ptr<const consent::RuleBook> rules_now(const Basis& basis);

}  // namespace iam::gate
