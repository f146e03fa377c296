// Made by iam-gen 0.1.0 from the headers of case. Changes here are lost.
#pragma once

#include "input.hpp"

// The standard library does not compile where these are macros.
#pragma push_macro("abs")
#undef abs
#pragma push_macro("max")
#undef max
#pragma push_macro("min")
#undef min
#pragma push_macro("round")
#undef round
#include <iam/tool/instance.hpp>
#include <iam/tool/registry.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

/// Adds the tools of case and names the application after it. After an error, some tools may
/// have been added.
iam::Result<void> register_case_tools(iam::Registry& registry, iam::Instance<::Registry> registry_object, iam::Instance<::Switch> switch_object);
