interface Color {
  readonly light: string;
  readonly dark: string;
}

/** Roles of `client/styles/tokens.css` that mails and pages without files need, too. */
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

export const PALETTE_IN_CSS = Object.entries(PALETTE)
  .map(([role, { light, dark }]) => `--${role}: light-dark(${light}, ${dark});`)
  .join(' ');
