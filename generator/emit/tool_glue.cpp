// Writes the glue of one tool: the struct of its arguments, its handler, its contract.
#include "generator/emit/tool_glue.hpp"

#include <generator/emit/schema.hpp>
#include <generator/emit/writer.hpp>
#include <generator/model/reach.hpp>

#include <algorithm>
#include <functional>

namespace iam::gen {
namespace {

constexpr std::size_t k_other_facts_bytes = 1000;  // of a tool with a few parameters

bool is_computed(const Member& member) {
    return member.fallback.kind == Default::Kind::computed;
}

// The type to store a parameter. It is an optional if only the program knows the default.
Type stored_type(const Member& member) {
    if (!is_computed(member)) return member.type;
    Type type;
    type.kind = TypeKind::optional;
    type.cpp = "std::optional<" + member.type.cpp + ">";
    type.element = std::make_shared<const Type>(member.type);
    return type;
}

bool has_pattern(const Type& type, const Constraints& own) {
    bool found = rules_of(type, own).pattern.has_value();
    for_each_part(type, [&](const Type& part) { found = found || has_pattern(part, {}); });
    return found;
}

bool has_pattern(const Model& model, const std::vector<Member>& members) {
    const auto states_one = [](const std::vector<Member>& list) {
        return std::any_of(list.begin(), list.end(), [](const Member& member) {
            return has_pattern(member.type, member.constraints);
        });
    };
    const auto records = records_within(model, members);
    return states_one(members) ||
           std::any_of(records.begin(), records.end(), [&](const std::string& name) {
               return states_one(model.records.at(name).fields);
           });
}

// The arguments of one function call in generated code.
struct Argument {
    std::string value;   // the expression
    std::string absent;  // condition for an absent value; empty: it is always there
    std::string name;    // of the parameter, for messages
    bool may_be_left_out = false;
};

std::string call_text(const std::string& callee, const std::vector<Argument>& arguments,
                      std::size_t count) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(arguments[i].value);
    return callee + "(" + join(values, ", ") + ")";
}

class ToolWriter {
 public:
    ToolWriter(const GlueFile& file, const Tool& tool, const Published& published)
        : file_(file), tool_(tool), published_(published) {
        const std::string base = pascal_case(tool.name);
        class_ = file.namer.unique(base + "Tool");
        arguments_ = file.namer.unique(base + "Arguments");
        codec_ = file.namer.unique(base + "ArgumentsCodec");
        constants_ = file.namer.unique("k_" + identifier(tool.name));
        has_pattern_ = has_pattern(file.model, tool.function.parameters);
    }

    ToolGlue write() {
        ToolGlue glue;
        glue.definitions = arguments_text(arguments_, codec_, tool_.function.parameters, true);
        const std::string undo = undo_text(glue.definitions);
        const std::string reconcile = reconcile_text(glue.definitions);
        glue.definitions += functions_text(undo, reconcile);
        glue.facts = facts_text(glue.definitions);
        return glue;
    }

 private:
    std::string arguments_text(const std::string& name, const std::string& codec,
                               const std::vector<Member>& members, bool with_rules) const {
        std::string declarations;
        std::vector<std::string> fields;
        for (const Member& member : members) {
            const Type type = stored_type(member);
            const bool has_value = member.fallback.kind == Default::Kind::value;
            declarations += type.cpp + " " + member.name +
                            (has_value ? " = " + value_literal(file_.model, type,
                                                               member.fallback.json, codec_name())
                                       : "{}") +
                            ";\n";
            fields.push_back(file_.codecs.field(member, name, type, with_rules));
        }
        return fill({{"name", name},
                     {"codec", codec},
                     {"declarations", declarations},
                     {"fields", tuple_text(fields)}},
                    R"glue(
struct $name$ {
    $declarations$
};

struct $codec$ : iam::RecordCodec<$codec$, $name$> {
    static constexpr auto k_fields = $fields$;
};

)glue");
    }

    CodecName codec_name() const {
        return [this](const Type& type) { return file_.codecs.of(type); };
    }

