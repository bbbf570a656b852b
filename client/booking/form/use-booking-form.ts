import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent as ReactFormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Availability, Slot } from '#shared/booking/availability.ts';
import { type BookingFormValues, bookingInput, parseSlot, shownPrice } from '#shared/booking/booking-form.ts';
import type { BookingRequest } from '#shared/booking/booking-details.ts';
import { type BookingStep, LAST_STEP, stepBeside } from '#shared/booking/booking-steps.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { mayStand } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import { bookSearch, firstStep, readBookSearch } from '#shared/booking/book-search.ts';
import { applyChange, availabilityQuery, holdQuery } from '../booking-queries.ts';
import {
  fillIn,
  forgetKey,
  keyFor,
  loadDraft,
  saveDraft,
  valuesOf,
  wasDraftCleared,
  withDraft,
} from './state/draft.ts';
import {
  type BookingFailure,
  failureIn,
  failureOf,
  failureOfFlash,
  failureOfSlot,
  invalid,
  stepOfFailure,
} from './state/failure.ts';
import { type FormEvent, begunForm, reduceForm, shownSlot, stepAfter, stepOf } from './state/form-state.ts';
import { type Sources, hasValues, initialForm, openSlot, postKeyAfter, wasFilledIn } from './state/initial-form.ts';
import { isLapsedHold, visitorPaidFor, tellOtherTabs } from '../picker/own-time.ts';
import { useImmediateReducer } from '../../shell/use-immediate-reducer.ts';
import { wordRefusal } from '../../wording/refusals.ts';
import { useSendPhotos } from '../photos/use-send-photos.ts';
import { useReturn } from '../../shell/use-return.ts';
import { reloadBlank } from '../../shell/reload-blank.ts';
import { useSlotChoice } from './use-slot-choice.ts';
import { isStepped, useStepFocus } from './form-focus.ts';

type FormChange = ReactFormEvent<HTMLFormElement>;

const route = getRouteApi('/book/');

/** From the sources of the page's first values. */
function beginForm(sources: Sources, availability: Availability) {
  const { flash, hold, search } = sources;
  const initial = initialForm(sources);
  const wasDone = wasFilledIn(sources);
  const slot = parseSlot(initial.slot);
  const hasLapsed = flash?.refusal === 'hold-lapsed' || isLapsedHold(hold, slot);
  const gone = failureOfSlot(availability, slot, wordRefusal(hasLapsed ? 'hold-gone' : 'slot-gone'));
  const failure = (hasLapsed && gone) || (failureOfFlash(flash) ?? gone);
  // After a payment that came too late, the flash says so and offers open times.
  const isOwn = flash?.refusal !== 'slot-lost' && visitorPaidFor(hold, slot);
  const hasSlot = openSlot(availability, slot) !== null;
  return {
    initial,
    wasFilledIn: wasDone,
    initialFailure: isOwn && failure?.wording ? null : failure,
    first: firstStep(search, { hasSlot, wasFilledIn: wasDone }),
  };
}

