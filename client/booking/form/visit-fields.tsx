import type { BookingFormValues } from '#shared/booking/booking-form.ts';
import type { CorrectableDetails, CorrectedField } from '#shared/booking/corrected-fields.ts';
import { SERVICE_GROUPS, type Service, type ServiceGroup, servicesIn } from '#shared/business/catalogue.ts';
import { CITIES } from '#shared/business/cities.ts';
import { LIMITS } from '#shared/limits.ts';
import type { Site } from '#shared/business/site.ts';
import { Checkbox } from '../../components/fields/choice.tsx';
import { EmailField, TextArea, TextField } from '../../components/fields/text-field.tsx';
import { EmailOrCall } from '../../components/notices/email-or-call.tsx';
import { Fieldset } from '../../components/fields/fieldset.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { Sign } from '../../components/sign.tsx';
import { Doubtful } from './doubtful.tsx';

const GROUPS = Object.entries(SERVICE_GROUPS) as [ServiceGroup, string][];

export interface FormPart {
  /** As the page began. */
  readonly values: CorrectableDetails;
  /** As they are now. */
  readonly answers: Pick<BookingFormValues, CorrectedField | 'confirmed'>;
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
}

const OWN_WORDS = 'Check what applies, or tell us in your own words below.';

interface WorkPart {
  readonly values: Pick<BookingFormValues, 'tasks' | 'notes'>;
  readonly errors: FormPart['errors'];
  readonly hint?: string;
}

/** The work: the catalogue as checkboxes in one collapsible group a trade, and a text field for details. */
export function WorkFields({ values, errors, hint = OWN_WORDS }: WorkPart) {
  return (
    <Fieldset name="tasks" label="What needs doing?" hint={hint} error={errors['tasks']} optional>
      <div className="mb-6 border-b border-line">
        {GROUPS.map(([group, title]) => (
          <TaskGroup key={group} title={title} services={servicesIn(group)} ticked={values.tasks} />
        ))}
      </div>
      <TextArea
        name="notes"
        label="Notes"
        hint={`Sizes, brands, what broke; parking and gate codes. Up to ${LIMITS.notes} characters.`}
        rows={4}
        defaultValue={values.notes}
        error={errors['notes']}
        optional
      />
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

export function PlaceFields({ values, answers, errors, site }: FormPart & { readonly site: Site }) {
  return (
    <Fieldset name="visit" label="Where?">
      <div className="flex max-w-prose flex-col gap-5">
        <div>
          <SelectField
            name="area"
            label="City"
            options={CITIES}
            prompt="Choose a city"
            autoComplete="address-level2"
            defaultValue={values.area}
            error={errors['area']}
          />
          <p className="mt-1.5 text-sm text-pencil">
            Somewhere else? If you’re close by, <EmailOrCall site={site} verb="email" />, and we’ll tell you if we can
            come.
          </p>
        </div>
        <Doubtful name="address" answers={answers} errors={errors}>
          {(note) => (
            <TextField
              name="address"
              label="Street address"
              hint="Number, street, and unit. The city is above."
              autoComplete="address-line1"
              enterKeyHint="next"
              defaultValue={values.address}
              {...note}
            />
          )}
        </Doubtful>
      </div>
    </Fieldset>
  );
}

export function ContactFields({ values, answers, errors }: FormPart) {
  return (
    <Fieldset name="contact" label="How do we reach you?">
      <div className="flex max-w-prose flex-col gap-5">
        <TextField name="name" label="Name" autoComplete="name" defaultValue={values.name} error={errors['name']} />
        <Doubtful name="email" answers={answers} errors={errors}>
          {(note) => (
            <EmailField
              name="email"
              hint="We’ll send your confirmation here."
              autoComplete="email"
              defaultValue={values.email}
              {...note}
            />
          )}
        </Doubtful>
        <TextField
          name="phone"
          label="Phone"
          hint="In case we need to reach you on the day."
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          defaultValue={values.phone}
          error={errors['phone']}
        />
      </div>
    </Fieldset>
  );
}
