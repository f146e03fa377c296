// Outlines a text in one pass. Each object has a table of its possible members in their order.
#include "ledger/outline.hpp"

#include "ledger/words.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace iam::ledger {
namespace {

/// Tells, for each of eight ASCII bytes, whether it is in [first, last]. The answers are the bytes'
/// high bits.
std::uint64_t in_range(std::uint64_t word, char first, char last) noexcept {
    constexpr std::uint64_t k_each = 0x0101010101010101;
    const std::uint64_t from = word + k_each * static_cast<std::uint64_t>(0x80 - first);
    const std::uint64_t above = word + k_each * static_cast<std::uint64_t>(0x7F - last);
    return from & ~above;
}

/// True if the 64 bytes at `at` are lower-case hexadecimal digits.
bool is_lower_hex(const char* at) noexcept {
    constexpr std::uint64_t k_high_bits = 0x8080808080808080;
    std::uint64_t good = k_high_bits;
    for (int i = 0; i < 8; ++i, at += sizeof good) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        good &= (in_range(word, '0', '9') | in_range(word, 'a', 'f')) & ~word;
    }
    return good == k_high_bits;
}

/// Takes pieces off the front of the text.
class PlainText {
 public:
    explicit PlainText(std::string_view text) noexcept
        : at_(text.data()), end_(text.data() + text.size()) {}

    bool at_end() const noexcept { return at_ == end_; }
    bool starts_with(std::string_view part) const noexcept {
        return static_cast<std::size_t>(end_ - at_) >= part.size() &&
               std::memcmp(at_, part.data(), part.size()) == 0;
    }
    const char* at() const noexcept { return at_; }
    /// The next eight bytes, with zeros after the end of the text.
    std::uint64_t head() const noexcept {
        std::uint64_t word = 0;
        if (const auto left = static_cast<std::size_t>(end_ - at_); left < sizeof word) {
            std::memcpy(&word, at_, left);
        } else {
            std::memcpy(&word, at_, sizeof word);
        }
        return word;
    }
    bool take(std::string_view part) noexcept {
        if (!starts_with(part)) return false;
        at_ += part.size();
        return true;
    }
    /// Takes a string. The text has no escapes, so the next quotation mark ends it.
    bool take_string(std::string_view& out) noexcept {
        if (at_ == end_ || *at_ != '"') return false;
        const char* const begin = at_ + 1;
        const void* const close = std::memchr(begin, '"', static_cast<std::size_t>(end_ - begin));
        if (close == nullptr) return false;
        const char* const stop = static_cast<const char*>(close);
        out = {begin, static_cast<std::size_t>(stop - begin)};
        at_ = stop + 1;
        return true;
    }
    /// Takes a string of 64 digits.
    bool take_digest(std::string_view& hex) noexcept {
        constexpr std::ptrdiff_t k_digits = 64;
        if (end_ - at_ < k_digits + 2 || at_[0] != '"' || at_[k_digits + 1] != '"') return false;
        hex = {at_ + 1, static_cast<std::size_t>(k_digits)};
        at_ += k_digits + 2;
        return is_lower_hex(hex.data());
    }
    /// Skips an integer of at most 18 digits, so it fits into 64 bits.
    bool skip_integer() noexcept {
        constexpr std::ptrdiff_t k_digits_max = 18;
        const char* const begin = at_;
        while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
        const std::ptrdiff_t digits = at_ - begin;
        return digits > 0 && digits <= k_digits_max && (*begin != '0' || digits == 1);
    }

 private:
    const char* at_;
    const char* end_;
};

/// True for ASCII without control characters and backslashes.
bool is_simple(std::string_view text) noexcept {
    using Signs __attribute__((vector_size(16))) = unsigned char;
    constexpr std::uint64_t k_high_bits = 0x8080808080808080;
    // The high bits of the result mark other bytes. A byte beyond ASCII has one, and a byte below a
    // space borrows one. A byte equal to a backslash borrows one, too.
    Signs hits{};
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= sizeof hits; at += sizeof hits, left -= sizeof hits) {
        Signs signs{};
        std::memcpy(&signs, at, sizeof signs);
        hits |= signs | (signs - ' ') | ((signs ^ '\\') - 1);
    }
    for (; left > 0; ++at, --left)
        if (static_cast<signed char>(*at) < ' ' || *at == '\\') return false;
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), &hits, sizeof hits);
    return ((words[0] | words[1]) & k_high_bits) == 0;
}

