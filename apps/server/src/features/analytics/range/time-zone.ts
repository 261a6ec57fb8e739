import { day } from "../../events/limits.js";

/** Local time as milliseconds, as if the wall clock showed UTC. */
export type LocalTime = number;

/** A time zone by its IANA name. Throws a RangeError for one that nobody knows. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;

  constructor(readonly name: string) {
    this.#format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
  }

  toLocal(instant: number): LocalTime {
    return instant + this.#offset(instant);
  }

  /** The instant at which the wall clock shows a time: the earlier where it does so twice, the end of a gap where never. */
  toInstant(local: LocalTime): number {
    const before = local - this.#offset(local - day);
    const after = local - this.#offset(local + day);
    const shown = [before, after].filter((instant) => this.toLocal(instant) === local);
    return shown.length > 0 ? Math.min(...shown) : before;
  }

  #offset(instant: number): number {
    const name = this.#format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0", seconds = "0"] =
      /^GMT([+-])(\d+)(?::(\d+))?(?::(\d+))?$/.exec(name) ?? [];
    const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === "-" ? -offset : offset;
  }
}
