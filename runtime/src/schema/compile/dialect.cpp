// Reads the dialect named by a `$schema`: one of the two drafts, or a metaschema of the host with a
// list of its vocabularies.
#include "schema/compile/resolver.hpp"
#include "schema/compile/uri.hpp"

#include <array>

namespace iam::schema {
namespace {

constexpr std::string_view k_draft7_uri = "http://json-schema.org/draft-07/schema";
constexpr std::string_view k_draft2020_uri = "https://json-schema.org/draft/2020-12/schema";
constexpr std::string_view k_vocabulary_prefix = "https://json-schema.org/draft/2020-12/vocab/";
/// Bounds the metaschemas of metaschemas; two are enough in practice.
constexpr int k_dialect_depth_max = 8;

constexpr std::uint8_t bit(Vocabulary vocabulary) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(vocabulary));
}

struct VocabularyName {
    std::string_view name;
    Vocabulary vocabulary;
};

constexpr std::array<VocabularyName, 8> k_vocabularies{{
    {"core", Vocabulary::core},
    {"applicator", Vocabulary::applicator},
    {"unevaluated", Vocabulary::unevaluated},
    {"validation", Vocabulary::validation},
    {"meta-data", Vocabulary::meta_data},
    {"format-annotation", Vocabulary::format},
    {"format-assertion", Vocabulary::format},
    {"content", Vocabulary::content},
}};

/// Adds the vocabulary named by the URI; false if it is unknown.
bool add_vocabulary(std::string_view uri, Dialect& dialect) {
    if (uri.substr(0, k_vocabulary_prefix.size()) != k_vocabulary_prefix) return false;
    uri.remove_prefix(k_vocabulary_prefix.size());
    for (const VocabularyName& known : k_vocabularies) {
        if (known.name != uri) continue;
        dialect.vocabularies =
            static_cast<std::uint8_t>(dialect.vocabularies | bit(known.vocabulary));
        dialect.asserts_format = dialect.asserts_format || uri == "format-assertion";
        return true;
    }
    return false;
}

Error unknown(std::string_view uri) {
    return Error{Errc::invalid_argument,
                 "the dialect '" + std::string(uri) + "' is not known; write '" +
                     std::string(k_draft2020_uri) + "' or '" + std::string(k_draft7_uri) +
                     "#' into $schema, or add its metaschema to the documents of the host",
                 ""};
}

}  // namespace

Result<Dialect> Resolver::dialect_of(const Json& document, const Dialect& inherited) {
    const Json* uri = member(document, "$schema");
    if (uri == nullptr) return inherited;
    if (!uri->is_string())
        return fail(Errc::invalid_argument, "$schema is no string; write the URI of a dialect");
    return named_dialect(uri->get_ref<const std::string&>(), 0);
}

Result<Dialect> Resolver::named_dialect(std::string_view uri, int depth) {
    if (!fragment_of(uri).empty()) return tl::unexpected(unknown(uri));
    const std::string name(without_fragment(uri));
    if (name == k_draft2020_uri) return Dialect{Draft::draft2020_12, 0xFF, false};
    if (name == k_draft7_uri) return Dialect{Draft::draft7, 0xFF, false};
    const Json* metaschema = find_document(name);
    if (metaschema == nullptr || depth == k_dialect_depth_max) return tl::unexpected(unknown(uri));
    return custom_dialect(name, *metaschema, depth);
}

Result<Dialect> Resolver::custom_dialect(const std::string& uri, const Json& metaschema,
                                         int depth) {
    const Json* parent = member(metaschema, "$schema");
    if (parent == nullptr || !parent->is_string())
        return fail(Errc::invalid_argument,
                    "the metaschema '" + uri + "' has no $schema, so its dialect is not known");
    IAM_TRY(base, named_dialect(parent->get_ref<const std::string&>(), depth + 1));
    const Json* vocabularies = member(metaschema, "$vocabulary");
    if (base.draft == Draft::draft7 || vocabularies == nullptr) return base;
    if (!vocabularies->is_object())
        return fail(Errc::invalid_argument, "$vocabulary of '" + uri + "' is no object");
    Dialect dialect{base.draft, bit(Vocabulary::core), false};
    for (const auto& [name, required] : vocabularies->get_ref<const Json::object_t&>()) {
        if (add_vocabulary(name, dialect)) continue;
        // An unknown optional vocabulary is ignored (Core §8.1.2).
        if (required.is_boolean() && !required.get<bool>()) continue;
        return fail(Errc::invalid_argument, "the metaschema '" + uri +
                                                "' requires the vocabulary '" + name +
                                                "', which is not known");
    }
    return dialect;
}

}  // namespace iam::schema
