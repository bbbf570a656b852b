/** The visitor's answer about the tag manager, in the cookie that the server has signed; undefined without one. */
export function storedConsent(): string | undefined {
  return /\bconsent=\w+\.(\w+)/.exec(document.cookie)?.[1];
}
