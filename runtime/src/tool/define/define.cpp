// Makes the contract of a tool from its description in code.
#include "iam/tool/define.hpp"

#include "tool/define/hand_made.hpp"
#include <iam/contract/digests.hpp>
#include <iam/contract/output.hpp>
#include <iam/contract/portable.hpp>
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/schema/pattern.hpp>

#include <algorithm>

namespace iam {
namespace {

// iam-gen has the same bounds.
constexpr std::chrono::milliseconds k_timeout_max{86'400'000};  // a day
constexpr std::chrono::seconds k_undo_window_max{315'360'000};  // ten years

std::string object_schema(const Define::Functions& functions) {
    std::string properties;
    std::string required;
    for (const Define::Parameter& parameter : functions.parameters) {
        SchemaText schema;
        parameter.type->schema(schema, parameter.rules);
        std::string text = parameter.description;
        if (!parameter.unit.empty())
            text += text.empty() ? "unit: " + parameter.unit : " (unit: " + parameter.unit + ")";
        if (!text.empty()) schema.set_string("description", text);
        if (!parameter.default_json.empty()) schema.set("default", parameter.default_json);
        const std::string name = json_string(parameter.name);
        properties += (properties.empty() ? "" : ",") + name + ":" + schema.text();
        if (parameter.required()) required += (required.empty() ? "" : ",") + name;
    }
    std::string text = R"({"type":"object","properties":{)" + properties + "}";
    if (!required.empty()) text += ",\"required\":[" + required + "]";
    return text + ",\"additionalProperties\":" + (functions.open ? "true" : "false") + "}";
}

// The value of an option as a fact.
const std::string& fact_of(const std::string& text) {
    return text;
}

const std::vector<std::string>& fact_of(const std::vector<std::string>& texts) {
    return texts;
}

std::optional<bool> fact_of(bool flag) {
    return flag ? std::optional(true) : std::nullopt;
}

template <class Rep, class Period>
std::optional<std::int64_t> fact_of(const std::optional<std::chrono::duration<Rep, Period>>& time) {
    return time ? std::optional<std::int64_t>(time->count()) : std::nullopt;
}

std::string fact_of(const std::optional<Policy>& policy) {
    return policy ? std::string(to_string(*policy)) : std::string();
}

contract::Facts facts_of(const Contract& contract, const Define::Functions& functions) {
    contract::Facts facts;
#define IAM_STATED_FACT(name, member, kind, digest, added, removed, changed) \
    facts.name = fact_of(contract.member);
#include <iam/contract/facts.def>
    facts.hints_stated = contract.hints;
    facts.preview = contract.has_preview;
    facts.undo.grade = undo_grade(contract);
    facts.undo.window_s = fact_of(contract.undo_window);
    facts.reconcile = fact_of(contract.has_reconcile);
    facts.secrets = contract.secret_arguments;
    facts.consent_keys = contract.consent_keys;
    for (const Define::Parameter& parameter : functions.parameters)
        if (!parameter.unit.empty()) facts.units.emplace_back("/" + parameter.name, parameter.unit);
    return facts;
}

/// The object written by `write`.
template <class Write>
Result<OrderedJson> written(const Write& write) {
    JsonWriter out;
    write(out);
    if (!out.ok())
        return fail(Errc::invalid_argument,
                    "the facts of the tool have no JSON form: " + out.why());
    return parse_ordered_json(out.text(), limits_of_own_text(out.text().size()));
}

std::string text_of(const OrderedJson& value) {
    return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

/// Adds the facts to a tool object, and the digests of all of it.
Result<ContractDigests> add_facts(OrderedJson& object, const contract::Facts& facts,
                                  const Digest& wire) {
    IAM_TRY(annotations, written([&](JsonWriter& out) {
                contract::write_annotations(out, facts.hints_stated);
            }));
    if (!annotations.empty()) object["annotations"] = std::move(annotations);
    IAM_TRY(members, written([&](JsonWriter& out) { contract::write_facts(out, facts); }));
    OrderedJson& published = object["_meta"]["iam/contract"] = std::move(members);
    IAM_TRY(digests, contract::digests(wire, facts, object));
    published["digests"] = OrderedJson{{"wire", digests.wire.hex()},
                                       {"consent", digests.consent.hex()},
                                       {"behaviour", digests.behaviour.hex()}};
    return digests;
}

std::string lines(const std::vector<ValueError>& errors) {
    std::string text;
    for (const ValueError& error : errors) text += (text.empty() ? "" : "; ") + error.message;
    return text;
}

}  // namespace

Define::Define(std::string name) {
    contract_.id.name = std::move(name);
}

Define& Define::title(std::string text) {
    contract_.title = std::move(text);
    return *this;
}

Define& Define::description(std::string text) {
    contract_.description = std::move(text);
    return *this;
}

Define& Define::hints(const Hints& hints) {
    contract_.hints = hints;
    return *this;
}

Define& Define::open() {
    functions_.open = true;
    return *this;
}

void Define::wrong(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
}

Define& Define::parameter(std::string name, const Rules& rules, std::string description) {
    for (const Parameter& parameter : functions_.parameters)
        if (parameter.name == name) wrong("parameter '" + name + "' is declared twice");
    if (functions_.call)
        wrong("parameter '" + name + "' is declared after call(); declare it before");
    Parameter parameter;
    parameter.name = std::move(name);
    parameter.rules = rules;
    parameter.description = std::move(description);
    functions_.parameters.push_back(std::move(parameter));
    return *this;
}

Define& Define::typed(const MemberType& type) {
    functions_.parameters.back().type = &type;
    return *this;
}

Define& Define::set_default(JsonWriter& json) {
    if (functions_.parameters.empty())
        wrong("with_default() stands before any parameter");
    else if (!json.ok())
        wrong("the default of '" + functions_.parameters.back().name + "' has no JSON text");
    else
        functions_.parameters.back().default_json = json.take();
    return *this;
}

Define& Define::secret() {
    if (functions_.parameters.empty())
        wrong("secret() stands before any parameter");
    else
        functions_.parameters.back().is_secret = true;
    return *this;
}

Define& Define::consent_key() {
    if (functions_.parameters.empty())
        wrong("consent_key() stands before any parameter");
    else
        functions_.parameters.back().is_consent_key = true;
    return *this;
}

Define& Define::unit(std::string unit) {
    if (functions_.parameters.empty())
        wrong("unit() stands before any parameter");
    else
        functions_.parameters.back().unit = std::move(unit);
    return *this;
}

void Define::takes(const std::vector<const MemberType*>& types) {
    std::size_t next = 0;
    for (const MemberType* type : types) {
        const bool injected = type == nullptr;
        const bool declared = !injected && next < functions_.parameters.size();
        slots_.push_back(declared ? functions_.parameters[next].name : std::string());
        if (declared) functions_.parameters[next].type = type;
        if (!injected) ++next;
    }
    if (next != functions_.parameters.size())
        wrong("the callable takes " + std::to_string(next) + " arguments, but " +
              std::to_string(functions_.parameters.size()) +
              " parameters are declared; declare each with parameter(), in order, before call()");
    if (functions_.open)
        wrong("an open tool gets its members as text; give it call_text() instead of call()");
}

void Define::returns(const MemberType& type) {
    result_ = &type;
}

void Define::check_taken(std::string_view role, const std::string& name, const MemberType& type,
                         bool may_take_result) {
    const std::string place = "the " + std::string(role) + " takes '" + name + "', ";
    if (name == "result" && may_take_result) {
        if (result_ != &type)
            wrong(place + "but the tool returns another type; take what it returns");
        return;
    }
    const auto& parameters = functions_.parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& p) { return p.name == name; });
    if (found == parameters.end()) {
        std::vector<std::string_view> known;
        for (const Parameter& parameter : parameters) known.push_back(parameter.name);
        wrong(place + "which is no parameter of the tool" + did_you_mean(name, known));
    } else if (found->type != &type) {
        wrong(place + "but with another type than the tool; give it the same");
    } else if (found->is_secret && role != "preview") {
        wrong(place + "which is a secret and is not stored; let it do without");
    }
}

