// What a program writes with the macros of the library, below the macros of others.
#pragma once

inline iam::Result<int> twice(iam::Result<int> given) {
    IAM_TRY(number, std::move(given));
    IAM_CHECK(iam::Result<void>());
    IAM_ASSERT(number != 1);
    return number * 2;
}
struct Entry {
    int number = 0;
};
template <>
struct iam::codec<Entry> : iam::RecordCodec<iam::codec<Entry>, Entry> {
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted("number", &Entry::number, {.low = 0, .high = iam::none}));
};
