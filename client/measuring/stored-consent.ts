/** Undefined without an answer. */
export function storedConsent(): string | undefined {
  return /\bconsent=\w+\.(\w+)/.exec(document.cookie)?.[1];
}
