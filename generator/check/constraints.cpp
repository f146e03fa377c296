// Checks each constraint of a member against its type.
#include <generator/check/number.hpp>
#include <generator/check/steps.hpp>
#include <iam/schema/pattern.hpp>
#include <iam/tool/format.hpp>

#include <algorithm>
#include <utility>

namespace iam::gen {
namespace {

using enum DiagnosticId;

bool has_elements(const Type& type) {
    return (is_list(type) && !type.extent) || type.kind == TypeKind::map;
}

bool is_counted(const Type& type) {
    return is_text(type) || has_elements(type);
}

std::string bound_text(const std::optional<Number>& bound) {
    if (!bound) return "iam::none";
    return is_finite(*bound) ? to_text(*bound) : "infinity";
}

std::string interval(const Bounds& bounds) {
    return "(" + bound_text(bounds.low) + ", " + bound_text(bounds.high) + ")";
}

/// "range goes on a number, and 'label' is of type 'std::string'", with the JSON form if it
/// differs, and the way out.
std::string misplaced(const std::string& attribute, const std::string& home, const Member& member,
                      const std::string& way_out) {
    std::string text = attribute + " goes on " + home + ", and " + in_quotes(member.name) +
                       " is of type " + in_quotes(spelled(member.type));
    const Type& type = without_optional(member.type);
    if (type.is_decimal) text += ", which [[iam::as_string]] makes a text in JSON";
    if (type.kind == TypeKind::converted)
        text += ", whose iam::codec makes it " + in_quotes(spelled(*type.element)) + " in JSON";
    return text + "; " + way_out;
}

std::string element_way_out(const Member& member, const std::string& otherwise) {
    const Type& type = json_form(member.type);
    if (is_list(type) || type.kind == TypeKind::map)
        return "to constrain its elements make them an aggregate with a field that has the "
               "attribute";
    return otherwise;
}

/// Turns a bound of an integer into an integer. Bounds without an integer value stay unchanged.
void make_integer(std::optional<Number>& bound) {
    if (!bound || !is_finite(*bound)) return;
    if (const auto integer = as_integer(*bound)) bound = integer;
}

bool is_fraction(const std::optional<Number>& bound) {
    return bound && is_finite(*bound) && !as_integer(*bound);
}

bool outside(const std::optional<Number>& bound, const Bounds& limits) {
    return bound && (compare(*bound, *limits.low) < 0 || compare(*bound, *limits.high) > 0);
}

bool is_open(const std::optional<Number>& bound) {
    return !bound;
}

/// The problem of bounds on any type: not finite, fractional among whole numbers, open or empty.
std::optional<std::string> bounds_problem(const Bounds& bounds, bool whole) {
    for (const auto* bound : {&bounds.low, &bounds.high})
        if (*bound && !is_finite(**bound))
            return "has a bound that is larger than any number there is (double ends at "
                   "1.7976931348623157e308) or none at all; give a number, or leave the side open "
                   "with iam::none";
    if (whole && (is_fraction(bounds.low) || is_fraction(bounds.high)))
        return "has a fractional bound where only whole numbers occur; give a whole one";
    if (is_open(bounds.low) && is_open(bounds.high))
        return "leaves both sides open and so says nothing; give a bound or leave it out";
    if (bounds.low && bounds.high && compare(*bounds.low, *bounds.high) > 0)
        return "is empty; the lower bound comes first";
    return std::nullopt;
}

void check_range(Member& member, Diagnostics& out) {
    if (!member.constraints.range) return;
    Bounds& range = *member.constraints.range;
    const Type& type = json_form(member.type);
    if (!is_number(type) && !type.is_decimal) {
        out.push_back(
            diagnose(range_type, range.span,
                     misplaced("range", "a number", member,
                               element_way_out(member, "for strings and lists there is length"))));
        return;
    }
    const bool whole = type.kind == TypeKind::integer;
    if (whole) {
        make_integer(range.low);
        make_integer(range.high);
    }
    if (const auto problem = bounds_problem(range, whole)) {
        out.push_back(diagnose(
            range_bounds, range.span,
            "the range " + interval(range) + " of " + in_quotes(member.name) + ' ' + *problem));
        return;
    }
    const Bounds limits = limits_of(type);
    if (!outside(range.low, limits) && !outside(range.high, limits)) return;
    out.push_back(diagnose(range_bounds, range.span,
                           "the range " + interval(range) + " of " + in_quotes(member.name) +
                               " goes beyond its type " + in_quotes(spelled(type)) +
                               ", which holds " + to_text(*limits.low) + " to " +
                               to_text(*limits.high) + "; narrow the range or take a wider type"));
}

/// Checks the bounds of a count, reported under the name of the attribute. They become whole
/// numbers.
void check_count(const std::string& attribute, Bounds& length, const Member& member,
                 Diagnostics& out) {
    make_integer(length.low);
    make_integer(length.high);
    auto problem = bounds_problem(length, true);
    const Number zero = std::int64_t{0};
    if (!problem && ((length.low && compare(*length.low, zero) < 0) ||
                     (length.high && compare(*length.high, zero) < 0)))
        problem = "has a bound below 0; leave a side open with iam::none";
    if (problem)
        out.push_back(diagnose(length_bounds, length.span,
                               "the " + attribute + ' ' + interval(length) + " of " +
                                   in_quotes(member.name) + ' ' + *problem));
}

void check_length(Member& member, Diagnostics& out) {
    if (!member.constraints.length) return;
    Bounds& length = *member.constraints.length;
    if (is_counted(json_form(member.type))) return check_count("length", length, member, out);
    out.push_back(diagnose(
        length_type, length.span,
        misplaced("length", "a string, list or map", member, "for numbers there is range")));
}

/// Checks `items` and makes it the length.
void check_items(Member& member, Diagnostics& out) {
    if (!member.constraints.items) return;
    Bounds& items = *member.constraints.items;
    if (!has_elements(json_form(member.type))) {
        out.push_back(diagnose(length_type, items.span,
                               misplaced("items", "a list or map of any length", member,
                                         "for strings there is length, for numbers range")));
        return;
    }
    check_count("items", items, member, out);
    if (member.constraints.length) {
        out.push_back(diagnose(attribute_twice, items.span,
                               "items and length both count the elements of " +
                                   in_quotes(member.name) + "; keep one of them",
                               {{"the length is here", member.constraints.length->span}}));
        return;
    }
    member.constraints.length = items;
}

void check_unique(const Member& member, Diagnostics& out) {
    if (!member.constraints.unique) return;
    const Type& type = json_form(member.type);
    if (type.kind == TypeKind::sequence || type.kind == TypeKind::array) return;
    const std::string way_out = type.kind == TypeKind::set
                                    ? "a set has no element twice anyway; take it out"
                                    : "take it out, or make it a list";
    out.push_back(diagnose(unique_type, *member.constraints.unique,
                           misplaced("unique", "a list or array", member, way_out)));
}

/// True for a range without a reported problem.
bool is_number_range(const Bounds& range, const Type& type) {
    return !bounds_problem(range, type.kind == TypeKind::integer);
}

Bounds range_within(const Bounds& range, const Type& type) {
    Bounds out = limits_of(type);
    if (range.low) out.low = range.low;
    if (range.high) out.high = range.high;
    return out;
}

void check_multiple_of(Member& member, Diagnostics& out) {
    if (!member.constraints.multiple_of) return;
    auto& [step, span] = *member.constraints.multiple_of;
    const Type& type = json_form(member.type);
    if (!is_number(type)) {
        const std::string otherwise = type.is_decimal
                                          ? "no schema says of a text that it is a multiple; leave "
                                            "one of the two out"
                                          : "leave it out";
        out.push_back(diagnose(
            multiple_of_type, span,
            misplaced("multiple_of", "a number", member, element_way_out(member, otherwise))));
        return;
    }
    std::string problem;
    if (!is_finite(step) || compare(step, Number{std::int64_t{0}}) <= 0)
        problem = "is not above 0";
    else if (type.kind == TypeKind::integer && !as_integer(step))
        problem = "is fractional, and " + in_quotes(member.name) + " holds whole numbers only";
    else if (compare(step, *limits_of(type).high) > 0)
        problem = "is larger than any value of " + in_quotes(spelled(type));
    if (!problem.empty()) {
        out.push_back(diagnose(
            multiple_of_value, span,
            "multiple_of(" + to_text(step) + ") " + problem + "; give the distance of two values"));
        return;
    }
    if (type.kind == TypeKind::integer) step = *as_integer(step);
    const auto& range = member.constraints.range;
    if (!range || !is_number_range(*range, type) || has_multiple(range_within(*range, type), step))
        return;
    out.push_back(diagnose(multiple_of_value, span,
                           "multiple_of(" + to_text(step) + ") leaves no value in the range " +
                               interval(*range) + " of " + in_quotes(member.name) +
                               "; widen the range or take a smaller step",
                           {{"the range is here", range->span}}));
}

void check_unit(const Member& member, Diagnostics& out) {
    if (!member.constraints.unit) return;
    const Type* type = &member.type;
    while (type->element) type = type->element.get();
    if (type->form == NumberForm::duration) {
        out.push_back(diagnose(unit_type, member.constraints.unit->span,
                               "unit goes on a plain number, and " + in_quotes(member.name) +
                                   " is a duration, whose type says that it counts " + type->unit +
                                   "; leave the unit out"));
        return;
    }
    if (is_number(*type)) return;
    out.push_back(diagnose(unit_type, member.constraints.unit->span,
                           misplaced("unit", "a number or a list or map of numbers", member,
                                     "say in the description what the value means")));
}

void check_pattern(const Member& member, Diagnostics& out) {
    if (!member.constraints.pattern) return;
    const auto& [pattern, span] = *member.constraints.pattern;
    if (!is_text(json_form(member.type))) {
        out.push_back(diagnose(
            pattern_type, span,
            misplaced("pattern", "a string", member, element_way_out(member, "leave it out"))));
        return;
    }
    const auto compiled = schema::Pattern::compile(pattern);
    if (compiled) return;
    std::string reason = compiled.error().message;
    // The regex error ends in a way out for authors of schemas. It does not fit authors of headers.
    if (const std::size_t way_out = reason.find("; say it with"); way_out != std::string::npos)
        reason = reason.substr(0, way_out) +
                 "; write a pattern without it, and let the function judge the rest and throw "
                 "iam::tool_error";
    out.push_back(diagnose(pattern_invalid, span, in_quotes(member.name) + ": " + reason));
}

std::vector<std::string> known_formats() {
    std::vector<std::string> names;
    for (int i = 1; !to_string(static_cast<Format>(i)).empty(); ++i)
        names.emplace_back(to_string(static_cast<Format>(i)));
    return names;
}

void check_format(const Member& member, Diagnostics& out) {
    if (!member.constraints.format) return;
    const auto& [format, span] = *member.constraints.format;
    if (!is_text(json_form(member.type))) {
        out.push_back(diagnose(
            format_type, span,
            misplaced("format", "a string", member, element_way_out(member, "leave it out"))));
        return;
    }
    if (format_named(format)) return;
    const std::vector<std::string> known = known_formats();
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    out.push_back(diagnose(format_unknown, span,
                           "unknown format " + in_quotes(format) + '.' +
                               did_you_mean(format, known) + " Known: " + list +
                               "; for any other form there is pattern"));
}

}  // namespace

void check_constraints(Member& member, Diagnostics& out) {
    check_range(member, out);
    check_length(member, out);
    check_items(member, out);
    check_unique(member, out);
    check_multiple_of(member, out);
    check_pattern(member, out);
    check_format(member, out);
    check_unit(member, out);
}

}  // namespace iam::gen
