import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Availability, type Slot, isOpen } from '#shared/availability.ts';
import { type BookingFormValues, bookingInput, parseSlot, slotFor } from '#shared/booking-form.ts';
import type { BookingRequest } from '#shared/booking-details.ts';
import { type BookingStep, LAST_STEP, stepBeside } from '#shared/booking-steps.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { CurrentHold } from '#shared/contract.ts';
import { mayStand } from '#shared/refusals.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { type SessionType, isSessionType } from '#shared/session-type.ts';
import { useAccountOfPage } from '../../shell/account-of-page.tsx';
import { type BookSearch, bookSearch } from '../book-search.ts';
import { forgetKey, keyFor, loadDraft, saveDraft, wasDraftCleared } from './draft.ts';
import {
  type BookingFailure,
  failureIn,
  failureOf,
  failedSteps,
  invalid,
  orStillLost,
  stepOfFailure,
  withoutField,
} from './failure.ts';
import { openSlot } from './initial-form.ts';
import { isPaidByOwner, tellOtherTabs } from '../picker/own-time.ts';
import { restoreForm, valuesOf } from './restore-form.ts';
import { useTurn } from '../../shell/use-turn.ts';
import { wordRefusal } from '../../wording/refusals.ts';
import { type FreshLook, useChoiceFate } from './use-slot-choice.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { type LiveAvailability, useLiveAvailability } from '../picker/use-live-availability.ts';
import { useReturn } from './use-return.ts';
import { focusFailure, isStepped, useStep } from './form-focus.ts';
import { useTakenNews } from '../picker/use-taken-news.ts';

interface Choice {
  readonly service: SessionType;
  readonly slot: Slot | null;
  readonly month: CivilMonth | null;
}

export interface BookingFormOptions {
  readonly availability: Availability;
  readonly currentHold: CurrentHold | null;
  readonly initial: BookingFormValues;
  /** Whether its questions were all answered before. */
  readonly wasFilledIn: boolean;
  readonly initialMonth: CivilMonth | null;
  readonly initialFailure: BookingFailure | null;
  /** Whether what the tab remembers may fill the form: not after a post, which brought its own values. */
  readonly useDraft: boolean;
  /** Whether the address says what is chosen: then a draft does not. */
  readonly isChosenByAddress: boolean;
  /** The question that the address asks for. */
  readonly step: BookingStep;
  readonly hold: (request: BookingRequest) => Promise<{ readonly redirect: string }>;
  readonly onChoice: (search: BookSearch) => void;
  /** Goes on or back to a question, to which the browser's Back returns. */
  readonly onStep: (search: BookSearch) => void;
  /** Asks the server again what is open, and what the visitor holds. */
  readonly refresh: () => Promise<FreshLook>;
  readonly live: LiveAvailability;
}