    // Passes the value as exactly the function's parameter type, so no other overload matches
    // better.
    static std::string passed(const std::string& value, const Type& taken) {
        if (taken.view.empty()) return "std::move(" + value + ")";
        return "static_cast<" + taken.view + ">(" + value + ")";
    }

    // `taken` is the type of the function's own parameter.
    static Argument argument(const Member& parameter, const Type& taken, bool is_last,
                             bool has_default) {
        Argument result;
        result.name = parameter.json_name;
        const std::string value = "arguments." + parameter.name;
        if (!is_computed(parameter)) {
            result.value = passed(value, taken);
            return result;
        }
        result.value = passed("*" + value, taken);
        result.absent = "!" + value;
        // No argument can follow an omitted one.
        result.may_be_left_out = is_last && has_default;
        return result;
    }

    // The value in exactly the function's parameter type, so no other overload matches better.
    static std::string injected_value(const Injected& injected) {
        if (injected.kind == Injected::Kind::context)
            return injected.is_const_reference ? "std::as_const(context)" : "context";
        if (injected.kind == Injected::Kind::progress) return "context.progress()";
        if (injected.kind == Injected::Kind::place_of_call)
            return "std::source_location::current()";
        if (injected.kind == Injected::Kind::idempotency_key)
            return "iam::IdempotencyKey{context.idempotency_key()}";
        const std::string taken =
            injected.is_const_reference ? "static_cast<const std::stop_token&>" : "std::stop_token";
        return taken + "(context.stop())";
    }

    // Injected parameters are in order, so each is inserted behind the ones in front of it.
    static void inject(const Function& function, std::vector<Argument>& arguments) {
        for (const Injected& injected : function.injected)
            arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(injected.position),
                             {injected_value(injected), {}, {}, false});
    }

    std::vector<Argument> tool_arguments() const {
        std::vector<Argument> arguments;
        const std::vector<Member>& parameters = tool_.function.parameters;
        arguments.reserve(parameters.size() + tool_.function.injected.size());
        for (std::size_t i = 0; i < parameters.size(); ++i)
            arguments.push_back(
                argument(parameters[i], parameters[i].type, i + 1 == parameters.size(), true));
        inject(tool_.function, arguments);
        return arguments;
    }

