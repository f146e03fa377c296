#include "mcp/client/server_call.hpp"

#include "mcp/client/config/environment_names.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/utf8.hpp>
#include <iam/core/value_text.hpp>
#include <iam/tool/client.hpp>
#include <iam/tool/context.hpp>

#include <cmath>
#include <utility>

namespace iam::mcp {
namespace {

// A fraction is told in thousandths.
constexpr double k_parts = 1000;
// The largest count that a double holds exactly.
constexpr double k_count_max = 9007199254740992.0;
// Forms of one call. A server must not wear a person down.
constexpr int k_forms_max = 16;

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

std::string_view word_of(Elicited::Action action) {
    switch (action) {
        case Elicited::Action::accept:
            return "accept";
        case Elicited::Action::decline:
            return "decline";
        case Elicited::Action::cancel:
            break;
    }
    return "cancel";
}

/// True if this field of a form asks for a secret, by its name or by its own words.
bool asks_for_secret(const std::string& name, const Json& field) {
    if (sounds_secret(name)) return true;
    if (!field.is_object()) return false;
    return sounds_secret(field.value("title", Json()).is_string()
                             ? field["title"].get<std::string>()
                             : std::string());
}

Result<void> check_form(const Json& params) {
    if (!params.is_object() || !params.contains("requestedSchema") || !params.contains("message") ||
        !params["message"].is_string()) {
        return fail(Errc::invalid_argument, "The server's form has no message or no schema.");
    }
    if (params.contains("mode") && params["mode"] != "form")
        return fail(Errc::invalid_argument,
                    "This program answers questions of mode \"form\" only.");
    const Json& schema = params["requestedSchema"];
    const auto fields = schema.is_object() ? schema.find("properties") : schema.end();
    if (!schema.is_object() || fields == schema.end() || !fields->is_object()) return {};
    for (const auto& [name, field] : fields->items()) {
        if (asks_for_secret(name, field))
            return fail(
                Errc::invalid_argument,
                "A form asks for no secrets (MCP, client/elicitation); leave out the field " +
                    quoted_name(name) + ".");
    }
    return {};
}

/// The caller's client knows this program only, so the form says by itself who asks.
Result<std::string> answer_form(const std::string& server, const ClientQuestion& question,
                                const std::string& key, Context& context) {
    IAM_TRY(params, rpc::value_of(question.params));
    IAM_CHECK(check_form(params));
    IAM_TRY(schema, canonical_json(params["requestedSchema"]));
    const std::string message =
        "The server \"" + server + "\" asks: " + params["message"].get<std::string>();
    IAM_TRY(elicited, context.elicit(key, {message, schema}));
    JsonWriter out;
    out.begin_object();
    out.plain_member("action", word_of(elicited.action));
    if (elicited.action == Elicited::Action::accept) {
        out.plain_key("content");
        out.raw(elicited.content.empty() ? "{}" : elicited.content);
    }
    out.end_object();
    return out.take();
}

/// `asked` counts the forms of the call. Servers choose keys freely and repeat them, and those of a
/// function are words of their own.
std::vector<Result<std::string>> answer_all(const std::string& server,
                                            const std::vector<ClientQuestion>& questions,
                                            Context& context, int& asked) {
    std::vector<Result<std::string>> answers;
    for (const ClientQuestion& question : questions) {
        if (question.kind == ClientQuestion::Kind::elicitation && asked >= k_forms_max) {
            answers.emplace_back(
                fail(Errc::unavailable,
                     "A call asks for at most " + std::to_string(k_forms_max) + " forms."));
        } else if (question.kind == ClientQuestion::Kind::elicitation) {
            answers.push_back(
                answer_form(server, question, "form_" + std::to_string(++asked), context));
        } else {
            answers.emplace_back(
                fail(Errc::unavailable, "Such a question of a server is not passed on."));
        }
    }
    return answers;
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
    options.on_log = [&context](const LogMessage& message) {
        context.log(message.level, message.message);
    };
    options.answer = [&context, &server = decided.server,
                      asked = 0](const std::vector<ClientQuestion>& questions) mutable {
        return answer_all(server, questions, context, asked);
    };
    return servers.call(decided.server, tool, arguments, options);
}

}  // namespace iam::mcp
