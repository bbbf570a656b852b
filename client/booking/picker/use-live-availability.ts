import { useMemo } from 'react';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { useWatch } from '../../shell/rpc/use-watch.ts';
import type { Watch } from '../../shell/rpc/watch-stream.ts';

type AvailabilityWatch = Watch<AvailabilityChange>;

export interface LiveAvailability {
  /** Opens a stream for the days that the form loads first, or for a later month. */
  readonly open: (month: CivilMonth | null, signal: AbortSignal) => ReturnType<AvailabilityWatch['open']>;
  /** Fetches the same days once, for polling when the server has no free stream. */
  readonly look: (month: CivilMonth | null, signal: AbortSignal) => Promise<AvailabilityChange>;
  readonly onChange: AvailabilityWatch['onChange'];
  /** The shown month if it is after the days that the form loads first; else null. */
  readonly beyond: CivilMonth | null;
  /** Id of the visitor's hold. A new hold opens a new stream, because only that marks the hold's slot as the visitor's own. */
  readonly own?: string | null;
}

/** Keeps the shown times up to date while they are visible. */
export function useLiveAvailability({ open, look, onChange, beyond, own }: LiveAvailability, isOn: boolean): void {
  const source = useMemo(() => ({ beyond, own }), [beyond, own]);
  useWatch(
    {
      open: ({ beyond: month }, signal) => open(month, signal),
      look: ({ beyond: month }, signal) => look(month, signal),
      onChange,
      // Never ends the watching.
      onFailure: () => false,
      source,
    },
    isOn,
  );
}
