import type { Scene } from "../svg.js";
import { arcade } from "./arcade.js";
import { brickFront } from "./brick-front.js";
import { bridge } from "./bridge.js";
import { dome } from "./dome.js";
import { dovetail } from "./dovetail.js";
import { dryStone } from "./dry-stone.js";
import { enfilade } from "./enfilade.js";
import { frame } from "./frame.js";
import { garden } from "./garden.js";
import { shingles } from "./shingles.js";
import { skyline } from "./skyline.js";
import { stairs } from "./stairs.js";
import { tiles } from "./tiles.js";
import { toolWall } from "./tool-wall.js";
import { windowLight } from "./window-light.js";

export const scenes = {
  arcade,
  bridge,
  "brick-front": brickFront,
  dome,
  dovetail,
  "dry-stone": dryStone,
  enfilade,
  frame,
  garden,
  shingles,
  skyline,
  stairs,
  tiles,
  "tool-wall": toolWall,
  "window-light": windowLight,
} satisfies Record<string, Scene>;
