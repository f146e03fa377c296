// The generated tools of the headers in this folder, ready to be called.
#pragma once

#include <generator/compile/document.hpp>
#include <generator/compile/shapes.hpp>
#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_test_kit.iam.hpp>

namespace iam::test {

/// Objects, registry and caller of one test.
struct Kit {
    Kit() { REQUIRE(register_iam_test_kit_tools(registry, document, printer, disk)); }

    Registry registry;
    office::Document document;
    office::Printer printer;
    class shapes::disk disk;
    Caller caller{registry};
};

/// True if `text` has the part.
inline bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace iam::test
