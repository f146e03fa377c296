#pragma once

/// Comes with the system.
[[iam::tool]] int library_function();  // iam-error: system header
