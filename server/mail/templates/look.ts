import type { CSSProperties } from 'react';

/**
 * How mails look: drawing paper by day, the blueprint by night, as on the site. Light is inline, which every reader
 * understands; dark overrides it by class, where a reader knows how.
 */

export const FONT =
  "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif" satisfies CSSProperties['fontFamily'];

export const PAPER = '#faf8f3';
export const SHEET = '#ffffff';
export const INK = '#1b1d21';
export const PENCIL = '#565b66';
export const LINE = '#d8d3c7';
export const EDGE = '#7d7a72';
export const ACCENT = '#2563eb';

/** Night's colours, by the class that takes them. */
const NIGHT: Readonly<Record<string, readonly (readonly [property: string, colour: string])[]>> = {
  'm-paper': [['background-color', '#0b1b36']],
  'm-sheet': [
    ['background-color', '#10244a'],
    ['border-color', '#7f97c4'],
  ],
  'm-frame': [['border-color', '#eaf0fb']],
  'm-ink': [['color', '#eaf0fb']],
  'm-pencil': [['color', '#b3c2dd']],
  'm-line': [['border-color', '#2c4574']],
  'm-tick': [['border-color', '#7f97c4']],
  'm-accent': [['color', '#9dbdff']],
  'm-booked': [['background-color', '#9dbdff']],
  'm-button': [
    ['background-color', '#9dbdff'],
    ['border-color', '#9dbdff'],
    ['color', '#0b1b36'],
  ],
  'm-outline': [
    ['border-color', '#9dbdff'],
    ['color', '#9dbdff'],
  ],
};

function rules(prefix: (property: string) => string): string {
  return Object.entries(NIGHT)
    .flatMap(([name, colours]) =>
      colours.map(([property, colour]) => `${prefix(property)}.${name}{${property}:${colour}!important}`),
    )
    .join('');
}

/** Each in a `<style>` of its own: a reader that stumbles over one keeps the others. */
export const STYLES: readonly string[] = [
  `:root{color-scheme:light dark;supported-color-schemes:light dark}body{background-color:${PAPER}}a{text-underline-offset:3px}h1{text-wrap:balance}`,
  '@media (max-width:480px){.m-action{display:block!important;margin-right:0!important;text-align:center!important}}',
  `@media (prefers-color-scheme: dark){body{background-color:#0b1b36!important}${rules(() => '')}}`,
  // Outlook on the web marks what it has recoloured.
  rules((property) => (property === 'background-color' ? '[data-ogsb] ' : '[data-ogsc] ')),
];

/** Outlook on Windows: its own measure of pixels, a width that it obeys, and no serifs for fonts it does not know. */
export const OUTLOOK = `<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>.m-letter{width:560px!important}td,th,p,h1,a{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->`;
