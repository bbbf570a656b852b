import type { ComponentProps } from 'react';
import type { Elements } from '../elements.ts';
import { Worded } from './worded.tsx';

export type NoticeTone = 'info' | 'caution' | 'danger' | 'done';

const TONES: Readonly<Record<NoticeTone, string>> = {
  info: 'border-ink bg-sheet',
  caution: 'border-caution bg-caution-soft',
  danger: 'border-danger bg-danger-soft',
  done: 'border-done bg-done-soft',
};

interface Content {
  readonly tone?: NoticeTone;
  readonly title?: string;
  readonly text?: string;
  readonly children?: Elements;
}

/** The color only repeats the words. */
export function Notice({
  tone = 'info',
  title,
  text,
  children,
  ...rest
}: Content &
  Pick<ComponentProps<'div'>, 'id' | 'role' | 'tabIndex' | 'ref' | 'autoFocus'> & { readonly 'data-done'?: true }) {
  return (
    <div {...rest} className={`rounded-sheet border border-l-4 px-4 py-3 ${TONES[tone]}`}>
      {title ? <h2 className="mb-1 text-xl">{title}</h2> : null}
      {text === undefined ? null : (
        <p>
          <Worded text={text} />
        </p>
      )}
      {children}
    </div>
  );
}
