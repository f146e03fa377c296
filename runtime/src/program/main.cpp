// The program iam: the tools of MCP servers behind the gate. It has no tools of its own.
#include <iam/host/host.hpp>

int main(int argc, char** argv) {
    return iam::host::run_with_servers(argc, argv);
}
