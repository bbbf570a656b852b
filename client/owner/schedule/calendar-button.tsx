import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { CLOSE_PATH, type DatesQuery } from '#shared/owner/schedule.ts';
import { type Command, CommandButton } from '../../account/forms/commands.tsx';
import { reloadInPlace } from '../../account/forms/use-follow.ts';
import type { ButtonLook } from '../../components/actions.tsx';

/** Refusals that the page about the closure explains. */
const EXPLAINED: ReadonlySet<string | null> = new Set(['units-taken', 'refunds-not-accepted']);

interface Parts<Of extends 'closeUnits' | 'openUnits'> extends Command<Of> {
  readonly look?: ButtonLook;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A refused closure leads to the page that explains it; there, the list is fetched again. */
export function CalendarButton<Of extends 'closeUnits' | 'openUnits'>(parts: Parts<Of>) {
  const { first, last, units }: DatesQuery = parts.input;
  const router = useRouter();
  const navigate = useNavigate();
  const isExplaining = useLocation({ select: ({ pathname }) => pathname === CLOSE_PATH });

  async function explain(error: unknown): Promise<boolean> {
    if (!(error instanceof RpcError && EXPLAINED.has(error.refusal))) return false;
    if (isExplaining) await reloadInPlace(router);
    else await navigate({ to: CLOSE_PATH, search: { first, last, units } });
    return !isExplaining;
  }

  return <CommandButton {...parts} explain={explain} />;
}
