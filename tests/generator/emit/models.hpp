// Models as the frontend and check() would give them, made by hand.
#pragma once

#include <generator/model/model.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace iam::gen::test {

inline Type scalar(TypeKind kind, std::string cpp) {
    Type type;
    type.kind = kind;
    type.cpp = std::move(cpp);
    return type;
}

inline Type boolean() {
    return scalar(TypeKind::boolean, "bool");
}
inline Type string() {
    return scalar(TypeKind::string, "::std::string");
}

inline Type integer(int bits = 32, bool is_signed = true, std::string cpp = "int") {
    Type type = scalar(TypeKind::integer, std::move(cpp));
    type.bits = bits;
    type.is_signed = is_signed;
    return type;
}

inline Type floating(int bits) {
    Type type = scalar(TypeKind::floating, bits == 32 ? "float" : "double");
    type.bits = bits;
    return type;
}

inline Type duration(std::string unit) {
    Type type = integer(64);
    type.form = NumberForm::duration;
    type.unit = std::move(unit);
    return type;
}

inline Type around(TypeKind kind, std::string cpp, Type element) {
    Type type = scalar(kind, std::move(cpp));
    type.element = std::make_shared<const Type>(std::move(element));
    return type;
}

inline Type optional(Type element) {
    std::string cpp = "::std::optional<" + element.cpp + ">";
    return around(TypeKind::optional, std::move(cpp), std::move(element));
}
inline Type vector(Type element) {
    std::string cpp = "::std::vector<" + element.cpp + ">";
    return around(TypeKind::sequence, std::move(cpp), std::move(element));
}
inline Type map(Type element) {
    std::string cpp = "::std::map<::std::string, " + element.cpp + ">";
    Type type = around(TypeKind::map, std::move(cpp), std::move(element));
    type.key = std::make_shared<const Type>(string());
    return type;
}

inline Type named(TypeKind kind, const std::string& name) {
    Type type = scalar(kind, "::" + name);
    type.name = name;
    return type;
}

inline Member member(const std::string& name, Type type) {
    Member result;
    result.name = name;
    result.json_name = name;
    result.type = std::move(type);
    return result;
}

inline Member with_default(Member member, std::string json) {
    member.fallback.kind = Default::Kind::value;
    member.fallback.json = std::move(json);
    return member;
}

inline Member computed(Member member) {
    member.fallback.kind = Default::Kind::computed;
    return member;
}

inline Member with_range(Member member, std::optional<Number> low, std::optional<Number> high) {
    member.constraints.range = Bounds{std::move(low), std::move(high), {}};
    return member;
}

inline Number number(std::int64_t value) {
    return value;
}

/// A target "desk" with one header and one tool `desk::act` of these parameters.
inline Model model(std::vector<Member> parameters, Type result = scalar(TypeKind::void_, "void")) {
    Model made;
    made.target = "desk";
    made.headers = {{"/anywhere/src/acts.hpp", "src/acts.hpp", "acts"}};
    Tool tool;
    tool.name = "act";
    tool.description = "Acts.";
    tool.function.cpp = "::desk::act";
    tool.function.name = "desk::act";
    tool.function.parameters = std::move(parameters);
    tool.function.result = std::move(result);
    tool.function.span = {
        .file = "/anywhere/src/acts.hpp", .line = 7, .column = 1, .end_column = 2};
    made.tools.push_back(std::move(tool));
    return made;
}

inline void add_enum(Model& model, const std::string& name, std::vector<Enumerator> enumerators) {
    Enum type;
    type.name = name;
    type.cpp = "::" + name;
    type.enumerators = std::move(enumerators);
    model.enums[name] = std::move(type);
}

inline void add_record(Model& model, const std::string& name, std::vector<Member> fields) {
    Record type;
    type.name = name;
    type.cpp = "::" + name;
    type.fields = std::move(fields);
    model.records[name] = std::move(type);
}

}  // namespace iam::gen::test
