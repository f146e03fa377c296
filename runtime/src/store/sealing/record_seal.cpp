// Makes the seals of records: HMAC-SHA-256 over a tag of the kind and the framed columns.
#include "iam/store/record_seal.hpp"

#include <span>

namespace iam::store {
namespace {

std::string_view seal_tag(RecordKind kind) {
    switch (kind) {
        case RecordKind::policy:
            return domain_tag("iam/policy-record/1");
        case RecordKind::grant:
            return domain_tag("iam/grant-record/1");
        case RecordKind::permission:
            return domain_tag("iam/permission-record/1");
        case RecordKind::trust:
            return domain_tag("iam/trust-record/1");
        case RecordKind::approval:
            break;
    }
    return domain_tag("iam/approval-record/1");
}

}  // namespace

RecordSeal::RecordSeal(const SecretKey& store_key)
    : key_(hmac_sha256(store_key, domain_tag("iam/record-key/1"), {}).bytes) {}

Hasher RecordSeal::begin(RecordKind kind) const {
    return Hasher(seal_tag(kind), key_);
}

void add_column(Hasher& hasher, ColumnKind kind, std::string_view bytes) {
    const auto kind_byte = static_cast<std::uint8_t>(kind);
    hasher.update(std::span(&kind_byte, 1));
    if (kind != ColumnKind::null) hasher.update_framed(bytes);
}

bool is_seal(std::string_view stored, const Digest& made) noexcept {
    return equal_constant_time(
        stored,
        std::string_view(reinterpret_cast<const char*>(made.bytes.data()), made.bytes.size()));
}

}  // namespace iam::store
