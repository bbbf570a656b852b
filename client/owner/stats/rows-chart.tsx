import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { formatCount } from '#shared/format-count.ts';

interface Parts {
  readonly rows: readonly { readonly name: string; readonly value: number }[];
}

/** Bars of kinds, each below its name and its number. */
export function RowsChart({ rows }: Parts) {
  const x = scaleLinear({ domain: [0, Math.max(1, ...rows.map(({ value }) => value))], range: [0, 100] });
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map(({ name, value }) => (
        <li key={name}>
          <span className="flex justify-between gap-x-4">
            <span>{name}</span>
            <span className="font-semibold tabular-nums">{formatCount(value)}</span>
          </span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="mt-0.5 block h-2.5 w-full">
            <Bar width={100} y={9} height={1} className="fill-line" />
            <Bar width={x(value)} height={10} fill="currentColor" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
