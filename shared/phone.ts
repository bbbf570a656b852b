/** `x12`, `ext. 12`, `#12`, `,12`, `;ext=12` at the end. */
const EXTENSION = /[\s,;]*(?:(?:extension|extn?|x|#)[\s.:=]*|[,;]\s*)(\d{1,7})$/i;

interface PhoneParts {
  readonly number: string;
  readonly extension: string | null;
}

export function phoneParts(phone: string): PhoneParts {
  const found = EXTENSION.exec(phone);
  return { number: phone.slice(0, found?.index), extension: found?.[1] ?? null };
}

/** `tel:+18055550101,12`: phones dial the comma as a pause. Android dials the letters of RFC 3966's `;ext=12` as digits. */
export function phoneUrl(phone: string): string | undefined {
  const { number, extension } = phoneParts(phone);
  const digits = number.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '');
  if (!/\d/.test(digits)) return undefined;
  return extension === null ? `tel:${digits}` : `tel:${digits},${extension}`;
}
