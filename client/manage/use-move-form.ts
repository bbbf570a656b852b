import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Availability, Slot } from '#shared/availability.ts';
import { parseSlot } from '#shared/booking-form.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { type BookingFailure, mayStand, withoutField } from '../booking/failure.ts';
import { openSlot } from '../booking/initial-form.ts';
import { focusFailure } from '../booking/use-step.ts';
import { changeFailureOf } from './change-failure.ts';

export interface MoveOptions {
  readonly availability: Availability;
  readonly initialSlot: Slot | null;
  readonly initialFailure: BookingFailure | null;
  /** Makes sending the form twice harmless. */
  readonly postKey: string;
  readonly move: (slot: Slot | null) => Promise<void>;
  readonly onSlot: (slot: Slot) => void;
  /** Asks the server again what is open. */
  readonly onStale: () => void;
}

/** The form's state while scripts run. */
export function useMoveForm({ availability, initialSlot, initialFailure, move, onSlot, onStale }: MoveOptions) {
  const formRef = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(initialSlot);
  const [failure, setFailure] = useState(initialFailure);
  const [refusals, setRefusals] = useState(0);
  const [isPending, setIsPending] = useState(false);
  const slot = openSlot(availability, chosen);

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
    if (isPending) return;
    setIsPending(true);
    try {
      await move(slot);
    } catch (error) {
      const failed = changeFailureOf(error);
      setFailure(failed);
      setRefusals((count) => count + 1);
      if (failed.nearest.length > 0) setChosen(null);
      if (!(error instanceof RpcError) || mayStand(error.refusal)) return;
      onStale();
    } finally {
      setIsPending(false);
    }
  }

  return {
    slot,
    failure,
    isPending,
    formRef,
    chooseSlot,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send();
    },
  };
}
