import type { ReactNode } from 'react';

export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

interface Parts {
  readonly kind: ReactNode;
  readonly name: string;
  readonly note: string;
  /** Null if there is nothing to draw, for example for a canceled visit. */
  readonly figure: ReactNode | null;
  readonly facts: readonly Fact[];
  readonly wide?: Fact | null;
  readonly reference: string;
}

const COLUMNS = ['', 'sm:grid-cols-1', 'sm:grid-cols-2', 'sm:grid-cols-3'] as const;

/** In the style of a drawing's title block. */
export function TitleBlock({ kind, name, note, figure, facts, wide = null, reference }: Parts) {
  return (
    <div className="max-w-3xl rounded-sheet border border-edge bg-sheet p-1.5">
      <dl className={`grid border border-ink ${COLUMNS[facts.length] ?? 'sm:grid-cols-3'}`}>
        <div className="col-span-full border-b border-ink px-4 pt-4 sm:px-5">
          <dt className="text-sm text-pencil">{kind}</dt>
          <dd className="font-heading text-xl leading-tight font-semibold sm:text-2xl">{name}</dd>
          <dd className={`text-sm text-pencil ${figure ? '' : 'mb-4'}`}>{note}</dd>
          {figure ? <dd className="mt-3 mb-4">{figure}</dd> : null}
        </div>
        {facts.map((fact, index) => (
          <FactCell key={fact.term} {...fact} className={index > 0 ? 'border-line max-sm:border-t sm:border-l' : ''} />
        ))}
        {wide ? <FactCell {...wide} className="col-span-full border-t border-line" /> : null}
        <div className="col-span-full flex flex-wrap gap-x-3 border-t border-ink px-4 py-2 text-sm sm:px-5">
          <dt className="text-pencil">Reference</dt>
          <dd className="tabular-nums">{reference}</dd>
        </div>
      </dl>
    </div>
  );
}

function FactCell({ term, value, note, className }: Fact & { readonly className: string }) {
  return (
    <div className={`min-w-0 px-4 py-3 sm:px-5 ${className}`}>
      <dt className="text-sm text-pencil">{term}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
      {note ? <dd className="mt-1 text-sm text-pencil">{note}</dd> : null}
    </div>
  );
}
