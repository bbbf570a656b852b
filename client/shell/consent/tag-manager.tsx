import { TAG_ORIGIN } from '#shared/measuring/consent.ts';

/** Loads the tag manager, which makes the data layer. It gets no nonce: it would pass it on to inline scripts of its container. */
export function tagManagerScript(id: string): string {
  const src = JSON.stringify(`${TAG_ORIGIN}/gtm.js?id=${id}`);
  return `(window.dataLayer=window.dataLayer||[]).push({'gtm.start':Date.now(),event:'gtm.js'});(function(d){var s=d.createElement('script');s.async=true;s.src=${src};d.head.append(s)})(document)`;
}

/** The tag manager's fallback for browsers without scripts. */
export function TagManagerFrame({ id }: { readonly id: string }) {
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
