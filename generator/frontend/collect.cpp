// Turns the uses of attributes in a translation unit into tools and companions. The remaining uses
// are misspelled or misplaced, and are reported.
#include "generator/frontend/collect.hpp"

#include <generator/frontend/attributes/constraints.hpp>
#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/attributes/options.hpp>
#include <generator/frontend/functions/companions.hpp>
#include <generator/frontend/functions/functions.hpp>
#include <generator/frontend/functions/instantiations.hpp>
#include <generator/frontend/types/aliases.hpp>
#include <generator/frontend/types/type_names.hpp>

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/FileManager.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace iam::gen {
namespace {

struct TaggedFunction {
    const clang::FunctionDecl* function = nullptr;
    std::vector<const AttributeUse*> tags;  // tool, preview, undo, reconcile
};

class Collector {
 public:
    explicit Collector(Reader& reader) : reader_(reader) {
        clang::FileManager& files = reader.places.sources().getFileManager();
        for (const Header& header : reader.job.headers) {
            const auto entry = files.getOptionalFileRef(header.path);
            listed_.push_back(entry ? &entry->getFileEntry() : nullptr);
        }
    }

    void run(const std::deque<AttributeUse>& uses) {
        for (const AttributeUse& use : uses) place(use);
        check_log(uses);
        check_parameters();
        reader_.model.tools.reserve(functions_.size());
        for (const TaggedFunction& tagged : functions_) read(tagged);
    }

 private:
    const clang::FileEntry* file_of(clang::SourceLocation location) const {
        const clang::SourceManager& sources = reader_.places.sources();
        const auto entry =
            sources.getFileEntryRefForID(sources.getFileID(reader_.places.in_file(location)));
        return entry ? &entry->getFileEntry() : nullptr;
    }

    std::optional<std::size_t> header_of(clang::SourceLocation location) const {
        const clang::FileEntry* file = file_of(location);
        for (std::size_t i = 0; file != nullptr && i < listed_.size(); ++i) {
            if (listed_[i] == file) return i;
        }
        return std::nullopt;
    }

    bool in_system_header(clang::SourceLocation location) const {
        return reader_.places.sources().isInSystemHeader(reader_.places.in_file(location));
    }

    /// Assigns one use to its function, or reports why it means nothing at its place.
    void place(const AttributeUse& use) {
        const Spelling* spelling = find_spelling(use.name);
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(use.decl);
        const bool is_of_enum = spelling->place == Place::enumeration;
        if (is_of_enum && llvm::isa<clang::EnumDecl>(use.decl)) return;
        if (is_of_enum || spelling->place == Place::value) {
            const bool names_class =
                use.name == "name" && llvm::isa<clang::CXXRecordDecl>(use.decl);
            if (const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(use.decl)) {
                parameters_.push_back({parameter, &use});
            } else if (!llvm::isa<clang::FieldDecl>(use.decl) && !names_class &&
                       !constrains_alias(use)) {
                misplaced(use.name, use.range);
            }
            return;
        }
        if (function == nullptr) {
            reader_.report(
                DiagnosticId::not_a_function, reader_.places.range(use.range),
                "[[iam::" + use.name + "]] stands on " + subject_of(*use.decl) +
                    ", which is not a function; put it in front of a function declaration at "
                    "namespace or class scope");
            return;
        }
        const auto* canonical = function->getCanonicalDecl();
        const auto [known, is_new] = index_of_.try_emplace(canonical, functions_.size());
        if (is_new) functions_.push_back({canonical, {}});
        functions_[known->second].tags.push_back(&use);
    }

    /// "the variable 'x'"
    static std::string subject_of(const clang::Decl& decl) {
        const auto* named = llvm::dyn_cast<clang::NamedDecl>(&decl);
        const std::string kind = llvm::isa<clang::FieldDecl>(decl)          ? "the field"
                                 : llvm::isa<clang::ParmVarDecl>(decl)      ? "the parameter"
                                 : llvm::isa<clang::VarDecl>(decl)          ? "the variable"
                                 : llvm::isa<clang::EnumConstantDecl>(decl) ? "the enumerator"
                                 : llvm::isa<clang::NamespaceDecl>(decl)    ? "the namespace"
                                 : llvm::isa<clang::TypeDecl>(decl)         ? "the type"
                                                                            : "the declaration";
        const std::string name = named == nullptr ? std::string() : named->getNameAsString();
        return kind + (name.empty() ? " without a name" : " '" + name + "'");
    }

    /// True if the use constrains a type alias. The values of an alias template are not known.
    static bool constrains_alias(const AttributeUse& use) {
        const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(use.decl);
        const auto* made = llvm::dyn_cast<clang::TypeAliasDecl>(use.decl);
        const bool is_template = made != nullptr && made->getDescribedAliasTemplate() != nullptr;
        return alias != nullptr && !is_template && fits_alias(use.name);
    }

    bool is_tool(const clang::FunctionDecl& function) const {
        const auto found = index_of_.find(function.getCanonicalDecl());
        if (found == index_of_.end()) return false;
        const auto& tags = functions_[found->second].tags;
        return std::any_of(tags.begin(), tags.end(),
                           [](const AttributeUse* tag) { return tag->name == "tool"; });
    }

    /// Reports attributes on parameters of functions other than tools. Previews and undos take the
    /// tool's arguments. These are checked already.
    void check_parameters() {
        for (const auto& [parameter, use] : parameters_) {
            const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
            const bool means_something = function != nullptr && is_tool(*function);
            if (!means_something && header_of(use->range.getBegin()))
                misplaced(use->name, use->range);
        }
    }

    void misplaced(const std::string& name, clang::SourceRange range) {
        const Spelling* spelling = find_spelling(name);
        reader_.report(DiagnosticId::attribute_misplaced, reader_.places.range(range),
                       "[[iam::" + name + "]] means nothing here; put it " +
                           home_of(name, spelling == nullptr ? Place::function : spelling->place));
    }

    static std::string home_of(const std::string& name, Place place) {
        switch (place) {
            case Place::value:
                return std::string("in front of a parameter of a tool or a field of a struct") +
                       (fits_alias(name) ? ", or behind the name of a type alias" : "");
            case Place::enumeration:
                return "behind the word enum or enum class of an enumeration, or in front of a "
                       "parameter of a tool or a field of a struct that is one";
            case Place::function:
            case Place::companion:
                break;
        }
        return "in front of a function declaration at namespace or class scope";
    }

    /// Reports attributes met by the parser and received by no declaration.
    void check_log(const std::deque<AttributeUse>& uses) {
        std::set<clang::SourceLocation> received;
        for (const AttributeUse& use : uses) received.insert(use.range.getEnd());
        std::set<clang::SourceLocation> empty_handed;
        for (const AttributeUse& use : uses) {
            if (use.arguments.empty()) empty_handed.insert(use.range.getEnd());
        }
        for (const LoggedAttribute& logged : reader_.log.ours()) {
            // A listed header belongs to the user, even if it lies in a folder of system headers.
            if (in_system_header(logged.name_location) && !header_of(logged.name_location))
                continue;
            if (logged.unbalanced.isValid()) continue;
            if (received.count(logged.last) == 0) {
                check_unreceived(logged);
            } else if (logged.has_tokens && empty_handed.count(logged.last) != 0) {
                reader_.report(DiagnosticId::attribute_arguments,
                               reader_.places.token(logged.name_location),
                               "clang gave no arguments for iam::" + logged.name +
                                   " because another attribute of that name stands too near; put "
                                   "them in two declarations");
            }
        }
    }

    void check_unreceived(const LoggedAttribute& logged) {
        const SourceSpan where = reader_.places.token(logged.name_location);
        const Spelling* spelling = find_spelling(logged.name);
        if (spelling == nullptr) {
            std::string list;
            for (const std::string& name : spelling_names())
                list += (list.empty() ? "" : ", ") + name;
            reader_.report(DiagnosticId::unknown_attribute, where,
                           "unknown attribute 'iam::" + logged.name + "'." +
                               did_you_mean(logged.name, spelling_names()) + " Known are " + list);
        } else {
            misplaced(logged.name, logged.name_location);
        }
    }

    /// The listed header of the tag. A tag in any other header is reported, once per file.
    std::optional<std::size_t> listed_header(const AttributeUse& tag) {
        if (const auto index = header_of(tag.range.getBegin())) return index;
        if (!reported_files_.insert(file_of(tag.range.getBegin())).second) return std::nullopt;
        const SourceSpan where = reader_.places.range(tag.range);
        if (in_system_header(tag.range.getBegin())) {
            reader_.report(DiagnosticId::tag_in_system_header, where,
                           "a tag in a system header makes no tool; declare a function of your own "
                           "that calls this one and "
                           "tag that");
            return std::nullopt;
        }
        reader_.report(DiagnosticId::tag_in_unlisted_header, where,
                       "the tags of this header make no tools, since it is not listed; add '" +
                           relative_path(where.file) + "' to HEADERS of iam_generate_tools(" +
                           reader_.job.target + " …)");
        return std::nullopt;
    }

    std::string relative_path(llvm::StringRef path) const {
        llvm::StringRef root = reader_.job.project_root;
        while (root.ends_with("/")) root = root.drop_back();
        llvm::StringRef below = path;
        const bool is_below =
            !root.empty() && below.consume_front(root) && below.consume_front("/");
        return (is_below ? below : path).str();
    }

    void read(const TaggedFunction& tagged) {
        const auto header = listed_header(*tagged.tags.front());
        if (!header) return;
        const clang::FunctionTemplateDecl* pattern =
            tagged.function->getDescribedFunctionTemplate();
        if (pattern != nullptr && is_tool(*tagged.function))
            read_instantiations(tagged, *pattern);
        else
            read_function_of(tagged, *tagged.function, *header);
    }

    void read_function_of(const TaggedFunction& tagged, const clang::FunctionDecl& called,
                          std::size_t header) {
        if (!is_callable(reader_, called, *tagged.tags.front())) {
            reader_.model.refused.push_back(qualified_name(called));
            return;
        }
        const DocComment doc = read_function_comment(
            reader_, called,
            [this](clang::SourceLocation place) { return header_of(place).has_value(); });
        const auto tags = distinct_uses(reader_, tagged.tags);
        if (tags.empty()) return;
        reader_.tagged.push_back(&called);
        Function function = read_function(reader_, called, doc, tags.front()->name == "preview");
        for (const AttributeUse* tag : tags) {
            Function own = tag == tags.back() ? std::move(function) : function;
            if (tag->name == "tool") {
                add_tool(*tag, doc, std::move(own), header, is_explicit_instantiation(called));
            } else {
                add_companion(*tag, std::move(own), kind_of(*tag));
            }
        }
    }

    /// Reads the explicit instantiations of a template. Each belongs to the header with its text,
    /// since this header has seen its types.
    void read_instantiations(const TaggedFunction& tagged,
                             const clang::FunctionTemplateDecl& pattern) {
        bool is_instantiated = false;
        for (const clang::FunctionDecl* made : explicit_instantiations(reader_, pattern)) {
            const auto header = header_of(made->getPointOfInstantiation());
            if (!header) continue;
            is_instantiated = true;
            read_function_of(tagged, *made, *header);
        }
        const auto tool = std::find_if(tagged.tags.begin(), tagged.tags.end(),
                                       [](const auto* tag) { return tag->name == "tool"; });
        if (!is_instantiated) {
            refuse_template(tagged, **tool,
                            "is a template, and a call has no types to give; instantiate it "
                            "explicitly in a listed header, as in 'template int " +
                                tagged.function->getNameAsString() +
                                "<int>(int);', or write a plain function that calls it");
        }
    }

    void refuse_template(const TaggedFunction& tagged, const AttributeUse& tag,
                         const std::string& reason) {
        reader_.model.refused.push_back(qualified_name(*tagged.function));
        reader_.report(DiagnosticId::function_template,
                       reader_.places.token(tagged.function->getLocation()),
                       "'" + qualified_name(*tagged.function) + "' cannot be a tool: it " + reason,
                       {{"the tag is here", reader_.places.range(tag.range)}});
    }

    static Companion::Kind kind_of(const AttributeUse& tag) {
        if (tag.name == "preview") return Companion::Kind::preview;
        return tag.name == "undo" ? Companion::Kind::undo : Companion::Kind::reconcile;
    }

    void add_tool(const AttributeUse& tag, const DocComment& doc, Function function,
                  std::size_t header, bool is_instantiated) {
        Tool tool;
        tool.description = doc.description;
        tool.result_description = doc.result;
        tool.function = std::move(function);
        tool.options = read_options(reader_, tag);
        tool.header = header;
        tool.is_instantiated = is_instantiated;
        reader_.model.tools.push_back(std::move(tool));
    }

    void add_companion(const AttributeUse& tag, Function function, Companion::Kind kind) {
        auto named = named_function(reader_, tag);
        if (!named) return;
        Companion companion;
        companion.kind = kind;
        companion.function = std::move(function);
        companion.target = std::move(named->name);
        companion.target_text = std::move(named->text);
        companion.span = std::move(named->span);
        reader_.model.companions.push_back(std::move(companion));
    }

    struct ParameterUse {
        const clang::ParmVarDecl* parameter = nullptr;
        const AttributeUse* use = nullptr;
    };

    Reader& reader_;
    std::vector<const clang::FileEntry*> listed_;  // by index of the job's headers
    std::vector<TaggedFunction> functions_;        // in the order of their first tags
    llvm::DenseMap<const clang::FunctionDecl*, std::size_t> index_of_;  // index in functions_
    std::vector<ParameterUse> parameters_;
    std::set<const clang::FileEntry*> reported_files_;
};

/// True for an inline namespace with a name reserved for compilers, as in std::__cxx11.
bool is_hidden_space(const clang::NamedDecl& decl) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&decl);
    return space != nullptr && space->isInline() && space->getName().starts_with("_");
}

}  // namespace

