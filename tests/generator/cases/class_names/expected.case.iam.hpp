// Made by iam-gen 0.1.0 from the headers of case. Changes here are lost.
#pragma once

#include "input.hpp"

#include <iam/tool/instance.hpp>
#include <iam/tool/registry.hpp>

/// Adds the tools of case and names the application after it. After an error, some tools may
/// have been added.
iam::Result<void> register_case_tools(iam::Registry& registry, iam::Instance<::Registry> registry_object, iam::Instance<::Switch> switch_object);
