// Decodes binary columns.
#include "store_postgres/wire/rows.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace iam::store_postgres {

void ClearResult::operator()(pg_result* result) const noexcept {
    PQclear(result);
}

int Rows::size() const noexcept {
    return PQntuples(result_.get());
}

std::int64_t Rows::changed() const noexcept {
    const std::string_view text = PQcmdTuples(result_.get());
    std::int64_t count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

bool Rows::is_null(int row, int column) const noexcept {
    return PQgetisnull(result_.get(), row, column) != 0;
}

std::string_view Rows::view(int row, int column) const noexcept {
    return {PQgetvalue(result_.get(), row, column),
            static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t Rows::integer(int row, int column) const noexcept {
    const std::string_view text = view(row, column);
    if (text.empty() || text.size() > sizeof(std::int64_t)) return 0;
    // A boolean has one byte; a number has its sign in the first.
    const bool is_negative = text.size() > 1 && (static_cast<unsigned char>(text[0]) & 0x80U) != 0;
    std::uint64_t value = is_negative ? ~std::uint64_t{0} : 0;
    for (const char byte : text) value = value << 8U | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(value);
}

Result<Digest> Rows::digest(int row, int column) const {
    Digest digest;
    const std::string_view bytes = view(row, column);
    if (bytes.size() != digest.bytes.size()) {
        return fail(Errc::corrupt,
                    "a digest in the ledger does not have 32 bytes; restore the database from a "
                    "backup");
    }
    std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
    return digest;
}

}  // namespace iam::store_postgres
