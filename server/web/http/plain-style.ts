import { html, raw } from 'hono/html';
import { PALETTE_IN_CSS } from '#shared/palette.ts';

export const PLAIN_STYLE = html`<style>
  :root {
    color-scheme: light dark;
    ${raw(PALETTE_IN_CSS)}
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
    /** A long day name fits on a phone at twice the font size. */
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
