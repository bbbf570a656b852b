import { CONSENT_PATH, type ConsentAnswer, TAG_ORIGIN, isConsentAnswer } from '#shared/measuring/consent.ts';
import { CONSENT_GIVEN } from '#shared/measuring/signals.ts';
import { storedConsent } from './stored-consent.ts';

/** The tag manager creates the data layer. */
function loadTagManager(id: string): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${TAG_ORIGIN}/gtm.js?id=${id}`;
  document.head.append(script);
}

/** The server then redirects, as it does for a form. */
async function isStored(answer: ConsentAnswer): Promise<boolean> {
  const body = new URLSearchParams({ answer, page: '/' });
  try {
    return (await fetch(CONSENT_PATH, { method: 'POST', body, redirect: 'manual' })).type === 'opaqueredirect';
  } catch {
    return false;
  }
}

/** Undefined once the question is answered, because a tag manager can't be unloaded. */
function askedContainer(): string | undefined {
  if ('consent' in document.documentElement.dataset) return undefined;
  return document.querySelector<HTMLElement>('form[data-tag-manager]')?.dataset['tagManager'];
}

function applyAnswer(id: string, answer: ConsentAnswer): void {
  document.documentElement.dataset['consent'] = answer;
  for (const state of document.querySelectorAll<HTMLElement>('[data-consent-state]'))
    state.hidden = state.dataset['consentState'] !== answer;
  if (answer === 'accepted') loadTagManager(id);
  document.dispatchEvent(new Event(CONSENT_GIVEN));
}

/** The visitor may have answered in another page since. */
export function applyStoredAnswer(): void {
  const id = askedContainer();
  const answer = storedConsent();
  if (id !== undefined && isConsentAnswer(answer)) applyAnswer(id, answer);
}

async function answerInPlace(form: HTMLFormElement, id: string, answer: ConsentAnswer, onAnswered: () => void) {
  if (!(await isStored(answer))) {
    postPlainly(form, answer);
    return;
  }
  const hadFocus = form.closest('.consent-banner')?.contains(document.activeElement) === true;
  applyAnswer(id, answer);
  // The banner is removed: who answered by keyboard continues at the page.
  if (hadFocus) document.querySelector('main')?.focus({ preventScroll: true });
  onAnswered();
}

/** Without leaving the page, so that nothing typed is lost. If that fails, the form is posted. */
export function answerConsentInPlace(onAnswered: () => void): void {
  const answered = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const id = form.dataset['tagManager'] && askedContainer();
    const answer = (event.submitter as HTMLButtonElement | null)?.value;
    if (id === undefined || !isConsentAnswer(answer)) return;
    event.preventDefault();
    void answerInPlace(form, id, answer, onAnswered);
  };
  // Before React, which stops events of parts that it has not hydrated.
  addEventListener('submit', answered, true);
}

function postPlainly(form: HTMLFormElement, answer: string): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'answer';
  field.value = answer;
  form.append(field);
  // Unlike `requestSubmit`, this raises no event.
  form.submit();
}
