// Writes and reads notes. A text that would come out different when written again is no note.
#include "iam/ledger/signed_note.hpp"

#include "ledger/proofs/note_lines.hpp"
#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::string_view k_dash = "\u2014 ";
constexpr std::size_t k_id_bytes = 4;
constexpr std::size_t k_time_bytes = 8;

tl::unexpected<Error> no_note(std::string_view why) {
    return fail(Errc::invalid_argument, "it is no signed note: " + std::string(why));
}

tl::unexpected<Error> no_note_key(std::string_view why) {
    return fail(Errc::invalid_argument,
                "a key of notes is NAME+ID+KEY, as audit checkpoint shows it: " + std::string(why));
}

bool is_control(char byte) noexcept {
    return static_cast<unsigned char>(byte) < 0x20U || byte == '\x7F';
}

bool is_unicode_space(char32_t point) noexcept {
    constexpr std::array<char32_t, 9> single{U' ',      U'\u0085', U'\u00A0', U'\u1680', U'\u2028',
                                             U'\u2029', U'\u202F', U'\u205F', U'\u3000'};
    return (point >= U'\u2000' && point <= U'\u200A') ||
           std::find(single.begin(), single.end(), point) != single.end();
}

std::string big_endian(std::uint64_t number, std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        text[bytes - 1 - i] = static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
    return text;
}

std::uint64_t from_big_endian(std::string_view bytes) {
    std::uint64_t number = 0;
    for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
    return number;
}

template <class Value>
std::string_view view_of(const Value& value) {
    return {reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()};
}

std::string marked_key(const NoteKey& key) {
    return static_cast<char>(key.kind) + std::string(view_of(key.key));
}

std::string hex_id(const NoteKey& key) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::uint32_t id = note_key_id(key);
    std::string text(2 * k_id_bytes, '0');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = digits[id >> (28 - 4 * i) & 0xFU];
    return text;
}

std::string cosigned_text(std::uint64_t seconds, std::string_view text) {
    return "cosignature/v1\ntime " + std::to_string(seconds) + '\n' + std::string(text);
}

Result<NoteSignature> parse_signature_line(std::string_view line) {
    if (line.substr(0, k_dash.size()) != k_dash)
        return no_note("a line of its signatures does not begin with a dash and a space");
    line.remove_prefix(k_dash.size());
    const std::size_t space = line.find(' ');
    const std::string_view name = line.substr(0, space);
    if (space == std::string_view::npos || !is_note_name(name))
        return no_note("a line of its signatures has no name and signature");
    const auto bytes = from_base64(line.substr(space + 1));
    if (!bytes || bytes->size() <= k_id_bytes)
        return no_note("a signature is no id and bytes in base64");
    const std::uint64_t id = from_big_endian(std::string_view(*bytes).substr(0, k_id_bytes));
    return NoteSignature{std::string(name), static_cast<std::uint32_t>(id),
                         bytes->substr(k_id_bytes)};
}

bool is_by(const NoteSignature& signature, const NoteKey& key, std::string_view text) {
    std::string_view bytes = signature.bytes;
    std::string cosigned;
    if (key.kind == NoteKeyKind::witness) {
        if (bytes.size() < k_time_bytes) return false;
        cosigned = cosigned_text(from_big_endian(bytes.substr(0, k_time_bytes)), text);
        text = cosigned;
        bytes.remove_prefix(k_time_bytes);
    }
    Signature found;
    if (bytes.size() != found.bytes.size()) return false;
    std::copy(bytes.begin(), bytes.end(), found.bytes.begin());
    return is_signed_by(key.key, {}, text, found);
}

void add(SignedNote& note, const NoteKey& key, std::string bytes) {
    note.signatures.push_back({key.name, note_key_id(key), std::move(bytes)});
}

}  // namespace

bool is_note_name(std::string_view name) {
    if (name.empty() || name.size() > k_note_name_bytes_max || !is_valid_utf8(name)) return false;
    if (name.find('+') != std::string_view::npos) return false;
    if (std::any_of(name.begin(), name.end(), is_control)) return false;
    const std::u32string points = code_points(name);
    return std::none_of(points.begin(), points.end(), is_unicode_space);
}

