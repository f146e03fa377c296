// Values and names as C++ source.
#pragma once

#include <generator/model/model.hpp>

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace iam::gen {

/// A string literal, quotes included, ASCII only.
std::string string_literal(std::string_view text);
/// A raw string literal over these lines.
std::string raw_literal(std::string_view text);
std::string number_literal(const Number& number);

/// The spelling of the codec of an enumeration or record.
using CodecName = std::function<std::string(const Type&)>;
/// An expression that gives the value of canonical JSON text as this type.
std::string value_literal(const Model& model, const Type& type, const std::string& json,
                          const CodecName& codec);

/// An identifier made of the text: what is no letter or digit becomes '_'.
std::string identifier(std::string_view text);
/// "schedule_alarm" → "ScheduleAlarm".
std::string pascal_case(std::string_view text);

/// Gives each name once: the second "Alarm" is "Alarm2".
class Namer {
 public:
    std::string unique(const std::string& name);

 private:
    std::set<std::string> taken_;
};

}  // namespace iam::gen
