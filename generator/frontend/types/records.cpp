// Reads classes of the program as plain aggregates, with the fields of their bases.
#include "generator/frontend/types/records.hpp"

#include <generator/frontend/attributes/constraints.hpp>
#include <generator/frontend/comments/comments.hpp>
#include <generator/frontend/functions/members.hpp>
#include <generator/frontend/types/open_types.hpp>
#include <generator/frontend/types/traits.hpp>
#include <generator/frontend/types/type_names.hpp>
#include <generator/frontend/types/type_parts.hpp>

#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace iam::gen {
namespace {

/// The unnamed struct of a field; else nullptr. Its fields belong to the class around it.
const clang::CXXRecordDecl* anonymous_struct(const clang::FieldDecl& field) {
    const auto* inner = field.getType()->getAsCXXRecordDecl();
    return field.isAnonymousStructOrUnion() && !inner->isUnion() ? inner : nullptr;
}

std::string unsuitable_field_reason(const clang::FieldDecl& field) {
    if (field.isUnnamedBitField()) return {};  // room between fields, and no value
    if (field.getAccess() != clang::AS_public) {
        return "whose field '" + field.getNameAsString() +
               "' is not public; take a plain struct with public fields, or specialise "
               "iam::codec for it";
    }
    if (const auto* inner = anonymous_struct(field)) {
        for (const clang::FieldDecl* part : inner->fields())
            if (std::string reason = unsuitable_field_reason(*part); !reason.empty()) return reason;
        return {};
    }
    if (field.isAnonymousStructOrUnion())
        return "which has a union without a name, and nothing says which of its members counts; "
               "hold a std::variant";
    if (field.getName().empty()) return "which has a field without a name; give it one";
    if (field.getType()->isReferenceType())
        return "whose field '" + field.getNameAsString() +
               "' is a reference; hold the value itself";
    if (field.getType().isConstQualified())
        return "whose field '" + field.getNameAsString() +
               "' is const and cannot be filled in; take the const away";
    return {};
}

/// The reason why the class is no plain aggregate; empty if it is one.
std::string unsuitable_reason(const clang::CXXRecordDecl& record) {
    if (record.isUnion())
        return "a union, which does not say which of its members it holds; take a struct with "
               "optional fields";
    if (record.isLambda() || simple_name(record).empty()) return "which has no name; give it one";
    if (record.isPolymorphic())
        return "which has virtual functions; take a plain struct with its data, or specialise "
               "iam::codec for it";
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
        if (base.isVirtual())
            return "which has a virtual base; take a plain struct with its data, or specialise "
                   "iam::codec for it";
        if (base.getAccessSpecifier() != clang::AS_public)
            return "which has a base that is not public; make the base public or copy its fields";
    }
    for (const clang::FieldDecl* field : record.fields())
        if (std::string reason = unsuitable_field_reason(*field); !reason.empty()) return reason;
    if (!record.isAggregate())
        return "which has a constructor of its own; take a plain struct without constructors, or "
               "specialise iam::codec for it";
    return {};
}

class RecordReader {
 public:
    RecordReader(Reader& reader, Record& record) : reader_(reader), record_(record) {}

    /// Appends the fields of the class behind the fields of its bases. False if one of them was
    /// refused.
    bool append(const clang::CXXRecordDecl& decl) {
        bool complete = true;
        for (const clang::CXXBaseSpecifier& base : decl.bases()) {
            const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
            const clang::CXXRecordDecl* definition =
                parent == nullptr ? nullptr : parent->getDefinition();
            if (definition == nullptr) return false;
            if (const std::string reason = unsuitable_base_reason(*definition, base.getType());
                !reason.empty()) {
                refuse_tag(reader_, *definition, DiagnosticId::unsuitable_class, reason);
                return false;
            }
            complete = append(*definition) && complete;
        }
        return append_fields(decl) && complete;
    }

 private:
    /// The reason why a class cannot be a base; empty if it can. Its fields become those of the
    /// derived class, so an iam::codec of the base would not be followed.
    std::string unsuitable_base_reason(const clang::CXXRecordDecl& base, clang::QualType type) {
        if (specialisation(reader_, "codec", type) != nullptr)
            return "a base class with an iam::codec of its own, which the JSON of the whole class "
                   "would not follow; hold it as a field";
        return unsuitable_reason(base);
    }

