import type { Tag, Tone } from "./options.js";

/** The magazine's front page: one entry of a map. */
export interface Landing {
  title: string;
  headline: string;
  subHeadline: string;
  /** Markdown. */
  introduction: string;
  heroImage: string;
  callToActionText: string;
  callToActionLink: string;
  showBanner: boolean;
  bannerText: string;
  launchDate: string;
  issueNumber: number;
  leadTone: Tone;
  topics: Tag[];
  leadPost: string;
  featuredPosts: string[];
}

export const landing: Landing = {
  title: "Post & Beam",
  headline: "How things stand up",
  subHeadline: "A magazine about buildings, rooms, materials, and the people who make and mend them.",
  introduction: `*Post & Beam* comes out twice a month. Each piece is short enough for one cup of coffee, and was written by somebody with **dust on their shoes**.

- Guides you can follow with the tools you have
- Walks that begin at a tram stop
- Talks with people who know one thing very well

New here? Begin with [the peg that pulls](/posts/the-peg-that-pulls).`,
  heroImage: "cover-arcade-streets-1",
  callToActionText: "Read the autumn issue",
  callToActionLink: "/posts/the-arcade-at-noon",
  showBanner: true,
  bannerText: "The paper edition is back: forty-eight pages, sewn, with a fold-out plan.",
  launchDate: "2026-10-01",
  issueNumber: 22,
  leadTone: "Essay",
  topics: ["Light", "Structure", "Walking"],
  leadPost: "the-arcade-at-noon",
  featuredPosts: [
    "a-wall-without-mortar",
    "the-room-you-walk-through",
    "the-peg-that-pulls",
    "roofs-at-dusk",
    "the-wall-is-the-garden",
    "sharpening-in-ten-minutes",
  ],
};
