#pragma once

constexpr int k_copies_max = 9;
