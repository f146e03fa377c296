// Walks from tagged functions over types and expressions to every named declaration of the user's.
#include "generator/frontend/compilers/declared_lines.hpp"

#include <generator/frontend/attributes/constraints.hpp>
#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/functions/instantiations.hpp>
#include <generator/frontend/types/open_types.hpp>
#include <generator/frontend/types/traits.hpp>

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/FileManager.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>

namespace iam::gen {
namespace {

class Walk final : public clang::RecursiveASTVisitor<Walk> {
 public:
    explicit Walk(Reader& reader) : reader_(reader), sources_(reader.places.sources()) {
        for (const Header& header : reader.job.headers)
            if (const auto entry = sources_.getFileManager().getOptionalFileRef(header.path))
                listed_.insert(&entry->getFileEntry());
    }

    void add_function(const clang::FunctionDecl& function) {
        for (const clang::FunctionDecl* decl : as_written(function).redecls()) {
            add(*decl, head_of(*decl));
            for (const clang::ParmVarDecl* parameter : decl->parameters()) {
                read_attributes(*parameter);
                if (parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg())
                    read(parameter->getDefaultArg());
            }
        }
        TraverseType(function.getType());
    }

    std::vector<DeclaredText> texts() && { return std::move(texts_); }

    bool VisitTypedefType(clang::TypedefType* type) {
        const clang::TypedefNameDecl* alias = type->getDecl();
        if (!is_new(*alias)) return true;
        for (const clang::TypedefNameDecl* decl : alias->redecls()) {
            add(*decl, {decl->getSourceRange()});
            read_attributes(*decl);
        }
        return TraverseType(alias->getUnderlyingType());
    }

    bool VisitTemplateSpecializationType(clang::TemplateSpecializationType* type) {
        const auto* made = llvm::dyn_cast_or_null<clang::TypeAliasTemplateDecl>(
            type->getTemplateName().getAsTemplateDecl());
        if (made == nullptr || !type->isTypeAlias()) return true;
        if (is_new(*made)) add(*made, {made->getSourceRange()});
        return TraverseType(type->getAliasedType());
    }

    bool VisitEnumType(clang::EnumType* type) {
        const clang::EnumDecl* definition = type->getDecl()->getDefinition();
        if (definition == nullptr || !is_new(*definition)) return true;
        add_tag(*definition);
        return TraverseType(definition->getIntegerType());
    }

    bool VisitRecordType(clang::RecordType* type) {
        const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(type->getDecl());
        const auto* definition = record == nullptr ? nullptr : record->getDefinition();
        if (definition != nullptr && is_new(*definition)) add_record(*definition);
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* expression) {
        const clang::ValueDecl* decl = expression->getDecl();
        if (!is_new(*decl)) return true;
        if (const auto* constant = llvm::dyn_cast<clang::VarDecl>(decl)) {
            add(*constant, {constant->getSourceRange()});
            read(constant->getInit());
        } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
            add(*function, {function->getSourceRange()});
        } else if (const auto* value = llvm::dyn_cast<clang::EnumConstantDecl>(decl)) {
            TraverseType(value->getType());
        }
        return true;
    }

 private:
    bool is_new(const clang::Decl& decl) { return seen_.insert(decl.getCanonicalDecl()).second; }

    void read(const clang::Expr* expression) {
        if (expression != nullptr) TraverseStmt(const_cast<clang::Expr*>(expression));
    }

    void read_attributes(const clang::Decl& decl) {
        for (const AttributeUse* use : reader_.uses_of(&decl)) {
            // The tool named by a companion has a tag of its own.
            if (find_spelling(use->name)->place == Place::companion) continue;
            for (std::size_t i = 0; i < use->arguments.size(); ++i)
                read(argument_expression(reader_, *use, i));
        }
    }

    /// The ranges of a function without its body.
    std::vector<clang::SourceRange> head_of(const clang::FunctionDecl& function) {
        std::vector<clang::SourceRange> ranges;
        for (const AttributeUse* use : reader_.uses_of(&function)) ranges.push_back(use->range);
        read_attributes(function);
        const clang::TypeSourceInfo* type = function.getTypeSourceInfo();
        const clang::SourceLocation end =
            type == nullptr ? function.getLocation() : type->getTypeLoc().getEndLoc();
        ranges.emplace_back(function.getBeginLoc(), end.isValid() ? end : function.getLocation());
        return ranges;
    }

    void add_tag(const clang::TagDecl& definition) {
        const clang::TagDecl& written = as_written(definition);
        std::vector<clang::SourceRange> ranges = {written.getSourceRange()};
        for (const AttributeUse* use : reader_.uses_of(&written)) ranges.push_back(use->range);
        add(written, ranges);
    }

