export interface Author {
  slug: string;
  name: string;
  role: string;
  /** Markdown. */
  bio: string;
  portrait: string;
  site: string;
}

export const authors: readonly Author[] = [
  {
    slug: "ines-varga",
    name: "Ines Varga",
    role: "Editor, rooms and light",
    bio: `Ines Varga trained as a stage designer and still thinks of every room as a set on which somebody is about to enter. She has lived in **eleven flats in four cities**, has painted all of them, and regrets only one.

She edits *Post & Beam* from a table under a north window.`,
    portrait: "portrait-ines-varga",
    site: "https://example.com/ines-varga",
  },
  {
    slug: "tomas-oyelaran",
    name: "Tomas Oyelaran",
    role: "Carpenter at large",
    bio: `Tomas Oyelaran has framed barns, bridges and one very small opera house. He writes in the evenings, usually with a peg in his pocket.

- Learned the trade in a yard with no electricity
- Teaches **green oak framing** each May
- Owns a straightedge older than his grandmother`,
    portrait: "portrait-tomas-oyelaran",
    site: "https://example.com/tomas-oyelaran",
  },
  {
    slug: "maud-ferrand",
    name: "Maud Ferrand",
    role: "Stone and earth",
    bio: `For thirty years Maud Ferrand looked after the masonry of a cathedral, a job which she describes as *holding a very slow animal by the hand*. Now retired, she builds dry stone walls for fun and lime kilns for the neighbours.

> Nothing is finished. Some of it is merely standing.`,
    portrait: "portrait-maud-ferrand",
    site: "https://example.org/maud-ferrand",
  },
  {
    slug: "kenji-aldous",
    name: "Kenji Aldous",
    role: "Gardener",
    bio: `Kenji Aldous keeps a walled garden of one hectare that belongs to somebody else, and a balcony that is his. He came to gardening through *land surveying* and has never quite put down the notebook.

Ask him about hedges only when you have time.`,
    portrait: "portrait-kenji-aldous",
    site: "https://example.com/kenji-aldous",
  },
  {
    slug: "salome-brandt",
    name: "Salome Brandt",
    role: "City walks",
    bio: `Salome Brandt leads walks through cities for people who say they know them. Her rules: no bus, no headphones, [look up at corners](https://example.org/rules-of-walking).

She draws all her own maps, with north wherever the sun happened to be.`,
    portrait: "portrait-salome-brandt",
    site: "https://example.org/salome-brandt",
  },
  {
    slug: "runa-lindqvist",
    name: "Runa Lindqvist",
    role: "Workshop",
    bio: `Runa Lindqvist repairs chairs, windows and, if there is no way round it, toasters. Her workshop stands behind a bakery, so that everything she mends smells faintly of rye.

1. Sharpen first.
2. Measure the thing, not the drawing.
3. Leave it so that the *next* person can mend it too.`,
    portrait: "portrait-runa-lindqvist",
    site: "https://example.com/runa-lindqvist",
  },
];
