/** A color in the light and the dark scheme, as `#rrggbb`. */
interface Color {
  readonly light: string;
  readonly dark: string;
}

/**
 * The color roles (`client/styles/tokens.css` explains each) that are also needed without the app's style sheet: in mails, and on
 * pages that must not load any file.
 */
export const PALETTE = {
  paper: { light: '#faf8f3', dark: '#0b1b36' },
  sheet: { light: '#ffffff', dark: '#10244a' },
  ink: { light: '#1b1d21', dark: '#eaf0fb' },
  pencil: { light: '#565b66', dark: '#b3c2dd' },
  line: { light: '#d8d3c7', dark: '#2c4574' },
  edge: { light: '#7d7a72', dark: '#7f97c4' },
  accent: { light: '#2563eb', dark: '#9dbdff' },
  'on-accent': { light: '#ffffff', dark: '#0b1b36' },
} as const satisfies Readonly<Record<string, Color>>;

/** The palette as custom properties of CSS: `--paper: light-dark(#faf8f3, #0b1b36); ...`. */
export const PALETTE_IN_CSS = Object.entries(PALETTE)
  .map(([role, { light, dark }]) => `--${role}: light-dark(${light}, ${dark});`)
  .join(' ');
