// Reads the attributes on parameters and fields. Arguments become values; a wrong argument is
// reported with the right form.
#include "generator/frontend/attributes/constraints.hpp"

#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/clang/constants.hpp>
#include <generator/frontend/clang/json_text.hpp>
#include <generator/frontend/clang/lookup.hpp>
#include <generator/frontend/clang/readable.hpp>

#include <clang/AST/Expr.h>
#include <clang/Lex/Lexer.h>

namespace iam::gen {
namespace {

using clang::Expr;

void refuse_arguments(Reader& reader, const AttributeUse& use, const std::string& found) {
    const Spelling* spelling = find_spelling(use.name);
    reader.report(DiagnosticId::attribute_arguments, reader.places.range(use.range),
                  "iam::" + use.name + " " + found + "; write [[iam::" +
                      (spelling == nullptr ? use.name : std::string(spelling->usage)) + "]]");
}

bool has_count(Reader& reader, const AttributeUse& use, std::size_t count) {
    if (use.arguments.size() == count) return true;
    static constexpr const char* k_words[] = {"no argument", "one argument", "two arguments"};
    refuse_arguments(
        reader, use,
        "takes " + std::string(k_words[count]) + ", not " + std::to_string(use.arguments.size()));
    return false;
}

bool is_open_side(const Expr& expression) {
    clang::QualType type = expression.getType().getNonReferenceType();
    // iam::none is declared as a function; its name alone is enough.
    if (const auto* function = type->getAs<clang::FunctionType>()) type = function->getReturnType();
    const auto* record = type->getAsCXXRecordDecl();
    return record != nullptr && qualified_name(*record) == "iam::OpenSide";
}

/// False, with a report, if the argument is neither a number nor iam::none.
bool read_bound(Reader& reader, const AttributeUse& use, std::size_t index,
                std::optional<Number>& out) {
    const Expr* expression = argument_expression(reader, use, index);
    if (expression == nullptr) return false;
    if (is_open_side(*expression)) return true;
    out = constant_number(reader, *expression);
    if (out) return true;
    reader.report(DiagnosticId::attribute_arguments,
                  reader.places.range(expression->getSourceRange()),
                  "a bound of iam::" + use.name +
                      " is a number that is known at build time, or iam::none for an open side");
    return false;
}

std::optional<Bounds> read_bounds(Reader& reader, const AttributeUse& use) {
    if (!has_count(reader, use, 2)) return std::nullopt;
    Bounds bounds;
    bounds.span = reader.places.range(use.range);
    const bool low = read_bound(reader, use, 0, bounds.low);
    const bool high = read_bound(reader, use, 1, bounds.high);
    if (!low || !high) return std::nullopt;
    return bounds;
}

std::optional<Stated<std::string>> read_text(Reader& reader, const AttributeUse& use) {
    if (!has_count(reader, use, 1)) return std::nullopt;
    const Expr* expression = argument_expression(reader, use, 0);
    if (expression == nullptr) return std::nullopt;
    const auto text = constant_string(reader, *expression);
    if (!text || !json_string(*text)) {
        refuse_arguments(reader, use, "takes a string literal in UTF-8");
        return std::nullopt;
    }
    // Empty names and formats are reported later, where names and formats are judged.
    if (text->empty() && use.name != "name" && use.name != "format") {
        refuse_arguments(reader, use,
                         "takes a text that is not empty; leave it out where there is "
                         "nothing to say");
        return std::nullopt;
    }
    const SourceSpan place = reader.places.range(expression->getSourceRange());
    if (!is_readable(reader, *text, "iam::" + use.name, place)) return std::nullopt;
    return Stated<std::string>{*text, place};
}

std::optional<Stated<Number>> read_step(Reader& reader, const AttributeUse& use) {
    if (!has_count(reader, use, 1)) return std::nullopt;
    const Expr* expression = argument_expression(reader, use, 0);
    if (expression == nullptr) return std::nullopt;
    const auto number = constant_number(reader, *expression);
    if (!number) {
        refuse_arguments(reader, use, "takes a number that is known at build time");
        return std::nullopt;
    }
    return Stated<Number>{*number, reader.places.range(expression->getSourceRange())};
}

std::optional<std::string> number_json(const Number& number) {
    if (const auto* wide = std::get_if<double>(&number)) return json_number(*wide);
    if (const auto* natural = std::get_if<std::uint64_t>(&number)) return std::to_string(*natural);
    return std::to_string(std::get<std::int64_t>(number));
}

std::optional<std::string> example_json(const Reader& reader, const Expr& expression,
                                        const Type& type) {
    // An unscoped enumerator is also a number. The type of the value decides between the two.
    const auto* enumerator = constant_enumerator(reader, expression);
    const bool takes_enumerators = without_optional(type).kind == TypeKind::enumeration;
    if (enumerator != nullptr && takes_enumerators) return json_string(enumerator->getName().str());
    if (const auto flag = constant_bool(reader, expression)) return *flag ? "true" : "false";
    if (const auto number = constant_number(reader, expression)) return number_json(*number);
    if (enumerator != nullptr) return json_string(enumerator->getName().str());
    const auto text = constant_string(reader, expression);
    return text ? json_string(*text) : std::nullopt;
}

/// Turns the example into JSON. Whether it fits the type is judged later.
std::optional<Stated<std::string>> read_example(Reader& reader, const AttributeUse& use,
                                                const Type& type) {
    if (!has_count(reader, use, 1)) return std::nullopt;
    const Expr* expression = argument_expression(reader, use, 0);
    if (expression == nullptr) return std::nullopt;
    const auto json = example_json(reader, *expression, type);
    if (!json) {
        refuse_arguments(
            reader, use,
            "takes a bool, a number, an enumerator or a string that is known at build time");
        return std::nullopt;
    }
    return Stated<std::string>{*json, reader.places.range(expression->getSourceRange())};
}

/// The member of `out` for an attribute without arguments; nullptr for any other attribute.
Boxed<SourceSpan>* word_of(const std::string& name, Constraints& out) {
    if (name == "secret") return &out.secret;
    if (name == "consent_key") return &out.consent_key;
    if (name == "as_string") return &out.as_string;
    if (name == "base64") return &out.base64;
    if (name == "flags") return &out.flags;
    return name == "unique" ? &out.unique : nullptr;
}

void apply(Reader& reader, const AttributeUse& use, const Type& type, Constraints& out) {
    if (use.name == "range") {
        out.range = read_bounds(reader, use);
    } else if (use.name == "length") {
        out.length = read_bounds(reader, use);
    } else if (use.name == "items") {
        out.items = read_bounds(reader, use);
    } else if (use.name == "multiple_of") {
        out.multiple_of = read_step(reader, use);
    } else if (use.name == "pattern") {
        out.pattern = read_text(reader, use);
    } else if (use.name == "format") {
        out.format = read_text(reader, use);
    } else if (use.name == "unit") {
        out.unit = read_text(reader, use);
    } else if (use.name == "name") {
        out.name = read_text(reader, use);
    } else if (use.name == "description") {
        out.description = read_text(reader, use);
    } else if (use.name == "example") {
        out.example = read_example(reader, use, type);
    } else if (auto* const word = word_of(use.name, out); word != nullptr) {
        if (has_count(reader, use, 0)) *word = reader.places.range(use.range);
    }
}

}  // namespace

std::string arguments_text(const Reader& reader, const AttributeUse& use) {
    const auto range = clang::CharSourceRange::getTokenRange(
        reader.places.in_file(use.range.getBegin()), reader.places.in_file(use.range.getEnd()));
    return clang::Lexer::getSourceText(range, reader.places.sources(), reader.ast.getLangOpts())
        .str();
}

std::vector<const AttributeUse*> distinct_uses(Reader& reader,
                                               const std::vector<const AttributeUse*>& uses) {
    std::vector<const AttributeUse*> distinct;
    for (const AttributeUse* use : uses) {
        const auto same_name =
            std::find_if(distinct.begin(), distinct.end(),
                         [&](const AttributeUse* other) { return other->name == use->name; });
        if (same_name == distinct.end()) {
            distinct.push_back(use);
            continue;
        }
        const Note first{"it was given here first", reader.places.range((*same_name)->range)};
        if ((*same_name)->decl == use->decl) {
            reader.report(DiagnosticId::attribute_twice, reader.places.range(use->range),
                          "iam::" + use->name + " is given twice; keep one of them", {first});
        } else if (arguments_text(reader, **same_name) != arguments_text(reader, *use)) {
            reader.report(
                DiagnosticId::redeclaration_conflict, reader.places.range(use->range),
                "this declaration gives iam::" + use->name +
                    " another meaning than an earlier one of the same function; keep one of them",
                {first});
        }
    }
    return distinct;
}

const Expr* argument_expression(Reader& reader, const AttributeUse& use, std::size_t index) {
    const clang::ArgsUnion& argument = use.arguments[index];
    if (auto* expression = llvm::dyn_cast<Expr*>(argument)) return expression;
    const auto* identifier = llvm::cast<clang::IdentifierLoc*>(argument);
    const llvm::StringRef name = identifier->Ident->getName();
    const auto found = find_name(reader, use.decl->getDeclContext(), name);
    if (found.size() == 1) {
        const auto* constant = llvm::dyn_cast<clang::ValueDecl>(found.front());
        if (constant != nullptr) {
            return clang::DeclRefExpr::Create(
                reader.ast, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                const_cast<clang::ValueDecl*>(constant), false, identifier->Loc,
                constant->getType().getNonReferenceType(),
                llvm::isa<clang::VarDecl>(constant) ? clang::VK_LValue : clang::VK_PRValue);
        }
    }
    reader.report(
        DiagnosticId::attribute_arguments, reader.places.token(identifier->Loc),
        "'" + name.str() +
            "' is not a constant that is known here; write the value, or qualify the name");
    return nullptr;
}

Constraints read_constraints(Reader& reader, const std::vector<const clang::Decl*>& declarations,
                             const Type& type) {
    std::vector<const AttributeUse*> uses;
    for (const clang::Decl* decl : declarations) {
        for (const AttributeUse* use : reader.uses_of(decl)) {
            const Spelling* spelling = find_spelling(use->name);
            if (spelling == nullptr) continue;
            if (spelling->place == Place::value || spelling->place == Place::enumeration)
                uses.push_back(use);
        }
    }
    Constraints out;
    for (const AttributeUse* use : distinct_uses(reader, uses)) apply(reader, *use, type, out);
    return out;
}

}  // namespace iam::gen
