// Log messages of servers on their way to the clients of this program.
#include "mcp/client/door.hpp"
#include <iam/mcp/imported_offers.hpp>
#include <iam/mcp/server.hpp>
#include <iam/question/escape.hpp>

namespace iam::mcp {

class PassedMessagesCore {
 public:
    PassedMessagesCore(Servers& servers, Server& server)
        : listening_(
              servers.listen_to_messages(through(door_, [&server](const ServerMessage& message) {
                  server.log({message.message.level, message.message.message,
                              passed_logger(message.server, message.message.logger)});
              }))) {}
    ~PassedMessagesCore() {
        listening_.reset();
        door_->close();
    }
    PassedMessagesCore(const PassedMessagesCore&) = delete;
    PassedMessagesCore& operator=(const PassedMessagesCore&) = delete;

 private:
    const std::shared_ptr<Door> door_ = std::make_shared<Door>();
    std::shared_ptr<void> listening_;
};

PassedMessages::PassedMessages(Servers& servers, Server& server)
    : core_(std::make_unique<PassedMessagesCore>(servers, server)) {}

PassedMessages::~PassedMessages() = default;

std::string passed_logger(const std::string& server, const std::string& logger) {
    return logger.empty() ? server : server + "/" + logger;
}

}  // namespace iam::mcp
