// Registers IamAttribute in clang's list of plug-in attributes. clang creates the list once per
// process and offers no other way in, so this is the project's only registration by a static
// object.
#include <generator/frontend/attributes/attributes.hpp>
#include <generator/frontend/attributes/names.hpp>

#include <clang/Sema/Sema.h>

namespace iam::gen {
namespace {

class IamAttribute final : public clang::ParsedAttrInfo {
 public:
    IamAttribute() {
        OptArgs = 15;  // clang takes 15 as any number
        for (const iam::gen::Spelling& spelling : spellings()) {
            names_.push_back({clang::ParsedAttr::AS_CXX11, spelling.scoped});
        }
        scoped_count_ = names_.size();
        for (std::size_t i = 0; i < scoped_count_; ++i) {
            const llvm::StringRef scoped = names_[i].NormalizedFullName;
            names_.push_back(
                {clang::ParsedAttr::AS_CXX11, scoped.drop_front(k_scope.size() + 2).data()});
        }
        enable_bare(true);
    }

    void enable_bare(bool enabled) {
        Spellings = llvm::ArrayRef(names_).take_front(enabled ? names_.size() : scoped_count_);
    }

    AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* decl,
                                     const clang::ParsedAttr& attribute) const override {
        const clang::IdentifierInfo* scope = attribute.getScopeName();
        if (scope == nullptr || std::string_view(scope->getName()) != k_scope)
            return AttributeApplied;  // another vendor's
        AttributeUse use;
        use.decl = decl;
        use.name = attribute.getAttrName()->getName().str();
        use.range = attribute.getRange();
        for (unsigned i = 0; i < attribute.getNumArgs(); ++i) {
            use.arguments.push_back(attribute.getArg(i));
        }
        static_cast<AttributeListener&>(sema.getASTConsumer()).on_attribute(std::move(use));
        return AttributeApplied;
    }

 private:
    std::vector<clang::ParsedAttrInfo::Spelling> names_;
    std::size_t scoped_count_ = 0;
};

// NOLINTNEXTLINE(cert-err58-cpp): clang's list takes entries in this way only.
const clang::ParsedAttrInfoRegistry::Add<IamAttribute> k_registration("iam", "attributes of tools");

}  // namespace

void enable_bare_spellings(bool enabled) {
    for (const auto& entry : clang::getAttributePluginInstances()) {
        if (!entry->hasSpelling(clang::ParsedAttr::AS_CXX11, "iam::tool")) continue;
        static_cast<IamAttribute&>(*entry).enable_bare(enabled);
    }
}

}  // namespace iam::gen
