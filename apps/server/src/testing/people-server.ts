import { randomBytes } from "node:crypto";
import type { UserId } from "@lintel/contract";
import { managementApiPrefix, managementContract } from "@lintel/contract/management";
import type { ManagementContext } from "../api/management-api.js";
import { type Database, openDatabase } from "../db/database.js";
import { Signals } from "../db/signals.js";
import { type Accounts, createAccounts } from "../features/accounts/create-accounts.js";
import { createAuditHandlers } from "../features/audit/handlers.js";
import type { RunChange } from "../features/changes/change.js";
import { createRunChange } from "../features/changes/run-change.js";
import { createKeyHandlers } from "../features/keys/handlers.js";
import { createFindRole } from "../features/members/find-role.js";
import { createMemberHandlers, createRenameMeHandler } from "../features/members/handlers.js";
import { createInvitationHandlers } from "../features/members/invitation-handlers.js";
import {
  createMyOrganizationsHandler,
  createOrganizationHandlers,
} from "../features/organizations/handlers.js";
import { createAdmitPerson } from "../http/admit-person.js";
import { createDispatcher } from "../http/dispatch.js";
import { listen } from "../http/listener.js";
import { operationRoutes } from "../http/operations.js";
import { type Route, RouteTable } from "../http/route-table.js";
import type { MailMessage } from "../mail/mail.js";
import { createTestDatabase } from "./database.js";
import { recordAnswer, recordRequest } from "./log-record.js";
import { recordedLog } from "./recorded-log.js";
import { unlimitedPlans } from "./unlimited-plans.js";

export const testOrigin = "http://lintel.test";

export interface Answer<T> {
  status: number;
  headers: Headers;
  /** The JSON of the body, taken for what the test says it is: an assertion fails where it is something else. */
  body: T;
  text: string;
}

export interface Client {
  /** Calls below the origin, as `/api/auth/sign-out`. Cookies are kept from answer to request. */
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Calls an operation of the management API, as `/me`. */
  manage<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  cookie: string;
}

export interface SignedInPerson extends Client {
  id: UserId;
  name: string;
  email: string;
  password: string;
}

/** Accounts, organizations, members, keys and the audit log behind the real listener. */
export interface PeopleServer {
  database: Database;
  databaseUrl: string;
  signals: Signals;
  runChange: RunChange;
  accounts: Accounts;
  mails: MailMessage[];
  anonymous(): Client;
  person(name: string): Promise<SignedInPerson>;
  close(): Promise<void>;
}

export interface PeopleServerOptions {
  origin?: string;
  rateLimit?: boolean;
}

export const peopleContract = (({ me, organizations, members, invitations, keys, audit }) => ({
  me,
  organizations,
  members,
  invitations,
  keys,
  audit,
}))(managementContract);

export async function createPeopleServer(options: PeopleServerOptions = {}): Promise<PeopleServer> {
  const { origin = testOrigin, rateLimit = false } = options;
  const log = recordedLog();
  const { databaseUrl, pool, drop } = await createTestDatabase();
  const database = openDatabase(pool);
  const signals = new Signals({ connectionString: databaseUrl }, log);
  await signals.start();
  const runChange = createRunChange(database, signals);
  const mails: MailMessage[] = [];
  const mail = { send: (message: MailMessage) => void mails.push(message), close: async () => {} };
  const secret = randomBytes(32).toString("hex");
  const accounts = createAccounts({ database, origin, secret, mail, log, rateLimit });
  const services = { database, runChange, mail, plans: unlimitedPlans, origin };

  const router = {
    me: { get: createMyOrganizationsHandler(services), update: createRenameMeHandler(services) },
    organizations: createOrganizationHandlers(services),
    members: createMemberHandlers(services),
    invitations: createInvitationHandlers(services),
    keys: createKeyHandlers(services),
    audit: createAuditHandlers(services),
  };
  const routes: Route[] = [
    { method: "*", path: "/api/auth/{+rest}", handle: ({ req, res }) => accounts.handler(req, res) },
    ...operationRoutes<ManagementContext>({
      prefix: managementApiPrefix,
      contract: peopleContract,
      router,
      enter: createAdmitPerson(accounts, createFindRole(database)),
    }),
  ];
  const onRequest = createDispatcher({ routes: new RouteTable(routes), log, observe: () => {} });
  const listener = await listen({ host: "127.0.0.1", port: 0, onRequest });
  const base = `http://127.0.0.1:${listener.port}`;

  return {
    database,
    databaseUrl,
    signals,
    runChange,
    accounts,
    mails,
    anonymous: () => new CookieClient(base, origin),
    async person(name) {
      const email = `${name.toLowerCase().replace(/\W+/g, ".")}@example.test`;
      const password = randomBytes(12).toString("hex");
      const { id } = await accounts.createUser({ name, email, password });
      const client = new CookieClient(base, origin);
      await client.call("POST", "/api/auth/sign-in/email", { email, password });
      return Object.assign(client, { id, name, email, password });
    },
    async close() {
      await listener.close(1_000);
      await signals.stop();
      await drop();
    },
  };
}

class CookieClient implements Client {
  #cookies = new Map<string, string>();

  constructor(
    private readonly base: string,
    private readonly origin: string,
  ) {}

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  set cookie(header: string) {
    this.#cookies.clear();
    for (const pair of header.split("; ")) this.#keep(pair);
  }

  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    recordRequest({ ...headers, cookie: this.cookie }, body);
    const response = await fetch(this.base + path, {
      method,
      redirect: "manual",
      headers: {
        origin: this.origin,
        ...(this.#cookies.size > 0 && { cookie: this.cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie.split(";", 1)[0]!);
    const text = await response.text();
    recordAnswer(response.headers, text);
    const parsed: T = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  manage<T>(method: string, path: string, body?: unknown) {
    return this.call<T>(method, managementApiPrefix + path, body);
  }

  #keep(pair: string): void {
    const separator = pair.indexOf("=");
    const [name, value] = [pair.slice(0, separator), pair.slice(separator + 1)];
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
