import { createServer } from "node:http";

/* Takes every webhook with a 200. `GET /` says how many came so far. Prints its address when it listens. */

let received = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    if (request.method === "GET") response.end(String(received));
    else {
      received += 1;
      response.writeHead(200, { "content-length": 0 }).end();
    }
  });
});
// Longer than a round of the other side takes, so that connections are kept for both.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
process.stdin.resume().on("end", () => process.exit(0));
