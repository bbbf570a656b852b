import { Component, type ReactNode } from 'react';
import { PALETTE_IN_CSS } from '#shared/palette.ts';

interface State {
  readonly error: Error | null;
}

/** For errors that escape every route's own (SPEC.md section 2). */
export class ApplicationErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ApplicationError details={error.message}>
        <button type="button" onClick={() => this.setState({ error: null })}>
          Try Again
        </button>
        <button type="button" onClick={() => location.reload()}>
          Reload Page
        </button>
      </ApplicationError>
    );
  }
}

/** Without script: both links load the page again. */
export function ServerApplicationError({ details, href }: { readonly details: string; readonly href: string }) {
  return (
    <ApplicationError details={details}>
      <a href={href}>Try Again</a>
      <a href={href}>Reload Page</a>
    </ApplicationError>
  );
}

/** A whole document, because the layout itself may have failed. */
function ApplicationError({ details, children }: { readonly details: string; readonly children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Application Error</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main role="alert">
          <h1>Application Error</h1>
          <p>An unexpected error occurred in the application. Please refresh the page to try again.</p>
          <p className="actions">{children}</p>
          <details>
            <summary>Details</summary>
            <p>{details}</p>
          </details>
        </main>
      </body>
    </html>
  );
}

/** Needs no files: the site's colors and system fonts. */
const STYLE = `:root { color-scheme: light dark; ${PALETTE_IN_CSS}
  font: 1.0625rem/1.55 -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif }
body { margin: 0; background: var(--paper); color: var(--ink) }
main { max-width: 36rem; margin: 12vh auto 0; padding: 0 1rem }
h1 { margin: 0; font-size: 2.0625rem; line-height: 1.15 }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem }
.actions > * { min-height: 2.75rem; box-sizing: border-box; padding: 0.5rem 1rem; border: 1px solid var(--accent);
  border-radius: 2px; background: none; color: var(--accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
.actions > :first-child { background: var(--accent); color: var(--on-accent) }
summary { display: list-item; min-height: 2.75rem; align-content: center; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }`;
