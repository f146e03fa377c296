#pragma once
// Compiled once for all test programs. A test still includes the headers that it uses.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>
