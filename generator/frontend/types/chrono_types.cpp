// Reads durations, moments and times of day: their units, and how exact they are.
#include <generator/frontend/types/type_parts.hpp>

#include <array>

namespace iam::gen {
namespace {

using clang::QualType;

/// The template arguments of std::chrono::duration.
struct DurationParts {
    Type number{};
    std::int64_t num = 1;  // of its period, in seconds
    std::int64_t den = 1;
    std::string cpp{};
};

struct KnownUnit {
    std::int64_t num;
    std::int64_t den;
    const char* name;
};

constexpr std::array k_units = {
    KnownUnit{1, 1'000'000'000, "ns"}, KnownUnit{1, 1'000'000, "us"},
    KnownUnit{1, 1000, "ms"},          KnownUnit{1, 1, "s"},
    KnownUnit{60, 1, "min"},           KnownUnit{3600, 1, "h"},
    KnownUnit{86'400, 1, "days"},      KnownUnit{604'800, 1, "weeks"},
    KnownUnit{2'629'746, 1, "months"}, KnownUnit{31'556'952, 1, "years"},
};

std::string unit_name(std::int64_t num, std::int64_t den) {
    for (const KnownUnit& unit : k_units)
        if (unit.num == num && unit.den == den) return unit.name;
    const std::string fraction = den == 1 ? "" : "/" + std::to_string(den);
    return std::to_string(num) + fraction + " s";
}

/// An argument of a std::ratio.
std::int64_t ratio_part(const Specialization& ratio, unsigned index) {
    return ratio.getTemplateArgs()[index].getAsIntegral().getExtValue();
}

bool is_chrono(const Specialization* special, llvm::StringRef name) {
    return special != nullptr && is_below_std(*special) && special->getName() == name;
}

/// The std::ratio of seconds of a std::chrono::duration; nullptr for any other type.
const Specialization* period_of(const Specialization* duration) {
    if (!is_chrono(duration, "duration")) return nullptr;
    const Specialization* period = as_specialization(argument_type(*duration, 1));
    return is_chrono(period, "ratio") && ratio_part(*period, 1) > 0 ? period : nullptr;
}

/// The parts of a duration counted in a number of JSON. For any other type, `number` is
/// unsupported.
DurationParts parts_of(Reader& reader, QualType duration) {
    DurationParts out;
    const Specialization* special = as_specialization(duration);
    const Specialization* period = period_of(special);
    if (period == nullptr) return out;
    out.number = read_part_type(reader, argument_type(*special, 0));
    if (!is_number(out.number) || out.number.form != NumberForm::plain) out.number = {};
    out.num = ratio_part(*period, 0);
    out.den = ratio_part(*period, 1);
    out.cpp = "::std::chrono::duration<" + out.number.cpp + ", ::std::ratio<" +
              std::to_string(out.num) + ", " + std::to_string(out.den) + ">>";
    return out;
}

bool counts_in_64_bits(const DurationParts& parts) {
    return parts.number.kind == TypeKind::integer && parts.number.bits == 64 &&
           parts.number.is_signed;
}

/// The digits of the fraction of a second in this unit. Nothing unless the unit is a power of ten
/// from 1 s to 1 ns and the count is a signed 64-bit integer.
std::optional<int> digits_of(const DurationParts& parts) {
    constexpr int k_most = 9;
    int digits = 0;
    std::int64_t unit = parts.den;
    for (; unit % 10 == 0; unit /= 10) ++digits;
    const bool fits = unit == 1 && parts.num == 1 && digits <= k_most && counts_in_64_bits(parts);
    return fits ? std::optional(digits) : std::nullopt;
}

bool is_system_clock(QualType clock) {
    const auto* record = clock->getAsCXXRecordDecl();
    return record != nullptr && is_below_std(*record) && record->getName() == "system_clock";
}

}  // namespace

Type read_duration(Reader& reader, const Specialization&, QualType type) {
    const DurationParts parts = parts_of(reader, type);
    if (parts.number.kind == TypeKind::unsupported) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "whose count is no number of JSON, or whose period is no std::ratio; "
                           "take std::chrono::duration of an integer or double");
    }
    Type out = parts.number;
    out.cpp = parts.cpp;
    out.form = NumberForm::duration;
    out.unit = unit_name(parts.num, parts.den);
    return out;
}

bool is_same_duration(const Reader& reader, QualType given, const Type& type) {
    const Specialization* special = as_specialization(given.getNonReferenceType());
    const Specialization* period = period_of(special);
    if (period == nullptr) return false;
    const QualType number = argument_type(*special, 0);
    const bool is_same_number =
        number->isFloatingType() == (type.kind == TypeKind::floating) &&
        (type.kind == TypeKind::floating || number->isSignedIntegerType() == type.is_signed) &&
        reader.ast.getTypeSize(number) == static_cast<std::uint64_t>(type.bits);
    return is_same_number && unit_name(ratio_part(*period, 0), ratio_part(*period, 1)) == type.unit;
}

Type read_moment(Reader& reader, const Specialization& special, QualType type) {
    if (!is_system_clock(argument_type(special, 0))) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "of a clock that means nothing outside of the program; take "
                           "std::chrono::sys_time, or a duration");
    }
    const DurationParts parts = parts_of(reader, argument_type(special, 1));
    Type out;
    if (counts_in_64_bits(parts) && parts.num == 86'400 && parts.den == 1) {
        out.kind = TypeKind::date;
        out.cpp = "::std::chrono::sys_days";
        return out;
    }
    const auto digits = digits_of(parts);
    if (!digits) {
        return refuse_type(
            reader, DiagnosticId::unsupported_type, type,
            "whose unit no text of a date and time counts in; take "
            "std::chrono::sys_seconds, sys_days or sys_time<std::chrono::milliseconds>");
    }
    out.kind = TypeKind::moment;
    out.cpp = "::std::chrono::sys_time<" + parts.cpp + ">";
    out.digits = *digits;
    out.is_bounded_to_years = *digits > 6;
    return out;
}

Type read_time_of_day(Reader& reader, const Specialization& special, QualType type) {
    const DurationParts parts = parts_of(reader, argument_type(special, 0));
    const auto digits = digits_of(parts);
    if (!digits) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "whose unit no text of a time of day counts in; take "
                           "std::chrono::hh_mm_ss<std::chrono::seconds>");
    }
    Type out;
    out.kind = TypeKind::time_of_day;
    out.cpp = "::std::chrono::hh_mm_ss<" + parts.cpp + ">";
    out.digits = *digits;
    return out;
}

}  // namespace iam::gen
