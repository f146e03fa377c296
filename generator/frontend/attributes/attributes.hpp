// Our attributes as clang parses them. The parser hands each one, with its arguments parsed, to the
// consumer of the run.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Sema/ParsedAttr.h>

#include <string>
#include <vector>

namespace iam::gen {

/// An attribute of scope `iam` on a declaration, as clang parsed it. The arguments live as long as
/// the AST.
struct AttributeUse {
    const clang::Decl* decl = nullptr;
    std::string name;          // "range"
    clang::SourceRange range;  // scope::name(…)
    std::vector<clang::ArgsUnion> arguments;
};

/// Base class of every run's consumer. A handler of attributes reaches its run through the
/// consumer, since clang offers no other way.
class AttributeListener : public clang::ASTConsumer {
 public:
    virtual void on_attribute(AttributeUse use) = 0;
};

/// Puts the bare names of our attributes into clang's list of plug-in attributes, or takes them
/// out. clang parses the arguments of an attribute only if the list holds its bare name, and then
/// for every scope. [[other::range(a b)]] would then be an error. So the bare names are out while
/// the parser stands inside another scope's attribute.
void enable_bare_spellings(bool enabled);

}  // namespace iam::gen
