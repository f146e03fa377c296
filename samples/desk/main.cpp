// The desk: five plain functions, offered to a language model behind the gate.
#include <iam/host/host.hpp>

#include <desk.iam.hpp>

int main(int argc, char** argv) {
    return iam::host::run(argc, argv, register_desk_tools);
}
