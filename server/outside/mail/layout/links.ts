/** Refuses all but web pages, phone numbers and mail addresses. */
export function safeUrl(url: string): string {
  if (!/^(?:https?:\/\/[^\s"<>]+|tel:\+?\d+(?:,\d+)?|mailto:[^\s"<>]+)$/.test(url)) {
    throw new Error('a mail links only to web pages, phone numbers and mail addresses');
  }
  return url;
}

export function mailUrl(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
