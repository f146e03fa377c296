// The shared state of a run's reading functions: clang's view of the translation unit, the model,
// and the diagnostics.
#pragma once

#include <generator/frontend/attributes/attribute_log.hpp>
#include <generator/frontend/attributes/attributes.hpp>
#include <generator/frontend/clang/places.hpp>
#include <generator/frontend/frontend.hpp>
#include <generator/model/diagnostics.hpp>
#include <generator/model/model.hpp>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Sema;
}

namespace iam::gen {

/// The stretches of attributes in one file: the end of each, and its beginning.
using Stretches = std::map<unsigned, unsigned>;

/// The thing being read, for the beginning of a message: "parameter 'x' of 'desk::echo'".
struct Subject {
    std::string text;
    SourceSpan span;
};

struct Reader {
    const ParseJob& job;
    clang::Sema& sema;
    clang::ASTContext& ast;
    const AttributeLog& log;
    const Places& places;
    /// All uses of attributes by declaration, in the order of the source.
    llvm::DenseMap<const clang::Decl*, std::vector<const AttributeUse*>> uses{};
    /// Where a finding about a type is reported, and the fields on the way from there to the type.
    Subject subject{};
    std::vector<Note> trail{};
    /// The types being read (open_types.hpp). A self-containing type comes back to one of them.
    std::vector<const clang::TagDecl*> open_types{};
    /// The types read already. A refused type was reported once and stays refused.
    std::map<std::string, const clang::CXXRecordDecl*> record_decls{};
    std::map<std::string, const clang::EnumDecl*> enum_decls{};
    llvm::DenseSet<const clang::Decl*> refused{};
    /// The types of parameters and results, as written, if they were read without a diagnostic.
    llvm::DenseMap<const void*, Type> plain_types{};
    /// The rules of each alias; nullptr if it has none.
    llvm::DenseMap<const clang::Decl*, std::shared_ptr<const TypeRules>> alias_rules{};
    /// The program's specialisations of our traits, by trait name and type (traits.hpp); nullptr:
    /// none.
    llvm::StringMap<llvm::DenseMap<const void*, const clang::CXXRecordDecl*>> specialisations{};
    /// The stretches of every file with attributes, made from the log when the first comment is
    /// looked for.
    std::map<clang::FileID, Stretches> stretches{};
    /// The functions of tools and companions.
    std::vector<const clang::FunctionDecl*> tagged{};
    Model model{};
    Diagnostics diagnostics{};

    void report(DiagnosticId id, SourceSpan span, std::string message,
                std::vector<Note> notes = {}) {
        diagnostics.push_back(diagnose(id, std::move(span), std::move(message), std::move(notes)));
    }
    void report_here(DiagnosticId id, std::string message) {
        report(id, subject.span, std::move(message), trail);
    }
    std::vector<const AttributeUse*> uses_of(const clang::Decl* decl) const {
        return uses.lookup(decl);
    }
};

/// The name of a declaration. A C struct or enum without one, `typedef struct {…} Point;`, has
/// the name of its typedef. Empty: none.
std::string simple_name(const clang::NamedDecl& decl);
/// "desk::Page<desk::User>", with inline namespaces. `root` stands before the names within the
/// brackets: "::" gives "desk::Page<::desk::User>".
std::string qualified_name(const clang::NamedDecl& decl, const char* root = "");
/// The name in generated code: "::desk::Page<::desk::User>"; "struct ::desk::status" if a function
/// or variable hides the type.
std::string cpp_name(const clang::NamedDecl& decl);

}  // namespace iam::gen
