import type { Figure, Measured } from './measurement.ts';

const HEADINGS = ['', 'measured', 'floor', 'ratio', 'aim'];

function number(value: number | undefined): string {
  if (value === undefined) return '';
  const digits = Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function ratio({ value, floor }: Figure): string {
  return floor === undefined ? '' : (value / floor).toFixed(2);
}

/** Plain text in columns: words to the left, numbers to the right. */
export function table({ title, floor, figures }: Measured): string {
  const rows = figures.map((figure) => [
    figure.what,
    number(figure.value),
    number(figure.floor),
    ratio(figure),
    figure.aim ?? '',
  ]);
  const lines = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === HEADINGS.length - 1 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return [title, ...(floor ? [`floor: ${floor}`] : []), ...drawn].join('\n');
}
