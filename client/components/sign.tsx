/** Hidden from screen readers, because the text beside them says the same. */
const PATHS = {
  check: 'M3.5 8.5 7 12l6-8',
  cross: 'm4 4 8 8m0-8-8 8',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  mind: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.5M8 11.75v.25',
} as const;

export type SignName = keyof typeof PATHS;

export function Sign({ name, className = '' }: { readonly name: SignName; readonly className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={className === '' ? 'sign' : `sign ${className}`} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
