// Binds previews, undos and reconciles to their tools, and each of their parameters to a value of
// the call.
#include <generator/check/steps.hpp>

#include <algorithm>
#include <utility>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr std::string_view k_result_name = "result";

std::string word(Companion::Kind kind) {
    switch (kind) {
        case Companion::Kind::preview:
            return "preview";
        case Companion::Kind::undo:
            return "undo";
        case Companion::Kind::reconcile:
            return "reconcile";
    }
    return {};
}

Note tool_note(const Tool& tool) {
    return {"the tool " + in_quotes(tool.function.name) + " is here", tool.function.span};
}

/// Compares the places of functions and not their parameters: one function has one place, overloads
/// have several.
bool same_function(const Function& a, const Function& b) {
    return a.cpp == b.cpp && a.span.file == b.span.file && a.span.line == b.span.line &&
           a.span.column == b.span.column;
}

std::string without_quotes(const std::string& text) {
    const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return is_quoted ? text.substr(1, text.size() - 2) : text;
}

/// The possible meanings of `name` inside of a scope and its parents: "a::b::f", "a::f", "f".
std::vector<std::string> in_scopes(std::string scope, const std::string& name) {
    std::vector<std::string> out;
    for (std::size_t colons = scope.rfind("::"); colons != std::string::npos;
         colons = scope.rfind("::")) {
        scope.resize(colons);
        out.push_back(scope + "::" + name);
    }
    out.push_back(name);
    return out;
}

/// Finds tools by the resolved qualified name, else by the tool's own name, else by a name seen
/// from the companion's scope.
std::vector<std::size_t> find_tools(const Model& model, const Companion& companion) {
    const std::string text = without_quotes(companion.target_text);
    const auto where = [&](const auto& accepts) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < model.tools.size(); ++i)
            if (accepts(model.tools[i])) found.push_back(i);
        return found;
    };
    // A string may be a tool's own name. It tells overloads apart. A single function of that name
    // in scope takes precedence.
    auto functions =
        where([&](const Tool& tool) { return tool.function.name == companion.target; });
    if (functions.size() == 1) return functions;
    auto found = where([&](const Tool& tool) { return tool.name == text; });
    const bool is_string = text != companion.target_text || companion.target == text;
    if (is_string && !found.empty()) return found;
    if (!functions.empty()) return functions;
    for (const std::string& name : in_scopes(companion.function.name, text)) {
        found = where([&](const Tool& tool) { return tool.function.name == name; });
        if (!found.empty()) return found;
    }
    return {};
}

bool was_refused(const Model& model, const Companion& companion) {
    const auto is_refused = [&](const std::string& name) {
        return std::find(model.refused.begin(), model.refused.end(), name) != model.refused.end();
    };
    const auto names = in_scopes(companion.function.name, without_quotes(companion.target_text));
    return is_refused(companion.target) || std::any_of(names.begin(), names.end(), is_refused);
}

/// The index of the companion's tool. Reports if there is none, or more than one.
std::optional<std::size_t> find_tool(const Model& model, const Companion& companion,
                                     Diagnostics& out) {
    const auto found = find_tools(model, companion);
    if (found.size() == 1) return found.front();
    const std::string shown = in_quotes(without_quotes(companion.target_text));
    if (found.empty()) {
        if (was_refused(model, companion)) return std::nullopt;
        std::vector<std::string> names;
        for (const Tool& tool : model.tools) {
            names.emplace_back(last_name(tool.function.name));
            names.push_back(tool.function.name);
            names.push_back(tool.name);
        }
        out.push_back(
            diagnose(companion_without_tool, companion.span,
                     word(companion.kind) + " of " + shown + ", which is no tool." +
                         did_you_mean(without_quotes(companion.target_text), names) +
                         " Name a function that is tagged [[iam::tool]] in a listed header"));
        return std::nullopt;
    }
    std::vector<Note> notes;
    for (const std::size_t i : found)
        notes.push_back({"one of them is the tool " + in_quotes(model.tools[i].name),
                         model.tools[i].function.span});
    out.push_back(diagnose(companion_ambiguous, companion.span,
                           shown + " is the name of " + std::to_string(found.size()) +
                               " tools; name the one meant as a string, "
                               "[[iam::" +
                               word(companion.kind) + "(\"" + model.tools[found.front()].name +
                               "\")]]",
                           std::move(notes)));
    return std::nullopt;
}

void check_class(const Tool& tool, const Companion& companion, Diagnostics& out) {
    const std::string& own = companion.function.class_cpp;
    if (own.empty() || own == tool.function.class_cpp) return;
    Type owner;
    owner.cpp = tool.function.class_cpp;
    const std::string home =
        owner.cpp.empty() ? "a free function" : "a member of " + in_quotes(spelled(owner));
    out.push_back(diagnose(companion_class, companion.function.span,
                           word(companion.kind) + " " + in_quotes(companion.function.name) +
                               " needs an object, and its tool " + in_quotes(tool.function.name) +
                               " is " + home +
                               "; make it a free function or a member of the tool's class",
                           {tool_note(tool)}));
}

