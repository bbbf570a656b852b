import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Availability, Slot } from '#shared/availability.ts';
import { parseSlot } from '#shared/booking-form.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import { RpcError } from '#shared/rpc-error.ts';
import type { SessionType } from '#shared/session-type.ts';
import { type BookingFailure, failureOfSlot, mayStand, orStillLost, withoutField } from '../booking/failure.ts';
import { openSlot } from '../booking/initial-form.ts';
import { useKeptPlace } from '../booking/use-kept-place.ts';
import { type LiveAvailability, useLiveAvailability } from '../booking/use-live-availability.ts';
import { focusFailure } from '../booking/use-step.ts';
import { useTakenNews } from '../booking/use-taken-news.ts';
import { useTurn } from '../use-turn.ts';
import { wordChangeRefusal } from '../wording/refusals.ts';
import { withoutOwnTime } from './booking-queries.ts';
import { changeFailureOf, isAboutOldVisit } from './change-failure.ts';

export interface MoveOptions {
  readonly availability: Availability;
  readonly initialSlot: Slot | null;
  readonly initialFailure: BookingFailure | null;
  /** Makes sending the form twice harmless. */
  readonly postKey: string;
  readonly move: (slot: Slot | null) => Promise<void>;
  readonly onSlot: (slot: Slot) => void;
  /** Asks the server again what is open. */
  readonly onStale: () => Promise<void>;
  readonly live: LiveAvailability;
  readonly service: SessionType;
  readonly month: CivilMonth | null;
}

/** The form's state while scripts run. */
export function useMoveForm(options: MoveOptions) {
  const { availability, initialSlot, initialFailure, move, onSlot, onStale, service, month } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(initialSlot);
  const [failure, setFailure] = useState(initialFailure);
  const [refusals, setRefusals] = useState(0);
  const { isPending, take, end } = useTurn();
  const elsewhere = withoutOwnTime(availability);
  const slot = openSlot(elsewhere, chosen);
  const { placeRef, hasFocus: hasKeptPlace } = useKeptPlace();
  useLiveAvailability(options.live, !isPending);
  const news = useTakenNews({
    availability,
    service,
    month,
    chosen,
    isOn: !isPending,
    onLost: (lost, isTaken) => {
      setChosen(null);
      setFailure(failureOfSlot(elsewhere, lost, wordChangeRefusal(isTaken ? 'slot-taken' : 'slot-gone')));
      if (hasKeptPlace()) setRefusals((count) => count + 1);
    },
  });

  const start = useEffectEvent(() => {
    const checked = formRef.current && new FormData(formRef.current).get('slot');
    if (typeof checked === 'string') setChosen(parseSlot(checked));
  });
  // Before this script ran, people may have chosen, or the browser given the form back.
  useEffect(() => start(), []);

  const focusRefusal = useEffectEvent(() => {
    if (failure) focusFailure(failure);
  });
  useEffect(() => {
    if (refusals > 0) focusRefusal();
  }, [refusals]);

  function chooseSlot(next: Slot) {
    setChosen(next);
    setFailure((current) => withoutField(current, 'slot'));
    onSlot(next);
  }

  async function send() {
    if (!take()) return;
    try {
      await move(slot);
    } catch (error) {
      if (isAboutOldVisit(error)) await onStale();
      const failed = orStillLost(changeFailureOf(error), failure);
      setFailure(failed);
      setRefusals((count) => count + 1);
      if (failed.nearest.length > 0) setChosen(null);
      if (!(error instanceof RpcError) || mayStand(error.refusal)) return;
      void onStale();
    } finally {
      end();
    }
  }

  return {
    slot,
    failure,
    news,
    isPending,
    formRef,
    placeRef,
    chooseSlot,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send();
    },
  };
}
