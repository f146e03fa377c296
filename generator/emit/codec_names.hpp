// The codecs that one glue file defines, and how types are spelled with them.
#pragma once

#include <generator/emit/literals.hpp>
#include <generator/model/model.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace iam::gen {

/// Enumerations and records in the order in which their codecs must stand: what is used comes first.
class CodecNames {
 public:
    CodecNames(const Model& model, Namer& namer) : model_(model), namer_(namer) {}

    void add(const Type& type);
    void add(const std::vector<Member>& members);

    /// "iam::SequenceCodec<AlarmCodec, ::std::vector<::desk::Alarm>>"; the type must have been added.
    std::string of(const Type& type) const;
    /// True where the library's own codec for the C++ type will do.
    bool is_standard(const Type& type) const;
    /// The headers that the codecs need beside iam/tool/glue.hpp.
    const std::set<std::string>& headers() const { return headers_; }
    bool has_bit_fields() const { return has_bit_fields_; }
    /// The text of all definitions.
    std::string definitions() const;
    /// "iam::required("x", &::ns::T::x, {…})" for a member of the class spelled `class_cpp`, whose type may be another than the
    /// member's own: an optional around it.
    std::string field(const Member& member, const std::string& class_cpp, const Type& type,
                      bool with_rules) const;

 private:
    void add_variant(const Type& type);
    void add_rules(const Type& type);
    /// Without a look at the rules of aliases.
    std::string plain(const Type& type) const;
    std::string number(const Type& type) const;
    std::string key(const Type& type) const;
    std::string around(const char* family, const Type& type) const;
    std::string variant_definition(const Type& type, const std::string& name) const;
    std::string enum_definition(const Enum& type, const std::string& name) const;
    std::string record_definition(const Record& type, const std::string& name) const;

    const Model& model_;
    Namer& namer_;
    // Key into Model::enums or Model::records, the identity of a variant → codec.
    std::map<std::string, std::string> names_;
    std::map<std::string, Type> variants_;           // by their identities
    std::map<std::string, std::string> rule_names_;  // rules of aliases → the class that holds them
    std::vector<std::string> rules_;                 // in the order of their first use
    std::vector<std::pair<TypeKind, std::string>> order_;
    std::set<std::string> headers_;
    bool has_bit_fields_ = false;
};

/// "{.low = 0, .high = 23}", or empty where there are no rules.
std::string rules_text(const Constraints& constraints);
/// `make_tuple` of fields, wrapped by lines; "std::make_tuple()" for none.
std::string tuple_text(const std::vector<std::string>& fields);

}  // namespace iam::gen
