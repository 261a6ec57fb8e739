/** Choices of the select-like fields, with the hue in which the Studio shows each. */
export const tones = [
  { name: "Essay", color: "red" },
  { name: "Guide", color: "green" },
  { name: "Interview", color: "purple" },
  { name: "Note", color: "yellow" },
] as const;

export const tags = [
  { name: "Craft", color: "brown" },
  { name: "Light", color: "yellow" },
  { name: "Repair", color: "red" },
  { name: "Materials", color: "gray" },
  { name: "Structure", color: "blue" },
  { name: "Colour", color: "orange" },
  { name: "Planting", color: "green" },
  { name: "Walking", color: "purple" },
] as const;

export type Tone = (typeof tones)[number]["name"];
export type Tag = (typeof tags)[number]["name"];
