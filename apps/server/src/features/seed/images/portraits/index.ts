import type { PaletteName } from "../palettes.js";
import type { Scene } from "../svg.js";
import { portrait } from "./bust.js";

/** One portrait an author, named by the author's slug. */
export const portraits = {
  "ines-varga": { palette: "rooms", scene: portrait("bob", "#e8b48f", "#3a2320", true) },
  "tomas-oyelaran": { palette: "timber", scene: portrait("crop", "#8a5638", "#1d1517", false) },
  "maud-ferrand": { palette: "stone", scene: portrait("bun", "#f0c9a8", "#b9b2a8", true) },
  "kenji-aldous": { palette: "gardens", scene: portrait("cap", "#dba47a", "#2a1d1a", false) },
  "salome-brandt": { palette: "streets", scene: portrait("curls", "#a86b47", "#2a1822", false) },
  "runa-lindqvist": { palette: "workshop", scene: portrait("long", "#f1cdb0", "#c4703a", false) },
} satisfies Record<string, { palette: PaletteName; scene: Scene }>;
