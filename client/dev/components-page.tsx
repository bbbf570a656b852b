import type { Theme } from '../shell/theme/theme.ts';
import { Actions } from './actions.tsx';
import { Answers } from './answers.tsx';
import { Days } from './days.tsx';
import { Messages } from './messages.tsx';

interface Parts {
  readonly theme: Theme;
  /** URLs of the site's style sheets. */
  readonly styles: readonly string[];
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

/** A document with every component in every state. It has no scripts, so it shows the components as before hydration. */
export function ComponentsPage({ theme, styles }: Parts) {
  return (
    <html lang="en" {...(theme !== 'system' && { 'data-theme': theme })}>
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
          <h1 className="text-4xl">Components</h1>
          <p className="mt-3 max-w-prose text-lg text-pencil">
            Each in every state, without script. Press Tab to see the focus.
          </p>
          <nav aria-label="Theme" className="mt-4 mb-8">
            <ul className="flex gap-4">
              {THEMES.map((name) => (
                <li key={name}>
                  <a
                    href={`?theme=${name}`}
                    aria-current={name === theme ? 'page' : undefined}
                    className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 aria-[current=page]:text-ink"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Actions />
          <Answers />
          <Days />
          <Messages />
        </main>
      </body>
    </html>
  );
}
