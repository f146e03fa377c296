// Prints values within the range of RFC 8785, a line each: some spelling, a tab, our canonical
// form.
#include <iam/core/json.hpp>
#include <support/json_values.hpp>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    const long count = argc == 2 ? std::strtol(argv[1], nullptr, 10) : 0;
    if (count <= 0) {
        std::cerr << "usage: canonical_values COUNT\n";
        return 2;
    }
    iam::test::Values values(8785, iam::test::Numbers::rfc8785);
    for (long i = 0; i < count; ++i) {
        // Spellings escape every tab and line break.
        const std::string spelled = values.spelled(values.value(4));
        const auto form = iam::canonicalize(spelled);
        if (!form) {
            std::cerr << spelled << ": " << form.error().message << "\n";
            return 1;
        }
        std::cout << spelled << '\t' << *form << '\n';
    }
    return 0;
}
