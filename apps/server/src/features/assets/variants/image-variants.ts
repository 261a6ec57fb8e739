import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ObjectKey, ObjectStore } from "../../../storage/object-store.js";
import type { ImageWorkshop } from "../image-workshop.js";
import { discardSpooled } from "../inspect/spool-upload.js";
import type { TransformPlan } from "./plan-transform.js";
import { transformImage } from "./transform-image.js";
import type { CachedFile, VariantCache } from "./variant-cache.js";

export interface VariantSettings {
  store: ObjectStore;
  workshop: ImageWorkshop;
  cache: VariantCache;
  spoolFolder: string;
}

/** Who waits for a variant. */
export interface Asker {
  /** The network address, where it stands for one client and not for a proxy that speaks for all. */
  address?: string | undefined;
  /** Aborted when the client leaves. */
  signal?: AbortSignal;
}

/** Gives the variants of images, from the cache or made now. */
export class ImageVariants {
  constructor(private readonly settings: VariantSettings) {}

  /** `name` names the variant for ever; the caller closes the handle. */
  open(name: string, source: ObjectKey, plan: TransformPlan, asker: Asker = {}): Promise<CachedFile> {
    const { cache, workshop } = this.settings;
    const accounts = [`image ${source}`, ...(asker.address ? [`address ${asker.address}`] : [])];
    return cache.open(
      name,
      (path, signal) => workshop.run(() => this.#make(source, plan, path), { accounts, signal }),
      asker.signal,
    );
  }

  /** The original is copied to a file first: given a stream, sharp would hold all of it in memory. */
  async #make(source: ObjectKey, plan: TransformPlan, to: string): Promise<void> {
    const { store, workshop, spoolFolder } = this.settings;
    await mkdir(spoolFolder, { recursive: true });
    const original = join(spoolFolder, randomBytes(16).toString("hex"));
    try {
      await pipeline(await store.get(source), createWriteStream(original, { flags: "wx", mode: 0o600 }));
      await transformImage(workshop, original, plan, to);
    } finally {
      await discardSpooled(original);
    }
  }
}
