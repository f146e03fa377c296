// Compiles a schema to a program, with one block for each subschema found by the resolver.
#pragma once

#include "schema/compile/program.hpp"
#include "schema/compile/resolver.hpp"
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <map>
#include <string>
#include <string_view>

namespace iam::schema {

class Compiler {
 public:
    explicit Compiler(const CompileOptions& options) : options_(options), resolver_(options) {}
    Result<Program> run(const Json& schema);

 private:
    using Done = Result<void>;

    Done block(Index place);
    Done keywords(const Json::object_t& schema);
    Done keyword(Keyword keyword, const Json& value);

    // compile_assertions.cpp
    Done type(Keyword keyword, const Json& value);
    Done constant(Keyword keyword, const Json& value);
    Done bound(Keyword keyword, const Json& value);
    Done size(Keyword keyword, const Json& value);
    Done unique_items(Keyword keyword, const Json& value);
    Done pattern(Keyword keyword, const Json& value);
    Done format(Keyword keyword, const Json& value);
    Done annotation(Keyword keyword, const Json& value);

    // compile_applicators.cpp
    Done branches(Keyword keyword, const Json& value);
    Done single(Keyword keyword, const Json& value);
    Done dependent(Keyword keyword, const Json& value);
    Done reference(Keyword keyword, const Json& value);
    Done dynamic_reference(Keyword keyword, const Json& value);
    Done members();
    Done declared_members(MemberTable& table);
    Done pattern_members(MemberTable& table);
    Done elements();
    Done contains();
    Done condition();

    // Parts of the current block.
    const Json* keyword_value(Keyword keyword) const;
    Index block_of(const Json& subschema) const { return resolver_.place_of(subschema); }
    Instruction& emit(Op op, Keyword keyword, std::uint8_t applies);
    Text text(std::string_view text);
    Result<Pattern> compile_pattern(const std::string& source) const;
    Result<Index> add_pattern(Keyword keyword, const std::string& source);
    Result<std::uint64_t> read_count(Keyword keyword, const Json& value) const;
    Result<std::vector<std::string>> read_names(Keyword keyword, const Json& value) const;
    tl::unexpected<Error> refuse(Keyword keyword, std::string_view problem) const;

    void finish();

    const CompileOptions& options_;
    Resolver resolver_;
    Program program_;
    Index place_ = 0;
    std::map<std::string, Index, std::less<>> anchors_;
    std::map<std::string, Index, std::less<>> patterns_;
};

/// Finds a circle: a reference, or another keyword with a subschema for the same value, leads back
/// to its own subschema. To apply it would never end. Returns a block on the circle, or k_none.
Index find_circle(const Program& program);

}  // namespace iam::schema