void check_preview_result(const Tool& tool, const Companion& companion, Diagnostics& out) {
    const Type& result = companion.function.result;
    if (result.cpp == "::iam::Preview") return;
    std::string returned = in_quotes(spelled(result));
    if (result.kind == TypeKind::void_) returned = "nothing";
    if (result.kind == TypeKind::unsupported) returned = "another type";
    out.push_back(diagnose(preview_result, companion.function.span,
                           "the preview of " + in_quotes(tool.function.name) + " returns " +
                               returned +
                               "; return iam::Preview, which the person who decides is shown",
                           {tool_note(tool)}));
}

void check_undo_result(const Tool& tool, const Companion& companion, Diagnostics& out) {
    const Type& result = companion.function.result;
    if (result.kind == TypeKind::void_ || result.kind == TypeKind::unsupported) return;
    out.push_back(diagnose(
        undo_returns, companion.function.span,
        "the undo of " + in_quotes(tool.function.name) + " returns " + in_quotes(spelled(result)) +
            ", which nobody would look at; return void, and throw iam::tool_error where it fails",
        {tool_note(tool)}));
}

bool tells_of(const Type& told, const Type& result) {
    if (told.kind == TypeKind::unsupported || result.kind == TypeKind::unsupported) return true;
    if (result.kind == TypeKind::void_) return told.kind == TypeKind::boolean;
    return told.kind == TypeKind::optional && told.element && told.element->cpp == result.cpp;
}

/// In a reconcile's result, nothing or false means that the call did not happen.
void check_reconcile_result(const Tool& tool, const Companion& companion, Diagnostics& out) {
    const Type& result = tool.function.result;
    if (!companion.function.is_settled && tells_of(companion.function.result, result)) return;
    const bool is_void = result.kind == TypeKind::void_;
    const std::string wanted = is_void ? "bool, true where the call happened"
                                       : in_quotes("std::optional<" + spelled(result) + ">") +
                                             ", empty where the call did not happen";
    out.push_back(diagnose(
        reconcile_returns, companion.function.span,
        "the reconcile of " + in_quotes(tool.function.name) + " tells what became of a call that " +
            (is_void ? "returns nothing" : "returns " + in_quotes(spelled(result))) + "; return " +
            wanted,
        {tool_note(tool)}));
}

bool same_type(const Type& a, const Type& b) {
    // The frontend has reported unsupported types.
    return a.kind == TypeKind::unsupported || b.kind == TypeKind::unsupported || a.cpp == b.cpp;
}

Diagnostic other_type(const Tool& tool, const Companion& companion, const Member& parameter,
                      const Type& wanted, Note note) {
    const std::string what =
        parameter.name == k_result_name ? "its result" : in_quotes(parameter.name);
    return diagnose(companion_parameter_type, parameter.span,
                    word(companion.kind) + " of " + in_quotes(tool.function.name) + " must take " +
                        what + " as " + in_quotes(spelled(wanted)) + ", and takes " +
                        in_quotes(spelled(parameter.type)) +
                        "; use the same type (const and & may differ)",
                    {std::move(note)});
}

/// Binds the parameter `result` of an undo to the tool's result.
std::optional<int> bind_result(const Tool& tool, const Companion& companion,
                               const Member& parameter, Diagnostics& out) {
    if (companion.kind == Companion::Kind::preview) {
        out.push_back(diagnose(companion_result, parameter.span,
                               "a preview runs before the call, so there is no 'result' to give "
                               "it; take the tool's parameters only",
                               {tool_note(tool)}));
        return std::nullopt;
    }
    const Type& result = tool.function.result;
    if (result.kind == TypeKind::void_) {
        out.push_back(diagnose(companion_result, parameter.span,
                               in_quotes(tool.function.name) +
                                   " returns nothing, so there is no 'result' to give its "
                                   "undo; let the tool return what the undo needs",
                               {tool_note(tool)}));
        return std::nullopt;
    }
    if (!same_type(result, parameter.type)) {
        out.push_back(other_type(tool, companion, parameter, result, tool_note(tool)));
        return std::nullopt;
    }
    return Companion::k_result;
}

