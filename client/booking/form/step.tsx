import { BOOKING_STEPS, type BookingStep, stepBeside } from '#shared/booking/booking-steps.ts';
import { Sign, type Elements } from '../../components/page.tsx';
import { ShowButton } from '../picker/show-button.tsx';

/** A phone with script shows the current question only. */
export function Step({ step, current, children }: { step: BookingStep; current: BookingStep; children: Elements }) {
  return (
    <div data-step-of={step} className={step === current ? '' : 'stepped:hidden'}>
      <p className="mb-1 hidden text-sm text-pencil stepped:block">{`Question ${BOOKING_STEPS.indexOf(step) + 1} of ${BOOKING_STEPS.length}`}</p>
      {children}
    </div>
  );
}

const NEXT: Readonly<Record<BookingStep, string>> = {
  length: 'the length',
  day: 'the day',
  work: 'the work',
  place: 'the place',
  person: 'your details',
};

interface Ways {
  readonly current: BookingStep;
  /** Null at the last. */
  readonly following: BookingStep | null;
  readonly onNext: () => void;
  readonly onBack: () => void;
}

export function StepButtons({ current, following, onNext, onBack }: Ways) {
  const before = stepBeside(current, -1);
  return (
    <div className={`hidden flex-wrap gap-3 max-[22rem]:gap-2 stepped:flex ${following ? 'stepped:grow' : ''}`}>
      {before ? (
        <ShowButton show={`step:${before}`} onShow={onBack}>
          <Sign name="left" />
          <span className="max-[22rem]:sr-only">Back</span>
        </ShowButton>
      ) : null}
      {following ? (
        <ShowButton
          show={`step:${following}`}
          onShow={onNext}
          look="primary"
          className="grow max-[22rem]:px-2"
        >{`Next: ${NEXT[following]}`}</ShowButton>
      ) : null}
    </div>
  );
}
