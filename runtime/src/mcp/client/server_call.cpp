#include "mcp/client/server_call.hpp"

#include "mcp/client/passing/server_questions.hpp"
#include <iam/mcp/imported_offers.hpp>
#include <iam/tool/context.hpp>

#include <cmath>

namespace iam::mcp {
namespace {

// A fraction is told in thousandths.
constexpr double k_parts = 1000;
// The largest count that a double holds exactly.
constexpr double k_count_max = 9007199254740992.0;

bool is_count(double value) {
    return value >= 0 && value <= k_count_max && std::floor(value) == value;
}

/// `factor` is 1 until the call's first fraction: reports in two units would not grow.
void tell_progress(Context& context, const rpc::Progress& progress, double& factor) {
    const double total = progress.total.value_or(0);
    if (!is_count(progress.value) || !is_count(total)) factor = k_parts;
    const double done = progress.value * factor;
    if (done < 0 || done > k_count_max || total * factor > k_count_max) return;
    std::optional<std::int64_t> whole;
    if (progress.total && total >= 0) whole = static_cast<std::int64_t>(total * factor);
    context.progress().report(static_cast<std::int64_t>(done), whole,
                              progress.message.size() <= Progress::k_message_bytes_max
                                  ? progress.message
                                  : std::string_view{});
}

}  // namespace

RemoteReply call_server(Servers& servers, const ServerTool& decided, const std::string& tool,
                        std::string_view arguments, Context& context) {
    RemoteCallOptions options;
    options.document = decided.document;
    options.endpoint = decided.endpoint;
    options.stop = context.stop();
    options.on_progress = [&context, factor = 1.0](const rpc::Progress& progress) mutable {
        tell_progress(context, progress, factor);
    };
    options.on_log = [&](const LogMessage& message) {
        const std::string& logger = message.logger.empty() ? tool : message.logger;
        context.log(message.level, message.message, passed_logger(decided.server, logger));
    };
    ServerQuestions asked(decided.server, context);
    options.answer = [&asked](const std::vector<ClientQuestion>& questions) {
        return asked.answer(questions);
    };
    return servers.call(decided.server, tool, arguments, options);
}

}  // namespace iam::mcp
