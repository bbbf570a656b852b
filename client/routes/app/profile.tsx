import { instantWords } from '#shared/time-zone.ts';
import { createFileRoute } from '@tanstack/react-router';
import { DeleteForm } from '../../account/forms/delete-form.tsx';
import { postedOf } from '../../account/forms/failure.ts';
import { DetailsForm, EmailForm, PasswordForm } from '../../account/forms/profile-forms.tsx';
import { SignInList } from '../../account/sign-in-list.tsx';
import { PostedRefusal } from '../../account/forms/failure-notice.tsx';
import { buttonClass } from '../../components/button.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Section } from '../../components/section.tsx';
import { readQuery } from '../../shell/query/read-query.ts';
import { dayOf } from '../../wording/instant-words.ts';
import { accountPage } from '../../shell/signed-in-page.tsx';

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
      <PostedRefusal
        posted={posted}
        forms={['resendVerification', 'withdrawEmailChange', 'endSession', 'endOtherSessions']}
      />
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
