// Writes whole files of generated C++.
#include "generator/emit/glue.hpp"

#include <generator/emit/codec_names.hpp>
#include <generator/emit/literals.hpp>
#include <generator/emit/seen.hpp>
#include <generator/emit/tool_glue.hpp>
#include <generator/emit/writer.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace iam::gen {
namespace {

std::vector<std::string> sorted_classes(const Model& model, const std::vector<std::size_t>& tools) {
    const auto by_name = [](const std::string& a, const std::string& b) {
        return bare_name(a) < bare_name(b);
    };
    std::set<std::string, decltype(by_name)> classes(by_name);
    for (const std::size_t index : tools)
        if (const std::string& owner = class_of(model.tools[index]); !owner.empty())
            classes.insert(owner);
    return {classes.begin(), classes.end()};
}

// The classes of all headers.
std::vector<std::string> sorted_classes(const Model& model) {
    std::vector<std::size_t> all(model.tools.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return sorted_classes(model, all);
}

using Instances = std::map<std::string, std::string>;

// "::desk::Document" → "desk_document_object". The same list of classes gives the same names. The
// last word keeps them apart from keywords and from `registry`.
Instances instance_names(const std::vector<std::string>& classes) {
    Namer namer;
    Instances names;
    for (const std::string& owner : classes) {
        std::string name = bare_name(owner).substr(2);
        for (std::size_t at = 0; (at = name.find("::", at)) != name.npos;) name.replace(at, 2, "_");
        std::transform(name.begin(), name.end(), name.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        names[owner] = namer.unique(identifier(name) + "_object");
    }
    return names;
}

std::string parameters_text(const std::vector<std::string>& classes) {
    const Instances names = instance_names(classes);
    std::string text;
    for (const std::string& owner : classes)
        text += ", iam::Instance<" + owner + "> " + names.at(owner);
    return text;
}

std::string objects_text(const std::vector<std::string>& classes) {
    const Instances names = instance_names(classes);
    std::string text;
    for (const std::string& owner : classes)
        text += "    iam::glue::bound_object(" + string_literal(bare_name(owner).substr(2)) + ", " +
                names.at(owner) + "),\n";
    if (text.empty()) return text;
    return "const iam::glue::BoundObject objects[] = {\n" + text + "};\n";
}

void add_types(CodecNames& codecs, const Tool& tool) {
    codecs.add(tool.function.parameters);
    codecs.add(tool.function.result);
    for (const Function* function : functions_of(tool))
        if (function->failure) codecs.add(*function->failure);
}

// Adds the library headers for the code of a tool, beside the headers of the codecs.
void add_headers(std::set<std::string>& headers, const Tool& tool) {
    const auto add = [&](const char* name) { headers.insert("iam/tool/" + std::string(name)); };
    if (!class_of(tool).empty()) add("instance.hpp");
    for (const Member& parameter : tool.function.parameters)
        if (parameter.fallback.kind == Default::Kind::computed) add("codecs/optional.hpp");
    for (const Function* function : functions_of(tool)) {
        if (takes_context(*function)) add("context.hpp");
        if (function->is_settled) add("settle.hpp");
    }
}

constexpr const char* k_bit_field_pragma =
    "// No conversion fits a bit-field without a warning; decoders have checked its value.\n"
    "#pragma GCC diagnostic ignored \"-Wconversion\"";

/// Hides macros around the library's headers, since they stand below the user's headers. The
/// standard library does not compile if one of these names is a macro, as window systems define
/// them.
std::string without_macros(const std::string& includes) {
    std::string hide = "// The standard library does not compile where these are macros.\n";
    std::string restore;
    for (const char* name : {"abs", "max", "min", "round"}) {
        const std::string quoted = string_literal(name);
        hide += "#pragma push_macro(" + quoted + ")\n#undef " + name + "\n";
        restore += "#pragma pop_macro(" + quoted + ")\n";
    }
    return hide + includes + restore;
}

std::string includes_text(const std::set<std::string>& headers) {
    std::string text;
    for (const std::string& header : headers) text += "#include <" + header + ">\n";
    return text;
}

std::string made_from(const std::string& source) {
    return "// Made by iam-gen " IAM_GEN_VERSION " from " + source + ". Changes here are lost.";
}

std::string register_function(const Model& model) {
    return "register_" + identifier(model.target) + "_tools";
}

}  // namespace

// If the stems of headers give one identifier, as a-b.hpp and a_b.hpp do, the headers get different
// names. The length marks the end of the target's name: target a with b_c.hpp differs from target
// a_b with c.hpp.
std::vector<std::string> glue_namespaces(const Model& model) {
    const std::string target = identifier(model.target);
    const std::string prefix = "iam_glue_" + std::to_string(target.size()) + '_' + target + '_';
    Namer namer;
    std::vector<std::string> names;
    for (const Header& header : model.headers)
        names.push_back(namer.unique(prefix + identifier(header.stem)));
    return names;
}

ToolsOfHeaders tools_of_headers(const Model& model) {
    ToolsOfHeaders tools(model.headers.size());
    for (std::size_t i = 0; i < model.tools.size(); ++i)
        tools.at(model.tools[i].header).push_back(i);
    return tools;
}

std::string header_glue(const Model& model, const Header& header,
                        const std::vector<std::size_t>& tools, const std::string& name_space,
                        const std::vector<Published>& published) {
    if (tools.empty()) return made_from(header.relative) + " It has no tools.\n";
    Namer namer;
    CodecNames codecs(model, namer);
    std::set<std::string> headers{"iam/tool/glue.hpp"};
    for (const std::size_t index : tools) {
        add_types(codecs, model.tools[index]);
        add_headers(headers, model.tools[index]);
    }
    headers.insert(codecs.headers().begin(), codecs.headers().end());
    const std::vector<std::string> classes = sorted_classes(model, tools);
    const GlueFile file{model, namer, codecs};
    std::string definitions = codecs.definitions();
    std::string facts;
    for (const std::size_t index : tools) {
        const ToolGlue glue = tool_glue(file, model.tools[index], published.at(index));
        definitions += glue.definitions;
        facts += glue.facts;
    }
    std::string seen = seen_text(model, tools, namer);
    if (!seen.empty()) seen += '\n';
    return fill({{"made_from", made_from(header.relative)},
                 {"bit_fields", codecs.has_bit_fields() ? k_bit_field_pragma : ""},
                 {"header", header.relative},
                 {"includes", without_macros(includes_text(headers))},
                 {"namespace", name_space},
                 {"seen", seen},
                 {"definitions", definitions},
                 {"parameters", parameters_text(classes)},
                 {"tools", facts},
                 {"objects", objects_text(classes)},
                 {"version", string_literal(IAM_GEN_VERSION)},
                 {"named_objects", classes.empty() ? "" : ", objects"}},
                R"glue(
$made_from$
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
$bit_fields$
#endif
#include "$header$"

$includes$

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace $namespace$ {
namespace {

$seen$
$definitions$
constexpr iam::glue::ToolFacts k_tools[] = {
    $tools$
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry$parameters$);

iam::Result<void> add_tools(iam::Registry& registry$parameters$) {
    $objects$
    return iam::glue::add(registry, $version$, k_tools$named_objects$);
}

}  // namespace $namespace$
)glue");
}

std::string register_header(const Model& model, const ToolsOfHeaders& tools) {
    std::string includes;
    for (std::size_t i = 0; i < model.headers.size(); ++i)
        if (!sorted_classes(model, tools[i]).empty())
            includes += "#include \"" + model.headers[i].relative + "\"\n";
    if (!includes.empty()) includes += "\n";
    includes +=
        without_macros("#include <iam/tool/instance.hpp>\n#include <iam/tool/registry.hpp>\n");
    return fill({{"made_from", made_from("the headers of " + model.target)},
                 {"target", model.target},
                 {"includes", includes},
                 {"function", register_function(model)},
                 {"parameters", parameters_text(sorted_classes(model))}},
                R"glue(
$made_from$
#pragma once

$includes$

/// Adds the tools of $target$ and names the application after it. After an error, some tools may
/// have been added.
iam::Result<void> $function$(iam::Registry& registry$parameters$);
)glue");
}

std::string register_source(const Model& model, const ToolsOfHeaders& tools,
                            const std::vector<std::string>& namespaces) {
    const std::vector<std::string> classes = sorted_classes(model);
    const Instances names = instance_names(classes);
    std::string declarations;
    std::string calls;
    for (std::size_t i = 0; i < model.headers.size(); ++i) {
        if (tools[i].empty()) continue;
        const std::vector<std::string> own = sorted_classes(model, tools[i]);
        std::string arguments;
        for (const std::string& owner : own) arguments += ", " + names.at(owner);
        declarations += "namespace " + namespaces[i] +
                        " {\niam::Result<void> add_tools(iam::Registry& registry" +
                        parameters_text(own) + ");\n}\n";
        calls += "IAM_CHECK(" + namespaces[i] + "::add_tools(registry" + arguments + "));\n";
    }
    return fill({{"made_from", made_from("the headers of " + model.target)},
                 {"includes",
                  "#include \"" + model.target + ".iam.hpp\"\n\n#include <iam/tool/handler.hpp>\n"},
                 {"declarations", declarations},
                 {"function", register_function(model)},
                 {"parameters", parameters_text(classes)},
                 {"name", string_literal(model.target)},
                 {"calls", calls}},
                R"glue(
$made_from$
$includes$

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

$declarations$

iam::Result<void> $function$(iam::Registry& registry$parameters$) {
    registry.name_application($name$);
    $calls$
    return {};
}
)glue");
}

}  // namespace iam::gen
