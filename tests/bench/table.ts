import type { Figure, Measured } from './measurement.ts';

function number(value: number | undefined): string {
  if (value === undefined) return '';
  const digits = Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function ratio(value: number, other: number | undefined): string {
  return other === undefined || other === 0 ? '' : (value / other).toFixed(2);
}

const COLUMNS: Readonly<Record<string, (figure: Figure) => string>> = {
  '': ({ what }) => what,
  measured: ({ value }) => number(value),
  floor: ({ floor }) => number(floor),
  'of floor': ({ value, floor }) => ratio(value, floor),
  before: ({ before }) => number(before),
  'of before': ({ value, before }) => ratio(value, before),
  aim: ({ aim = '' }) => aim,
};
const WORDS = new Set(['', 'aim']);

/** Plain text in columns: words to the left, numbers to the right. A column without cells is left out. */
export function table({ title, floor, figures }: Measured): string {
  const columns = Object.entries(COLUMNS)
    .map(([heading, cell]) => ({ heading, cells: figures.map(cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ heading, cells }) => {
      const lines = [heading, ...cells];
      const width = Math.max(...lines.map(({ length }) => length));
      return lines.map((line) => (WORDS.has(heading) ? line.padEnd(width) : line.padStart(width)));
    });
  const drawn = ['', ...figures].map((_, row) =>
    columns
      .map((lines) => lines[row])
      .join('  ')
      .trimEnd(),
  );
  return [title, ...(floor ? [`floor: ${floor}`] : []), ...drawn].join('\n');
}
