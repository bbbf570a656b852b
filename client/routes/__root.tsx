import { useEffect, useState } from 'react';
import type { RouterContext } from '../shell/router-context.ts';
import { type HeaderUser, headerUser } from '../shell/session.ts';
import { useReturn } from '../shell/use-return.ts';
import {
  type ErrorComponentProps,
  HeadContent,
  Outlet,
  Scripts,
  createRootRouteWithContext,
  useRouter,
} from '@tanstack/react-router';
import { PAGE_SHOWN } from '#shared/measuring/signals.ts';
import { isConsentAnswer, isLoaded, TAG_ORIGIN } from '#shared/measuring/consent.ts';
import { PALETTE } from '#shared/palette.ts';
import { HIDE_SECRET_SCRIPT } from '../account/secret-address.ts';
import { type Elements, PAGE_TITLE_ID } from '../components/page.tsx';
import { ConsentBanner } from '../shell/consent/consent-form.tsx';
import { isDocumentRoute } from '../shell/documents.ts';
import { FlashNotice } from '../shell/layout/flash-notice.tsx';
import { usePageFocus } from '../shell/layout/page-focus.ts';
import { SiteFooter } from '../shell/layout/site-footer.tsx';
import { SiteHeader } from '../shell/layout/site-header.tsx';
import { StagingNotice } from '../components/notices/notice.tsx';
import { ErrorScreen } from '../shell/screens/error-screen.tsx';
import { markTakenOver } from '../shell/taken-over.ts';
import { THEME_SCRIPT } from '../shell/theme/theme.ts';
import { FormToken } from '../shell/action-form.tsx';
import { showStoredToast } from '../shell/toasts/toast-messages.ts';
import { ToastProvider } from '../shell/toasts/toasts.tsx';

/** Otherwise Chromium paints a page without text after the head. A streamed page shows its shell first. */
const PAINT_WITH_TITLE = { rel: 'expect', href: `#${PAGE_TITLE_ID}`, blocking: 'render' } as const;

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context }) => ({
    notice: context.flash?.notice ?? null,
    whom: context.flash?.whom,
    page: context.flash?.page ?? null,
    user: await headerUser(context),
  }),
  head: ({ match, matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      // Phones would put links around dates and numbers, and React finds another tree than the server's.
      { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' },
      { name: 'theme-color', content: PALETTE.accent.light },
      { name: 'robots', content: 'index,follow' },
      { title: match.context.site.name },
    ],
    links: [
      ...(isDocumentRoute(matches.at(-1)?.routeId) ? [PAINT_WITH_TITLE] : []),
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    ],
  }),
  // The router's own elements.
  shellComponent: ({ children }) => <Shell>{children as Elements}</Shell>,
  errorComponent: RootError,
  component: Root,
});

/** Before the first paint, and before scripts of other sites. */
const HEAD_SCRIPT = `${HIDE_SECRET_SCRIPT};${THEME_SCRIPT}`;

/** A refused form's page gets its own address, which the router reads. */
function addressScript(address: string): string {
  return `history.replaceState(null,'',${JSON.stringify(address).replaceAll('<', '\\u003c')});`;
}

/** It stays when its content fails. */
function Shell({ children }: { readonly children: Elements }) {
  const { site, address } = Route.useRouteContext();
  const { tagManager } = site;
  const script = (address === undefined ? '' : addressScript(address)) + HEAD_SCRIPT;
  const manager = tagManager && isLoaded(tagManager) ? tagManager.id : null;
  const nonce = useRouter().options.ssr?.nonce;
  return (
    // The theme script sets an attribute here before React sees the document.
    <html
      lang="en"
      data-consent={tagManager && isConsentAnswer(tagManager.consent) ? tagManager.consent : undefined}
      suppressHydrationWarning
    >
      <head>
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
        {manager === null ? null : (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: tagManagerScript(manager) }}
          />
        )}
        <HeadContent />
      </head>
      <body>
        {manager === null ? null : <TagManagerFrame id={manager} />}
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function Root() {
  const context = Route.useRouteContext();
  const { site } = context;
  const loaded = Route.useLoaderData();
  const { notice, whom, page } = loaded;
  const user = useHeaderUser(loaded, context);
  // Later responses don't change whose document it is.
  const [formToken] = useState(loaded.user?.formToken ?? null);
  usePageFocus();
  usePageSignals();
  useEffect(() => {
    markTakenOver();
    showStoredToast();
  }, []);
  return (
    <ToastProvider>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <SiteHeader site={site} user={user} />
      <main id="main" tabIndex={-1}>
        <StagingNotice site={site} />
        {/* For toasts that last: screen readers announce changes of a region that already exists. */}
        <output className="block" />
        <FlashNotice notice={notice} whom={whom} page={page} />
        <FormToken value={formToken}>
          <Outlet />
        </FormToken>
      </main>
      <SiteFooter site={site} user={user} />
      {site.tagManager ? <ConsentBanner tagManager={site.tagManager} /> : null}
    </ToastProvider>
  );
}

/** Replaces the frame, too. */
function RootError(props: ErrorComponentProps) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorScreen {...props} />
    </main>
  );
}

/** For the measuring script, when another page is shown without a new document. */
function usePageSignals(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.dispatchEvent(new Event(PAGE_SHOWN));
      }),
    [router],
  );
}

/** Valid until the router has loaded another page. */
interface Answer {
  readonly user: HeaderUser | null;
  readonly page: object;
}

/**
 * The user that was loaded with the page, until the visitor returns by Back or Forward. Not from the router, which would reload
 * the whole page.
 */
function useHeaderUser(loaded: { readonly user: HeaderUser | null }, context: RouterContext): HeaderUser | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useReturn(() => {
    if (document.documentElement.hidden) return;
    void headerUser(context).then((user) => setAnswer({ user, page: loaded }));
  });
  return answer?.page === loaded ? answer.user : loaded.user;
}

/** Without a nonce, which the tag manager would pass on to inline scripts of its container. */
function tagManagerScript(id: string): string {
  const src = JSON.stringify(`${TAG_ORIGIN}/gtm.js?id=${id}`);
  return `(window.dataLayer=window.dataLayer||[]).push({'gtm.start':Date.now(),event:'gtm.js'});(function(d){var s=d.createElement('script');s.async=true;s.src=${src};d.head.append(s)})(document)`;
}

/** For browsers without scripts. */
function TagManagerFrame({ id }: { readonly id: string }) {
  return (
    <noscript>
      <iframe
        src={`${TAG_ORIGIN}/ns.html?id=${id}`}
        title="Google Tag Manager"
        height="0"
        width="0"
        hidden
        sandbox="allow-same-origin"
        referrerPolicy="strict-origin"
      />
    </noscript>
  );
}
