// The compensating call is complete before it is needed: an undo takes no value from the server.
#include "mcp/client/recipes/recipe_run.hpp"

#include "mcp/client/imported/imported_result.hpp"
#include "mcp/client/recipes/recipe_template.hpp"
#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/core/limits.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>
#include <iam/tool/call.hpp>

#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

// U+FFFD stands for bytes that are no text. Servers write it when they read them.
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

tl::unexpected<Error> cannot(std::string message) {
    return fail(Errc::invalid_argument, std::move(message));
}

/// The arguments of a call of the recipe, as canonical text that its tool accepts.
Result<std::string> built_arguments(const BoundCall& call, const TemplateSources& sources) {
    IAM_TRY(value, build_template(call.arguments, sources));
    const auto report = call.input.validate(value);
    if (!report) return tl::unexpected(report.error());
    if (!report->valid) {
        const auto sentences = schema::sentences(*report);
        return cannot("The arguments for " + quoted_name(call.tool) + " do not fit its schema" +
                      (sentences.empty() ? "." : ": " + shown(sentences.front()) + "."));
    }
    return canonical_json(value);
}

Result<Json> parsed(std::string_view text) {
    return parse_json(text, limits_of_own_text(text.size()));
}

/// The texts of the content blocks, a line end between two.
std::string texts_of(const std::string& result, const ImportLimits& limits) {
    iam::Limits json;
    json.bytes_max = json.string_bytes_max = limits.result_bytes_max;
    json.allow_nul = true;
    const auto value = parse_json(result, json);
    std::string text;
    if (!value || !value->is_object()) return text;
    const auto content = value->find("content");
    if (content == value->end() || !content->is_array()) return text;
    for (const Json& block : *content) {
        const bool is_text = block.is_object() && block.value("type", Json()) == "text" &&
                             block.value("text", Json()).is_string();
        if (is_text) text.append(text.empty() ? "" : "\n").append(block["text"].get<std::string>());
    }
    return text;
}

