/** `says`: text for screen readers. */
export function Skeleton({ says, lines }: { readonly says: string; readonly lines: readonly SkeletonLine[] }) {
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">{says}</span>
      {lines.map((line, index) => (
        <Bar key={index} className={LINES[line]} />
      ))}
    </output>
  );
}

export function Bar({ className }: { readonly className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-sheet border-line bg-line/60 forced-colors:border ${className}`}
    />
  );
}

export type SkeletonLine = 'title' | 'text' | 'short' | 'control';

const LINES: Readonly<Record<SkeletonLine, string>> = {
  title: 'h-7 w-1/2',
  text: 'h-4 w-full',
  short: 'h-4 w-2/3',
  control: 'h-11 w-full',
};
