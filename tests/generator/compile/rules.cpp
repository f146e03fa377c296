#include "rules.hpp"

namespace rules {

int next_number() {
    return 42;
}

double numbers(int hour, double factor, int step, double price, unsigned long big, int width) {
    return hour * factor + step + price + (big == 18446744073709551615u ? 1000 : 0) + width;
}

std::string texts(std::string_view word, const std::string& small,
                  const std::optional<std::string>& day, std::optional<std::string> mail) {
    return std::string(word) + "|" + small + "|" + day.value_or("-") + "|" + mail.value_or("-");
}

Part parts(const std::vector<Part>& parts, const std::map<std::string, Part>& named) {
    Part result = parts.front();
    result.count += named.begin()->second.count;
    return result;
}

std::string defaults(bool flag, float ratio, const std::string& text, std::string_view view,
                     std::optional<int> number, const Part& part, std::vector<int> list,
                     int computed) {
    return (flag ? "yes " : "no ") + std::to_string(ratio > 0.05F ? 1 : 0) + " " + text + " " +
           std::string(view) + " " + std::to_string(number.value_or(0)) + " " + part.country + " " +
           std::to_string(list.size()) + " " + std::to_string(computed);
}

std::variant<Percent, Id> shared_out(const Share& share,
                                     std::map<std::string, std::vector<Percent>> others,
                                     Percents more, std::optional<Id> id) {
    if (id) return *id;
    return share.own + static_cast<int>(share.codes.size() + others.size() + more.size());
}

Secret login(const std::string& pin, const Secret& other) {
    return Secret{other.user, pin + other.password};
}

int rolled(const Rolled& rolled) {
    return rolled.value;
}

int files(const std::set<std::filesystem::path>& files) {
    return static_cast<int>(files.size());
}

}  // namespace rules
