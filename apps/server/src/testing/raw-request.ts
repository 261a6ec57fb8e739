import { connect } from "node:net";

/** Sends bytes as they are and collects what comes back until the server closes: for what no client would send. */
export function rawRequest(port: number, request: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.once("close", () => resolve(answer)).once("error", reject);
  });
}
