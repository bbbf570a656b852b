import type { ReactNode } from 'react';
import { CITIES } from '#shared/business/cities.ts';
import { Badge } from '../components/badge.tsx';
import { Button, buttonClass } from '../components/button.tsx';
import { Checkbox, RadioCard, RadioChip } from '../components/fields/choice.tsx';
import { ErrorSummary } from '../components/fields/error-summary.tsx';
import { Fieldset } from '../components/fields/fieldset.tsx';
import { SelectField } from '../components/fields/select-field.tsx';
import { TextArea, TextField } from '../components/fields/text-field.tsx';
import { Menu, menuItemClass } from '../components/menu.tsx';
import { EmptyState } from '../components/notices/empty-state.tsx';
import { ErrorState } from '../components/notices/error-state.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { ToastCard } from '../components/notices/toast.tsx';
import { Skeleton } from '../components/skeleton.tsx';

const CALENDAR_ITEM = (
  <a href="#menu" className={menuItemClass}>
    Add to calendar
  </a>
);

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-line py-10">
      <h2 className="mb-6 text-2xl">{title}</h2>
      <div className="grid items-start gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  );
}

/** Components in their states. It has no scripts, so it shows them as before hydration. */
export function ComponentsPage({ styles }: { readonly styles: readonly string[] }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Components</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main>
          <h1 className="mb-8 text-4xl">Components</h1>
          <Section title="Buttons">
            <Button look="primary">Pay $299 and book</Button>
            <Button>Back to the next open days</Button>
            <Button look="quiet">Not now</Button>
            <Button look="danger">Close the day</Button>
            <Button look="primary" aria-disabled>
              One moment…
            </Button>
            <a href="#menu" id="menu" className={buttonClass('primary')}>
              Book a half day
            </a>
            <Menu label="This visit" items={[{ key: 'calendar', item: CALENDAR_ITEM }]} />
          </Section>
          <Section title="Fields">
            <TextField name="empty" label="Email" hint="The confirmation goes here." type="email" />
            <TextField name="wrong" label="Phone" defaultValue="555" error="Enter the whole phone number." />
            <TextField name="disabled" label="Email" defaultValue="ann@example.com" disabled />
            <TextArea name="lines" label="Notes" hint="Sizes, brands, what broke." rows={3} optional />
            <SelectField name="city" label="City" options={CITIES} prompt="Choose a city" error="Choose a city." />
            <Fieldset name="card" label="How long?" hint="Not sure? Take the full day.">
              <RadioCard name="card" value="half" defaultChecked>
                Half day
              </RadioCard>
              <RadioCard name="card" value="night" disabled>
                Night
              </RadioCard>
            </Fieldset>
            <Fieldset name="chip" label="Which half?" error="Choose a half.">
              <div className="grid grid-cols-2 gap-2">
                <RadioChip name="chip" value="am" defaultChecked>
                  Morning
                </RadioChip>
                <RadioChip name="chip" value="pm">
                  Afternoon
                </RadioChip>
              </div>
            </Fieldset>
            <Checkbox name="task" value="tv" defaultChecked>
              TV Mounting
            </Checkbox>
            <ErrorSummary errors={[{ name: 'wrong', message: 'Enter the whole phone number.' }]} />
          </Section>
          <Section title="Messages">
            {(['info', 'caution', 'danger', 'done'] as const).map((tone) => (
              <Notice key={tone} tone={tone} title="The visit is moved">
                <p>To Thu, Mar 11, 7:00 am to noon.</p>
              </Notice>
            ))}
            <ToastCard type="success" message="The link is copied." />
            <ToastCard type="error" message="The link could not be copied." />
            <p>
              <Badge>Held</Badge> <Badge tone="done">Booked</Badge> <Badge tone="caution">Short notice</Badge>{' '}
              <Badge tone="danger">Refund failed</Badge>
            </p>
            <Skeleton says="Looking up your visits…" lines={['title', 'control', 'text', 'short']} />
            <EmptyState title="No visits yet">Once you have booked one, you’ll see it here.</EmptyState>
            <ErrorState title="Something went wrong" actions={<Button look="primary">Try Again</Button>}>
              An unexpected error occurred.
            </ErrorState>
          </Section>
        </main>
      </body>
    </html>
  );
}