/** Hands events to `reduceForm` and acts on the result. Texts stay in their fields; only what other parts show is state. */
export function useBookingForm() {
  const { rpc, newKey } = route.useRouteContext();
  const { flash, own } = route.useLoaderData();
  // The router keeps invalid search parameters.
  const search = readBookSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const { data: availability } = useSuspenseQuery(availabilityQuery(rpc));
  const { data: currentHold } = useSuspenseQuery(holdQuery(rpc));
  // The first values of the fields must not change while the visitor types.
  const [begin] = useState(() => beginForm({ flash, hold: currentHold, search, own }, availability));
  // Not loader data, because the cached page is sent to many visitors, each with another key.
  const [postKey] = useState(() => postKeyAfter({ flash, newKey }));
  const { initial } = begin;
  const asked = search.step ?? begin.first;
  const formRef = useRef<HTMLFormElement>(null);
  const [photos, setPhotos] = useState(initial.photos);
  const photosRef = useRef(initial.photos);
  const sender = useSendPhotos({
    count: photos.length,
    accept: ({ ticket }) => changePhotos((before) => [...before, ticket]),
  });
  const [isToldOfPhotos, setIsToldOfPhotos] = useState(false);
  const [state, dispatch] = useImmediateReducer(reduceForm, () =>
    begunForm({ ...begin, availability, initialMonth: search.month ?? null, step: asked }),
  );
  const { service, month, answers, failure } = state;
  const slot = shownSlot(state, availability);
  const step = stepOf(state, asked);
  const following = stepAfter(state, step);
  useStepFocus(step, failure);
  const { isPending, tryStart, finish, news, placeRef, recheck } = useSlotChoice({
    state,
    dispatch,
    availability,
    hold: currentHold,
    refresh,
    onChange: (change) => {
      if (!applyChange(queryClient, availabilityQuery(rpc).queryKey, change)) void refresh();
    },
    service,
    month,
    word: wordRefusal,
  });

  async function refresh() {
    await queryClient.invalidateQueries();
    return {
      availability: queryClient.getQueryData(availabilityQuery(rpc).queryKey) ?? availability,
      hold: queryClient.getQueryData(holdQuery(rpc).queryKey) ?? null,
    };
  }

  function choose(event: FormEvent) {
    void navigate({ search: bookSearch(dispatch(event), step), replace: true, resetScroll: false });
  }

  function goTo(to: BookingStep) {
    dispatch({ type: 'wentToStep' });
    // The address keeps a time that was just refused, so that a reload says again that it is gone.
    void navigate({ search: bookSearch(state, to), resetScroll: false });
  }

  const restoreDraft = useEffectEvent(() => {
    const form = formRef.current;
    // A post has its own values.
    const draft = form && !hasValues(flash) ? loadDraft(ownerOf(form)) : null;
    if (!form || !draft) return;
    fillIn(form, withDraft(valuesOf(form), initial, draft));
    if (initial.photos.length === 0) changePhotos(() => draft.values.photos);
    const answers = valuesOf(form);
    // A guest's draft becomes the account's.
    if (!draft.isWhole) saveDraft(answers, ownerOf(form));
    // A choice in the address takes precedence.
    dispatch({ type: 'restored', answers, draft: search.service === undefined ? draft.values : null });
  });
  useEffect(() => restoreDraft(), []);

  useReturn(() => {
    if (wasDraftCleared()) return reloadBlank();
    void recheck(state.slot, false);
  });

  function onInput({ currentTarget, target }: FormChange) {
    const typed = valuesOf(currentTarget);
    saveDraft(typed, ownerOf(currentTarget));
    const { name } = target as HTMLInputElement;
    dispatch({ type: 'typed', name, answers: typed });
  }

  function changePhotos(change: (before: readonly string[]) => readonly string[]) {
    photosRef.current = change(photosRef.current);
    setPhotos(photosRef.current);
    const form = formRef.current;
    // React renders the photos' fields later.
    if (form) saveDraft({ ...valuesOf(form), photos: photosRef.current }, ownerOf(form));
  }

  async function next() {
    const form = formRef.current;
    if (!form || !following) return;
    const failed = await check(valuesOf(form));
    const own = failed && failureIn(step, failed);
    dispatch({ type: 'checked', failure: own });
    if (!own) goTo(following);
  }

  function back() {
    const before = stepBeside(step, -1);
    dispatch({ type: 'failureCleared' });
    if (before) goTo(before);
  }

  async function onSubmit(event: FormChange) {
    if (isForAnotherCall(event)) return;
    event.preventDefault();
    // Enter in a field goes to the next question; only the last question sends the form.
    if (isStepped() && step !== LAST_STEP) return next();
    if (sender.pending > 0 && !isToldOfPhotos) return setIsToldOfPhotos(true);
    if (!tryStart()) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    saveDraft(values, ownerOf(form));
    const refused = await send(values, shownPrice(new FormData(form)), rpc.hold);
    // The response to a plain post says so on a guest's page, with everything typed.
    if (refused === 'session-ended') return HTMLFormElement.prototype.submit.call(form);
    if (!refused) return;
    const isOwn = refused.nearest.length > 0 && visitorPaidFor((await refresh()).hold, parseSlot(values.slot));
    finish();
    const failed = dispatch(isOwn ? { type: 'failureCleared' } : { type: 'refused', failure: refused }).failure;
    if (!failed) return scrollTo({ top: 0 });
    const place = stepOfFailure(failed);
    if (place && isStepped()) goTo(place);
    if (failed.wording) void refresh();
  }

  return {
    availability,
    currentHold,
    initial,
    postKey,
    service,
    month,
    slot,
    answers,
    step,
    following,
    failure,
    news,
    isPending,
    photos,
    changePhotos,
    sender,
    isToldOfPhotos: isToldOfPhotos && sender.pending > 0,
    formRef,
    placeRef,
    chooseService: (chosen: SessionType) => choose({ type: 'serviceChosen', service: chosen, availability }),
    chooseSlot: (chosen: Slot) => choose({ type: 'slotChosen', slot: chosen }),
    chooseMonth: (chosen: CivilMonth | null) => choose({ type: 'monthChosen', month: chosen }),
    next: () => void next(),
    back,
    onInput,
    onSubmit: (event: FormChange) => void onSubmit(event),
  };
}

/** Null for a guest. */
function ownerOf(form: HTMLFormElement): string | null {
  return form.dataset['owner'] ?? null;
}

/** The browser posts to the other call itself. */
function isForAnotherCall({ nativeEvent }: FormChange): boolean {
  return nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hasAttribute('formaction') === true;
}

/** Null if they are valid or the schema fails to load, because the server validates, too. */
async function check(values: BookingFormValues): Promise<BookingFailure | null> {
  const rules = await import('#shared/booking/booking-details.ts').catch(() => null);
  const checked = rules?.bookingDetails.safeParse(bookingInput(values));
  return rules && checked && !checked.success ? invalid(rules.fieldErrors(checked.error)) : null;
}

/** Validates, sends, and navigates to the payment page. Resolves with the failure, or that the account is signed out. */
async function send(
  values: BookingFormValues,
  price: number,
  hold: AppRpc['hold'],
): Promise<BookingFailure | 'session-ended' | null> {
  const refused = await check(values);
  if (refused) return refused;
  const input = { ...bookingInput(values), price };
  try {
    const { redirect } = await hold({ ...input, key: keyFor(input) } as BookingRequest);
    forgetKey();
    tellOtherTabs();
    location.assign(redirect);
    return null;
  } catch (error) {
    if (error instanceof RpcError && !mayStand(error.refusal)) forgetKey();
    if (error instanceof RpcError && error.refusal === 'session-ended') return error.refusal;
    return failureOf(error);
  }
}