    bool append_fields(const clang::CXXRecordDecl& decl) {
        bool complete = true;
        for (const clang::FieldDecl* field : decl.fields()) {
            if (field->isUnnamedBitField()) continue;
            const auto* inner = anonymous_struct(*field);
            complete =
                (inner == nullptr ? append_field(*field) : append_fields(*inner)) && complete;
        }
        return complete;
    }

    bool append_field(const clang::FieldDecl& field) {
        const SourceSpan place = reader_.places.token(field.getLocation());
        if (const auto known = places_.find(field.getName()); known != places_.end()) {
            const Member* hidden = &record_.fields[known->second];
            reader_.report(DiagnosticId::unsuitable_class, place,
                           "field '" + hidden->name +
                               "' hides a field of a base class, so that JSON would have it twice; "
                               "rename one of them",
                           {{"the field of the base class", hidden->span}});
            return false;
        }
        reader_.trail.push_back(
            {"field '" + field.getNameAsString() + "' of '" + record_.name + "' is declared here",
             place});
        Member member = read_field(reader_, field);
        member.declared = declared_type(reader_.ast, field.getType());
        reader_.trail.pop_back();
        const bool known = member.type.kind != TypeKind::unsupported;
        places_.try_emplace(member.name, record_.fields.size());
        record_.fields.push_back(std::move(member));
        return known;
    }

    Reader& reader_;
    Record& record_;
    llvm::StringMap<std::size_t> places_;  // index of each field, by name
};

/// True if each field stands where the one before it ends, as in a class of these fields alone.
bool is_plain_layout(const clang::ASTContext& ast, const clang::CXXRecordDecl& record) {
    if (record.getNumBases() != 0 || record.field_empty() || record.isPolymorphic() ||
        record.hasAttr<clang::PackedAttr>() || record.hasAttr<clang::AlignedAttr>() ||
        record.hasAttr<clang::MaxFieldAlignmentAttr>())
        return false;
    const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(&record);
    std::uint64_t end = 0;
    for (const clang::FieldDecl* field : record.fields()) {
        if (field->isBitField() || field->getName().empty() ||
            field->hasAttr<clang::NoUniqueAddressAttr>() || field->hasAttr<clang::AlignedAttr>() ||
            field->hasAttr<clang::PackedAttr>())
            return false;
        const auto info = ast.getTypeInfo(field->getType());
        const std::uint64_t begin = llvm::alignTo(end, info.Align);
        if (layout.getFieldOffset(field->getFieldIndex()) != begin) return false;
        end = begin + info.Width;
    }
    return true;
}

}  // namespace

Type read_record(Reader& reader, const clang::CXXRecordDecl& record) {
    const clang::CXXRecordDecl* definition = record.getDefinition();
    if (reader.refused.contains(record.getCanonicalDecl())) return {};
    if (definition == nullptr) {
        return refuse_tag(reader, record, DiagnosticId::unsuitable_class,
                          "which is only declared; include the header that defines it");
    }
    if (const std::string reason = unreachable_reason(*definition); !reason.empty()) {
        return refuse_tag(reader, *definition, DiagnosticId::unsuitable_class, reason);
    }
    if (const std::string reason = unsuitable_reason(*definition); !reason.empty()) {
        return refuse_tag(reader, *definition, DiagnosticId::unsuitable_class, reason);
    }
    if (refuse_growth(reader, *definition)) return {};
    Type type;
    type.kind = TypeKind::record;
    type.cpp = cpp_name(*definition);
    type.name = qualified_name(*definition);
    if (is_open(reader, *definition) || reader.model.records.count(type.name) != 0) return type;

    Record out;
    out.cpp = type.cpp;
    out.name = type.name;
    const clang::TagDecl& written = as_written(*definition);
    out.description = read_comment(reader, written).description;
    const std::vector<const clang::Decl*> declarations(written.redecls_begin(),
                                                       written.redecls_end());
    out.tag = read_constraints(reader, declarations, type).name;
    out.span = reader.places.token(definition->getLocation());
    const bool complete = [&] {
        const OpenType open(reader, *definition);
        return RecordReader(reader, out).append(*definition);
    }();
    if (!complete || reader.refused.contains(record.getCanonicalDecl())) {
        reader.refused.insert(record.getCanonicalDecl());
        return {};
    }
    out.is_plain_layout = is_plain_layout(reader.ast, *definition);
    out.is_standard_layout = definition->isStandardLayout();
    reader.record_decls[type.name] = definition;
    reader.model.records.emplace(type.name, std::move(out));
    return type;
}

}  // namespace iam::gen
