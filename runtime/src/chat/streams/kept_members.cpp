// Joins the pieces of members by their kind.
#include "chat/streams/kept_members.hpp"

namespace iam::chat {

// Messages have few members, and the limit of items bounds hostile ones.
KeptMembers::Member& KeptMembers::of(std::string_view name, JsonKind kind) {
    for (Member& member : members_) {
        if (member.name != name) continue;
        if (member.kind != kind) {
            member.kind = kind;
            member.value.clear();
        }
        return member;
    }
    return members_.emplace_back(Member{std::string(name), kind, {}});
}

void KeptMembers::take(std::string_view name, FieldReader& in, Answer& answer) {
    const std::string own_name(name);
    const JsonKind kind = in.peek();
    if (kind == JsonKind::none || kind == JsonKind::null) return in.skip();
    constexpr std::size_t k_members_max = 64;
    if (members_.size() == k_members_max) return in.skip();
    if (kind == JsonKind::string) {
        std::string piece;
        in.text(piece);
        if (answer.keep(own_name.size() + piece.size())) of(own_name, kind).value += piece;
    } else if (kind == JsonKind::array) {
        Member& member = of(own_name, kind);
        in.array([&](std::size_t) {
            const std::string_view element = in.raw();
            if (!answer.keep(element.size() + 1)) return;
            if (!member.value.empty()) member.value += ',';
            member.value += element;
        });
    } else {
        const std::string_view value = in.raw();
        if (answer.keep(own_name.size() + value.size())) of(own_name, kind).value = value;
    }
}

void KeptMembers::add_text(std::string_view name, std::string_view piece) {
    of(name, JsonKind::string).value += piece;
}

void KeptMembers::write(JsonWriter& out) const {
    for (const Member& member : members_) {
        out.key(member.name);
        if (member.kind == JsonKind::string) {
            out.string(member.value);
        } else if (member.kind == JsonKind::array) {
            out.raw("[" + member.value + "]");
        } else {
            out.raw(member.value);
        }
    }
}

}  // namespace iam::chat
