import { useNavigate } from '@tanstack/react-router';
import { CLOSE_PATH, rangeFault } from '#shared/owner/schedule.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { UNITS_OF_DAYS } from '../../wording/schedule.ts';
import { type DatesSearch, readDatesSearch } from './schedule-search.ts';

const OPTIONS = (['full', 'am', 'pm'] as const).map((value) => ({ value, label: UNITS_OF_DAYS[value] }));

/** Asks for days to close: a plain GET form, whose answer is below it. */
export function ClosureForm({ dates }: { readonly dates: DatesSearch }) {
  const navigate = useNavigate();
  const { first, last, units = 'full' } = dates;
  const fault = first !== undefined && last !== undefined ? rangeFault({ first, last }) : null;
  return (
    <form
      method="get"
      action={CLOSE_PATH}
      className="mb-10 grid max-w-prose grid-cols-1 gap-4 sm:flex sm:flex-wrap sm:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = readDatesSearch(Object.fromEntries(new FormData(event.currentTarget)));
        void navigate({ to: CLOSE_PATH, search: asked });
      }}
    >
      <TextField name="first" label="First day" type="date" defaultValue={first} />
      <TextField
        name="last"
        label="Last day"
        type="date"
        defaultValue={last ?? first}
        error={fault ?? undefined}
        {...(fault !== null && { autoFocus: true })}
      />
      <SelectField name="units" label="What of each day" options={OPTIONS} defaultValue={units} />
      <p className="w-full">
        <Button type="submit">See what’s there</Button>
      </p>
    </form>
  );
}
