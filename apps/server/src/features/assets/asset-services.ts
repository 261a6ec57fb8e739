import { join } from "node:path";
import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import type { ObjectStore } from "../../storage/object-store.js";
import type { PlanCatalog } from "../billing/plans.js";
import type { RunChange } from "../changes/change.js";
import type { ClientAddress } from "../limits/client-address.js";
import type { ModelCache } from "../model/model-cache.js";
import { ImageWorkshop } from "./image-workshop.js";
import type { UploadSettings } from "./inspect/inspect-upload.js";
import { createServeAsset, type ServeAsset } from "./serve/serve-asset.js";
import { ImageVariants } from "./variants/image-variants.js";
import { VariantCache } from "./variants/variant-cache.js";

export interface AssetLimits {
  /** Bytes of an upload at most. */
  uploadBytes: number;
  /** Pixels of an image at most, over all its frames. */
  pixels: number;
  /** Bytes of the variants that are kept on disk. */
  variantBytes: number;
}

const usualLimits: AssetLimits = {
  uploadBytes: 100 * 1024 * 1024,
  pixels: 64_000_000,
  variantBytes: 256 * 1024 * 1024,
};

export interface AssetOptions {
  database: Database;
  runChange: RunChange;
  models: ModelCache;
  plans: PlanCatalog;
  store: ObjectStore;
  /** Where uploads wait and variants are kept; a folder of this feature's own, on disk also when the store is S3. */
  folder: string;
  /** The deployment's origin, without a slash at its end. */
  origin: string;
  log: Pick<Logger, "error" | "warn" | "info">;
  limits?: Partial<AssetLimits>;
  /** Where a visitor comes from, where the operator said which proxies to believe. */
  clientAddress?: ClientAddress | undefined;
}

/** What the operations on assets need, made once when the service starts. */
export interface AssetServices {
  database: Database;
  runChange: RunChange;
  models: ModelCache;
  plans: PlanCatalog;
  origin: string;
  log: AssetOptions["log"];
  uploads: UploadSettings;
  serve: ServeAsset;
}

export function createAssetServices(options: AssetOptions): AssetServices {
  const { database, runChange, models, plans, store, folder, origin, log, clientAddress } = options;
  const limits = { ...usualLimits, ...options.limits };
  const workshop = new ImageWorkshop(limits.pixels);
  const spoolFolder = join(folder, "incoming");
  const cache = new VariantCache(join(folder, "variants"), limits.variantBytes);
  const variants = new ImageVariants({ store, workshop, cache, spoolFolder });
  return {
    database,
    runChange,
    models,
    plans,
    origin,
    log,
    uploads: { store, workshop, spoolFolder, maxBytes: limits.uploadBytes },
    serve: createServeAsset({ store, variants, log, ...(clientAddress && { clientAddress }) }),
  };
}
