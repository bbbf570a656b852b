import { useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../components/page.tsx';
import { CommandButton } from '../../account/forms/commands.tsx';
import { Confirmed } from '../confirmed.tsx';

export function CalendarAddress({ url }: { readonly url: string | null }) {
  if (url === null) {
    return (
      <div className="flex max-w-prose flex-col gap-4">
        <p>
          The calendar has each visit’s time, the customer’s name, phone, address and notes. Whoever has its address can
          read all of it, so keep it to yourself.
        </p>
        <CommandButton command="makeCalendarFeed" input={{}} look="primary">
          Make a calendar address
        </CommandButton>
      </div>
    );
  }
  return (
    <div className="flex max-w-prose flex-col gap-6">
      <div>
        <label htmlFor="address" className="mb-1 block font-semibold">
          Your calendar address
        </label>
        <textarea
          id="address"
          readOnly
          rows={3}
          value={url}
          onFocus={(event) => event.target.select()}
          className="field-sizing-content block min-h-11 w-full resize-none rounded-sheet border border-edge bg-sheet px-3 py-2 break-all text-ink"
        />
        <CopyAddress url={url} />
        <p className="mt-2 text-sm text-pencil">
          Whoever has it can read your customers’ names, phone numbers, addresses and notes. It stops when you replace
          or remove it, change your password, or are no longer an admin.
        </p>
      </div>
      <div>
        <p>
          <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass('primary')}>
            Add it on this device
          </a>
        </p>
        <p className="mt-3">
          Or add it by hand. On an iPhone: Settings, Calendar, Accounts, Add Account, Other, Add Subscribed Calendar. In
          Google Calendar, on a computer: Other calendars, From URL. Google may take a day to show a change.
        </p>
      </div>
      <Confirmed title="Replace the address" text="The old one stops at once. Add the new one to each calendar again.">
        <CommandButton command="makeCalendarFeed" input={{}} look="danger">
          Yes, replace it
        </CommandButton>
      </Confirmed>
      <Confirmed title="Remove the address" text="It stops at once. You can make another one later.">
        <CommandButton command="removeCalendarFeed" input={{}} look="danger">
          Yes, remove it
        </CommandButton>
      </Confirmed>
    </div>
  );
}

/** Nothing without script, and on a page that is not https. */
function CopyAddress({ url }: { readonly url: string }) {
  const canCopy = useHydrated() && 'clipboard' in navigator;
  const [outcome, setOutcome] = useState('');
  if (!canCopy) return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('Copied.');
    } catch {
      setOutcome('Your browser doesn’t allow it. Copy the address by hand.');
    }
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => void copy()}>Copy the address</Button>
      <output className="text-pencil">{outcome}</output>
    </div>
  );
}
