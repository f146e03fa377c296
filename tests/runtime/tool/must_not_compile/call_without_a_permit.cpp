// A handler asks for the Permit.
#include <iam/tool/handler.hpp>

iam::Reply run(const iam::Handler& handler, [[maybe_unused]] const iam::Permit& permit,
               iam::Context& context) {
#ifdef IAM_BROKEN
    return handler.call("{}", context);
#else
    return handler.call(permit, "{}", context);
#endif
}
