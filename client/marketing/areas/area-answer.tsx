import { CITIES } from '#shared/business/cities.ts';
import { type AreaAnswer as Answer, LONGEST_PLACE, PLACES, type Place } from '#shared/business/places.ts';
import { allPriceWords } from '#shared/booking/prices.ts';
import type { Site } from '#shared/business/site.ts';
import { Button, PrimaryLink, textLinkClass } from '../../components/page.tsx';
import { EmailOrCall, Notice } from '../../components/notices/notice.tsx';
import { TextField } from '../../components/fields/inputs.tsx';
import { Fragment, type ReactElement } from 'react';
import { Link } from '@tanstack/react-router';

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

export function PlaceLinks({ places, last }: { places: readonly Pick<Place, 'city' | 'slug'>[]; last?: 'and' }) {
  return (
    <Listed {...(last && { last })}>
      {places.map(({ city, slug }) => (
        <Link key={slug} to="/areas/$city" params={{ city: slug }} className={textLinkClass}>
          {city}
        </Link>
      ))}
    </Listed>
  );
}

/** `a, b, and c` */
function Listed({ children, last }: { readonly children: readonly ReactElement[]; readonly last?: 'and' | 'or' }) {
  const end = children.length - 1;
  return children.map((child, index) => (
    <Fragment key={child.key}>
      <span>{index === 0 ? '' : last && index === end ? `${end > 1 ? ',' : ''} ${last} ` : ', '}</span>
      <span>{child}</span>
    </Fragment>
  ));
}

export function Places() {
  return (
    <dl className="flex max-w-prose flex-col gap-4">
      {Array.from(
        Map.groupBy(PLACES, ({ county }) => county),
        ([county, places]) => (
          <div key={county}>
            <dt className="font-semibold">{county}</dt>
            <dd className="leading-8">
              <PlaceLinks places={places} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
