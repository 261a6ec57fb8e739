import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OrganizationId, UserId } from "@lintel/contract";
import { type ManagedAsset, managementApiPrefix, managementContract } from "@lintel/contract/management";
import { ApiError } from "../api/api-error.js";
import type { ManagementContext } from "../api/management-api.js";
import {
  type AssetOptions,
  type AssetServices,
  createAssetServices,
} from "../features/assets/asset-services.js";
import { createAssetHandlers } from "../features/assets/handlers.js";
import { createFindRole } from "../features/members/find-role.js";
import { createDispatcher } from "../http/dispatch.js";
import { listen } from "../http/listener.js";
import { operationRoutes } from "../http/operations.js";
import { RouteTable } from "../http/route-table.js";
import { assetRoute } from "../http/routes.js";
import { askForBody } from "../http/unread-body.js";
import { DiskStore } from "../storage/disk-store.js";
import { recordedLog } from "./recorded-log.js";
import { unlimitedPlans } from "./unlimited-plans.js";
import { createWorkspace, type Workspace } from "./workspace.js";

/** The asset operations and the public addresses behind the real listener; a header says who is signed in. */
export interface AssetServer extends Workspace {
  origin: string;
  port: number;
  folder: string;
  services: AssetServices;
  /** Calls below the assets of the workspace's organization, as its owner unless told otherwise. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  upload(name: string, content: Buffer | string, options?: CallOptions): Promise<ManagedAsset>;
  close(): Promise<void>;
}

export interface CallOptions {
  as?: UserId | null;
  organization?: OrganizationId;
  json?: unknown;
  file?: Buffer | string | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

export async function createAssetServer(options: Partial<AssetOptions> = {}): Promise<AssetServer> {
  const workspace = await createWorkspace();
  const { database, runChange, models } = workspace;
  const log = recordedLog();
  const folder = await mkdtemp(join(tmpdir(), "lintel-assets-"));
  const services = createAssetServices({
    database,
    runChange,
    models,
    plans: unlimitedPlans,
    store: new DiskStore(join(folder, "files")),
    folder: join(folder, "assets"),
    origin: "http://lintel.test",
    log,
    ...options,
  });
  const findRole = createFindRole(database);
  const routes = [
    assetRoute({ assets: services }),
    ...operationRoutes<ManagementContext>({
      prefix: managementApiPrefix,
      contract: { assets: managementContract.assets },
      router: { assets: createAssetHandlers(services) },
      enter({ req, res, requestId }) {
        const id = req.headers["x-test-user"];
        if (typeof id !== "string") throw new ApiError("UNAUTHORIZED", "Sign in first.");
        return {
          requestId,
          // A test's own header, written by `call` below from a user's id.
          user: { id: id as UserId, name: "Test", email: "test@example.test" },
          via: "studio",
          findRole,
          incoming: { message: req, askForBody: () => askForBody(req, res) },
        };
      },
    }),
  ];
  const onRequest = createDispatcher({ routes: new RouteTable(routes), log, observe: () => {} });
  const listener = await listen({ host: "127.0.0.1", port: 0, onRequest });
  const origin = `http://127.0.0.1:${listener.port}`;

  const server: AssetServer = {
    ...workspace,
    origin,
    port: listener.port,
    folder,
    services,
    call(
      method,
      path,
      { as = workspace.owner.userId, organization = workspace.organizationId, json, file, headers } = {},
    ) {
      return fetch(`${origin}${managementApiPrefix}/organizations/${organization}/assets${path}`, {
        method,
        headers: {
          ...(as && { "x-test-user": as }),
          ...(json !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(file !== undefined && { body: file, duplex: "half" }),
      });
    },
    async upload(name, content, callOptions) {
      const path = `?name=${encodeURIComponent(name)}`;
      const response = await server.call("POST", path, { ...callOptions, file: content });
      const answer = await response.text();
      if (response.status !== 200) throw new Error(`The upload of ${name} failed: ${answer}`);
      const asset: ManagedAsset = JSON.parse(answer);
      return asset;
    },
    async close() {
      await listener.close(1_000);
      await workspace.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}
