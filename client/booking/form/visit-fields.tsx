import type { BookingFormValues } from '#shared/booking/booking-form.ts';
import {
  CORRECTED_FIELDS,
  type CorrectableDetails,
  type CorrectedField,
  OPTIONAL_FIELDS,
  type OptionalField,
  fieldOf,
  type TextField as TextName,
} from '#shared/booking/booking-fields.ts';
import type { BookingStep } from '#shared/booking/booking-steps.ts';
import { isDoubtful, type DoubtfulField, answerOf, findDoubt } from '#shared/booking/doubts.ts';
import { SERVICE_GROUPS, type Service, type ServiceGroup, servicesIn } from '#shared/business/catalogue.ts';
import type { Site } from '#shared/business/site.ts';
import { Checkbox, Fieldset, type FieldText, noteId } from '../../components/fields/field.tsx';
import { EmailOrCall } from '../../components/notices/notice.tsx';
import { Sign, type Elements } from '../../components/page.tsx';
import { CITIES } from '#shared/business/cities.ts';
import { SelectField, TextArea, TextField } from '../../components/fields/inputs.tsx';

const GROUPS = Object.entries(SERVICE_GROUPS) as [ServiceGroup, string][];

export interface FormPart {
  readonly values: CorrectableDetails;
  readonly answers: Pick<BookingFormValues, CorrectedField | 'confirmed'>;
  readonly errors: Readonly<Record<string, string>>;
}

const OWN_WORDS = 'Check what applies, or tell us in your own words below.';

interface WorkPart {
  readonly values: Pick<BookingFormValues, 'tasks' | OptionalField>;
  readonly errors: FormPart['errors'];
  readonly hint?: string;
}

/** The catalogue as checkboxes in one collapsible group a trade, and a text field for details. */
export function WorkFields({ values, errors, hint = OWN_WORDS }: WorkPart) {
  return (
    <Fieldset name="tasks" label="What needs doing?" hint={hint} error={errors['tasks']} optional>
      <div className="mb-6 border-b border-line">
        {GROUPS.map(([group, title]) => (
          <TaskGroup key={group} title={title} services={servicesIn(group)} ticked={values.tasks} />
        ))}
      </div>
      {OPTIONAL_FIELDS.filter((name) => fieldOf(name).step === 'work').map((name) => (
        <TextAnswer key={name} name={name} defaultValue={values[name]} error={errors[name]} />
      ))}
    </Fieldset>
  );
}

interface Group {
  readonly title: string;
  readonly services: readonly Service[];
  readonly ticked: readonly string[];
}

function TaskGroup({ title, services, ticked }: Group) {
  return (
    <details className="group border-t border-line" open={services.some(({ slug }) => ticked.includes(slug))}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 font-semibold hover:text-accent-strong [&::-webkit-details-marker]:hidden">
        <Sign name="right" className="text-accent transition-transform group-open:rotate-90" />
        <span>
          <span>{title}</span> <span className="font-normal text-pencil">{`(${services.length})`}</span>
        </span>
      </summary>
      <ul className="grid pb-3 sm:grid-cols-2 sm:gap-x-6">
        {services.map(({ slug, title: name, description }) => (
          <li key={slug}>
            <Checkbox name="tasks" value={slug} defaultChecked={ticked.includes(slug)}>
              <span>{name}</span>
              <span className="block text-sm text-pencil">{description}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function PlaceFields({ site, ...part }: FormPart & { readonly site: Site }) {
  return (
    <Fieldset name="visit" label="Where?">
      <div className="flex max-w-prose flex-col gap-5">
        <div>
          <TextAnswer name="area" defaultValue={part.values.area} error={part.errors['area']} />
          <p className="mt-1.5 text-sm text-pencil">
            Somewhere else? If you’re close by, <EmailOrCall site={site} verb="email" />, and we’ll tell you if we can
            come.
          </p>
        </div>
        <Answers step="place" except="area" {...part} />
      </div>
    </Fieldset>
  );
}

export function ContactFields(part: FormPart) {
  return (
    <Fieldset name="contact" label="How do we reach you?">
      <div className="flex max-w-prose flex-col gap-5">
        <Answers step="person" {...part} />
      </div>
    </Fieldset>
  );
}

function Answers({
  step,
  except,
  values,
  ...part
}: FormPart & { readonly step: BookingStep; readonly except?: string }) {
  const names = CORRECTED_FIELDS.filter((name) => fieldOf(name).step === step && name !== except);
  return names.map((name) => {
    const field = { name, defaultValue: values[name] };
    if (!isDoubtful(name)) return <TextAnswer key={name} {...field} error={part.errors[name]} />;
    return (
      <Doubtful key={name} name={name} {...part}>
        {(note) => <TextAnswer {...field} {...note} />}
      </Doubtful>
    );
  });
}

interface Parts extends Pick<FormPart, 'answers' | 'errors'> {
  readonly name: DoubtfulField;
  readonly children: (note: Pick<FieldText, 'error' | 'question'>) => Elements;
}

/** If the form asks about the answer, a checkbox confirms it. */
function Doubtful({ name, answers, errors, children }: Parts) {
  const error = errors[name];
  const answer = answerOf(name, answers[name]);
  const isConfirmed = answers.confirmed.includes(answer);
  const doubt = isConfirmed || error !== undefined ? findDoubt(name, answer) : null;
  const isAsked = doubt !== null && (isConfirmed || error === doubt.question);
  return (
    <div>
      {children(isAsked ? { question: doubt.question } : { error })}
      {isAsked ? (
        <Checkbox
          key={answer}
          name="confirmed"
          value={answer}
          defaultChecked={isConfirmed}
          aria-describedby={noteId(name)}
        >
          {doubt.confirm}
        </Checkbox>
      ) : null}
    </div>
  );
}

interface TextAnswerParts extends Partial<FieldText> {
  readonly name: TextName;
  readonly defaultValue: string | undefined;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string | undefined;
  readonly required?: boolean;
}

/** As the field's entry describes it. */
export function TextAnswer({ name, ...given }: TextAnswerParts) {
  const { kind, step, label = name, hint, autoComplete, optional } = fieldOf(name);
  const parts = { name, label, hint, autoComplete, optional: optional !== undefined, ...given };
  switch (kind) {
    case 'city':
      return <SelectField {...parts} options={CITIES} prompt="Choose a city" />;
    case 'lines':
      return <TextArea {...parts} rows={4} />;
    case 'email':
      return <TextField {...parts} type="email" inputMode="email" spellCheck={false} />;
    case 'phone':
      return <TextField {...parts} type="tel" inputMode="tel" />;
    default:
      return <TextField {...parts} enterKeyHint={step === 'place' ? 'next' : undefined} />;
  }
}

/** The owner types for a customer: the email address may be missing, and the browser's suggestions don't fit. */
export function OwnersTextAnswer({ name, ...given }: TextAnswerParts) {
  const hint = name === 'address' ? fieldOf(name).hint : undefined;
  const ofEmail = name === 'email' ? { label: 'Email (optional)', required: false } : {};
  return <TextAnswer name={name} hint={hint} autoComplete="off" {...ofEmail} {...given} />;
}
