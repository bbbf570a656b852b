import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApplicationErrorBoundary } from '#client/shell/screens/application-error.tsx';

/** The boundary's HTML after a component below it has thrown. */
function shownAfter(thrown: unknown): string {
  const boundary = new ApplicationErrorBoundary({ children: 'all is well' });
  boundary.state = ApplicationErrorBoundary.getDerivedStateFromError(thrown);
  return renderToString(boundary.render());
}

test('it says what happened, with two links; the details are folded', () => {
  const html = shownAfter(new TypeError('x is not a function'));
  expect(html).toContain('Application Error');
  expect(html).toContain('An unexpected error occurred in the application. Please refresh the page to try again.');
  expect(html).toMatch(/<button type="button">Try Again<\/button>.*<button type="button">Reload Page<\/button>/);
  expect(html).toMatch(/<details><summary>Details<\/summary><p>x is not a function<\/p><\/details>/);
});
