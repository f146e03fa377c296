// Prepares arguments member by member, each through the codec of its type.
#include "tool/define/hand_made.hpp"

#include <iam/core/json.hpp>
#include <iam/tool/glue.hpp>

#include <algorithm>
#include <utility>

namespace iam {
namespace {

/// A member of the canonical text.
struct Written {
    std::string name;
    std::string text;
};

std::string canonical_text(std::vector<Written> members) {
    std::sort(members.begin(), members.end(),
              [](const Written& a, const Written& b) { return utf16_less(a.name, b.name); });
    JsonWriter out;
    out.begin_object();
    for (const Written& member : members) {
        out.key(member.name);
        out.raw(member.text);
    }
    out.end_object();
    return out.take();
}

// Reads an undeclared member: any value, in canonical form.
bool pass_through(Decoder& in, std::string_view text, std::string& canonical) {
    const std::size_t start = in.reader().offset();
    if (!in.reader().skip()) return false;
    const Result<std::string> form = canonicalize(text.substr(start, in.reader().offset() - start));
    if (!form) return in.refuse(start, "has no canonical form", "any JSON value");
    canonical = *form;
    return true;
}

bool pass_declared(Decoder& in, const Define::Parameter& parameter, std::string& canonical) {
    const HiddenScope scope(in, parameter.is_secret);
    JsonWriter out;
    in.reader().peek();
    const std::size_t start = in.reader().offset();
    if (!parameter.type->pass(in, out, parameter.rules)) return false;
    // A value read before is always writable, so only a default can fail here.
    if (!out.ok())
        return in.refuse(start,
                         "leaves out a value whose default has no JSON form (" + out.why() +
                             "); give every value",
                         parameter.type->expected(parameter.rules));
    canonical = out.take();
    return true;
}

bool is_there(const std::vector<Written>& members, std::string_view name) {
    return std::any_of(members.begin(), members.end(),
                       [&](const Written& member) { return member.name == name; });
}

}  // namespace

const Define::Parameter* HandMade::find(std::string_view name) const noexcept {
    const auto found =
        std::find_if(functions_.parameters.begin(), functions_.parameters.end(),
                     [&](const Define::Parameter& parameter) { return parameter.name == name; });
    return found == functions_.parameters.end() ? nullptr : &*found;
}

Prepared HandMade::prepare(std::string_view arguments) const {
    Prepared written = write(arguments);
    if (!written || *written == arguments) return written;
    Prepared again = write(*written);
    if (!again) return tl::unexpected(glue::spoilt(std::move(again.error())));
    return written;
}

Prepared HandMade::write(std::string_view arguments) const {
    Decoder in(arguments, &patterns_);
    if (!in.expect(JsonKind::object, "object", false) || !in.reader().begin_object())
        return tl::unexpected(in.take_errors());
    std::vector<std::string_view> known;
    for (const Define::Parameter& parameter : functions_.parameters)
        known.push_back(parameter.name);
    std::vector<Written> members;
    std::string_view name;
    while (in.reader().next_member(name)) {
        Written member{std::string(name), {}};
        const Define::Parameter* parameter = find(name);
        if (parameter != nullptr)
            pass_declared(in, *parameter, member.text);
        else if (functions_.open)
            pass_through(in, arguments, member.text);
        else
            in.refuse_unknown(name, known);
        members.push_back(std::move(member));
    }
    if (in.reader().failed()) return tl::unexpected(in.take_errors());
    for (const Define::Parameter& parameter : functions_.parameters) {
        if (is_there(members, parameter.name)) continue;
        if (parameter.required())
            in.refuse_missing(parameter.name, parameter.type->expected(parameter.rules));
        else if (!parameter.default_json.empty())
            members.push_back({parameter.name, parameter.default_json});
    }
    if (!in.finish()) return tl::unexpected(in.take_errors());
    return canonical_text(std::move(members));
}

Reply HandMade::call(const Permit&, std::string_view arguments, Context& context) const {
    return functions_.call(arguments, context, &patterns_);
}

PreviewReply HandMade::preview(std::string_view arguments, Context& context) const {
    return functions_.preview ? functions_.preview(arguments, context)
                              : Handler::preview(arguments, context);
}

Reply HandMade::undo(const Permit& permit, std::string_view arguments, std::string_view result,
                     Context& context) const {
    return functions_.undo ? functions_.undo(arguments, result, context)
                           : Handler::undo(permit, arguments, result, context);
}

ReconcileReply HandMade::reconcile(std::string_view arguments, Context& context) const {
    return functions_.reconcile ? functions_.reconcile(arguments, context)
                                : Handler::reconcile(arguments, context);
}

}  // namespace iam
