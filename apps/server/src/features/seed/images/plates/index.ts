import type { Scene } from "../svg.js";
import { archCentering } from "./arch-centering.js";
import { dryStoneSection } from "./dry-stone-section.js";
import { flemishBond } from "./flemish-bond.js";
import { mortiseTenon } from "./mortise-tenon.js";
import { roomPlan } from "./room-plan.js";
import { sashWindow } from "./sash-window.js";
import { stairSection } from "./stair-section.js";
import { sunAngles } from "./sun-angles.js";

export const plates = {
  "arch-centering": archCentering,
  "dry-stone-section": dryStoneSection,
  "flemish-bond": flemishBond,
  "mortise-tenon": mortiseTenon,
  "room-plan": roomPlan,
  "sash-window": sashWindow,
  "stair-section": stairSection,
  "sun-angles": sunAngles,
} satisfies Record<string, Scene>;
