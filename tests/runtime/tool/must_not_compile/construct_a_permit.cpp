// Nobody but the runtime makes a Permit.
#include <iam/tool/permit.hpp>

void forge() {
#ifdef IAM_BROKEN
    const iam::Permit permit("call", iam::Digest{});
#else
    const iam::Permit* const permit = nullptr;
#endif
    static_cast<void>(permit);
}
