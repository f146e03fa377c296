// Seals records of consent: a MAC over each record, under a key outside the database.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/core/digest.hpp>

#include <cstdint>
#include <string_view>

namespace iam::store {

using RecordKind = consent::BrokenRecord::Kind;

/// Names the storage class of a column. The numbers are hashed; they are SQLite's and never change.
enum class ColumnKind : std::uint8_t { integer = 1, real = 2, text = 3, blob = 4, null = 5 };

/// A store holds each record against its seal before it believes the record. A seal covers one
/// record alone: a removed record, or an earlier version put back, is not noticed.
class RecordSeal {
 public:
    /// Derives a key of its own, since the store's key digests arguments. Records of two stores
    /// with different keys never have equal seals.
    explicit RecordSeal(const SecretKey& store_key);

    /// Begins the seal of a record. Add all of its columns with add_column(), always in the same
    /// order, then call finish(). Two kinds of records never have equal seals.
    Hasher begin(RecordKind kind) const;

 private:
    SecretKey key_;
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