std::string simple_name(const clang::NamedDecl& decl) {
    const auto* tag = llvm::dyn_cast<clang::TagDecl>(&decl);
    const auto* alias = tag == nullptr ? nullptr : tag->getTypedefNameForAnonDecl();
    return alias == nullptr ? decl.getNameAsString() : alias->getNameAsString();
}

std::string qualified_name(const clang::NamedDecl& decl, const char* root) {
    std::string name = simple_name(decl) + arguments_of(decl, root);
    for (const clang::DeclContext* context = decl.getDeclContext(); context != nullptr;
         context = context->getParent()) {
        const auto* outer = llvm::dyn_cast<clang::NamedDecl>(context);
        if (outer == nullptr || is_hidden_space(*outer)) continue;
        const std::string outer_name = simple_name(*outer) + arguments_of(*outer, root);
        if (!outer_name.empty()) name = outer_name + "::" + name;
    }
    return name;
}

void report_near_scopes(Reader& reader) {
    for (const LoggedAttribute& logged : reader.log.near_ours()) {
        if (reader.places.sources().isInSystemHeader(logged.name_location)) continue;
        const std::string why =
            logged.scope.empty()
                ? "'" + logged.name + "' stands without the scope iam"
                : "the scope of '" + logged.scope + "::" + logged.name + "' is not iam";
        reader.report(DiagnosticId::near_scope, reader.places.token(logged.name_location),
                      why + ", so that the attribute says nothing here; write iam::" +
                          std::string(meant_attribute(logged.scope, logged.name)));
    }
}

