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

const NIGHT: Readonly<Record<string, Readonly<Record<string, keyof typeof PALETTE>>>> = {
  'm-paper': { 'background-color': 'paper' },
  'm-sheet': { 'background-color': 'sheet', 'border-color': 'edge' },
  'm-frame': { 'border-color': 'ink' },
  'm-ink': { color: 'ink' },
  'm-pencil': { color: 'pencil' },
  'm-line': { 'border-color': 'line' },
  'm-tick': { 'border-color': 'edge' },
  'm-accent': { color: 'accent' },
  'm-booked': { 'background-color': 'accent' },
  'm-button': { 'background-color': 'accent', 'border-color': 'accent', color: 'on-accent' },
  'm-outline': { 'border-color': 'accent', color: 'accent' },
};

function rules(prefix: (property: string) => string): string {
  return Object.entries(NIGHT)
    .flatMap(([name, colours]) =>
      Object.entries(colours).map(
        ([property, colour]) => `${prefix(property)}.${name}{${property}:${PALETTE[colour].dark}!important}`,
      ),
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