/** The form's state while scripts run. Texts stay in their fields; only what other parts of the page show is state. */
export function useBookingForm(options: BookingFormOptions) {
  const { availability, initial, initialMonth, initialFailure, useDraft, isChosenByAddress, refresh } = options;
  const owner = useAccountOfPage();
  const formRef = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<Choice>({
    service: isSessionType(initial.service) ? initial.service : 'half-day',
    slot: parseSlot(initial.slot),
    month: initialMonth,
  });
  const [failure, setFailure] = useState(initialFailure);
  /** How often it was refused, or lost the time that had the focus, while scripts ran: then the focus goes to what is wrong. */
  const [refusals, setRefusals] = useState(0);
  const { isPending, take, end } = useTurn();
  /** Once all but one question has been answered, no question leads through the others again. */
  const [isComplete, setIsComplete] = useState(options.wasFilledIn);
  /** What the fields hold, for the sentence that sums it up. */
  const [answers, setAnswers] = useState(initial);
  const slot = slotFor(choice.service, openSlot(availability, choice.slot));
  useLiveAvailability(options.live, !isPending);
  const { placeRef, hasFocus: hasKeptPlace } = useKeptPlace();
  const settle = useChoiceFate({
    chosen: choice.slot,
    availability,
    hold: options.currentHold,
    refresh,
    onGone: (gone, lost, fresh) => {
      setChoice((current) => ({ ...current, slot: null }));
      setFailure(isPaidByOwner(fresh.hold, lost) ? null : gone);
      if (hasKeptPlace()) setRefusals((count) => count + 1);
    },
    onOwn: (own) => {
      setChoice((current) => ({ ...current, slot: current.slot ?? own }));
      setFailure((current) => (current?.wording ? null : current));
    },
  });
  const news = useTakenNews({
    availability,
    service: choice.service,
    month: choice.month,
    chosen: choice.slot,
    isOn: !isPending,
    onLost: (lost, isTaken) => void settle(lost, wordRefusal(isTaken ? 'slot-taken' : 'slot-gone')),
  });
  const { step, goTo } = useStep({
    asked: options.step,
    failure,
    hasSlot: slot !== null,
    wasFilledIn: options.wasFilledIn,
    onStep: (to) => options.onStep(bookSearch(choice, to)),
  });

  function choose(change: Partial<Choice>) {
    const next = { ...choice, ...change };
    setChoice(next);
    options.onChoice(bookSearch(next, step));
  }

  function chooseService(service: SessionType) {
    const day = slot && availability.days.find(({ date }) => date === slot.date);
    const claim = service === 'full-day' ? 'full' : 'am';
    choose({ service, slot: day && isOpen(day, claim) ? { date: day.date, claim } : null });
  }

  function chooseSlot(slot: Slot) {
    choose({ slot });
    setFailure((current) => withoutField(current, 'slot'));
  }

  const start = useEffectEvent(() => {
    const form = formRef.current;
    if (!form) return;
    const now = valuesOf(form);
    const draft = useDraft ? loadDraft(owner) : null;
    const isTouched = now.service !== initial.service || now.slot !== initial.slot;
    const source = isTouched || isChosenByAddress || !draft ? now : draft.values;
    if (draft) restoreForm(form, initial, draft);
    // What a guest typed is from now on that of the account whose page has it.
    if (draft && !draft.isWhole) saveDraft(valuesOf(form), owner);
    setAnswers(valuesOf(form));
    const { service } = source;
    if (isSessionType(service)) setChoice((current) => ({ ...current, service, slot: parseSlot(source.slot) }));
  });
  // Before this script ran, people may have chosen and typed, or the browser given the form back.
  useEffect(() => start(), []);

  useReturn(() => {
    // What it was filled in with may be forgotten: then it is begun anew, with no more than this tab still remembers.
    if (wasDraftCleared()) return location.replace(location.pathname + location.search);
    void settle(choice.slot);
  });

  const focusRefusal = useEffectEvent(() => {
    if (failure) focusFailure(failure);
  });
  useEffect(() => {
    if (refusals > 0) focusRefusal();
  }, [refusals]);

  function onInput(event: FormEvent<HTMLFormElement>) {
    const values = valuesOf(event.currentTarget);
    saveDraft(values, owner);
    setAnswers(values);
    const { name } = event.target as HTMLInputElement;
    setFailure((current) => withoutField(current, name));
  }

  const following = isComplete && step !== LAST_STEP ? LAST_STEP : stepBeside(step, 1);

  /** To the next question, once this one is answered. */
  async function next() {
    const form = formRef.current;
    if (!form || !following) return;
    const failed = await check(valuesOf(form));
    const own = failed && failureIn(step, failed);
    setFailure(own);
    if (own) setRefusals((count) => count + 1);
    else goTo(following);
  }

  function back() {
    const before = stepBeside(step, -1);
    setFailure(null);
    if (before) goTo(before);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (isForAnotherCall(event)) return;
    event.preventDefault();
    // Enter in a field answers its question; only the last one sends the form.
    if (isStepped() && step !== LAST_STEP) return next();
    if (!take()) return;
    const values = valuesOf(event.currentTarget);
    saveDraft(values, owner);
    const refused = await send(values, options.hold);
    if (!refused) return;
    const isOwn = refused.nearest.length > 0 && isPaidByOwner((await refresh()).hold, parseSlot(values.slot));
    const failed = isOwn ? null : orStillLost(refused, failure);
    end();
    setFailure(failed);
    if (!failed) return scrollTo({ top: 0 });
    setRefusals((count) => count + 1);
    setIsComplete(failedSteps(failed).size <= 1);
    const place = stepOfFailure(failed);
    if (place && isStepped()) goTo(place);
    if (failed.wording) {
      void refresh();
      if (failed.nearest.length > 0) setChoice((current) => ({ ...current, slot: null }));
    }
  }

  return {
    ...choice,
    slot,
    answers,
    step,
    following,
    failure,
    news,
    isPending,
    formRef,
    placeRef,
    choose,
    chooseService,
    chooseSlot,
    next: () => void next(),
    back,
    onInput,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
  };
}

/** Whether the button that was pressed sends the form elsewhere: then the browser does that by itself. */
function isForAnotherCall({ nativeEvent }: FormEvent): boolean {
  return nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hasAttribute('formaction') === true;
}

/** What is in the way of sending it, by the rules; null when nothing is, or when they cannot be had: the server has them too. */
async function check(values: BookingFormValues): Promise<BookingFailure | null> {
  const rules = await import('#shared/booking-details.ts').catch(() => null);
  const checked = rules?.bookingDetails.safeParse(bookingInput(values));
  return rules && checked && !checked.success ? invalid(rules.fieldErrors(checked.error)) : null;
}

/** Checks and sends the form, and leaves for the payment; or says what is in the way. */
async function send(values: BookingFormValues, hold: BookingFormOptions['hold']): Promise<BookingFailure | null> {
  const refused = await check(values);
  if (refused) return refused;
  const input = bookingInput(values);
  try {
    const { redirect } = await hold({ ...input, key: keyFor(input) } as BookingRequest);
    forgetKey();
    tellOtherTabs();
    location.assign(redirect);
    return null;
  } catch (error) {
    if (error instanceof RpcError && !mayStand(error.refusal)) forgetKey();
    return failureOf(error);
  }
}
