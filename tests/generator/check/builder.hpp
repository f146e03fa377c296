// Hand-made models, so that check/ is tested without clang.
#pragma once

#include <generator/check/check.hpp>
#include <generator/model/model.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace iam::gen::test {

inline SourceSpan at(unsigned line, unsigned column = 1) {
    return {.file = "desk.hpp",
            .line = line,
            .column = column,
            .end_column = column + 1,
            .text = "text of the line"};
}

inline Type scalar(TypeKind kind, std::string cpp, int bits = 0, bool is_signed = false) {
    Type type;
    type.kind = kind;
    type.cpp = std::move(cpp);
    type.bits = bits;
    type.is_signed = is_signed;
    return type;
}

inline Type integer() {
    return scalar(TypeKind::integer, "int", 32, true);
}
inline Type int64() {
    return scalar(TypeKind::integer, "long", 64, true);
}
inline Type uint8() {
    return scalar(TypeKind::integer, "unsigned char", 8, false);
}
inline Type uint64() {
    return scalar(TypeKind::integer, "unsigned long", 64, false);
}
inline Type real() {
    return scalar(TypeKind::floating, "double", 64);
}
inline Type real32() {
    return scalar(TypeKind::floating, "float", 32);
}
inline Type boolean() {
    return scalar(TypeKind::boolean, "bool");
}
inline Type text() {
    return scalar(TypeKind::string, "::std::string");
}
inline Type nothing() {
    return scalar(TypeKind::void_, "void");
}

inline Type of(TypeKind kind, std::string head, Type element) {
    Type type = scalar(kind, std::move(head) + element.cpp + ">");
    type.element = std::make_shared<const Type>(std::move(element));
    return type;
}
inline Type optional(Type element) {
    return of(TypeKind::optional, "::std::optional<", std::move(element));
}
inline Type vector(Type element) {
    return of(TypeKind::sequence, "::std::vector<", std::move(element));
}
inline Type map(Type element) {
    Type type = of(TypeKind::map, "::std::map<::std::string, ", std::move(element));
    type.key = std::make_shared<const Type>(scalar(TypeKind::string, "::std::string"));
    return type;
}

inline Type named(TypeKind kind, const std::string& name) {
    Type type = scalar(kind, "::" + name);
    type.name = name;
    return type;
}
inline Type record(const std::string& name) {
    return named(TypeKind::record, name);
}
inline Type enumeration(const std::string& name) {
    return named(TypeKind::enumeration, name);
}

inline Member member(std::string name, Type type, unsigned line = 1) {
    Member out;
    out.description = "says what it is";
    out.name = std::move(name);
    out.type = std::move(type);
    out.span = at(line, 20);
    return out;
}

inline Function function(std::string name, std::vector<Member> parameters, Type result,
                         unsigned line) {
    Function out;
    out.cpp = "::" + name;
    out.name = std::move(name);
    out.parameters = std::move(parameters);
    out.result = std::move(result);
    out.span = at(line);
    return out;
}

/// A tool about which there is nothing to warn.
inline Tool tool(std::string name, std::vector<Member> parameters = {}, Type result = nothing(),
                 unsigned line = 1) {
    Tool out;
    out.function = function(std::move(name), std::move(parameters), std::move(result), line);
    out.description = "Does something.";
    out.options.idempotent = true;
    return out;
}

inline Companion companion(Companion::Kind kind, std::string target, Function function) {
    Companion out;
    out.kind = kind;
    out.target = target;
    out.target_text = std::move(target);
    out.span = at(function.span.line, 14);
    out.function = std::move(function);
    return out;
}
inline Companion preview(std::string target, std::vector<Member> parameters, unsigned line = 5) {
    return companion(
        Companion::Kind::preview, std::move(target),
        test::function("desk::preview_it", std::move(parameters), record("iam::Preview"), line));
}
inline Companion undo(std::string target, std::vector<Member> parameters, unsigned line = 6) {
    return companion(Companion::Kind::undo, std::move(target),
                     test::function("desk::undo_it", std::move(parameters), nothing(), line));
}

inline Model model(std::vector<Tool> tools, std::vector<Companion> companions = {}) {
    Model out;
    out.target = "desk";
    out.tools = std::move(tools);
    out.companions = std::move(companions);
    return out;
}

/// "6:14 IAM4001" for each diagnostic.
inline std::vector<std::string> found(const Diagnostics& diagnostics) {
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics)
        out.push_back(std::to_string(d.span.line) + ":" + std::to_string(d.span.column) + " " +
                      d.id);
    return out;
}

/// The diagnostics of a model, in short.
inline std::vector<std::string> checked(Model model) {
    return found(check(model));
}

/// The only message, or all of them in one where there is not exactly one.
inline std::string message(Model model) {
    const Diagnostics diagnostics = check(model);
    return diagnostics.size() == 1 ? diagnostics.front().message
                                   : "several:\n" + to_text(diagnostics);
}

using Found = std::vector<std::string>;

}  // namespace iam::gen::test
