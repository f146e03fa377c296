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
    using Text = std::optional<std::string> ToolOptions::*;
    using Flag = std::optional<bool> ToolOptions::*;

    static const std::map<std::string, Text>& texts() {
        static const std::map<std::string, Text> list = {
            {"name", &ToolOptions::name},
            {"title", &ToolOptions::title},
            {"description", &ToolOptions::description},
            {"since", &ToolOptions::since},
            {"deprecated", &ToolOptions::deprecated},
            {"policy_reason", &ToolOptions::policy_reason},
            {"executor", &ToolOptions::executor}};
        return list;
    }
    static const std::map<std::string, Flag>& flags() {
        static const std::map<std::string, Flag> list = {
            {"read_only", &ToolOptions::read_only},   {"destructive", &ToolOptions::destructive},
            {"idempotent", &ToolOptions::idempotent}, {"open_world", &ToolOptions::open_world},
            {"undo_exact", &ToolOptions::undo_exact}, {"lazy_outcome", &ToolOptions::lazy_outcome}};
        return list;
    }

    void apply(const std::string& name, const Expr& value, const SourceSpan& place) {
        if (const auto text = texts().find(name); text != texts().end()) {
            out_.*text->second = text_value(name, value);
        } else if (const auto flag = flags().find(name); flag != flags().end()) {
            out_.*flag->second = constant_bool(reader_, value);
            if (!(out_.*flag->second)) refuse(name, value, "true or false");
        } else if (name == "policy") {
            policy(value);
        } else if (name == "timeout_ms") {
            out_.timeout_ms = whole_number(name, value, "milliseconds");
        } else if (name == "undo_window_s") {
            out_.undo_window_s = whole_number(name, value, "seconds");
        } else if (name == "tags") {
            tags(value);
        } else {
            unknown(name, place);
        }
    }

    void unknown(const std::string& name, const SourceSpan& place) {
        std::vector<std::string> known = {"policy", "timeout_ms", "undo_window_s", "tags"};
        for (const auto& [text, member] : texts()) known.push_back(text);
        for (const auto& [flag, member] : flags()) known.push_back(flag);
        std::sort(known.begin(), known.end());
        std::string list;
        for (const std::string& option : known) list += (list.empty() ? "" : ", ") + option;
        out_.incomplete = true;
        reader_.report(DiagnosticId::unknown_option, place,
                       "iam::tool has no option '" + name + "'." + did_you_mean(name, known) +
                           " Options are " + list);
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

    void policy(const Expr& value) {
        const clang::EnumConstantDecl* enumerator = constant_enumerator(reader_, value);
        const auto* type = enumerator == nullptr
                               ? nullptr
                               : llvm::dyn_cast<clang::EnumDecl>(enumerator->getDeclContext());
        if (type == nullptr || qualified_name(*type) != "iam::ToolPolicy") {
            refuse("policy", value, "iam::allow, iam::confirm or iam::deny");
            return;
        }
        out_.policy = enumerator->getName() == "allow"     ? Policy::allow
                      : enumerator->getName() == "confirm" ? Policy::confirm
                                                           : Policy::deny;
    }

    std::optional<std::int64_t> whole_number(const std::string& name, const Expr& value,
                                             const std::string& unit) {
        const auto number = constant_number(reader_, value);
        const auto* whole = number ? std::get_if<std::int64_t>(&*number) : nullptr;
        if (whole != nullptr) return *whole;
        refuse(name, value, "a whole number of " + unit);
        return std::nullopt;
    }

    void tags(const Expr& value) {
        const auto* list = llvm::dyn_cast<clang::InitListExpr>(&value);
        if (list == nullptr || list->getNumInits() == 0) {
            refuse("tags", value, "a list of strings, {\"a\", \"b\"}");
            return;
        }
        for (const Expr* tag : list->inits()) {
            if (auto text = text_value("tags", *tag)) out_.tags.push_back(std::move(*text));
        }
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
