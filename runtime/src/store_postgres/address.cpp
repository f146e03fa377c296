// Takes the parameters keys, schema and guard out of an address. libpq reads the others.
#include "store_postgres/address.hpp"

#include <iam/core/entropy.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>

namespace iam::store_postgres {
namespace {

constexpr std::size_t k_schema_bytes_max = 63;  // NAMEDATALEN - 1
constexpr std::size_t k_place_bytes_max = 4096;
constexpr int k_backup_days_max = 36'500;  // a hundred years

bool is_schema(std::string_view name) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !name.empty() && name.size() <= k_schema_bytes_max &&
           !(name[0] >= '0' && name[0] <= '9') && name.substr(0, 3) != "pg_" &&
           std::all_of(name.begin(), name.end(), fits);
}

tl::unexpected<Error> wrong(const std::string& why) {
    return fail(Errc::invalid_argument, "the address of the PostgreSQL server " + why);
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// Decodes "%2F" to "/".
Result<std::string> decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const auto byte = from_hex(in_lower_case(text.substr(i + 1, 2)));
        if (!byte || byte->size() != 1 || byte->front() == '\0')
            return wrong("has a '%' without two hexadecimal digits; write %25 for a '%'");
        out += *byte;
        i += 2;
    }
    return out;
}

/// Refuses a password, which other users could read in the list of processes.
Result<void> check_no_password(std::string_view address, std::string_view query) {
    const std::size_t begin = address.find("://") + 3;
    const std::string_view authority = address.substr(begin, address.find('/', begin) - begin);
    const std::size_t at = authority.rfind('@');
    const bool in_user =
        at != std::string_view::npos && authority.substr(0, at).find(':') != std::string_view::npos;
    const bool in_query =
        query.substr(0, 9) == "password=" || query.find("&password=") != std::string_view::npos;
    if (!in_user && !in_query) return {};
    return wrong(
        "holds a password; take it out and put it into ~/.pgpass (0600), or name another "
        "file with passfile=FILE");
}

Result<std::chrono::days> days_in(const std::string& text) {
    int days = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), days);
    if (problem == std::errc() && end == text.data() + text.size() && days >= 0 &&
        days <= k_backup_days_max)
        return std::chrono::days(days);
    return wrong("has backup_days=" + text + "; take a number of days from 0 to " +
                 std::to_string(k_backup_days_max));
}

Result<void> take_parameter(Address& place, std::string_view part, std::string& kept) {
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    if (name != "schema" && name != "keys" && name != "backup_days" && name != "guard") {
        if (!part.empty()) kept += (kept.empty() ? "?" : "&") + std::string(part);
        return {};
    }
    IAM_TRY(value, decoded(equals == std::string_view::npos ? "" : part.substr(equals + 1)));
    if (name == "keys") {
        place.folder = value;
        return {};
    }
    if (name == "backup_days") {
        IAM_TRY(days, days_in(value));
        place.backups = days;
        return {};
    }
    if (name == "guard") {
        place.guard = guard_named(value);
        if (place.guard) return {};
        return wrong("names the guard \"" + value +
                     "\"; take guard=table, or guard=serializable for a new ledger");
    }
    if (!is_schema(value))
        return wrong("names the schema \"" + value +
                     "\"; take at most 63 of a-z, 0-9 and '_', not \"pg_\" and no digit in front");
    place.schema = value;
    return {};
}

}  // namespace

std::filesystem::path Address::last_entry(const std::string& ledger_id) const {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(ledger_id.data()),
                          ledger_id.size());
    return folder / ("ledger-" + to_hex(bytes) + ".last");
}

bool is_address(const std::string& text) noexcept {
    return text.rfind("postgresql://", 0) == 0 || text.rfind("postgres://", 0) == 0;
}

Result<Address> parse_address(const std::string& text) {
    if (!is_address(text)) return wrong("does not begin with postgresql://");
    if (text.size() > k_place_bytes_max || text.find('\0') != std::string::npos)
        return wrong("has more than 4096 bytes or a NUL");
    const std::size_t mark = text.find('?');
    const std::string_view address = std::string_view(text).substr(0, mark);
    std::string_view query;
    if (mark != std::string::npos) query = std::string_view(text).substr(mark + 1);
    IAM_CHECK(check_no_password(address, query));
    Address place;
    std::string kept;
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        IAM_CHECK(take_parameter(place, query.substr(0, end), kept));
        query = end == std::string_view::npos ? "" : query.substr(end + 1);
    }
    if (!place.folder.is_absolute())
        return wrong("names no folder for the key of this host; add keys=/FOLDER behind a '?'");
    place.for_libpq = std::string(address) + kept;
    return place;
}

}  // namespace iam::store_postgres
