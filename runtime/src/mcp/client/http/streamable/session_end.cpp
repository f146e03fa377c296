#include "mcp/client/http/streamable/session_end.hpp"

#include <future>
#include <utility>

namespace iam::mcp {

void end_session(const HttpWay& way, net::ClientRequest request, std::chrono::milliseconds time) {
    // The client may hold the function for longer than this call lasts.
    const auto ended = std::make_shared<std::promise<void>>();
    auto future = ended->get_future();
    net::ResponseEvents events;
    events.on_end = [ended](const Result<void>&) { ended->set_value(); };
    auto call = way.client.start(with_way(way, std::move(request)), std::move(events));
    if (call && future.wait_for(time) == std::future_status::timeout) call->cancel();
}

}  // namespace iam::mcp
