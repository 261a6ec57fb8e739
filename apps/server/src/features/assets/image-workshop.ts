import { availableParallelism } from "node:os";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { badRequest } from "../../api/api-error.js";
import { JobGate, type JobTerms } from "./job-gate.js";
import type { RasterType } from "./media-types.js";

export interface ImageSize {
  width: number;
  height: number;
}

const sharpFormats: Record<RasterType, string> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "heif",
  "image/tiff": "tiff",
};

/** A job keeps one of Node's own threads, of which there are four; files are read on them too. */
const poolThreads = 4;

/**
 * Every use of sharp goes through here, so that reading uploads and making variants together never take more than
 * one thread a core, and the pixel limit holds for both.
 */
export class ImageWorkshop {
  readonly #gate: JobGate;

  constructor(
    /** Pixels of an image at most, over all its frames. */
    private readonly maxPixels: number,
    jobs = Math.min(availableParallelism(), poolThreads - 1),
    /** Seconds after which a job is given up. An encoder that has all its pixels already is not interrupted. */
    private readonly patience = 20,
  ) {
    this.#gate = new JobGate(jobs);
    // One thread a job: the gate shares the cores out. sharp's own cache would keep files open and pixels in memory.
    sharp.concurrency(1);
    sharp.cache(false);
  }

  run<T>(job: () => Promise<T>, terms?: JobTerms): Promise<T> {
    return this.#gate.run(
      () =>
        job().catch((error: unknown) => {
          throw isTimeout(error) ? this.#tooSlow() : error;
        }),
      terms,
    );
  }

  open(path: string, options: SharpOptions = {}): Sharp {
    return sharp(path, {
      limitInputPixels: this.maxPixels,
      failOn: "error",
      sequentialRead: true,
      ...options,
    }).timeout({ seconds: this.patience });
  }

  /**
   * The size of an image as it is seen, once its header and its pixels were found to be sound. People who upload go
   * before visitors who look.
   */
  measure(path: string, contentType: RasterType): Promise<ImageSize> {
    const read = async () => {
      const metadata = await this.#readHeader(path, contentType);
      await this.open(path)
        .resize(8, 8, { fit: "fill" })
        .raw()
        .toBuffer()
        .catch((error: unknown) => {
          throw this.#unreadable(error, contentType);
        });
      return metadata.autoOrient;
    };
    return this.run(read, { urgent: true });
  }

  async #readHeader(path: string, contentType: RasterType): Promise<Metadata> {
    const metadata = await this.open(path)
      .metadata()
      .catch((error: unknown) => {
        throw this.#unreadable(error, contentType);
      });
    if (metadata.format !== sharpFormats[contentType]) throw this.#unreadable(null, contentType);
    const frames = metadata.format === "tiff" ? 1 : (metadata.pages ?? 1);
    if (metadata.width * metadata.height * frames > this.maxPixels) throw this.#tooManyPixels();
    return metadata;
  }

  #unreadable(error: unknown, contentType: RasterType): Error {
    if (error instanceof Error && error.message.includes("exceeds pixel limit")) return this.#tooManyPixels();
    if (isTimeout(error)) return this.#tooSlow();
    return refused(
      `The image cannot be read: it starts like ${contentType} but is cut off or damaged. Save it again at its source and upload that.`,
    );
  }

  #tooSlow(): Error {
    return refused(
      `The image takes longer than ${this.patience} s to process. Scale it down, or ask for a smaller or simpler variant.`,
    );
  }

  #tooManyPixels(): Error {
    return refused(
      `The image has more than ${this.maxPixels} pixels over all its frames. Scale it down and upload that.`,
    );
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("timeout:");
}

function refused(message: string): Error {
  return badRequest([{ path: "", message }]);
}
