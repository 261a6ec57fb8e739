/** Colours of one category. `light` to `deep` is the tonal ladder that scenes shade with. */
export interface Palette {
  skyTop: string;
  skyBottom: string;
  sun: string;
  light: string;
  soft: string;
  mid: string;
  dark: string;
  deep: string;
  accent: string;
  second: string;
}

export const palettes = {
  timber: {
    skyTop: "#f7e6c9",
    skyBottom: "#eab878",
    sun: "#d9572b",
    light: "#f4dcb4",
    soft: "#e3b57c",
    mid: "#c4824a",
    dark: "#7d4527",
    deep: "#3a2117",
    accent: "#2f6165",
    second: "#e9a23b",
  },
  rooms: {
    skyTop: "#fbeede",
    skyBottom: "#f0bfa0",
    sun: "#f2b648",
    light: "#fbf0e2",
    soft: "#eec3ab",
    mid: "#d5826a",
    dark: "#8e4038",
    deep: "#3b1e29",
    accent: "#456a78",
    second: "#e8b450",
  },
  stone: {
    skyTop: "#f5e9d3",
    skyBottom: "#ebb98a",
    sun: "#cf5a30",
    light: "#f4e8d4",
    soft: "#dec5a2",
    mid: "#b89069",
    dark: "#735340",
    deep: "#2d2326",
    accent: "#b9512f",
    second: "#567a80",
  },
  gardens: {
    skyTop: "#f8efd2",
    skyBottom: "#e6cd8d",
    sun: "#e2793d",
    light: "#f2efcf",
    soft: "#c4ca8e",
    mid: "#86a063",
    dark: "#3e6046",
    deep: "#1d332b",
    accent: "#d8683a",
    second: "#e7b34c",
  },
  streets: {
    skyTop: "#33406b",
    skyBottom: "#f0a678",
    sun: "#f8d08a",
    light: "#fbe2c0",
    soft: "#efae82",
    mid: "#cc6d55",
    dark: "#5b3c60",
    deep: "#231f3c",
    accent: "#f3b84a",
    second: "#3f7c85",
  },
  workshop: {
    skyTop: "#efe7d3",
    skyBottom: "#c9d0c0",
    sun: "#d1482c",
    light: "#f3ebd8",
    soft: "#ddc08a",
    mid: "#c9923f",
    dark: "#3c5b64",
    deep: "#1a2a33",
    accent: "#cb4a2d",
    second: "#7f9c92",
  },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