void Define::companion(std::string_view role, const std::vector<std::string>& taken,
                       const std::vector<const MemberType*>& types, bool may_take_result) {
    if (!functions_.call)
        wrong("the " + std::string(role) + " stands before call(); put it behind");
    std::size_t next = 0;
    for (const MemberType* type : types) {
        if (type == nullptr) continue;
        if (next < taken.size()) check_taken(role, taken[next], *type, may_take_result);
        ++next;
    }
    if (next != taken.size())
        wrong("the " + std::string(role) + " takes " + std::to_string(next) + " arguments, but " +
              std::to_string(taken.size()) + " names are given");
}

Define& Define::set_call(decltype(Functions::call) function) {
    functions_.call = std::move(function);
    return *this;
}

Define& Define::call_text(std::function<Reply(std::string_view, Context&)> function) {
    if (!function) wrong("call_text() was given an empty function");
    for (const Parameter& parameter : functions_.parameters)
        if (parameter.type == nullptr)
            wrong("parameter '" + parameter.name + "' has no type; declare it with member<T>()");
    return set_call(
        [function = std::move(function)](std::string_view text, Context& context,
                                         const PatternSet*) { return function(text, context); });
}

Define& Define::set_preview(decltype(Functions::preview) function) {
    functions_.preview = std::move(function);
    return *this;
}

Define& Define::set_undo(decltype(Functions::undo) function) {
    functions_.undo = std::move(function);
    return *this;
}

Define& Define::set_reconcile(decltype(Functions::reconcile) function,
                              const MemberType* wanted_result) {
    if (functions_.call && wanted_result != result_)
        wrong(
            "the reconcile tells of another type than the tool returns; return std::optional of "
            "that, or bool where the tool returns nothing");
    functions_.reconcile = std::move(function);
    return *this;
}