void report_unbalanced(Reader& reader) {
    for (const LoggedAttribute& logged : reader.log.ours()) {
        if (logged.unbalanced.isInvalid()) continue;
        reader.report(DiagnosticId::unbalanced_brackets, reader.places.token(logged.unbalanced),
                      "brackets in the arguments of iam::" + logged.name +
                          " do not match; close what was opened");
    }
}

void report_misplaced_lists(Reader& reader, Diagnostics& errors) {
    for (Diagnostic& error : errors) {
        if (error.message.find("an attribute list cannot appear here") == std::string::npos)
            continue;
        const auto& specifiers = reader.log.specifiers();
        const auto is_there = [&](const AttributeSpecifier& specifier) {
            const SourceSpan begin = reader.places.token(specifier.begin);
            return std::tie(begin.file, begin.line, begin.column) ==
                   std::tie(error.span.file, error.span.line, error.span.column);
        };
        if (std::none_of(specifiers.begin(), specifiers.end(), is_there)) continue;
        error.message +=
            ": it stands behind a word of the declaration, such as a macro that exports it or a "
            "GNU attribute; put [[…]] in front of everything else";
    }
}

void report_arguments(Reader& reader, Diagnostics& errors) {
    for (const LoggedAttribute& logged : reader.log.ours()) {
        const SourceSpan begin = reader.places.token(logged.name_location);
        const SourceSpan end = reader.places.token(logged.last);
        const auto is_inside = [&](const Diagnostic& error) {
            const auto place = std::tie(error.span.line, error.span.column);
            return error.span.file == begin.file && place >= std::tie(begin.line, begin.column) &&
                   place <= std::tie(end.line, end.column);
        };
        const auto first = std::find_if(errors.begin(), errors.end(), is_inside);
        if (first == errors.end()) continue;
        const Spelling* spelling = find_spelling(logged.name);
        const std::string usage = spelling == nullptr ? logged.name : spelling->usage;
        reader.report(DiagnosticId::attribute_arguments, first->span,
                      "the arguments of iam::" + logged.name +
                          " do not compile: " + first->message + "; write [[iam::" + usage + "]]",
                      std::move(first->notes));
        errors.erase(std::remove_if(errors.begin(), errors.end(), is_inside), errors.end());
    }
}

void collect(Reader& reader, const std::deque<AttributeUse>& uses) {
    report_unbalanced(reader);
    Collector(reader).run(uses);
}

}  // namespace iam::gen
