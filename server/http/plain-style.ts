import { html } from 'hono/html';

/** How pages look that are no pages of the app: the same colors and letters, and nothing that has to be loaded. */
export const PLAIN_STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --paper: light-dark(#faf8f3, #0b1b36);
    --sheet: light-dark(#ffffff, #10244a);
    --ink: light-dark(#1b1d21, #eaf0fb);
    --pencil: light-dark(#565b66, #b3c2dd);
    --line: light-dark(#d8d3c7, #2c4574);
    --edge: light-dark(#7d7a72, #7f97c4);
    --accent: light-dark(#2563eb, #9dbdff);
    --on-accent: light-dark(#ffffff, #0b1b36);
  }
  body {
    margin: 0 auto;
    max-width: 44rem;
    padding: 1rem 1.25rem 4rem;
    background: var(--paper);
    color: var(--ink);
    font:
      1.0625rem/1.55 -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      'Liberation Sans',
      Arial,
      system-ui,
      sans-serif;
  }
  h1 {
    margin: 0 0 0.5rem;
    /* A long name of a day fits a phone whose letters are twice as large. */
    font-size: min(2.0625rem, 11vw);
    line-height: 1.15;
    text-wrap: balance;
  }
  a {
    color: var(--accent);
  }
  p {
    margin: 0 0 1rem;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
</style>`;
