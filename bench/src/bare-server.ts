import { createServer } from "node:http";

/*
 * The limit: node:http and nothing else. It is told over its standard input which bytes to send, as one line of JSON:
 * `{"status", "headers": [name, value, …], "body": base64}`.
 */

let status = 200;
let headers: string[] = [];
let body = Buffer.alloc(0);

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
});

let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk.toString();
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
    const told = JSON.parse(text.slice(0, end)) as { status: number; headers: string[]; body: string };
    text = text.slice(end + 1);
    ({ status, headers } = told);
    body = Buffer.from(told.body, "base64");
    process.stdout.write("told\n");
  }
});
process.stdin.on("end", () => process.exit(0));

server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
