// One stop token for a function; several parties may stop it.
#include "gate/state/run.hpp"

namespace iam::gate {

StopLink::Joined::Joined(const std::stop_token& host, const std::stop_token& everybodys)
    : from_host(host, Forward{source}), from_everybody(everybodys, Forward{source}) {}

void StopLink::connect(const std::stop_token& host, const std::stop_token& everybodys, bool own) {
    if (!own && !host.stop_possible()) {
        token_ = everybodys;
        return;
    }
    joined_ = std::make_unique<Joined>(host, everybodys);
    token_ = joined_->source.get_token();
}

}  // namespace iam::gate