/// True if the text is UTF-8 and no string in it has or needs an escape.
bool is_plain(std::string_view text) noexcept {
    if (is_simple(text)) return true;
    for (const char sign : text)
        if (static_cast<unsigned char>(sign) < ' ' || sign == '\\') return false;
    return is_valid_utf8(text);
}

bool take_id(PlainText& in, EntryId& out) {
    std::string_view text;
    if (!in.take_string(text) || text.find('.') == std::string_view::npos) return false;
    const auto id = parse_entry_id(text);
    if (id) out = *id;
    return id.has_value();
}

/// The outline of a text, and the objects known from earlier texts.
struct Found {
    explicit Found(KnownObjects& objects) : known(objects) {}
    Outline outline{};
    KnownObjects& known;
};

/// A possible member of an object.
struct Slot {
    using Read = bool (*)(PlainText& in, Found& out);
    constexpr Slot(std::string_view member, Read how, bool must_be_there = false)
        : key(member), read(how), is_required(must_be_there) {
        std::array<char, sizeof head> bytes{};
        std::array<char, sizeof mask> known{};
        for (std::size_t i = 0; i < std::min(key.size(), bytes.size()); ++i) {
            bytes[i] = key[i];
            known[i] = '\xFF';
        }
        head = std::bit_cast<std::uint64_t>(bytes);
        mask = std::bit_cast<std::uint64_t>(known);
    }
    /// Compares with the first bytes of a text; these tell most members apart.
    bool may_begin(std::uint64_t text) const noexcept { return ((text ^ head) & mask) == 0; }

    std::string_view key;  // the key as it stands in the text
    Read read;
    bool is_required;
    std::uint64_t head = 0;
    std::uint64_t mask = 0;
};

bool take_object(PlainText& in, std::span<const Slot> members, Found& out) {
    if (!in.take("{")) return false;
    std::uint64_t head = in.head();
    for (auto member = members.begin(); member != members.end(); ++member) {
        if (!member->may_begin(head) || !in.take(member->key)) {
            if (member->is_required) return false;
            continue;
        }
        if (!member->read(in, out)) return false;
        if (!in.take(",")) {
            for (++member; member != members.end(); ++member)
                if (member->is_required) return false;
            return in.take("}");
        }
        head = in.head();
    }
    return false;
}

/// Takes an object. Mostly it equals the object taken at this place before, and then one comparison
/// is enough.
bool take_known_object(PlainText& in, std::string& known, std::span<const Slot> members,
                       Found& out) {
    if (!known.empty() && in.take(known)) return true;
    const char* const begin = in.at();
    if (!take_object(in, members, out)) return false;
    known.assign(begin, in.at());
    return true;
}

bool skip_text(PlainText& in, Found&) {
    std::string_view text;
    return in.take_string(text);
}

bool skip_digest(PlainText& in, Found&) {
    std::string_view hex;
    return in.take_digest(hex);
}

bool skip_integer(PlainText& in, Found&) {
    return in.skip_integer();
}

bool skip_boolean(PlainText& in, Found&) {
    return in.take("true") || in.take("false");
}

/// Skips a word of one of the lists of words.hpp.
template <const auto& List>
bool skip_word(PlainText& in, Found&) {
    std::string_view word;
    if (!in.take_string(word)) return false;
    for (const auto value : List)
        if (to_string(value) == word) return true;
    return false;
}

template <class List>
auto words_of(const List& values) {
    std::array<std::string_view, std::tuple_size_v<List>> words{};
    std::transform(values.begin(), values.end(), words.begin(),
                   [](auto value) { return to_string(value); });
    return words;
}

bool take_kind(PlainText& in, Found& out) {
    std::string_view word;
    if (!in.take_string(word)) return false;
    static const auto words = words_of(k_entry_kinds);
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return false;
    out.outline.kind = k_entry_kinds[static_cast<std::size_t>(found - words.begin())];
    return true;
}

