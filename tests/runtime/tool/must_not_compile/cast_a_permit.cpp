// Bytes are no Permit.
#include <iam/tool/permit.hpp>

#include <array>
#include <bit>

using Bytes = std::array<unsigned char, sizeof(iam::Permit)>;

void forge(const Bytes& bytes) {
#ifdef IAM_BROKEN
    const auto permit = std::bit_cast<iam::Permit>(bytes);
#else
    const auto permit = std::bit_cast<Bytes>(bytes);
#endif
    static_cast<void>(permit);
}
