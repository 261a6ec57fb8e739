import type { PaletteName } from "../images/palettes.js";

export interface Category {
  slug: string;
  name: string;
  description: string;
  /** The colour of the category on the magazine's pages. */
  color: string;
  /** The palette its covers are painted in. */
  palette: PaletteName;
}

export const categories: readonly Category[] = [
  {
    slug: "timber",
    name: "Timber & Joinery",
    description: "Frames, boards and the joints between them, from the standing tree to the last peg.",
    color: "#c4824a",
    palette: "timber",
  },
  {
    slug: "rooms-and-light",
    name: "Rooms & Light",
    description: "How rooms are lived in: windows, doors, lamps, colour, and where to put the chair.",
    color: "#d5826a",
    palette: "rooms",
  },
  {
    slug: "stone-and-earth",
    name: "Stone & Earth",
    description: "Walls, arches, lime and clay: heavy things, patiently put on top of each other.",
    color: "#b89069",
    palette: "stone",
  },
  {
    slug: "gardens",
    name: "Gardens & Ground",
    description: "Hedges, paths, water and trees, and the rooms they make without a roof.",
    color: "#86a063",
    palette: "gardens",
  },
  {
    slug: "city-walks",
    name: "City Walks",
    description: "An hour on foot with your eyes at the height of the first floor.",
    color: "#5b3c60",
    palette: "streets",
  },
  {
    slug: "workshop",
    name: "Tools & Repair",
    description: "Sharp edges, straight lines, and things that are worth mending a second time.",
    color: "#3c5b64",
    palette: "workshop",
  },
];
