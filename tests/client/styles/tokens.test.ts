import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, '../../../client/styles/tokens.css'), 'utf8');

/** The color of each role in the light and the dark theme. */
const ROLES = new Map(
  Array.from(CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g), ([, name, light, dark]) => [
    name,
    { light: light!, dark: dark! },
  ]),
);

const GROUNDS = ['paper', 'sheet', 'shade', 'accent-soft', 'danger-soft', 'caution-soft', 'done-soft'];
const TEXTS = ['ink', 'pencil', 'accent', 'accent-strong', 'danger', 'caution', 'done'];

/** WCAG's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each(['light', 'dark'] as const)('every text color has enough contrast on every background, %s', (theme) => {
  const colour = (role: string) => ROLES.get(role)![theme];
  const pairs = [
    ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground, 4.5] as const)),
    ...GROUNDS.map((ground) => ['edge', ground, 3] as const),
    ['on-accent', 'accent', 4.5] as const,
    ['on-accent', 'accent-strong', 4.5] as const,
  ];
  const faint = pairs.filter(([one, other, least]) => contrast(colour(one), colour(other)) < least);
  expect(pairs.length).toBeGreaterThan(50);
  expect(faint).toEqual([]);
});
