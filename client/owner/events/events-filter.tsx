import type { EventsQuery } from '#shared/owner/log-events.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { eventWords } from '../../wording/event-words.ts';
import { FilterBar } from '../filter-bar.tsx';
import { isFiltered, readEventsQuery } from './events-search.ts';

interface Parts {
  readonly query: EventsQuery;
  /** Every type of event. */
  readonly types: readonly string[];
}

export function EventsFilter({ query, types }: Parts) {
  const { type = '', stream = '', from = '', to = '' } = query;
  const known = type === '' || types.includes(type) ? types : [type, ...types];
  return (
    <FilterBar page="/app/admin/events" read={readEventsQuery}>
      <div className="min-w-0 max-sm:w-full">
        <SelectField
          name="type"
          label="Event"
          prompt="Every event"
          options={known.map((value) => ({ value, label: eventWords(value) }))}
          defaultValue={type}
          required={false}
        />
      </div>
      <div className="grow max-sm:w-full sm:max-w-80">
        <TextField
          name="stream"
          label="Stream or reference"
          defaultValue={stream}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          required={false}
        />
      </div>
      <div className="max-w-full min-w-0 max-sm:grow max-sm:basis-36">
        <TextField name="from" label="From" type="date" defaultValue={from} required={false} />
      </div>
      <div className="max-w-full min-w-0 max-sm:grow max-sm:basis-36">
        <TextField name="to" label="Through" type="date" defaultValue={to} required={false} />
      </div>
      <Button type="submit">Apply</Button>
      {isFiltered(query) ? <TextLink to="/app/admin/events">Show every event</TextLink> : null}
    </FilterBar>
  );
}
