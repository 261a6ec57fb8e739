/** Two posts and a beam. It takes the colour of the text around it. */
export const mark = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M2.5 6h19M7 6v15.5M17 6v15.5"/></svg>`;

/** The same as an address, for the browser's tab, where there is no text to take a colour from. */
export const markAddress = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2.5 6h19M7 6v15.5M17 6v15.5" fill="none" stroke="#15706d" stroke-width="3"/></svg>`,
)}`;