    std::vector<Argument> companion_arguments(const Companion& companion) const {
        std::vector<Argument> arguments;
        const std::vector<Member>& own = companion.function.parameters;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const int index = companion.arguments.at(i);
            if (index == Companion::k_result) {
                arguments.push_back({passed("result", own[i].type), {}, "result", false});
                continue;
            }
            const Member& parameter = tool_.function.parameters.at(static_cast<std::size_t>(index));
            arguments.push_back(argument(parameter, own[i].type, i + 1 == own.size(),
                                         own[i].fallback.kind != Default::Kind::none));
        }
        inject(companion.function, arguments);
        return arguments;
    }

    using Wrap = std::function<std::string(const std::string&)>;

    // The statements to call a function, one for each possible number of arguments. `failure` makes
    // the statement to answer with a Reply.
    std::string call_statements(const Function& function, const std::vector<Argument>& arguments,
                                const Wrap& returned, const Wrap& failure) const {
        std::string text;
        std::string callee = function.cpp;
        if (!function.class_cpp.empty()) {
            const std::string name = function.cpp.substr(bare_name(function.class_cpp).size() + 2);
            callee = (function.is_const ? "std::as_const(*object)." : "object->") + name;
            text += fill({{"class", function.class_cpp},
                          {"failure",
                           failure("iam::glue::no_object(" +
                                   string_literal(bare_name(function.class_cpp).substr(2)) + ")")}},
                         R"glue(
const auto object = static_cast<const iam::Instance<$class$>*>(bound)->find();
if (!object) $failure$
)glue");
        }
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (arguments[i].absent.empty()) continue;
            const std::string statements =
                arguments[i].may_be_left_out
                    ? returned(call_text(callee, arguments, i))
                    : failure("iam::glue::no_value(" + string_literal(arguments[i].name) + ")");
            text += fill({{"absent", arguments[i].absent}, {"statements", statements}}, R"glue(
if ($absent$) {
    $statements$
}
)glue");
        }
        return text + returned(call_text(callee, arguments, arguments.size())) + "\n";
    }

    static std::string reply_failure(const std::string& reply) { return "return " + reply + ";"; }
    static std::string preview_failure(const std::string& reply) {
        return "return tl::unexpected(" + reply + ");";
    }
    std::string reply_text(const Function& function, const std::string& call) const {
        // An undo returns nothing.
        const bool is_void =
            function.result.kind == TypeKind::void_ || &function != &tool_.function;
        const std::string codec = is_void ? "void" : file_.codecs.of(function.result);
        if (function.is_settled) {
            const std::string failure =
                function.failure ? ", " + file_.codecs.of(*function.failure) : std::string();
            return "return iam::glue::settle<" + codec + failure + ">(" + call + ", context);";
        }
        if (is_void) return call + ";\nreturn iam::Reply::done();";
        if (function.gives_pointer)
            return "return iam::glue::reply<" + codec + ">(iam::glue::text_or_none(" + call + "));";
        return "return iam::glue::reply<" + codec + ">(" + call + ");";
    }

    std::string reply_statements(const Function& function,
                                 const std::vector<Argument>& arguments) const {
        const Wrap returned = [&](const std::string& call) { return reply_text(function, call); };
        return call_statements(function, arguments, returned, reply_failure);
    }

    // The name of the context parameter, if it is used.
    static const char* context(const Function& function) {
        return function.is_settled || takes_context(function) ? " context" : "";
    }

    // The name of the parameter for the bound object, if it is used.
    static const char* bound(const Function& function) {
        return function.class_cpp.empty() ? "" : " bound";
    }
    // The name of the parameter for the arguments, if it is used, and the statement to give it its
    // type.
    static bool takes_any(const std::vector<Argument>& arguments) {
        return std::any_of(arguments.begin(), arguments.end(),
                           [](const Argument& argument) { return !argument.name.empty(); });
    }
    std::string typed_arguments(const std::vector<Argument>& arguments) const {
        if (!takes_any(arguments)) return {};
        return "auto& arguments = *static_cast<" + arguments_ + "*>(given);\n";
    }
    static const char* given(const std::vector<Argument>& arguments) {
        return takes_any(arguments) ? " given" : "";
    }

    std::string call_function_text() const {
        const std::vector<Argument> arguments = tool_arguments();
        return fill({{"bound", bound(tool_.function)},
                     {"given", given(arguments)},
                     {"context", context(tool_.function)},
                     {"statements",
                      typed_arguments(arguments) + reply_statements(tool_.function, arguments)}},
                    R"glue(
    static iam::Reply call(const iam::Permit&, const void*$bound$, void*$given$, iam::Context&$context$) {
        $statements$
    }
)glue");
    }

    std::string preview_text() const {
        if (!tool_.preview) return {};
        const Function& function = tool_.preview->function;
        const std::vector<Argument> arguments = companion_arguments(*tool_.preview);
        const Wrap returned = [](const std::string& call) { return "return " + call + ";"; };
        return fill(
            {{"bound", bound(function)},
             {"given", given(arguments)},
             {"context", context(function)},
             {"statements", typed_arguments(arguments) +
                                call_statements(function, arguments, returned, preview_failure)}},
            R"glue(

    static iam::PreviewReply preview(const void*$bound$, void*$given$, iam::Context&$context$) {
        $statements$
    }
)glue");
    }

    // The members of the recorded arguments for an undo or reconcile.
    std::vector<Member> recorded_parameters(const Companion& companion) const {
        std::vector<Member> members;
        for (const int index : companion.arguments)
            if (index != Companion::k_result)
                members.push_back(tool_.function.parameters.at(static_cast<std::size_t>(index)));
        return members;
    }

    bool undo_takes_result() const {
        for (const int index : tool_.undo->arguments)
            if (index == Companion::k_result) return true;
        return false;
    }

    // The statements to read the recorded arguments. Appends their struct to `definitions`.
    std::string read_recorded_text(const char* role, const std::vector<Member>& members,
                                   const char* unreadable, std::string& definitions) const {
        if (members.empty()) return {};
        const std::string name = file_.namer.unique(pascal_case(tool_.name) + role);
        const std::string codec = file_.namer.unique(name + "Codec");
        definitions += arguments_text(name, codec, members, false);
        return fill({{"name", name}, {"codec", codec}, {"unreadable", unreadable}}, R"glue(
iam::Decoder in(text, nullptr, iam::Checking::types_only);
$name$ arguments;
if (!iam::glue::read_recorded<$codec$>(in, arguments)) {
    return iam::glue::$unreadable$(in);
}
)glue");
    }

    std::string reconcile_text(std::string& definitions) const {
        if (!tool_.reconcile) return {};
        const Function& function = tool_.reconcile->function;
        const std::vector<Member> members = recorded_parameters(*tool_.reconcile);
        const std::string reading =
            read_recorded_text("Reconcile", members, "unreconcilable_record", definitions);
        const bool is_void = tool_.function.result.kind == TypeKind::void_;
        const std::string codec =
            is_void ? std::string() : "<" + file_.codecs.of(tool_.function.result) + ">";
        const Wrap returned = [&](const std::string& call) {
            return "return iam::glue::reconciled" + codec + "(" + call + ");";
        };
        return fill({{"bound", bound(function)},
                     {"text", members.empty() ? "" : " text"},
                     {"context", context(function)},
                     {"reading", reading},
                     {"statements", call_statements(function, companion_arguments(*tool_.reconcile),
                                                    returned, preview_failure)}},
                    R"glue(

    static iam::ReconcileReply reconcile(const void*$bound$, std::string_view$text$, iam::Context&$context$) {
        $reading$
        $statements$
    }
)glue");
    }

    // Appends the struct of the undo's recorded arguments to `definitions`.
    std::string undo_text(std::string& definitions) const {
        if (!tool_.undo) return {};
        const std::vector<Member> members = recorded_parameters(*tool_.undo);
        std::string reading = read_recorded_text("Undo", members, "unreadable_record", definitions);
        if (undo_takes_result()) {
            const Type& type = tool_.function.result;
            reading += fill({{"type", type.cpp}, {"codec", file_.codecs.of(type)}}, R"glue(
iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
$type$ result{};
if (!iam::glue::read_result<$codec$>(returned, result)) {
    return iam::glue::unreadable_record(returned);
}
)glue");
        }
        return fill({{"bound", bound(tool_.undo->function)},
                     {"text", members.empty() ? "" : " text"},
                     {"result", undo_takes_result() ? " result_text" : ""},
                     {"reading", reading},
                     {"context", context(tool_.undo->function)},
                     {"statements",
                      reply_statements(tool_.undo->function, companion_arguments(*tool_.undo))}},
                    R"glue(

    static iam::Reply undo(const iam::Permit&, const void*$bound$, std::string_view$text$, std::string_view$result$,
                           iam::Context&$context$) {
        $reading$
        $statements$
    }
)glue");
    }

    std::string functions_text(const std::string& undo, const std::string& reconcile) const {
        return fill({{"class", class_},
                     {"call", call_function_text()},
                     {"preview", preview_text()},
                     {"undo", undo},
                     {"reconcile", reconcile}},
                    R"glue(
struct $class$ {
$call$
$preview$
$undo$
$reconcile$
};

)glue");
    }

    // Appends an array of the texts to `definitions` and returns its name; empty if there are no
    // texts.
    std::string list_name(const char* what, const std::vector<std::string>& texts,
                          std::string& definitions) const {
        if (texts.empty()) return {};
        const std::string name = file_.namer.unique(constants_ + what);
        std::vector<std::string> literals;
        for (const std::string& text : texts) literals.push_back(string_literal(text));
        definitions +=
            "constexpr std::string_view " + name + "[] = {" + join(literals, ", ") + "};\n\n";
        return name;
    }

    // The constant of an option; empty if there is none.
    static std::string constant(const char*, const std::optional<std::string>& text,
                                const std::string&) {
        return text && !text->empty() ? string_literal(*text) : std::string();
    }
    static std::string constant(const char*, const std::optional<bool>& flag, const std::string&) {
        return flag.value_or(false) ? "true" : "";
    }
    static std::string constant(const char*, const std::optional<std::int64_t>& number,
                                const std::string&) {
        return number ? std::to_string(*number) : std::string();
    }
    static std::string constant(const char*, const std::optional<Policy>& policy,
                                const std::string&) {
        return policy ? "iam::ToolPolicy::" + to_string(*policy) : std::string();
    }
    std::string constant(const char* suffix, const std::vector<std::string>& texts,
                         std::string& definitions) const {
        return list_name(suffix, texts, definitions);
    }

    // The members of iam::glue::ToolCode, in their order.
    std::string code_text() const {
        std::string text;
        const auto state = [&](const char* member, const std::string& value) {
            text.append(".").append(member).append(" = ").append(value).append(",\n");
        };
        state("table", codec_ + "::table()");
        state("hold", "&iam::glue::hold<" + arguments_ + ">");
        if (has_pattern_) state("has_patterns", "true");
        state("call", "&" + class_ + "::call");
        if (tool_.preview) state("preview", "&" + class_ + "::preview");
        if (tool_.undo) state("undo", "&" + class_ + "::undo");
        if (tool_.reconcile) state("reconcile", "&" + class_ + "::reconcile");
        return fill({{"members", text}}, R"glue(
{
    $members$
}
)glue");
    }

    // The members of iam::glue::ToolFacts, in their order. Appends their constants to
    // `definitions`.
    std::string facts_text(std::string& definitions) const {
        const ToolOptions& options = tool_.options;
        std::string text;
        text.reserve(published_.document.size() + k_other_facts_bytes);
        const auto state = [&](const char* member, const std::string& value) {
            if (!value.empty())
                text.append(".").append(member).append(" = ").append(value).append(",\n");
        };
        const auto words = [](const std::string& value) {
            return value.empty() ? value : string_literal(value);
        };
        const std::string& owner = class_of(tool_);
        state("name", words(tool_.name));
        state("title", words(tool_.title));
        state("description", words(tool_.description));
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    if (options.name) state(#name, *options.name ? "true" : "false");
#include <iam/contract/facts.def>
#define IAM_OPTION(name, member, kind) state(#name, constant("_" #name, options.name, definitions));
#include <iam/contract/facts.def>
        if (!owner.empty()) state("bound_class", words(bare_name(owner).substr(2)));
        state("secret_arguments",
              list_name("_secret_arguments", published_.secret_arguments, definitions));
        state("secret_results",
              list_name("_secret_results", published_.secret_results, definitions));
        state("consent_keys", list_name("_consent_keys", published_.consent_keys, definitions));
        state("document", raw_literal(published_.document));
        if (!published_.full.empty()) state("full_schemas", raw_literal(published_.full));
        state("wire", words(published_.digests.wire.hex()));
        state("consent", words(published_.digests.consent.hex()));
        state("behaviour", words(published_.digests.behaviour.hex()));
        text += ".code = " + code_text();
        return fill({{"facts", text}}, R"glue(
{
    $facts$
},
)glue");
    }

    const GlueFile& file_;
    const Tool& tool_;
    const Published& published_;
    std::string class_;
    std::string arguments_;
    std::string codec_;
    std::string constants_;
    bool has_pattern_ = false;
};

}  // namespace

ToolGlue tool_glue(const GlueFile& file, const Tool& tool, const Published& published) {
    return ToolWriter(file, tool, published).write();
}

std::vector<const Function*> functions_of(const Tool& tool) {
    std::vector<const Function*> functions{&tool.function};
    if (tool.preview) functions.push_back(&tool.preview->function);
    if (tool.undo) functions.push_back(&tool.undo->function);
    if (tool.reconcile) functions.push_back(&tool.reconcile->function);
    return functions;
}

const std::string& class_of(const Tool& tool) {
    if (!tool.function.class_cpp.empty()) return tool.function.class_cpp;
    if (tool.preview && !tool.preview->function.class_cpp.empty())
        return tool.preview->function.class_cpp;
    if (tool.undo && !tool.undo->function.class_cpp.empty()) return tool.undo->function.class_cpp;
    if (tool.reconcile && !tool.reconcile->function.class_cpp.empty())
        return tool.reconcile->function.class_cpp;
    return tool.function.class_cpp;
}

}  // namespace iam::gen
