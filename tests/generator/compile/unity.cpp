// All generated files of a target as one translation unit.
#include <document.iam.cpp>
#include <iam_test_kit.iam.cpp>
#include <kinds.iam.cpp>
#include <nothing.iam.cpp>
#include <rules.iam.cpp>