std::uint32_t note_key_id(const NoteKey& key) {
    const Digest hash = sha256({}, key.name + '\n' + marked_key(key));
    return static_cast<std::uint32_t>(from_big_endian(view_of(hash).substr(0, k_id_bytes)));
}

std::string text_of(const NoteKey& key) {
    return key.name + '+' + hex_id(key) + '+' + to_base64(marked_key(key));
}

Result<NoteKey> parse_note_key(std::string_view text) {
    const std::size_t first = text.find('+');
    const std::size_t second = first == std::string_view::npos ? first : text.find('+', first + 1);
    if (second == std::string_view::npos) return no_note_key("this has no two '+'");
    NoteKey key;
    if (!is_note_name(text.substr(0, first))) return no_note_key("its name is none");
    key.name = text.substr(0, first);
    const auto marked = from_base64(text.substr(second + 1));
    if (!marked || marked->size() != 1 + key.key.bytes.size())
        return no_note_key("its key is no Ed25519 key in base64");
    key.kind = static_cast<NoteKeyKind>(marked->front());
    if (key.kind != NoteKeyKind::ledger && key.kind != NoteKeyKind::witness)
        return no_note_key("its key is of a kind other than 1 (ledger) and 4 (witness)");
    std::copy(marked->begin() + 1, marked->end(), key.key.bytes.begin());
    if (text_of(key) != text) return no_note_key("its id does not belong to its name and key");
    return key;
}

std::string text_of(const SignedNote& note) {
    std::string text = note.text + '\n';
    for (const NoteSignature& signature : note.signatures) {
        text += k_dash;
        text += signature.name + ' ';
        text += to_base64(big_endian(signature.id, k_id_bytes) + signature.bytes) + '\n';
    }
    return text;
}

Result<SignedNote> parse_note(std::string_view text) {
    if (text.size() > k_note_bytes_max) return no_note("it is longer than 64 KiB");
    if (!is_valid_utf8(text)) return no_note("it is not UTF-8");
    if (std::any_of(text.begin(), text.end(),
                    [](char byte) { return byte != '\n' && is_control(byte); }))
        return no_note("it has a control character");
    const std::size_t gap = text.rfind("\n\n");
    if (gap == std::string_view::npos || gap == 0) return no_note("no empty line ends its text");
    SignedNote note;
    note.text = text.substr(0, gap + 1);
    std::string_view rest = text.substr(gap + 2);
    while (!rest.empty()) {
        const auto line = take_line(rest);
        if (!line) return no_note("its last line has no end");
        if (note.signatures.size() == k_note_signatures_max)
            return no_note("it has more than 64 signatures");
        IAM_TRY(signature, parse_signature_line(*line));
        note.signatures.push_back(std::move(signature));
    }
    if (note.signatures.empty()) return no_note("nobody signed it");
    return note;
}

void sign(SignedNote& note, const std::string& name, const SigningKey& key) {
    const Signature signature = key.sign({}, note.text);
    add(note, {name, key.public_key(), NoteKeyKind::ledger}, std::string(view_of(signature)));
}

void cosign(SignedNote& note, const std::string& name, const SigningKey& key,
            std::chrono::sys_seconds time) {
    const auto seconds = static_cast<std::uint64_t>(time.time_since_epoch().count());
    const Signature signature = key.sign({}, cosigned_text(seconds, note.text));
    add(note, {name, key.public_key(), NoteKeyKind::witness},
        big_endian(seconds, k_time_bytes) + std::string(view_of(signature)));
}

Result<std::vector<NoteKey>> signers_of(const SignedNote& note, std::span<const NoteKey> known) {
    std::vector<NoteKey> signers;
    for (const NoteKey& key : known) {
        const std::uint32_t id = note_key_id(key);
        bool has_signed = false;
        for (const NoteSignature& signature : note.signatures) {
            if (signature.name != key.name || signature.id != id) continue;
            if (!is_by(signature, key, note.text)) {
                return fail(Errc::corrupt, "the signature of " + key.name +
                                               " is not by its key: the note was changed");
            }
            has_signed = true;
        }
        if (has_signed) signers.push_back(key);
    }
    return signers;
}

}  // namespace iam::ledger
