// A listed header without a tool.
#pragma once

inline int no_tool() {
    return 0;
}