std::optional<int> bind_parameter(const Tool& tool, const Companion& companion,
                                  const Member& parameter, Diagnostics& out) {
    const auto& candidates = tool.function.parameters;
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Member& m) { return m.name == parameter.name; });
    const bool wants_result = parameter.name == k_result_name;
    if (found == candidates.end() && wants_result && companion.kind != Companion::Kind::reconcile)
        return bind_result(tool, companion, parameter, out);
    if (found == candidates.end()) {
        std::vector<std::string> names;
        for (const Member& member : candidates) names.push_back(member.name);
        if (companion.kind == Companion::Kind::undo) names.emplace_back(k_result_name);
        out.push_back(
            diagnose(companion_unknown_parameter, parameter.span,
                     word(companion.kind) + " of " + in_quotes(tool.function.name) + " takes " +
                         in_quotes(parameter.name) + ", which the tool does not have." +
                         did_you_mean(parameter.name, names) + " Parameters are matched by name",
                     {tool_note(tool)}));
        return std::nullopt;
    }
    if (wants_result && companion.kind == Companion::Kind::undo &&
        tool.function.result.kind != TypeKind::void_) {
        out.push_back(diagnose(companion_result, parameter.span,
                               "'result' could be what " + in_quotes(tool.function.name) +
                                   " returns or its parameter of that name; rename the parameter",
                               {{"the parameter is here", found->span}}));
        return std::nullopt;
    }
    if (!same_type(found->type, parameter.type)) {
        out.push_back(other_type(tool, companion, parameter, found->type,
                                 {"the tool takes it here", found->span}));
        return std::nullopt;
    }
    return static_cast<int>(found - candidates.begin());
}

/// A secret is never stored, so an undo or reconcile cannot get it later.
void check_secret(const Tool& tool, const Member& parameter, Companion::Kind kind, int source,
                  const Model& model, Diagnostics& out) {
    const bool from_result = source == Companion::k_result;
    const Member* taken =
        from_result ? nullptr : &tool.function.parameters[static_cast<std::size_t>(source)];
    const Type& type = taken ? taken->type : tool.function.result;
    const bool marked = taken && taken->constraints.secret;
    if (!marked && !holds_secret(type, model)) return;
    out.push_back(
        diagnose(undo_takes_secret, parameter.span,
                 "the " + word(kind) + " of " + in_quotes(tool.function.name) + " takes " +
                     in_quotes(parameter.name) +
                     ", which is or holds a secret and is therefore never stored; " +
                     (kind == Companion::Kind::undo
                          ? "let the tool return a handle that the undo can use"
                          : "let it do without, and look for the call by its iam::IdempotencyKey"),
                 {taken ? Note{"the secret comes in here", taken->span} : tool_note(tool)}));
}

void bind_parameters(const Tool& tool, Companion& companion, const Model& model, Diagnostics& out) {
    companion.arguments.clear();
    for (const Member& parameter : companion.function.parameters) {
        const auto source = bind_parameter(tool, companion, parameter, out);
        if (!source) continue;
        companion.arguments.push_back(*source);
        if (companion.kind != Companion::Kind::preview)
            check_secret(tool, parameter, companion.kind, *source, model, out);
    }
}

void check_result(const Tool& tool, const Companion& companion, Diagnostics& out) {
    switch (companion.kind) {
        case Companion::Kind::preview:
            return check_preview_result(tool, companion, out);
        case Companion::Kind::undo:
            return check_undo_result(tool, companion, out);
        case Companion::Kind::reconcile:
            return check_reconcile_result(tool, companion, out);
    }
}

Boxed<Companion>& place_of(Companion::Kind kind, Tool& tool) {
    if (kind == Companion::Kind::preview) return tool.preview;
    return kind == Companion::Kind::undo ? tool.undo : tool.reconcile;
}

/// Binds a companion to its tool. Checks every part, so one run reports all mistakes. A companion
/// with errors is bound too, since later steps would otherwise report it as missing.
void bind(Model& model, Companion companion, Diagnostics& out) {
    const auto index = find_tool(model, companion, out);
    if (!index) return;
    Tool& tool = model.tools[*index];
    check_class(tool, companion, out);
    check_result(tool, companion, out);
    bind_parameters(tool, companion, model, out);
    auto& place = place_of(companion.kind, tool);
    if (place) {
        out.push_back(diagnose(
            companion_twice, companion.span,
            "the tool " + in_quotes(tool.function.name) + " has a second " + word(companion.kind) +
                "; it can have one: drop the other or let it belong to another tool",
            {{"the first one is here", place->function.span}}));
        return;
    }
    place = std::move(companion);
}

void report_roles(const SourceSpan& span, const Function& function, const std::string& a,
                  const std::string& b, const SourceSpan& other, Diagnostics& out) {
    out.push_back(diagnose(two_roles, span,
                           in_quotes(function.name) + " cannot be both " + a + " and " + b +
                               "; give each role a function of its own",
                           {{"the other role is given here", other}}));
}

void check_roles(const Model& model, Diagnostics& out) {
    const auto& all = model.companions;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const Tool& tool : model.tools)
            if (same_function(tool.function, all[i].function))
                report_roles(all[i].span, tool.function, "tool", word(all[i].kind),
                             tool.function.span, out);
        for (std::size_t j = 0; j < i; ++j)
            if (all[j].kind != all[i].kind && same_function(all[j].function, all[i].function))
                report_roles(all[i].span, all[i].function, word(all[j].kind), word(all[i].kind),
                             all[j].span, out);
    }
}

}  // namespace

void bind_companions(Model& model, Diagnostics& out) {
    check_roles(model, out);
    std::vector<Companion> companions = std::exchange(model.companions, {});
    for (Companion& companion : companions) bind(model, std::move(companion), out);
}

}  // namespace iam::gen
