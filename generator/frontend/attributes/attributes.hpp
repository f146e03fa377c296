// How our attributes come out of clang: the parser hands each one, with its arguments parsed, to the consumer of the run.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Sema/ParsedAttr.h>

#include <string>
#include <vector>

namespace iam::gen {

/// An attribute of scope `iam` on a declaration, as clang parsed it. The arguments live as long as the AST.
struct AttributeUse {
    const clang::Decl* decl = nullptr;
    std::string name;          // "range"
    clang::SourceRange range;  // scope::name(…)
    std::vector<clang::ArgsUnion> arguments;
};

/// What the consumer of every run has to be: clang gives a handler no other way to its run.
class AttributeListener : public clang::ASTConsumer {
 public:
    virtual void on_attribute(AttributeUse use) = 0;
};

/// clang parses the arguments of an attribute only where its list of plug-in attributes holds the bare name, and then
/// does so for every scope: [[other::range(a b)]] would be an error. So the bare names are taken out of the list while the
/// parser stands inside another scope's attribute.
void enable_bare_spellings(bool enabled);

}  // namespace iam::gen
