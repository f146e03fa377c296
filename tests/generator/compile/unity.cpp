// All generated files of a target as one translation unit.
#include <containers.iam.cpp>
#include <document.iam.cpp>
#include <foreign.iam.cpp>
#include <functions.iam.cpp>
#include <iam_test_kit.iam.register.cpp>
#include <kinds.iam.cpp>
#include <layouts.iam.cpp>
#include <nothing.iam.cpp>
#include <rules.iam.cpp>
#include <scalars.iam.cpp>
#include <shapes.iam.cpp>
#include <times.iam.cpp>
#include <trees.iam.cpp>
