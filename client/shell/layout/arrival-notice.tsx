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
  readonly page: string;
}

interface Arrival {
  readonly said: Said | null;
  readonly say: Dispatch<SetStateAction<Said | null>>;
}

const ArrivalContext = createContext<Arrival | null>(null);

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

/** The page that the command leads to shows the result. */
export function useSayOnArrival(): (said: Said) => void {
  return useArrival().say;
}

/** Always there, because screen readers announce only changes of an existing region. */
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
