import type { Log } from "../log.js";
import { type Address, connectionString } from "./address.js";
import { application } from "./cluster.js";
import { enterServer } from "./enter-server.js";
import { prepareDatabase } from "./prepare-database.js";
import { preparePlace } from "./prepare-place.js";
import type { ServerSettings } from "./settings.js";
import { leaveServer, superviseServer } from "./supervise.js";

export interface EmbeddedPostgres {
  /** Of the program's own database, as its owner. */
  connectionString: string;
  address: Address;
  /** The folder that holds the cluster, its log and what else belongs to it. */
  folder: string;
  /** Whether this process started the server, rather than joined or adopted a running one. */
  started: boolean;
  /** Ends our use. The last process to leave stops the server. */
  leave(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  log: Log;
  /** Settings for this start of the server alone, over those of the cluster. */
  settings?: ServerSettings;
  /** False where unix sockets do not work: then a loopback port with a password. */
  sockets?: boolean;
}

/** The PostgreSQL server of a data folder: made, started, adopted or joined, whichever it takes. */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options);
  const entered = await enterServer(place);
  try {
    await prepareDatabase(entered);
  } catch (reason) {
    await leaveServer(place, entered);
    throw reason;
  }
  const supervised = superviseServer(place, entered);
  return {
    connectionString: connectionString(entered.address, application, application),
    address: entered.address,
    folder: place.homeFolder,
    started: entered.started,
    leave: supervised.leave,
  };
}
