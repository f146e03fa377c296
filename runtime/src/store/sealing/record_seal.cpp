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

SecretKey derived_key(const SecretKey& store_key) {
    return SecretKey(hmac_sha256(store_key, domain_tag("iam/record-key/1"), {}).bytes);
}

KeyRing derived_keys(const KeyRing& store_keys) {
    KeyRing ring(derived_key(store_keys.first()));
    for (std::size_t i = 1; i < store_keys.keys().size(); ++i)
        ring.add(derived_key(store_keys.keys()[i]));
    return ring;
}

}  // namespace

RecordSeal::RecordSeal(const KeyRing& store_keys) : keys_(derived_keys(store_keys)) {}

Hasher RecordSeal::begin(RecordKind kind) const {
    return Hasher(seal_tag(kind), keys_.newest());
}

std::optional<Hasher> RecordSeal::begin(RecordKind kind, std::int64_t key_id) const {
    const SecretKey* key = keys_.find(key_id);
    if (key == nullptr) return std::nullopt;
    return Hasher(seal_tag(kind), *key);
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
