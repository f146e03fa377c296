// Spells values and names as C++ source.
#pragma once

#include <generator/model/model.hpp>

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace iam::gen {

/// A string literal with its quotes, ASCII only.
std::string string_literal(std::string_view text);
/// A raw string literal of the text. The text may have line breaks.
std::string raw_literal(std::string_view text);
std::string number_literal(const Number& number);

/// Gives the spelling of the codec of a type.
using CodecName = std::function<std::string(const Type&)>;
/// An expression with the value of canonical JSON text as this type.
std::string value_literal(const Model& model, const Type& type, const std::string& json,
                          const CodecName& codec);

/// An identifier made of the text: all but letters and digits become '_'.
std::string identifier(std::string_view text);
/// "schedule_alarm" → "ScheduleAlarm".
std::string pascal_case(std::string_view text);

/// Gives each name once: the second "Alarm" becomes "Alarm2".
class Namer {
 public:
    std::string unique(const std::string& name);

 private:
    std::set<std::string> taken_;
};

}  // namespace iam::gen
