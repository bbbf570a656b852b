import { HOLD_MINUTES } from '#shared/business/business.ts';
import { priceField } from '#shared/booking/booking-form.ts';
import { LAST_STEP } from '#shared/booking/booking-steps.ts';
import { formatCents } from '#shared/money.ts';
import { ALL_SESSION_TYPES, type SessionType, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { PostForm } from '../../shell/action-form.tsx';
import { Button, textLinkClass, TextLink } from '../../components/page.tsx';
import { SellerNote } from '../../components/notices/seller-note.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { FormPhotos } from '../photos/form-photos.tsx';
import { ForgetHold, HoldBanner } from './hold-banner.tsx';
import { WordsFor } from '../picker/shown-for.tsx';
import { SlotChoice } from '../picker/slot-choice.tsx';
import { isEveryDayFull } from '../picker/slot-list.tsx';
import { Step, StepButtons } from './step.tsx';
import { Summary } from './summary.tsx';
import { useBookingForm } from './use-booking-form.ts';
import { ContactFields, PlaceFields, WorkFields } from './visit-fields.tsx';
import { getRouteApi } from '@tanstack/react-router';
import { EmailOrCall } from '../../components/notices/notice.tsx';
import type { BookingWording } from '../../wording/refusals.ts';
import { readBookSearch } from '#shared/booking/book-search.ts';
import type { Prices } from '#shared/booking/prices.ts';
import { RadioCard, Fieldset } from '../../components/fields/field.tsx';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { sessionLengths } from '../picker/day-ruler.tsx';
import { sessionHours } from '#shared/booking/hours.ts';

const route = getRouteApi('/book/');

/** A plain form; scripts add live updates and messages in place. */
export function BookingForm() {
  const { site } = route.useRouteContext();
  const { formRef, onInput, onSubmit, ...form } = useBookingForm();
  const { availability, initial, currentHold, service, slot, month, step, failure } = form;
  const isFull = slot === null && isEveryDayFull(availability.days);
  const parts = { values: initial, answers: form.answers, errors: failure?.fields ?? {} };
  return (
    <PostForm
      ref={formRef}
      call="hold"
      contents={[availability.days, month, currentHold, failure]}
      noValidate
      className="booking-form group/booking"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      {/* Enter in a text field presses the form's first submit button, which must not be a month button. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="key" value={form.postKey} suppressHydrationWarning />
      <input type="hidden" name="step" value={step} />
      {ALL_SESSION_TYPES.map((type) => (
        <input key={type} type="hidden" name={priceField(type)} value={availability.prices[type]} />
      ))}
      {month ? <input type="hidden" name="month" value={month} /> : null}
      <output className="sr-only">{form.news}</output>
      <div className="flex min-w-0 flex-col gap-12">
        {currentHold?.state === 'standing' || (currentHold && !failure) ? (
          <HoldBanner hold={currentHold} timeZone={availability.timeZone} chosen={slot} />
        ) : null}
        {failure ? (
          <FailureNotice failure={failure} availability={availability} slot={slot} onSlot={form.chooseSlot}>
            {failure.wording?.otherwise ? <BookOtherwise by={failure.wording.otherwise} /> : null}
            {currentHold && currentHold.state !== 'standing' ? <ForgetHold state={currentHold.state} /> : null}
          </FailureNotice>
        ) : null}
        <Step step="length" current={step}>
          <ServiceChoice
            prices={availability.prices}
            service={service}
            onService={form.chooseService}
            error={parts.errors['service']}
          />
        </Step>
        <Step step="day" current={step}>
          <SlotChoice
            availability={availability}
            service={service}
            slot={slot}
            onSlot={form.chooseSlot}
            placeRef={form.placeRef}
            month={month}
            onMonth={form.chooseMonth}
            error={parts.errors['slot']}
          />
        </Step>
        <Step step="work" current={step}>
          <WorkFields {...parts} />
          <FormPhotos
            sender={form.sender}
            tickets={form.photos}
            onTickets={(tickets) => form.changePhotos(() => tickets)}
            error={parts.errors['photos']}
          />
        </Step>
        <Step step="place" current={step}>
          <PlaceFields {...parts} site={site} />
        </Step>
        <Step step="person" current={step}>
          <ContactFields {...parts} />
          <p className="mt-6 max-w-prose text-sm text-pencil">
            You pay on the next page, and we hold the time for you for {HOLD_MINUTES} minutes. By paying, you agree to
            the{' '}
            <a href="/legal/terms" className={textLinkClass}>
              terms of booking
            </a>
            .
          </p>
        </Step>
      </div>
      <div className="booking-foot" data-sticky-summary>
        {form.isToldOfPhotos ? (
          <p role="alert" className="text-sm font-semibold">
            Your photos are still on their way. Wait a moment, or press again: you can add them after booking, too.
          </p>
        ) : null}
        <Summary availability={availability} slot={slot} answers={form.answers} failure={failure} />
        <SellerNote site={site} className={step === LAST_STEP ? '' : 'stepped:hidden'} />
        <div className="flex flex-wrap gap-3 max-[22rem]:gap-2">
          <StepButtons current={step} following={form.following} onNext={form.next} onBack={form.back} />
          {isFull ? null : (
            <Button
              type="submit"
              look="primary"
              className={`grow text-lg max-[22rem]:px-2 max-[22rem]:text-base lg:grow-0 ${step === LAST_STEP ? '' : 'stepped:hidden'}`}
              aria-disabled={form.isPending}
            >
              {form.isPending
                ? 'One moment…'
                : ALL_SESSION_TYPES.map((type) => (
                    <WordsFor
                      key={type}
                      service={type}
                    >{`Pay ${formatCents(availability.prices[type])} and book`}</WordsFor>
                  ))}
            </Button>
          )}
        </div>
      </div>
    </PostForm>
  );
}

function BookOtherwise({ by }: { readonly by: NonNullable<BookingWording['otherwise']> }) {
  const { site } = route.useRouteContext();
  const { own } = route.useLoaderData();
  // The router keeps invalid search parameters.
  const search = readBookSearch({ ...route.useSearch() });
  return (
    <p className="mt-2">
      Don&rsquo;t want to wait?{' '}
      {by === 'paid-before' ? (
        <span>
          If you&rsquo;ve paid for a visit before,{' '}
          {own === null ? <SignIn page={`/book?${new URLSearchParams({ ...search }).toString()}`} /> : null}
          <span>
            open the link in your confirmation email in this browser, then press the button here again. Otherwise,
          </span>{' '}
        </span>
      ) : null}
      <EmailOrCall site={site} verb={by === 'paid-before' ? 'email' : 'Email'} />.
    </p>
  );
}

/** With script, a draft keeps typed values. Without, the link opens another tab. */
function SignIn({ page }: { readonly page: string }) {
  return (
    <span>
      <span className="noscript:hidden">
        <TextLink to="/login" search={{ redirect: page }}>
          sign in
        </TextLink>
      </span>
      <span className="hidden noscript:inline">
        <TextLink to="/login" target="_blank" rel="noopener">
          sign in (new tab)
        </TextLink>
      </span>{' '}
      or{' '}
    </span>
  );
}

interface Choice {
  readonly prices: Prices;
  readonly service: SessionType;
  readonly onService: (service: SessionType) => void;
  readonly error: string | undefined;
}

function ServiceChoice({ prices, service, onService, error }: Choice) {
  return (
    <Fieldset
      name="service"
      label="How long?"
      hint="Not sure? Take the full day: time left over goes to your small repairs."
      error={error}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {ALL_SESSION_TYPES.map((type) => (
          <RadioCard
            key={type}
            className="items-stretch [&>span]:flex [&>span]:flex-col"
            name="service"
            value={type}
            checked={type === service}
            onChange={() => onService(type)}
          >
            <span className="flex items-baseline justify-between gap-2 font-heading text-xl leading-tight font-semibold">
              <span>{SESSION_TYPES[type].label}</span>
              <span className="tabular-nums">{formatCents(prices[type])}</span>
            </span>
            <span className="mt-1 block text-sm text-pencil">{sessionHours(type)}</span>
            <span className="mt-auto block pt-2">
              <Ruler rows={[sessionLengths(type)]} text={null} marks="ends" />
            </span>
          </RadioCard>
        ))}
      </div>
    </Fieldset>
  );
}
