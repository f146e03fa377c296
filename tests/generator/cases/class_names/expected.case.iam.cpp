// Made by iam-gen 0.1.0 from the headers of case. Changes here are lost.
#include "case.iam.hpp"

#include <iam/tool/handler.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::Registry> registry_object, iam::Instance<::Switch> switch_object);
}

iam::Result<void> register_case_tools(iam::Registry& registry, iam::Instance<::Registry> registry_object, iam::Instance<::Switch> switch_object) {
    registry.name_application("case");
    IAM_CHECK(iam_glue_4_case_input::add_tools(registry, registry_object, switch_object));
    return {};
}
