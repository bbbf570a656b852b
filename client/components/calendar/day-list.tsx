import type { ReactNode } from 'react';
import { Ruler } from './ruler.tsx';

/** Days as rows under one ruler of hours: content is placed under its hours. */
export function DayList({ children }: { readonly children: ReactNode }) {
  return (
    <div>
      <div className="mb-2 lg:pl-44">
        <Ruler rows={[]} text={null} />
      </div>
      <ul>{children}</ul>
    </div>
  );
}

interface Row {
  readonly title: string;
  readonly note: string;
  readonly noteId: string;
  /** Placed on eleven columns, one an hour. */
  readonly children: ReactNode;
}

export function DayRow({ title, note, noteId, children }: Row) {
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-2 border-t border-line py-4 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <div>
        <h3 className="text-xl">{title}</h3>
        <p id={noteId} className="text-sm text-pencil">
          {note}
        </p>
      </div>
      <div className="grid grid-cols-11 items-stretch">{children}</div>
    </li>
  );
}
