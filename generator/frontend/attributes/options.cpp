// Reads the options of [[iam::tool({.name = …})]]: a braced list of designated values, each of
// its own type.
#include "generator/frontend/attributes/options.hpp"

#include <generator/frontend/clang/constants.hpp>
#include <generator/frontend/clang/json_text.hpp>
#include <generator/frontend/clang/readable.hpp>

#include <clang/AST/Expr.h>

namespace iam::gen {
namespace {

using clang::Expr;

class OptionReader {
 public:
    OptionReader(Reader& reader, ToolOptions& out) : reader_(reader), out_(out) {}

    void read(const Expr& item) {
        const auto* designated = llvm::dyn_cast<clang::DesignatedInitExpr>(&item);
        if (designated == nullptr || designated->size() != 1 ||
            !designated->getDesignator(0)->isFieldDesignator()) {
            out_.incomplete = true;
            reader_.report(DiagnosticId::attribute_arguments,
                           reader_.places.range(item.getSourceRange()),
                           "an option of iam::tool is given by its name: write {.title = \"…\", "
                           ".read_only = true}");
            return;
        }
        const clang::DesignatedInitExpr::Designator& designator = *designated->getDesignator(0);
        const std::string name = designator.getFieldName()->getName().str();
        const SourceSpan place = reader_.places.token(designator.getFieldLoc());
        const auto first = out_.spans.emplace(name, place);
        if (!first.second) {
            reader_.report(DiagnosticId::option_twice, place,
                           "option '" + name + "' is given twice; keep one of them",
                           {{"it was given here first", first.first->second}});
            return;
        }
        apply(name, *designated->getInit(), place);
    }

 private:
    void apply(const std::string& name, const Expr& value, const SourceSpan& place) {
        if (name == "name") return read_text(name, value, out_.name);
        if (name == "title") return read_text(name, value, out_.title);
        if (name == "description") return read_text(name, value, out_.description);
#define IAM_OPTION(option, member, kind) \
    if (name == #option) return read_##kind(name, value, out_.option);
#define IAM_HINT(option, mcp, if_absent, to_true, to_false) IAM_OPTION(option, option, flag)
#include <iam/contract/facts.def>
        unknown(name, place);
    }

    void unknown(const std::string& name, const SourceSpan& place) {
        std::vector<std::string> known = {
            "name",
            "title",
            "description",
#define IAM_OPTION(option, member, kind) #option,
#define IAM_HINT(option, mcp, if_absent, to_true, to_false) #option,
#include <iam/contract/facts.def>
        };
        std::sort(known.begin(), known.end());
        std::string list;
        for (const std::string& option : known) list += (list.empty() ? "" : ", ") + option;
        out_.incomplete = true;
        reader_.report(DiagnosticId::unknown_option, place,
                       "iam::tool has no option '" + name + "'." + did_you_mean(name, known) +
                           " Options are " + list);
    }

    // A function for each kind of facts.def.
    void read_text(const std::string& name, const Expr& value, std::optional<std::string>& to) {
        to = text_value(name, value);
    }

    void read_flag(const std::string& name, const Expr& value, std::optional<bool>& to) {
        to = constant_bool(reader_, value);
        if (!to) refuse(name, value, "true or false");
    }

    void read_milliseconds(const std::string& name, const Expr& value,
                           std::optional<std::int64_t>& to) {
        to = whole_number(name, value, "milliseconds");
    }

    void read_seconds(const std::string& name, const Expr& value, std::optional<std::int64_t>& to) {
        to = whole_number(name, value, "seconds");
    }

    void read_policy(const std::string& name, const Expr& value, std::optional<Policy>& to) {
        const clang::EnumConstantDecl* enumerator = constant_enumerator(reader_, value);
        const auto* type = enumerator == nullptr
                               ? nullptr
                               : llvm::dyn_cast<clang::EnumDecl>(enumerator->getDeclContext());
        if (type == nullptr || qualified_name(*type) != "iam::ToolPolicy") {
            refuse(name, value, "iam::allow, iam::confirm or iam::deny");
            return;
        }
        to = enumerator->getName() == "allow"     ? Policy::allow
             : enumerator->getName() == "confirm" ? Policy::confirm
                                                  : Policy::deny;
    }

    void read_texts(const std::string& name, const Expr& value, std::vector<std::string>& to) {
        const auto* list = llvm::dyn_cast<clang::InitListExpr>(&value);
        if (list == nullptr || list->getNumInits() == 0) {
            refuse(name, value, "a list of strings, {\"a\", \"b\"}");
            return;
        }
        for (const Expr* item : list->inits()) {
            if (auto text = text_value(name, *item)) to.push_back(std::move(*text));
        }
    }

    std::optional<std::string> text_value(const std::string& name, const Expr& value) {
        auto text = constant_string(reader_, value);
        if (!text || !json_string(*text)) {
            refuse(name, value, "a string literal in UTF-8");
            return std::nullopt;
        }
        // An empty name is reported later, where names are judged.
        if (text->empty() && name != "name") {
            refuse(name, value, "a text that is not empty");
            return std::nullopt;
        }
        const SourceSpan place = reader_.places.range(value.getSourceRange());
        if (is_readable(reader_, *text, "option '" + name + "'", place)) return text;
        out_.incomplete = true;
        return std::nullopt;
    }

    std::optional<std::int64_t> whole_number(const std::string& name, const Expr& value,
                                             const std::string& unit) {
        const auto number = constant_number(reader_, value);
        const auto* whole = number ? std::get_if<std::int64_t>(&*number) : nullptr;
        if (whole != nullptr) return *whole;
        refuse(name, value, "a whole number of " + unit);
        return std::nullopt;
    }

    void refuse(const std::string& name, const Expr& value, const std::string& expected) {
        out_.incomplete = true;
        reader_.report(DiagnosticId::option_value, reader_.places.range(value.getSourceRange()),
                       "option '" + name + "' takes " + expected + ", known at build time");
    }

    Reader& reader_;
    ToolOptions& out_;
};

}  // namespace

ToolOptions read_options(Reader& reader, const AttributeUse& tag) {
    ToolOptions out;
    if (tag.arguments.empty()) return out;
    const auto* expression = llvm::dyn_cast<Expr*>(tag.arguments.front());
    const auto* list =
        expression == nullptr ? nullptr : llvm::dyn_cast<clang::InitListExpr>(expression);
    if (tag.arguments.size() != 1 || list == nullptr) {
        reader.report(
            DiagnosticId::attribute_arguments, reader.places.range(tag.range),
            "iam::tool takes its options in braces: write [[iam::tool({.title = \"…\"})]]");
        out.incomplete = true;
        return out;
    }
    OptionReader options(reader, out);
    for (const Expr* item : list->inits()) options.read(*item);
    return out;
}

}  // namespace iam::gen
