import { instantWords, zoneName } from '#shared/time-zone.ts';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { DeleteForm } from '../../account/forms/delete-form.tsx';
import { postedOf, PostedRefusal } from '../../account/forms/failure.tsx';
import { DetailsForm, EmailForm, PasswordForm } from '../../account/forms/profile-forms.tsx';
import { buttonClass, PageHeading, Section, Badge } from '../../components/page.tsx';
import { readQuery } from '../../shell/query/query-client.ts';
import { dayOf } from '../../wording/slot-words.ts';
import { accountPage } from '../../shell/signed-in-page.tsx';
import type { SignInSession } from '#shared/account/account.ts';
import { CommandButton } from '../../account/forms/commands.tsx';

export const Route = createFileRoute('/app/profile')({
  ...accountPage('Profile', ['control', 'control', 'control', 'text']),
  loader: async ({ context: { queryClient, rpc, flash, user } }) => ({
    profile: await queryClient.fetchQuery(readQuery(rpc, 'profile', undefined)),
    posted: postedOf(flash),
    user,
  }),
  component: ProfilePage,
});

function ProfilePage() {
  const { profile, posted } = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  const { timeZone } = site;
  const { createdAt, lastSignInAt } = profile;
  return (
    <>
      <PageHeading
        title="Profile"
        lead={
          <span>
            You signed up on <span>{dayOf(createdAt, timeZone)}</span>.
            <span>
              {lastSignInAt === null
                ? null
                : ` Your last sign-in before this one: ${instantWords(lastSignInAt, timeZone)}.`}
            </span>
          </span>
        }
      />
      <PostedRefusal posted={posted} except={['changeProfile', 'changeEmail', 'changePassword', 'deleteAccount']} />
      <Section title="About you" aside={<Aside>We fill this in for you when you book.</Aside>}>
        <DetailsForm profile={profile} posted={posted} />
      </Section>
      <Section title="Email" aside={<Aside>You sign in with this address, and our emails go here.</Aside>}>
        <EmailForm profile={profile} posted={posted} />
      </Section>
      <Section title="Password" id="password" aside={<Aside>A new one signs you out on every other device.</Aside>}>
        <PasswordForm profile={profile} posted={posted} />
      </Section>
      <Section
        title="Where you’re signed in"
        aside={<Aside>Don’t recognize a device? Sign it out and change your password.</Aside>}
      >
        <SignInList sessions={profile.sessions} timeZone={timeZone} />
      </Section>
      <Section title="Your data">
        <p className="mb-4 max-w-prose">Everything we have about you, as a JSON file.</p>
        <a href="/app/profile/export" className={buttonClass()}>
          Download my data
        </a>
      </Section>
      <Section title="Delete your account">
        <DeleteForm profile={profile} posted={posted} />
      </Section>
    </>
  );
}

function Aside({ children }: { readonly children: string }) {
  return <p className="mt-2 text-pencil">{children}</p>;
}

function SignInList({ sessions, timeZone }: { sessions: readonly SignInSession[]; timeZone: string }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const listRef = useRef<HTMLDivElement>(null);
  const known = useRef(sessions.length);
  useEffect(() => {
    const isShorter = sessions.length < known.current;
    known.current = sessions.length;
    // The pressed button is removed together with its session.
    if (isShorter && document.activeElement === document.body) focusHeading(listRef.current);
  }, [sessions.length]);
  return (
    <div ref={listRef} className="flex flex-col items-start gap-5">
      <p className="text-sm text-pencil">{`All times are in ${zoneName(timeZone)}.`}</p>
      <ul className="w-full border-b border-line">
        {sessions.map(({ id, isCurrent, device, signedInAt, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semibold">{device}</span>
                {isCurrent ? <Badge>This device</Badge> : null}
              </p>
              <p className="text-sm text-pencil">
                Signed in <span>{instantWords(signedInAt, timeZone)}</span>.{' '}
                <span>{isCurrent ? 'In use now.' : `Last seen ${instantWords(lastSeenAt, timeZone)}.`}</span>
              </p>
            </div>
            <CommandButton command="endSession" input={{ id }}>
              Sign out
              <span className="sr-only">{` ${device}, signed in ${instantWords(signedInAt, timeZone)}`}</span>
            </CommandButton>
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <CommandButton command="endOtherSessions" input={{}}>
          Sign out every other device
        </CommandButton>
      ) : null}
    </div>
  );
}

function focusHeading(list: HTMLElement | null): void {
  const heading = list?.closest('section')?.querySelector<HTMLElement>('h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
