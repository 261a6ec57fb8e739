/** Choices of the select-like fields, with the colour in which the Studio shows each. */
export const tones = [
  { name: "Essay", color: "#8e4038" },
  { name: "Guide", color: "#3e6046" },
  { name: "Interview", color: "#5b3c60" },
  { name: "Note", color: "#c9923f" },
] as const;

export const tags = [
  { name: "Craft", color: "#c4824a" },
  { name: "Light", color: "#e8b450" },
  { name: "Repair", color: "#cb4a2d" },
  { name: "Materials", color: "#b89069" },
  { name: "Structure", color: "#3c5b64" },
  { name: "Colour", color: "#d5826a" },
  { name: "Planting", color: "#86a063" },
  { name: "Walking", color: "#33406b" },
] as const;

export type Tone = (typeof tones)[number]["name"];
export type Tag = (typeof tags)[number]["name"];