/// A member of the kept text; nothing if it is not there.
std::optional<std::string> kept_member(const Json& kept, const char* name) {
    const auto found = kept.find(name);
    if (found == kept.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

Reply incompatible(const std::string& why) {
    return Reply::failed(code::undo_incompatible,
                         why + " Nothing was undone; take back by hand what the call did.");
}

std::string with_stop(const std::string& text) {
    return text.empty() || text.back() == '.' ? text : text + ".";
}

}  // namespace

/// The undo of one call while it is prepared.
struct RecipeRun::Plan {
    Json call{};
    Json before{};
    std::string before_arguments{};
    std::optional<std::string> undo_arguments{};  ///< nothing before the result is known
};

Reply RecipeRun::send(const BoundCall& call, std::string_view arguments, Context& context) const {
    return reply_of(parts_.call(call.tool, call.document, arguments, context), call.output,
                    parts_.limits);
}

/// The result of `before`, if it is small enough to be kept and has no lost bytes.
Result<Json> RecipeRun::read_state(std::string_view arguments, Context& context) const {
    const BoundCall& before = *recipe().before;
    Reply reply = send(before, arguments, context);
    const std::string name = quoted_name(before.tool);
    if (!reply.success || !reply.result)
        return cannot(name + " failed: " + with_stop(reply.message));
    if (reply.result->size() > Context::k_kept_bytes_max)
        return cannot(name + " gives more than 1 MiB, which is not kept.");
    if (reply.result->find(k_replacement) != std::string::npos)
        return cannot(name +
                      " gives the character U+FFFD, which stands for bytes that are no text.");
    return parsed(*reply.result);
}

Result<void> RecipeRun::add_arguments(Plan& plan, const Json* result) const {
    const BoundCall& undo = *recipe().undo;
    IAM_TRY(arguments, built_arguments(undo, {&plan.call, result, &plan.before}));
    if (arguments.size() > Context::k_kept_bytes_max / 2)
        return cannot("The undo would need more than 512 KiB of arguments.");
    plan.undo_arguments = std::move(arguments);
    return {};
}

/// All that can be known before the call.
Result<RecipeRun::Plan> RecipeRun::plan(const Json& call, Context& context) const {
    Plan plan;
    plan.call = call;
    if (recipe().before) {
        IAM_TRY(arguments, built_arguments(*recipe().before, {&call, nullptr, nullptr}));
        IAM_TRY(state, read_state(arguments, context));
        plan.before_arguments = std::move(arguments);
        plan.before = std::move(state);
    }
    if (recipe().undo && !takes_from(recipe().undo->arguments, "result"))
        IAM_CHECK(add_arguments(plan, nullptr));
    return plan;
}

std::string RecipeRun::key_of(const BoundCall& call, std::string_view arguments) const {
    std::string key = parts_.origin + ": " + call.tool + " " + std::string(arguments);
    if (key.size() <= Context::k_touched_key_bytes_max) return key;
    return parts_.origin + ": " + sha256(domain_tag("iam/state-of-recipe/1"), key).hex();
}

Result<void> RecipeRun::touch(const Plan& plan, const Json& result, Context& context) const {
    for (const Json& touched : recipe().touches) {
        IAM_TRY(value, build_template(touched, {&plan.call, &result, &plan.before}));
        for (const Json& one : value.is_array() ? value : Json::array({value})) {
            const bool is_noted =
                one.is_string() &&
                context.touch(parts_.origin + ": " + one.get_ref<const std::string&>());
            if (!is_noted)
                return cannot(
                    "It changed more things than are noted, or one without a short name.");
        }
    }
    return {};
}

/// Keeps the compensating call, after the call itself.
Result<void> RecipeRun::keep(Plan& plan, const Reply& reply, Context& context) const {
    IAM_TRY(result, parsed(reply.result ? *reply.result : "null"));
    IAM_CHECK(touch(plan, result, context));
    if (!recipe().undo) return {};
    if (!plan.undo_arguments) IAM_CHECK(add_arguments(plan, &result));
    IAM_TRY(arguments, parsed(*plan.undo_arguments));
    Json kept = {{"arguments", std::move(arguments)},
                 {"contract", recipe().undo->contract},
                 {"tool", recipe().undo->tool}};
    if (recipe().before && recipe().is_state_compared) {
        IAM_TRY(state, read_state(plan.before_arguments, context));
        IAM_TRY(text, canonical_json(state));
        const std::string key = key_of(*recipe().before, plan.before_arguments);
        if (!context.touch(key, text)) return cannot("It changed more things than are noted.");
        kept["before"] = {{"arguments", plan.before_arguments},
                          {"contract", recipe().before->contract},
                          {"tool", recipe().before->tool}};
    }
    IAM_TRY(text, canonical_json(kept));
    if (!context.keep_for_undo(std::move(text)))
        return cannot("Its undo would need more than 1 MiB, which is not kept.");
    return {};
}

Reply RecipeRun::call(std::string_view arguments, Context& context,
                      const std::function<Reply()>& effect) const {
    const auto call = parsed(arguments);
    if (!call) return Reply::failed(code::tool_failed, call.error().message);
    auto planned = plan(*call, context);
    if (!planned && recipe().undo && recipe().is_undo_required) {
        return Reply::failed(code::tool_failed,
                             "The call was not made, since it could not be undone: " +
                                 with_stop(planned.error().message));
    }
    if (context.stop().stop_requested())
        return Reply::failed(code::cancelled, "The call was stopped before it was made.");
    Reply reply = effect();
    if (!reply.success) return reply;
    Result<void> kept;
    if (planned)
        kept = keep(*planned, reply, context);
    else
        kept = tl::unexpected(planned.error());
    if (!kept && recipe().undo) context.rule_out_undo(with_stop(kept.error().message));
    return reply;
}

PreviewReply RecipeRun::preview(std::string_view arguments, Context& context) const {
    Preview preview;
    const auto call = parsed(arguments);
    if (!call) return tl::unexpected(Reply::failed(code::tool_failed, call.error().message));
    if (const auto& shows = recipe().preview) {
        const auto built = built_arguments(*shows, {&*call, nullptr, nullptr});
        if (!built) return tl::unexpected(Reply::failed(code::tool_failed, built.error().message));
        const RemoteReply answer = parts_.call(shows->tool, shows->document, *built, context);
        Reply reply = reply_of(answer, shows->output, parts_.limits);
        if (!reply.success) return tl::unexpected(std::move(reply));
        preview.summary = texts_of(answer.result, parts_.limits);
        if (preview.summary.empty() && reply.result) preview.summary = *std::move(reply.result);
    }
    if (!recipe().undo) return preview;
    const auto planned = plan(*call, context);
    if (planned) {
        if (preview.summary.empty())
            preview.summary = "An undo of this call will call " + recipe().undo->tool + ".";
        return preview;
    }
    const bool runs = !recipe().is_undo_required;
    preview.warnings.push_back(
        {std::string(code::undo_not_supported),
         (runs ? "This call cannot be undone: "
               : "This call will not be made, since it could not be undone: ") +
             with_stop(planned.error().message)});
    return preview;
}

Reply RecipeRun::undo(Context& context) const {
    if (!context.kept_for_undo())
        return incompatible("The call was made without a recipe, so no undo of it is on record.");
    const auto kept = parsed(*context.kept_for_undo());
    if (!kept || !kept->is_object() || !recipe().undo || !kept->contains("arguments"))
        return incompatible("The undo on record is none of this recipe.");
    const BoundCall& undo = *recipe().undo;
    if (kept_member(*kept, "tool") != undo.tool)
        return incompatible("The recipe undoes with another tool now.");
    if (kept_member(*kept, "contract") != undo.contract)
        return incompatible("The server has changed the tool " + quoted_name(undo.tool) +
                            " since the call.");
    if (const auto before = kept->find("before"); before != kept->end()) {
        const auto arguments = kept_member(*before, "arguments");
        if (!recipe().before || !arguments ||
            kept_member(*before, "tool") != recipe().before->tool ||
            kept_member(*before, "contract") != recipe().before->contract)
            return incompatible("The tool that reads the state is another one since the call.");
        const auto now = read_state(*arguments, context);
        if (!now)
            return Reply::failed(code::tool_failed,
                                 "Nothing was undone, since the present state is not known: " +
                                     with_stop(now.error().message));
        const auto changed = context.conflict(key_of(*recipe().before, *arguments),
                                              canonical_json(*now).value_or(""));
        if (changed) return Reply::failed(changed->code(), changed->what());
    }
    const auto arguments = canonical_json((*kept)["arguments"]);
    if (!arguments) return incompatible("The undo on record is none of this recipe.");
    return send(undo, *arguments, context);
}

}  // namespace iam::mcp