    void add_record(const clang::CXXRecordDecl& record) {
        if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record))
            for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray())
                TraverseTemplateArgument(argument);
        if (!is_users(record.getLocation())) return;
        add_tag(record);
        read_attributes(record);
        for (const clang::CXXBaseSpecifier& base : record.bases()) TraverseType(base.getType());
        for (const clang::FieldDecl* field : record.fields()) {
            TraverseType(field->getType());
            read_attributes(*field);
            if (field->hasInClassInitializer()) read(field->getInClassInitializer());
        }
        const auto* codec = specialisation(reader_, "codec", reader_.ast.getRecordType(&record));
        if (codec != nullptr && is_new(*codec)) add_codec(*codec);
    }

    /// Adds a specialisation of iam::codec. The types of its functions decide how a value of the
    /// class is written.
    void add_codec(const clang::CXXRecordDecl& codec) {
        if (!is_users(codec.getLocation())) return;
        add_tag(codec);
        for (const clang::CXXMethodDecl* method : codec.methods())
            if (!method->isImplicit()) TraverseType(method->getType());
    }

    bool is_users(clang::SourceLocation place) const {
        const clang::SourceLocation spot = sources_.getExpansionLoc(place);
        if (spot.isInvalid()) return false;
        const auto entry = sources_.getFileEntryRefForID(sources_.getFileID(spot));
        return entry &&
               (!sources_.isInSystemHeader(spot) || listed_.count(&entry->getFileEntry()) != 0);
    }

    void add(const clang::NamedDecl& decl, const std::vector<clang::SourceRange>& ranges) {
        const clang::SourceLocation spot = sources_.getExpansionLoc(decl.getLocation());
        if (!is_users(spot)) return;
        DeclaredText text;
        unsigned first = line_of(spot);
        unsigned last = first;
        for (const clang::SourceRange range : ranges) {
            if (range.isInvalid()) continue;
            const clang::SourceLocation begin = sources_.getExpansionLoc(range.getBegin());
            const clang::SourceLocation end = sources_.getExpansionRange(range.getEnd()).getEnd();
            if (sources_.isWrittenInSameFile(begin, spot)) first = std::min(first, line_of(begin));
            if (sources_.isWrittenInSameFile(end, spot)) last = std::max(last, line_of(end));
        }
        for (unsigned line = first; line <= last; ++line) text.lines.insert(line);
        if (const auto* context = llvm::dyn_cast<clang::CXXRecordDecl>(&decl))
            leave_functions_out(*context, text.lines);
        const clang::PresumedLoc presumed = sources_.getPresumedLoc(spot);
        if (presumed.isInvalid()) return;
        text.file = file_key(presumed.getFilename());
        text.span = reader_.places.token(decl.getLocation());
        text.name = qualified_name(decl);
        texts_.push_back(std::move(text));
    }

    unsigned line_of(clang::SourceLocation place) const {
        return sources_.getPresumedLoc(sources_.getExpansionLoc(place)).getLine();
    }

    std::set<unsigned> lines_of(clang::SourceRange range) const {
        std::set<unsigned> lines;
        if (range.isInvalid()) return lines;
        const unsigned last = line_of(sources_.getExpansionRange(range.getEnd()).getEnd());
        for (unsigned line = line_of(range.getBegin()); line <= last; ++line) lines.insert(line);
        return lines;
    }

    /// Removes the lines of functions. If a function shares a line with another member, the line
    /// stays.
    void leave_functions_out(const clang::CXXRecordDecl& record, std::set<unsigned>& lines) const {
        std::set<unsigned> of_functions;
        std::set<unsigned> of_others = {line_of(record.getLocation()),
                                        line_of(record.getBraceRange().getBegin())};
        for (const clang::Decl* decl : record.decls()) {
            if (decl->isImplicit()) continue;
            const bool is_function =
                llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl, clang::FriendDecl>(
                    decl);
            (is_function ? of_functions : of_others).merge(lines_of(decl->getSourceRange()));
        }
        for (const unsigned line : of_functions)
            if (of_others.count(line) == 0) lines.erase(line);
    }

    Reader& reader_;
    const clang::SourceManager& sources_;
    std::set<const clang::FileEntry*> listed_;
    llvm::DenseSet<const clang::Decl*> seen_;
    std::vector<DeclaredText> texts_;
};

}  // namespace

std::string file_key(const std::string& path) {
    llvm::SmallString<256> real;
    return llvm::sys::fs::real_path(path, real) ? path : real.str().str();
}

std::vector<DeclaredText> declared_texts(Reader& reader,
                                         const std::vector<const clang::FunctionDecl*>& functions) {
    Walk walk(reader);
    for (const clang::FunctionDecl* function : functions) walk.add_function(*function);
    return std::move(walk).texts();
}

}  // namespace iam::gen
