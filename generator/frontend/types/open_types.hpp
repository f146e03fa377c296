// Keeps track of the types being read. A self-containing type comes back to one of them; a type
// with growth at every step never would.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// The class or enumeration as its author wrote it. If it was made of a template, attributes,
/// comments and members stand there.
const clang::TagDecl& as_written(const clang::TagDecl& decl);

/// True while the type is being read.
bool is_open(const Reader& reader, const clang::TagDecl& decl);

/// True, with a report, for one more type of a template within too many others of it. No end is in
/// sight then. It is reported once for the template.
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
