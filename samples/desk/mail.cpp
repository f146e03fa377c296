// Message files (RFC 5322) with MIME. Every text from outside goes through an encoding in which a
// line break cannot end a header.
#include "mail.hpp"

#include "files.hpp"

#include <date/date.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace desk {
namespace {

constexpr Shelf k_draft_shelf{"drafts", "draft", ".eml"};
constexpr std::string_view k_base64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(std::string_view bytes) {
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned group = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out +=
                k <= count ? k_base64[group >> (18U - 6U * static_cast<unsigned>(k)) & 63U] : '=';
    }
    return out;
}

bool is_plain_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// RFC 2047: one encoded word for each piece of at most 45 bytes (75 characters encoded), cut
/// between characters.
std::string header_text(std::string_view text) {
    // Blanks at the ends would be lost as part of the header's own white space.
    const bool bare = text.empty() || (text.front() != ' ' && text.back() != ' ');
    if (bare && is_plain_ascii(text) && text.size() <= 60 &&
        text.find("=?") == std::string_view::npos)
        return std::string(text);
    std::string out;
    while (!text.empty()) {
        std::size_t cut = std::min<std::size_t>(45, text.size());
        while (cut < text.size() && cut > 0 &&
               (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U)
            --cut;
        if (!out.empty()) out += "\r\n ";
        out += "=?UTF-8?B?" + base64(text.substr(0, cut)) + "?=";
        text.remove_prefix(cut);
    }
    return out;
}

/// An address as a header may hold it: no blanks, no controls, no character that starts another
/// field or address.
bool is_address(const std::string& address) {
    const std::size_t at = address.find('@');
    const bool plain =
        is_plain_ascii(address) && address.find_first_of(" ,;:<>()[]\"\\") == std::string::npos;
    return plain && at != 0 && at != std::string::npos && at + 1 < address.size() &&
           address.find('@', at + 1) == std::string::npos;
}

std::string recipients(const std::vector<std::string>& to) {
    std::string out;
    for (const std::string& address : to) {
        if (!is_address(address))
            throw iam::tool_error("bad_address",
                                  "A recipient is not an address like name@example.org.");
        out += (out.empty() ? "" : ",\r\n ") + address;
    }
    return out;
}

std::string body_lines(std::string_view body) {
    const std::string encoded = base64(body);
    std::string out;
    for (std::size_t i = 0; i < encoded.size(); i += 76) out += encoded.substr(i, 76) + "\r\n";
    return out;
}

/// The name of a draft in Context::touch() and Context::conflict().
std::string key_of_draft(int id) {
    return "draft/" + std::to_string(id);
}

}  // namespace

Draft compose_email_draft(const std::vector<std::string>& to, const std::string& subject,
                          const std::string& body, iam::Context& context) {
    const std::string addresses = recipients(to);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const NumberedFile file = write_numbered(k_draft_shelf, [&](int id) {
        return "Date: " + date::format("%a, %d %b %Y %H:%M:%S +0000", now) + "\r\n" +
               "Message-ID: <draft-" + std::to_string(id) + "." +
               std::to_string(now.time_since_epoch().count()) + "@desk.invalid>\r\n" +
               "To: " + addresses + "\r\n" + "Subject: " + header_text(subject) + "\r\n" +
               "X-Unsent: 1\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
               "Content-Transfer-Encoding: base64\r\n\r\n" +
               body_lines(body);
    });
    // A person may work on the draft. The state recorded here keeps an undo from discarding that.
    context.touch(key_of_draft(file.id), file.text);
    return Draft{file.id, file.path.string()};
}

iam::Preview preview_email_draft(const std::vector<std::string>& to, const std::string& subject,
                                 const std::string& body) {
    iam::Preview preview;
    std::string names;
    for (const std::string& address : to) names += (names.empty() ? "" : ", ") + address;
    preview.summary = "A draft to " + names + "; it is not sent.";
    preview.fields = {{"To", names}, {"Subject", subject}, {"Text", body}};
    if (subject.empty()) preview.warnings.push_back({"no_subject", "The subject is empty."});
    if (!std::all_of(to.begin(), to.end(), is_address))
        preview.warnings.push_back(
            {"bad_address", "A recipient is no address; this call would fail."});
    return preview;
}

void discard_email_draft(const Draft& result, const iam::Context& context) {
    const std::string now = read_numbered(k_draft_shelf, result.id);
    if (auto conflict = context.conflict(key_of_draft(result.id), now)) throw *std::move(conflict);
    remove_numbered(k_draft_shelf, result.id);
}

}  // namespace desk
