import { CITIES } from '#shared/business/cities.ts';
import { type AreaAnswer as Answer, LONGEST_PLACE } from '#shared/business/places.ts';
import { allPriceWords } from '#shared/booking/prices.ts';
import type { Site } from '#shared/business/site.ts';
import { Button, PrimaryLink } from '../../components/actions.tsx';
import { EmailOrCall } from '../../components/notices/worded.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { PlaceLinks } from './place-links.tsx';
import { TextField } from '../../components/fields/inputs.tsx';

interface Parts {
  readonly answer: Answer;
  readonly site: Site;
}

export function AreaAnswer({ answer, site }: Parts) {
  return (
    <output className="mb-10 block max-w-prose">
      {answer.places.length > 0 ? <Served answer={answer} site={site} /> : <NotServed answer={answer} site={site} />}
    </output>
  );
}

function Served({ answer: { asked, kind, places }, site }: Parts) {
  return (
    <Notice tone="done" title={kind === 'zip' ? `Yes, we come to ${asked}` : `Yes, we come to ${places[0]?.city}`}>
      <p>
        {kind === 'zip' ? (
          <span>
            That ZIP code is in <PlaceLinks places={places} last="and" />.{' '}
          </span>
        ) : null}
        <span>{`${allPriceWords(site)}. The drive is in the price.`}</span>
      </p>
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <PrimaryLink to="/book">See open times</PrimaryLink>
        {kind === 'name' ? (
          <span>
            More about <PlaceLinks places={places} />
          </span>
        ) : null}
      </p>
    </Notice>
  );
}

function NotServed({ answer: { asked, kind }, site }: Parts) {
  return (
    <Notice
      tone="caution"
      title={kind === 'zip' ? `${asked} isn’t one of our ZIP codes` : `We don’t have “${asked}” on our list`}
    >
      <p>
        <span>
          {kind === 'zip'
            ? 'Check the five digits. If they’re right'
            : 'Check the spelling, or try the ZIP code. If it’s right'}
        </span>
        , that’s outside the {CITIES.length} cities and towns below, and you can’t choose it when you book. Do you live
        just past the edge of one of them? <EmailOrCall site={site} verb="Email" /> before you book, and we’ll tell you
        if we can come.
      </p>
    </Notice>
  );
}

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
