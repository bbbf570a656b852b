import { useEffect, useRef } from 'react';
import type { SignInSession } from '#shared/account/account.ts';
import { instantWords, zoneName } from '#shared/time-zone.ts';
import { Badge } from '../components/badge.tsx';
import { CommandButton } from './forms/commands.tsx';

/** The account's sign-in sessions, each with a button that ends it. */
export function SignInList({ sessions, timeZone }: { sessions: readonly SignInSession[]; timeZone: string }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const listRef = useRef<HTMLDivElement>(null);
  const known = useRef(sessions.length);
  useEffect(() => {
    const isShorter = sessions.length < known.current;
    known.current = sessions.length;
    // The pressed button is removed together with its session.
    if (isShorter && document.activeElement === document.body) focusHeading(listRef.current);
  }, [sessions.length]);
  return (
    <div ref={listRef} className="flex flex-col items-start gap-5">
      <p className="text-sm text-pencil">{`All times are in ${zoneName(timeZone)}.`}</p>
      <ul className="w-full border-b border-line">
        {sessions.map(({ id, isCurrent, device, signedInAt, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semibold">{device}</span>
                {isCurrent ? <Badge>This device</Badge> : null}
              </p>
              <p className="text-sm text-pencil">
                Signed in <span>{instantWords(signedInAt, timeZone)}</span>.{' '}
                <span>{isCurrent ? 'In use now.' : `Last seen ${instantWords(lastSeenAt, timeZone)}.`}</span>
              </p>
            </div>
            <CommandButton command="endSession" input={{ id }}>
              Sign out
              <span className="sr-only">{` ${device}, signed in ${instantWords(signedInAt, timeZone)}`}</span>
            </CommandButton>
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <CommandButton command="endOtherSessions" input={{}}>
          Sign out every other device
        </CommandButton>
      ) : null}
    </div>
  );
}

function focusHeading(list: HTMLElement | null): void {
  const heading = list?.closest('section')?.querySelector<HTMLElement>('h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
