// Seals records of consent: a MAC over each record, under a key outside the database.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/core/digest.hpp>
#include <iam/store/key_ring.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace iam::store {

using RecordKind = consent::BrokenRecord::Kind;

/// Names the storage class of a column. The numbers are hashed; they are SQLite's and never change.
enum class ColumnKind : std::uint8_t { integer = 1, real = 2, text = 3, blob = 4, null = 5 };

/// A store holds each record against its seal before it believes the record. A seal covers one
/// record alone: a removed record, or an earlier version put back, is not noticed.
class RecordSeal {
 public:
    /// Derives keys of its own, since a store's key digests arguments. Records of two stores with
    /// different keys never have equal seals.
    explicit RecordSeal(const KeyRing& store_keys);
    /// With a ring of this one key.
    explicit RecordSeal(const SecretKey& store_key) : RecordSeal(KeyRing(store_key)) {}

    /// Begins the seal of a record with the newest key. Add all of its columns with add_column(),
    /// always in the same order, then call finish(). Two kinds of records never have equal seals.
    /// Keep newest_id() beside the seal.
    Hasher begin(RecordKind kind) const;
    std::uint32_t newest_id() const noexcept { return keys_.newest_id(); }
    /// Begins the seal that the key of this id made. Nothing: the ring has no such key, so no seal
    /// under it counts.
    std::optional<Hasher> begin(RecordKind kind, std::int64_t key_id) const;

 private:
    KeyRing keys_;
};

/// Hashes the storage class, the length and the bytes, so different columns never hash alike. An
/// integer is its decimal text; the bytes of null are ignored.
void add_column(Hasher& hasher, ColumnKind kind, std::string_view bytes);

/// Compares a stored seal with a computed one, in constant time.
bool is_seal(std::string_view stored, const Digest& made) noexcept;

/// Follows the name of a record in an error message.
inline constexpr char k_not_sealed[] =
    " was changed past the program or comes from another state, so it is no answer; have the call "
    "proposed anew";

}  // namespace iam::store
