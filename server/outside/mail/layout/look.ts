/** Light colors are inline, which every mail program supports; dark ones override them by class, where supported. */
import type { CSSProperties } from 'react';
import { PALETTE } from '#shared/palette.ts';

export const FONT =
  "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif" satisfies CSSProperties['fontFamily'];

/** In pixels. */
export function textStyle(fontSize: number, lineHeight: number) {
  return { fontFamily: FONT, fontSize, lineHeight: `${lineHeight}px` };
}

export const PAPER = PALETTE.paper.light;
export const SHEET = PALETTE.sheet.light;
export const INK = PALETTE.ink.light;
export const PENCIL = PALETTE.pencil.light;
export const LINE = PALETTE.line.light;
export const EDGE = PALETTE.edge.light;
export const ACCENT = PALETTE.accent.light;

const NIGHT: Readonly<Record<string, readonly (readonly [property: string, colour: string])[]>> = {
  'm-paper': [['background-color', PALETTE.paper.dark]],
  'm-sheet': [
    ['background-color', PALETTE.sheet.dark],
    ['border-color', PALETTE.edge.dark],
  ],
  'm-frame': [['border-color', PALETTE.ink.dark]],
  'm-ink': [['color', PALETTE.ink.dark]],
  'm-pencil': [['color', PALETTE.pencil.dark]],
  'm-line': [['border-color', PALETTE.line.dark]],
  'm-tick': [['border-color', PALETTE.edge.dark]],
  'm-accent': [['color', PALETTE.accent.dark]],
  'm-booked': [['background-color', PALETTE.accent.dark]],
  'm-button': [
    ['background-color', PALETTE.accent.dark],
    ['border-color', PALETTE.accent.dark],
    ['color', PALETTE['on-accent'].dark],
  ],
  'm-outline': [
    ['border-color', PALETTE.accent.dark],
    ['color', PALETTE.accent.dark],
  ],
};

function rules(prefix: (property: string) => string): string {
  return Object.entries(NIGHT)
    .flatMap(([name, colours]) =>
      colours.map(([property, colour]) => `${prefix(property)}.${name}{${property}:${colour}!important}`),
    )
    .join('');
}

/** One `<style>` each: a mail program that fails on one keeps the others. */
export const STYLES: readonly string[] = [
  `:root{color-scheme:light dark;supported-color-schemes:light dark}body{background-color:${PAPER}}a{text-underline-offset:3px}h1{text-wrap:balance}`,
  '@media (max-width:480px){.m-action{display:block!important;margin-right:0!important;text-align:center!important}}',
  `@media (prefers-color-scheme: dark){body{background-color:${PALETTE.paper.dark}!important}${rules(() => '')}}`,
  // Outlook on the web marks elements that it has recolored.
  rules((property) => (property === 'background-color' ? '[data-ogsb] ' : '[data-ogsc] ')),
];

/** Outlook on Windows: its pixel scale, a width that it respects, no serifs for unknown fonts. */
export const OUTLOOK = `<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>.m-letter{width:560px!important}td,th,p,h1,a{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->`;
