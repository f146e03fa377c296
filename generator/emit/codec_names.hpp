// Names the codecs of one glue file, and spells types with them.
#pragma once

#include <generator/emit/literals.hpp>
#include <generator/model/model.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace iam::gen {

/// Collects enumerations, records and variants in the required order of their codecs: a codec comes
/// after its parts' codecs.
class CodecNames {
 public:
    CodecNames(const Model& model, Namer& namer) : model_(model), namer_(namer) {}

    void add(const Type& type);
    void add(const std::vector<Member>& members);

    /// "iam::SequenceCodec<AlarmCodec, ::std::vector<::desk::Alarm>>". The type must have been
    /// added.
    std::string of(const Type& type) const;
    /// True if the library's own codec for the C++ type can be used.
    bool is_standard(const Type& type) const;
    /// The headers needed by the codecs beside iam/tool/glue.hpp.
    const std::set<std::string>& headers() const { return headers_; }
    bool has_bit_fields() const { return has_bit_fields_; }
    /// The text of all definitions.
    std::string definitions() const;
    /// "iam::required("x", &::ns::T::x, {…})" for a member of the class spelled `class_cpp`.
    /// `type` may differ from the member's own type: an optional around it.
    std::string field(const Member& member, const std::string& class_cpp, const Type& type,
                      bool with_rules) const;

 private:
    void add_variant(const Type& type);
    void add_rules(const Type& type);
    /// The codec of the type without the rules of its aliases.
    std::string plain(const Type& type) const;
    std::string number(const Type& type) const;
    std::string key(const Type& type) const;
    std::string around(const char* family, const Type& type) const;
    std::string variant_definition(const Type& type, const std::string& name) const;
    std::string enum_definition(const Enum& type, const std::string& name) const;
    std::string record_definition(const Record& type, const std::string& name) const;

    const Model& model_;
    Namer& namer_;
    // The codec of each enumeration, record or variant. The key is the one in Model::enums or
    // Model::records, or a variant's identity.
    std::map<std::string, std::string> names_;
    std::map<std::string, Type> variants_;           // by identity
    std::map<std::string, std::string> rule_names_;  // rules of aliases → their class
    std::vector<std::string> rules_;                 // in the order of their first use
    std::vector<std::pair<TypeKind, std::string>> order_;
    std::set<std::string> headers_;
    bool has_bit_fields_ = false;
};

/// "{.low = 0, .high = 23}"; empty without rules.
std::string rules_text(const Constraints& constraints);
/// `make_tuple` of fields, one a line; "std::make_tuple()" for none.
std::string tuple_text(const std::vector<std::string>& fields);

}  // namespace iam::gen
