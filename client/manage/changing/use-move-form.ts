import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Availability, type Slot, isOfVisit } from '#shared/availability.ts';
import { parseSlot } from '#shared/booking-form.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { CurrentHold } from '#shared/contract.ts';
import { mayStand } from '#shared/refusals.ts';
import { RpcError } from '#shared/rpc-error.ts';
import type { SessionType } from '#shared/session-type.ts';
import { type BookingFailure, orStillLost, withoutField } from '../../booking/form/failure.ts';
import { openSlot } from '../../booking/form/initial-form.ts';
import { isBookedByOwner } from '../../booking/picker/own-time.ts';
import { type FreshLook, useChoiceFate } from '../../booking/form/use-slot-choice.ts';
import { useKeptPlace } from '../../booking/form/use-kept-place.ts';
import { type LiveAvailability, useLiveAvailability } from '../../booking/picker/use-live-availability.ts';
import { focusFailure } from '../../booking/form/form-focus.ts';
import { useTakenNews } from '../../booking/picker/use-taken-news.ts';
import { useTurn } from '../../shell/use-turn.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';
import { changeFailureOf, isAboutOldVisit } from './change-failure.ts';

export interface MoveOptions {
  readonly availability: Availability;
  readonly initialSlot: Slot | null;
  readonly initialFailure: BookingFailure | null;
  /** Makes sending the form twice harmless. */
  readonly postKey: string;
  readonly move: (slot: Slot | null) => Promise<void>;
  readonly onSlot: (slot: Slot) => void;
  /** What this browser holds for another visit, as far as it is known. */
  readonly hold: CurrentHold | null;
  /** Asks the server again how the visit stands, what is open, and what is held. */
  readonly refresh: () => Promise<FreshLook>;
  readonly live: LiveAvailability;
  readonly service: SessionType;
  readonly month: CivilMonth | null;
}

/** The form's state while scripts run. */
export function useMoveForm(options: MoveOptions) {
  const { availability, initialSlot, initialFailure, hold, move, onSlot, refresh, service, month } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(initialSlot);
  const [failure, setFailure] = useState(initialFailure);
  const [refusals, setRefusals] = useState(0);
  const { isPending, take, end } = useTurn();
  const slot = openSlot(availability, chosen);
  const { placeRef, hasFocus: hasKeptPlace } = useKeptPlace();
  useLiveAvailability(options.live, !isPending);
  const settle = useChoiceFate({
    chosen,
    availability,
    hold,
    refresh,
    onGone: (gone, lost, fresh) => {
      setChosen(null);
      const own = ownRefusal(lost, fresh);
      setFailure(own ? { ...gone, wording: wordChangeRefusal(own) } : gone);
      if (hasKeptPlace()) setRefusals((count) => count + 1);
    },
    onOwn: (own) => {
      setChosen((current) => current ?? own);
      setFailure((current) => (current?.wording ? null : current));
    },
  });
  const news = useTakenNews({
    availability,
    service,
    month,
    chosen,
    isOn: !isPending,
    onLost: (lost, isTaken) => void settle(lost, wordChangeRefusal(isTaken ? 'slot-taken' : 'slot-gone')),
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
      const refreshed = error instanceof RpcError && !mayStand(error.refusal) ? refresh() : null;
      if (isAboutOldVisit(error)) await refreshed;
      const failed = orStillLost(changeFailureOf(error), failure);
      setFailure(failed);
      setRefusals((count) => count + 1);
      if (failed.nearest.length > 0) setChosen(null);
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

/** What is said of a time that is gone since it is the customer's own: that of this visit by now, or of another one. */
function ownRefusal(lost: Slot, { availability, hold }: FreshLook): string | null {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim))) return 'plans-changed';
  return isBookedByOwner(hold, lost) ? 'own-visit' : null;
}