// Checks that patterns compile and defaults are values of their parameters. Keeps the defaults in
// canonical form.
Result<void> Define::check_parameters() {
    const PatternSet patterns;
    for (Parameter& parameter : functions_.parameters) {
        if (const auto pattern = schema::Pattern::compile(parameter.rules.pattern); !pattern)
            return fail(Errc::invalid_argument,
                        "the pattern of '" + parameter.name +
                            "' does not compile: " + pattern.error().message);
        if (parameter.default_json.empty()) continue;
        Decoder in(parameter.default_json, &patterns);
        JsonWriter out;
        const bool good = parameter.type->pass(in, out, parameter.rules);
        if (!in.finish() || !good)
            return fail(Errc::invalid_argument,
                        "the default of '" + parameter.name +
                            "' is not a value of it: " + lines(in.take_errors()));
        parameter.default_json = out.take();
    }
    return {};
}

void Define::check_options() {
    const auto& timeout = contract_.timeout;
    if (timeout && (timeout->count() < 1 || *timeout > k_timeout_max))
        wrong("a timeout is 1 to " + std::to_string(k_timeout_max.count()) +
              " milliseconds; leave timeout() out for no limit");
    const auto& window = contract_.undo_window;
    if (window && (window->count() < 1 || *window > k_undo_window_max))
        wrong("an undo window is 1 to " + std::to_string(k_undo_window_max.count()) + " seconds");
    if (contract_.lazy_outcome && contract_.hints.read_only != true)
        wrong("only the outcome of a tool that is read_only may be lazy; leave lazy_outcome() out");
}

Result<void> Define::complete_contract() {
    contract_.has_preview = static_cast<bool>(functions_.preview);
    contract_.has_undo = static_cast<bool>(functions_.undo);
    contract_.has_reconcile = static_cast<bool>(functions_.reconcile);
    if (!contract_.has_undo && (contract_.undo_exact || contract_.undo_window))
        return fail(Errc::invalid_argument,
                    "tool '" + contract_.id.name +
                        "' says how it is undone and has no undo(); give one, or leave that out");
    for (const Parameter& parameter : functions_.parameters) {
        if (parameter.is_secret && parameter.is_consent_key)
            return fail(Errc::invalid_argument,
                        "parameter '" + parameter.name +
                            "' is secret and a consent key; a person allows calls by a value that "
                            "they see, so take one of the two out");
        if (parameter.is_secret)
            append_pointer(contract_.secret_arguments.emplace_back(), parameter.name);
        if (parameter.is_consent_key)
            append_pointer(contract_.consent_keys.emplace_back(), parameter.name);
    }
    IAM_TRY(full_input, parse_ordered_json(object_schema(functions_)));
    OrderedJson full_output;
    if (result_ != nullptr) {
        IAM_TRY(read, parse_ordered_json(result_->result_schema()));
        full_output = std::move(read);
    }
    IAM_TRY(wire, contract::wire_digest(full_input, full_output));
    OrderedJson object = OrderedJson::object();
    object["name"] = contract_.id.name;
    if (!contract_.title.empty()) object["title"] = contract_.title;
    object["description"] = contract_.description;
    object["inputSchema"] = contract::portable_schema(full_input);
    OrderedJson unpublished;
    if (object["inputSchema"] != full_input) unpublished["inputSchema"] = std::move(full_input);
    bool is_wrapped = false;
    if (result_ != nullptr) {
        auto published = contract::published_output(contract::portable_schema(full_output));
        OrderedJson full = contract::published_output(std::move(full_output)).schema;
        if (published.schema != full) unpublished["outputSchema"] = std::move(full);
        object["outputSchema"] = std::move(published.schema);
        is_wrapped = published.is_wrapped;
    }
    contract::Facts facts = facts_of(contract_, functions_);
    if (is_wrapped) facts.result_member = contract::k_result_member;
    IAM_TRY(digests, add_facts(object, facts, wire));
    contract_.digests = digests;
    contract_.document = text_of(object);
    if (!unpublished.is_null()) contract_.full_schemas = text_of(unpublished);
    return {};
}

Result<void> Define::add_to(Registry& registry) {
    if (contract_.description.empty())
        contract_.description = contract_.title.empty() ? contract_.id.name : contract_.title;
    if (!functions_.call) wrong("it has no function; give it one with call() or call_text()");
    if (registry.application().empty())
        wrong(
            "its application has no name; give it one before, as in "
            "registry.name_application(\"my-app\")");
    check_options();
    if (!problem_.empty())
        return fail(Errc::invalid_argument, "tool '" + contract_.id.name + "': " + problem_);
    if (auto checked = check_parameters(); !checked)
        return fail(checked.error().code,
                    "tool '" + contract_.id.name + "': " + checked.error().message);
    IAM_CHECK(complete_contract());
    return registry.add(std::move(contract_),
                        std::make_unique<const HandMade>(std::move(functions_)));
}

}  // namespace iam
