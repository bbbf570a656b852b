/** Connects the choice of a time to the page, the server and other tabs, in the booking and the move form. */
import { useEffect, useEffectEvent, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { useRouter } from '@tanstack/react-router';
import { type Availability, type Slot, isYours } from '#shared/booking/availability.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';
import type { Wording } from '../../wording/wording.ts';
import { onHeldElsewhere } from '../picker/own-time.ts';
import { useTakenNews } from '../picker/use-taken-news.ts';
import type { ChoiceEvent, ChoiceState, Refetched } from './state/choice-state.ts';
import { focusFailure } from './form-focus.ts';
import { fieldId } from '../../components/fields/field.tsx';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { useWatch } from '../../shell/rpc/use-watch.ts';

interface Wiring {
  readonly availability: Availability;
  readonly hold: CurrentHold | null;
  readonly refresh: () => Promise<Refetched>;
  readonly onChange: (change: AvailabilityChange) => void;
  readonly state: ChoiceState;
  readonly dispatch: (event: ChoiceEvent) => ChoiceState;
  readonly service: SessionType;
  /** Null for the next open days. */
  readonly month: CivilMonth | null;
  readonly word: (refusal: 'slot-taken' | 'slot-gone') => Wording;
}

export function useSlotChoice(wiring: Wiring) {
  const { state, dispatch, availability, hold, refresh, onChange, service, month, word } = wiring;
  const { isPending, tryStart, finish } = useOneAtATime();
  const { placeRef, hasFocus } = useFocusPlace();
  useLiveAvailability(onChange, hold?.eventId ?? '', !isPending);

  /** Before the page says that a slot is gone: the visitor may hold it in another tab. */
  async function recheck(slot: Slot | null, isTaken: boolean): Promise<void> {
    const { checks: check } = dispatch({ type: 'checkStarted' });
    const fresh = await refresh();
    const wording = word(isTaken ? 'slot-taken' : 'slot-gone');
    dispatch({ type: 'checkEnded', check, slot, wording, fresh, hadFocus: hasFocus() });
  }

  const dispatchHold = useEffectEvent((now: CurrentHold | null) => void dispatch({ type: 'held', hold: now }));
  useEffect(() => dispatchHold(hold), [hold]);

  const refetch = useEffectEvent(() => void refresh());
  useEffect(() => onHeldElsewhere(() => refetch()), []);

  const held = hold?.state === 'standing' ? hold.slot : null;
  const isHoldInDoubt =
    held !== null && availability.days.some((day) => day.date === held.date && !isYours(day, held.claim));
  // The hold has expired or was paid.
  useEffect(() => {
    if (isHoldInDoubt) refetch();
  }, [isHoldInDoubt]);

  const news = useTakenNews({
    availability,
    service,
    month,
    chosen: state.slot,
    isOn: !isPending,
    onLost: (lost, isTaken) => void recheck(lost, isTaken),
  });

  const { failure, refusals } = state;
  const focusRefusal = useEffectEvent(() => {
    if (failure) focusFailure(failure);
  });
  useEffect(() => {
    if (refusals > 0) focusRefusal();
  }, [refusals]);

  return { isPending, tryStart, finish, news, placeRef, recheck };
}

interface FocusPlace {
  /** For each control that can be removed while it has the focus. */
  readonly placeRef: RefCallback<HTMLInputElement>;
  /** The focus is still where this hook put it when the control was removed. */
  readonly hasFocus: () => boolean;
}

/**
 * If the focused slot is removed, focuses the element in its place (`data-place` is the slot's value), else the question. Render
 * the component whenever slots change.
 */
function useFocusPlace(): FocusPlace {
  const leaving = useRef<HTMLInputElement | null>(null);
  const place = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const radio = leaving.current;
    leaving.current = null;
    if (!radio || radio.isConnected) return;
    const instead =
      document.querySelector(`[data-place~="${radio.value}"]`) ?? document.getElementById(fieldId('slot'));
    place.current = instead instanceof HTMLElement ? instead : null;
    place.current?.focus({ preventScroll: true });
  });

  const placeRef = useCallback(
    (radio: HTMLInputElement | null) => () => {
      // React detaches refs before it removes the element.
      if (radio && radio === document.activeElement) leaving.current = radio;
    },
    [],
  );
  const hasFocus = () => place.current !== null && place.current === document.activeElement;
  return { placeRef, hasFocus };
}

/**
 * While they are visible: a stream, or polling when the server has no free one. A new hold opens a new stream, because only that
 * marks its slot as the visitor's own.
 */
function useLiveAvailability(onChange: Wiring['onChange'], hold: string, isOn: boolean): void {
  const { rpc } = useRouter().options.context;
  const watch = {
    open: (signal: AbortSignal) => rpc.availabilityLive(undefined, { signal }),
    look: (signal: AbortSignal) => rpc.availability(undefined, { signal }),
    onChange,
  };
  useWatch<AvailabilityChange>(watch, hold, isOn);
}
