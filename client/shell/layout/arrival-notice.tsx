import { useLocation } from '@tanstack/react-router';
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Notice } from '#shared/account/account.ts';
import { SaidNotice } from './flash-notice.tsx';

interface Said {
  readonly notice: Notice;
  readonly whom: string | undefined;
  /** The path of the page that shows the notice. */
  readonly page: string;
}

interface Arrival {
  readonly said: Said | null;
  readonly say: Dispatch<SetStateAction<Said | null>>;
}

const ArrivalContext = createContext<Arrival | null>(null);

/** Keeps the result of a command until the next page has shown it. */
export function ArrivalProvider({ children }: { readonly children: ReactNode }) {
  const [said, say] = useState<Said | null>(null);
  const arrival = useMemo(() => ({ said, say }), [said]);
  return <ArrivalContext value={arrival}>{children}</ArrivalContext>;
}

function useArrival(): Arrival {
  const arrival = useContext(ArrivalContext);
  if (!arrival) throw new Error('an ArrivalProvider is missing');
  return arrival;
}

/** Returns a function that stores the result of a command, to be shown by the page that the command leads to. */
export function useSayOnArrival(): (said: Said) => void {
  return useArrival().say;
}

/** A live region on every page, usually empty: screen readers announce changes of a region that already exists. */
export function ArrivalNotice() {
  const { said, say } = useArrival();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = said?.page === path ? said : null;
  useEffect(() => {
    if (shown === null) return;
    return () => say((current) => (current === shown ? null : current));
  }, [shown, say]);
  return <output className="block">{shown ? <SaidNotice notice={shown.notice} whom={shown.whom} /> : null}</output>;
}
