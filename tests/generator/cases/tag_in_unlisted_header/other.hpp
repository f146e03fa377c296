#pragma once

/// Is not listed.
[[iam::tool]] int other();  // iam-warning: other.hpp
