#include "host/commands/chat/trusted_server.hpp"

#include <iam/consent/records.hpp>
#include <iam/gate/consent.hpp>

#include <algorithm>

namespace iam::host {

bool is_trusted_server(const Registry& registry, gate::Runtime& runtime,
                       const std::string& origin) {
    const auto records = runtime.consent().trusted_servers();
    if (!records) return false;
    const auto record = std::find_if(records->begin(), records->end(),
                                     [&](const auto& one) { return one.server == origin; });
    if (record == records->end()) return false;
    const auto catalogue = registry.snapshot();
    const auto all = catalogue->contracts();
    const auto tool = std::find_if(all.begin(), all.end(),
                                   [&](const Contract* one) { return one->id.origin == origin; });
    return tool != all.end() && consent::is_believed(consent::origin_trust(**tool, *record));
}

}  // namespace iam::host
