/** Crockford's base 32, without I, L, O and U, which are easily misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5n;

/** A letter, because card statements don't accept digits alone. Encodes four bits. */
const FIRST = 'ABCDEFGHJKMNPQRS';
const OTHERS = 7;

const ID_DIGITS = 10;
const OTHERS_BITS = BITS * BigInt(OTHERS);

/** `K7M2Q0XD`, for people to read out: derived from the id, gives no access. */
export function referenceOf(eventId: string): string {
  const bits = BigInt(`0x0${eventId.replaceAll(/[^0-9a-f]/gi, '').slice(-ID_DIGITS)}`);
  const others = Array.from({ length: OTHERS }, (_, place) => {
    const shift = BITS * BigInt(OTHERS - 1 - place);
    return DIGITS[Number((bits >> shift) & 31n)];
  });
  return `${FIRST[Number((bits >> OTHERS_BITS) & 15n)]}${others.join('')}`;
}

const REFERENCE = new RegExp(`^[${FIRST}][${DIGITS}]{${OTHERS}}$`);

/** The last ten hexadecimal digits of matching ids; none for other text. Accepts confused letters. */
export function idEndsOf(reference: string): string[] {
  const text = reference.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!REFERENCE.test(text)) return [];
  const first = BigInt(FIRST.indexOf(text.charAt(0)));
  const bits = text
    .slice(1)
    .split('')
    .reduce((sum, digit) => (sum << BITS) | BigInt(DIGITS.indexOf(digit)), first);
  // A reference has 39 of the 40 bits.
  return [bits, bits | (1n << 39n)].map((each) => each.toString(16).padStart(ID_DIGITS, '0'));
}
