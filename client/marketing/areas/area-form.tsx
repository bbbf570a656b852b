import { LONGEST_PLACE } from '#shared/business/places.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

export function AreaForm({ asked = '' }: { readonly asked?: string }) {
  return (
    <form method="get" action="/areas" className="mb-8 flex max-w-prose flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-56">
        <TextField
          name="place"
          label="Your city or ZIP code"
          defaultValue={asked}
          autoComplete="postal-code"
          enterKeyHint="search"
          maxLength={LONGEST_PLACE}
        />
      </div>
      <Button type="submit">See if we come</Button>
    </form>
  );
}