/// Takes the commitments. Their order excludes two of one name.
bool take_fields(PlainText& in, Found& reading) {
    Outline& out = reading.outline;
    if (!in.take("{")) return false;
    do {
        if (out.field_count == out.fields.size()) return false;
        Outline::Field& field = out.fields[out.field_count];
        if (!in.take_string(field.name) || !in.take(":") || !in.take_digest(field.hex))
            return false;
        if (out.field_count > 0 && out.fields[out.field_count - 1].name >= field.name) return false;
        ++out.field_count;
    } while (in.take(","));
    return in.take("}");
}

bool skip_approver(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 5> k_members{{{"\"channel\":", skip_text},
                                                    {"\"kind\":", skip_word<k_approver_kinds>},
                                                    {"\"locale\":", skip_text},
                                                    {"\"login\":", skip_text},
                                                    {"\"uid\":", skip_text}}};
    return take_known_object(in, out.known.approver, k_members, out);
}

bool skip_contract(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 3> k_members{{{"\"behaviour\":", skip_digest, true},
                                                    {"\"consent\":", skip_digest, true},
                                                    {"\"wire\":", skip_digest, true}}};
    return take_known_object(in, out.known.contract, k_members, out);
}

bool skip_decision(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 5> k_members{{{"\"effect\":", skip_word<k_policies>, true},
                                                    {"\"place\":", skip_text},
                                                    {"\"reason\":", skip_text},
                                                    {"\"source\":", skip_word<k_sources>, true},
                                                    {"\"source_id\":", skip_text}}};
    return take_known_object(in, out.known.decision, k_members, out);
}

bool skip_proposer(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 5> k_members{
        {{"\"conversation_id\":", skip_text},
         {"\"kind\":", skip_word<k_proposer_kinds>, true},
         {"\"model\":", skip_text},
         {"\"provider\":", skip_text},
         {"\"request_id\":", skip_text}}};
    return take_known_object(in, out.known.proposer, k_members, out);
}

bool skip_subject(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 4> k_members{{{"\"agent\":", skip_text},
                                                    {"\"session\":", skip_text},
                                                    {"\"user\":", skip_text},
                                                    {"\"workspace\":", skip_text}}};
    return take_known_object(in, out.known.subject, k_members, out);
}

bool skip_tool(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 2> k_members{
        {{"\"name\":", skip_text}, {"\"origin\":", skip_text}}};
    return take_known_object(in, out.known.tool, k_members, out);
}

bool take_entry(PlainText& in, Found& out) {
    static constexpr std::array<Slot, 32> k_members{{
        {"\"answer\":", skip_text},
        {"\"application\":", skip_text},
        {"\"approval\":", skip_text},
        {"\"approver\":", skip_approver},
        {"\"arguments_digest\":", skip_digest},
        {"\"build\":", skip_text},
        {"\"call\":", [](PlainText& s, Found& o) { return s.take_string(o.outline.call); }},
        {"\"code\":", skip_text},
        {"\"contract\":", skip_contract},
        {"\"count\":", skip_integer},
        {"\"decision\":", skip_decision},
        {"\"duration_us\":", skip_integer},
        {"\"fields\":", take_fields},
        {"\"generator\":", skip_text},
        {"\"grant\":", skip_text},
        {"\"id\":", [](PlainText& s, Found& o) { return take_id(s, o.outline.id); }, true},
        {"\"instance\":", skip_text},
        {"\"kind\":", take_kind, true},
        {"\"late\":", skip_boolean},
        {"\"lazily_synced\":", skip_boolean},
        {"\"of\":", [](PlainText& s, Found& o) { return take_id(s, o.outline.of.emplace()); }},
        {"\"permission\":", skip_text},
        {"\"policy\":", skip_word<k_policies>},
        {"\"proposer\":", skip_proposer},
        {"\"risk\":", skip_word<k_risks>},
        {"\"rules\":", skip_digest},
        {"\"shown_digest\":", skip_digest},
        {"\"subject\":", skip_subject},
        {"\"success\":", skip_boolean},
        {"\"time_ms\":", skip_integer, true},
        {"\"tool\":", skip_tool},
        {"\"trusted\":", skip_boolean},
    }};
    return take_object(in, k_members, out);
}

}  // namespace

std::optional<Outline> outline_of(std::string_view text, KnownObjects& known) {
    if (!is_plain(text)) return std::nullopt;
    PlainText in(text);
    Found out(known);
    if (take_entry(in, out) && in.at_end()) return out.outline;
    return std::nullopt;
}

}  // namespace iam::ledger
