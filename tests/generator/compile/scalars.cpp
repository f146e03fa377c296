#include "scalars.hpp"

namespace scalars {

std::string letters(char letter, const char* text, char other) {
    return letter + std::string(text) + other;
}

long double halved(long double number) {
    return number / 2;
}

Ticket next_ticket(Ticket ticket, Offset offset, std::byte mask) {
    const auto step = static_cast<std::uint64_t>(static_cast<int>(offset) + 3);
    return static_cast<Ticket>(static_cast<std::uint64_t>(ticket) + step +
                               std::to_integer<std::uint64_t>(mask) - 7);
}

Colour paint(Colour colour) {
    return colour;
}

Days add_friday(Days days, bool unnamed) {
    const int bits = static_cast<int>(days) | (unnamed ? 64 : 16);
    return static_cast<Days>(bits);
}

Label relabel(Label label) {
    return label;
}

Account counted_up(std::uint64_t id, Account account, std::optional<long> step,
                   const long long& by) {
    account.ticket = static_cast<Ticket>(id + 1);
    account.balance += step.value_or(0) + by;
    return account;
}

long near_limit(long number) {
    return number;
}

}  // namespace scalars
