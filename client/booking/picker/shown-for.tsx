import type { ReactNode } from 'react';
import type { SessionType } from '#shared/booking/session-type.ts';

/**
 * The style sheet hides it while the other type is checked (`group/booking`), so that choosing works before scripts have loaded.
 */
const SHOWN: Readonly<Record<SessionType, string>> = {
  'half-day': 'group-has-[[name=service][value=full-day]:checked]/booking:hidden',
  'full-day': 'hidden group-has-[[name=service][value=full-day]:checked]/booking:block',
};

const SHOWN_INLINE: Readonly<Record<SessionType, string>> = {
  'half-day': SHOWN['half-day'],
  'full-day': 'hidden group-has-[[name=service][value=full-day]:checked]/booking:inline',
};

interface Part {
  readonly service: SessionType;
  readonly children: ReactNode;
}

export function ShownFor({ service, children }: Part) {
  return <div className={SHOWN[service]}>{children}</div>;
}

/** Inline. */
export function WordsFor({ service, children }: Part) {
  return <span className={SHOWN_INLINE[service]}>{children}</span>;
}
