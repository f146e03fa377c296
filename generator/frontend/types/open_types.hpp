// Types that are being read: one that contains itself comes back to them, and one that grows as it is read never would.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// The class or enumeration as its author wrote it, where it was made of a template: attributes, comments and members stand there.
const clang::TagDecl& as_written(const clang::TagDecl& decl);

bool is_open(const Reader& reader, const clang::TagDecl& decl);

/// True for one more type of a template, within so many others of the same one that no end is to be seen; that is reported, once for the
/// template.
bool refuse_growth(Reader& reader, const clang::TagDecl& decl);

/// Keeps a type open while it lives.
class OpenType {
 public:
    OpenType(Reader& reader, const clang::TagDecl& decl) : reader_(reader) {
        reader_.open_types.push_back(&decl);
    }
    ~OpenType() { reader_.open_types.pop_back(); }
    OpenType(const OpenType&) = delete;
    OpenType& operator=(const OpenType&) = delete;

 private:
    Reader& reader_;
};

}  // namespace iam::gen
