import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { answerConnect, answerProtocolError } from "./protocol-errors.js";

export interface Limits {
  /** For the headers to arrive. */
  headersMilliseconds: number;
  /** For a whole request to arrive; long, because uploads are requests too. JSON bodies have a shorter one. */
  requestMilliseconds: number;
  /** For a connection on which nothing moves in either direction, as with a client that does not read. */
  idleMilliseconds: number;
  /** Between two looks at what is late. */
  checkMilliseconds: number;
}

const usualLimits: Limits = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 900_000,
  idleMilliseconds: 120_000,
  checkMilliseconds: 2_000,
};

const graceMilliseconds = 1_000;

export interface Listener {
  port: number;
  /** Takes no new connection, lets running answers end, and after the patience cuts those that did not. */
  close(patienceMilliseconds: number): Promise<void>;
}

export interface ListenerOptions {
  host: string;
  port: number;
  onRequest: RequestListener;
  limits?: Partial<Limits>;
}

export async function listen({ host, port, onRequest, limits }: ListenerOptions): Promise<Listener> {
  const { headersMilliseconds, requestMilliseconds, idleMilliseconds, checkMilliseconds } = {
    ...usualLimits,
    ...limits,
  };
  const serve: RequestListener = (req, res) => {
    if (!server.listening) res.shouldKeepAlive = false;
    onRequest(req, res);
  };
  const server = createServer(
    {
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      connectionsCheckingInterval: checkMilliseconds,
      // Longer than the usual 60 s of proxies, so that none sends into a connection that just closed.
      keepAliveTimeout: 65_000,
      // Ours to answer, in the documented body.
      requireHostHeader: false,
      noDelay: true,
    },
    serve,
  );
  server.timeout = idleMilliseconds;
  server.on("checkContinue", serve);
  server.on("checkExpectation", serve);
  server.on("clientError", answerProtocolError);
  server.on("connect", (_request, socket) => answerConnect(socket));
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: (patience) => close(server, patience),
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new Error(`Port ${port} on ${host} is taken by another process. End it, or set PORT to another.`);
  if (error.code === "EACCES")
    return new Error(`This user may not listen on port ${port}. Set PORT to one from 1024 on.`);
  if (error.code === "EADDRNOTAVAIL")
    return new Error(
      `This machine has no address ${host}. Set HOST to one that it has, or to 0.0.0.0 for all.`,
    );
  return error;
}

/**
 * A client that just sent a request into a connection that is about to be closed would lose it. So connections stay
 * open for a moment in which every answer says `connection: close`, and only those that still idle then are ended.
 */
function close(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patience);
    let sweep: NodeJS.Timeout | undefined;
    const grace = setTimeout(
      () => {
        sweep = setInterval(() => server.closeIdleConnections(), 50);
      },
      Math.min(graceMilliseconds, patience),
    );
    // The close of http ends idle connections at once; that of net only stops to listen.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut);
      clearTimeout(grace);
      clearInterval(sweep);
      resolve();
    });
  });
}
